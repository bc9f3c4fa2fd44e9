import PayCore

extension TokenFaultKind {
  /// What the payload says once it is open.
  static let payload: [TokenFaultKind] =
    [
      plaintext("payload-not-json", "the payload is no JSON") {
        $0 = Array("applicationPrimaryAccountNumber".utf8)
      },
      plaintext("payload-not-object", "the payload is a list") { $0 = Array("[]".utf8) },
      plaintext("payload-trailing", "something follows the payload") { $0 += Array("{}".utf8) },
    ]
    + required.map { name, fault in
      changed("payload-no-\(fault)", "no \(name)") { $0.removing(name) }
    }
    + wrong.map { fault, name, value in
      changed("payload-\(fault)", "\(name) is \(String(decoding: value.bytes, as: UTF8.self))") {
        $0.setting(name, value)
      }
    } + [
      changed("payload-card-number-letters", "the card number has a letter in it") {
        $0.changing("applicationPrimaryAccountNumber") { number in
          guard case .string(let text) = number else { return number }
          return .string(text.dropLast() + "x")
        }
      },
      changed("payload-card-number-check", "the card number fails its check digit") {
        $0.changing("applicationPrimaryAccountNumber") { number in
          guard case .string(let text) = number, let last = text.last?.wholeNumberValue else {
            return number
          }
          return .string(text.dropLast() + String((last + 1) % 10))
        }
      },
      changed("payload-amount-text", "the amount is a text") {
        $0.changing("transactionAmount") { amount in
          guard case .integer(let units) = amount else { return amount }
          return .string(String(units))
        }
      },
      changed("payload-member-twice", "the amount stands there twice") {
        $0.with("transactionAmount", $0["transactionAmount"])
      },
      changed("payload-no-cryptogram", "3DSecure without its cryptogram") {
        $0.changing("paymentData") { $0.removing("onlinePaymentCryptogram") }
      },
      changed("payload-emv-without-data", "EMV without its data") {
        $0.setting("paymentDataType", "EMV")
      },
      changed("payload-cryptogram-twice", "the cryptogram stands there twice") {
        $0.changing("paymentData") {
          $0.with("onlinePaymentCryptogram", $0["onlinePaymentCryptogram"])
        }
      },
      changed("payload-eci-long", "an ECI indicator of three digits") {
        $0.changing("paymentData") { $0.setting("eciIndicator", "005") }
      },
    ]

  /// The members that every payload has.
  private static let required = [
    ("applicationPrimaryAccountNumber", "card-number"), ("applicationExpirationDate", "expiry"),
    ("currencyCode", "currency"), ("transactionAmount", "amount"),
    ("deviceManufacturerIdentifier", "device"),
    ("paymentDataType", "payment-data-type"), ("paymentData", "payment-data"),
  ]

  /// Values that a member cannot have.
  private static let wrong: [(String, String, JSONValue)] = [
    ("amount-fraction", "transactionAmount", .number("20.5")),
    ("amount-negative", "transactionAmount", -1),
    ("currency-letters", "currencyCode", "USD"), ("currency-short", "currencyCode", "84"),
    ("currency-number", "currencyCode", 840),
    ("expiry-short", "applicationExpirationDate", "3012"),
    ("expiry-letters", "applicationExpirationDate", "3O0131"),
    ("expiry-month", "applicationExpirationDate", "301331"),
    ("expiry-day", "applicationExpirationDate", "301200"),
    ("type-unknown", "paymentDataType", "Magstripe"),
    ("card-number-short", "applicationPrimaryAccountNumber", "4"),
  ]

  private static func plaintext(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void
  ) -> TokenFaultKind {
    TokenFaultKind(name, "payment_token_payload", summary) { $0.changePlaintext = change }
  }

  private static func changed(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (JSONValue) -> JSONValue
  ) -> TokenFaultKind {
    TokenFaultKind(name, "payment_token_payload", summary) {
      $0.payload.json = change($0.payload.json)
    }
  }
}
