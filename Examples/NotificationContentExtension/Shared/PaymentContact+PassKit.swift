import Contacts
import Foundation
import PassKit
import PayCore

extension PKContact {
  convenience init(_ contact: PaymentContact) {
    self.init()
    name = PersonNameComponents(contact)
    emailAddress = contact.emailAddress
    phoneNumber = contact.phoneNumber.map(CNPhoneNumber.init(stringValue:))
    postalAddress = CNMutablePostalAddress(contact)
  }
}

extension PersonNameComponents {
  /// Nil if the contact has no name.
  init?(_ contact: PaymentContact) {
    guard contact.givenName != nil || contact.familyName != nil else { return nil }
    self.init()
    givenName = contact.givenName
    familyName = contact.familyName
    guard contact.phoneticGivenName != nil || contact.phoneticFamilyName != nil else { return }
    var phonetic = PersonNameComponents()
    phonetic.givenName = contact.phoneticGivenName
    phonetic.familyName = contact.phoneticFamilyName
    phoneticRepresentation = phonetic
  }
}

extension CNMutablePostalAddress {
  /// Nil if the contact has no part of an address.
  convenience init?(_ contact: PaymentContact) {
    let street = contact.addressLines.map { $0.joined(separator: "\n") }
    let parts = [
      street, contact.subLocality, contact.locality, contact.postalCode,
      contact.subAdministrativeArea, contact.administrativeArea, contact.country,
      contact.countryCode,
    ]
    guard parts.contains(where: { $0 != nil }) else { return nil }
    self.init()
    self.street = street ?? ""
    subLocality = contact.subLocality ?? ""
    city = contact.locality ?? ""
    postalCode = contact.postalCode ?? ""
    subAdministrativeArea = contact.subAdministrativeArea ?? ""
    state = contact.administrativeArea ?? ""
    country = contact.country ?? ""
    isoCountryCode = contact.countryCode ?? ""
  }
}
