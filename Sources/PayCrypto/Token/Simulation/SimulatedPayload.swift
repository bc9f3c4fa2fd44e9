import PayCore

/// What a simulated token holds once it is open: the members that Apple describes, for a card that
/// does not exist.
///
/// Source: Apple, Payment token format reference.
struct SimulatedPayload {
  /// The members in Apple's order; faults change or remove some.
  var json: JSONValue

  /// A payment of `price` at a moment, authenticated as 3-D Secure.
  init(price: Money, at moment: Timestamp, random: (Int) -> [UInt8]) {
    json = [
      "applicationPrimaryAccountNumber": .string(TestCardNumber(random: random).text),
      "applicationExpirationDate": .string(Self.expiry(after: moment)),
      "currencyCode": .string(Self.numericCode(of: price.currency)),
      "transactionAmount": .integer(price.minorUnits),
      "deviceManufacturerIdentifier": .string(Hex.lower(random(6))),
      "paymentDataType": "3DSecure",
      "paymentData": [
        "onlinePaymentCryptogram": .string(Base64.encode(random(20))), "eciIndicator": "5",
      ],
    ]
  }

  /// The text that is encrypted.
  var bytes: [UInt8] { json.bytes }

  /// `YYMMDD`: the end of January of the third year from then.
  private static func expiry(after moment: Timestamp) -> String {
    let year = moment.description.prefix(4).suffix(2)
    let later = ((Int(year) ?? 0) + 3) % 100
    return (later < 10 ? "0" : "") + "\(later)0131"
  }

  /// Three digits: Apple writes 036, not 36.
  private static func numericCode(of currency: Currency) -> String {
    let digits = String(currency.numeric)
    return String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }
}

extension JSONValue {
  /// This object without a member.
  func removing(_ name: String) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name })
  }

  /// This object with another value of a member, where it stood; at the end if it had none.
  func setting(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self, members.contains(where: { $0.name == name }) else {
      return with(name, value)
    }
    return .object(members.map { $0.name == name ? JSONMember(name, value) : $0 })
  }

  /// This object with a member changed; nothing happens to one that is not there.
  func changing(_ name: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    guard let value = self[name] else { return self }
    return setting(name, change(value))
  }
}
