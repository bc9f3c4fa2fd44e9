/// A person's name and addresses, as far as they are known before the sheet asks.
///
/// Source: Apple, PKContact and ApplePayPaymentContact.
public struct PaymentContact: Sendable, Hashable {
  public var phoneNumber: String?
  public var emailAddress: String?
  public var givenName: String?
  public var familyName: String?
  public var phoneticGivenName: String?
  public var phoneticFamilyName: String?
  /// Street lines of the postal address.
  public var addressLines: [String]?
  public var subLocality: String?
  public var locality: String?
  public var postalCode: String?
  public var subAdministrativeArea: String?
  public var administrativeArea: String?
  /// Name, not code.
  public var country: String?
  /// ISO 3166 alpha-2.
  public var countryCode: String?

  package init() {}
}

extension PaymentContact: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 14)
    members.add("phoneNumber", phoneNumber)
    members.add("emailAddress", emailAddress)
    members.add("givenName", givenName)
    members.add("familyName", familyName)
    members.add("phoneticGivenName", phoneticGivenName)
    members.add("phoneticFamilyName", phoneticFamilyName)
    members.add("addressLines", addressLines)
    members.add("subLocality", subLocality)
    members.add("locality", locality)
    members.add("postalCode", postalCode)
    members.add("subAdministrativeArea", subAdministrativeArea)
    members.add("administrativeArea", administrativeArea)
    members.add("country", country)
    members.add("countryCode", countryCode)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    phoneNumber = reader.optionalString("phoneNumber")
    emailAddress = reader.optionalString("emailAddress")
    givenName = reader.optionalString("givenName")
    familyName = reader.optionalString("familyName")
    phoneticGivenName = reader.optionalString("phoneticGivenName")
    phoneticFamilyName = reader.optionalString("phoneticFamilyName")
    addressLines = reader.optionalStrings("addressLines")
    subLocality = reader.optionalString("subLocality")
    locality = reader.optionalString("locality")
    postalCode = reader.optionalString("postalCode")
    subAdministrativeArea = reader.optionalString("subAdministrativeArea")
    administrativeArea = reader.optionalString("administrativeArea")
    country = reader.optionalString("country")
    countryCode = reader.optionalString("countryCode")
  }
}
