// The part of Apple's Contacts that the example uses, with the signatures of the iOS 18 SDK and
// nothing behind them.

import Foundation

open class CNPhoneNumber: NSObject {
  public init(stringValue string: String) { fatalError("a stub is type-checked, never run") }
}

open class CNPostalAddress: NSObject {}

open class CNMutablePostalAddress: CNPostalAddress {
  open var street: String = ""
  open var subLocality: String = ""
  open var city: String = ""
  open var subAdministrativeArea: String = ""
  open var state: String = ""
  open var postalCode: String = ""
  open var country: String = ""
  open var isoCountryCode: String = ""
}
