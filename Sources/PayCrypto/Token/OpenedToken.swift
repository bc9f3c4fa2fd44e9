package import PayCore

/// A payment token that was verified and decrypted: what may be shown of it, and the rest in memory
/// that is wiped.
///
/// Source: Apple, Payment token format reference, "Payment data keys".
package struct OpenedToken: Sendable {
  package let verified: VerifiedToken
  /// The last four digits of the device account number.
  package let last4: String
  /// When the card expires, `YYMMDD` as Apple writes it.
  package let expiry: String
  /// ISO 4217, three digits.
  package let currencyNumeric: String
  /// Minor units of the currency, by ISO 4217.
  package let amountMinor: Int64
  package let paymentDataType: PaymentDataType
  /// To be passed to the payment provider if it is there.
  package let eciIndicator: String?
  /// The decrypted payload, whole: card number and cryptogram are in it.
  package let payload: Secret

  package enum PaymentDataType: String, Sendable {
    case threeDSecure = "3DSecure"
    case emv = "EMV"
  }

  /// Reads what may be shown. Throws `payload`, whose text has nothing of the payload in it.
  package init(_ verified: VerifiedToken, payload: Secret) throws(PaymentTokenFault) {
    self.verified = verified
    self.payload = payload
    let facts = try payload.withBytes { (bytes) throws(PaymentTokenFault) in
      try PayloadFacts(bytes)
    }
    last4 = facts.last4
    expiry = facts.expiry
    currencyNumeric = facts.currencyNumeric
    amountMinor = facts.amountMinor
    paymentDataType = facts.type
    eciIndicator = facts.eciIndicator
  }
}

extension OpenedToken: CustomStringConvertible, CustomReflectable {
  package var description: String { "[opened payment token, ending in \(last4)]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a payload says apart from its secrets. Members that are not known are let be: Apple adds to
/// them.
private struct PayloadFacts {
  let last4: String
  let expiry: String
  let currencyNumeric: String
  let amountMinor: Int64
  let type: OpenedToken.PaymentDataType
  let eciIndicator: String?

  init(_ bytes: UnsafeRawBufferPointer) throws(PaymentTokenFault) {
    let payload = try PayloadObject(bytes, "payload")
    let number = try payload.digits("applicationPrimaryAccountNumber", 12...19)
    guard Self.passesLuhn(number) || TokenCheck.cardNumber.isOff else {
      throw .payload("applicationPrimaryAccountNumber fails its check digit")
    }
    last4 = String(decoding: number.suffix(4), as: UTF8.self)
    expiry = try payload.text("applicationExpirationDate", 6...6, Self.isDigit)
    guard Self.isDate(expiry) || TokenCheck.expiryDate.isOff else {
      throw .payload("applicationExpirationDate is not a day as YYMMDD")
    }
    currencyNumeric = try payload.text("currencyCode", 3...3, Self.isDigit)
    amountMinor = try payload.integer("transactionAmount")
    _ = try payload.text("deviceManufacturerIdentifier", 1...64) { !"\"\\".utf8.contains($0) }
    let name = try payload.text("paymentDataType", 1...16) { $0 < 0x80 }
    let known = OpenedToken.PaymentDataType(rawValue: name)
    guard let type = known ?? (TokenCheck.paymentDataType.isOff ? .threeDSecure : nil) else {
      throw .payload("paymentDataType is neither 3DSecure nor EMV")
    }
    self.type = type
    let data = try payload.object("paymentData")
    try data.require(type == .emv ? "emvData" : "onlinePaymentCryptogram")
    eciIndicator =
      data.has("eciIndicator") ? try data.text("eciIndicator", 1...2, Self.isDigit) : nil
  }

  /// Whether month and day of `YYMMDD` are such.
  private static func isDate(_ text: String) -> Bool {
    guard let month = Int(text.dropFirst(2).prefix(2)), let day = Int(text.suffix(2)) else {
      return false
    }
    return (1...12).contains(month) && (1...31).contains(day)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// ISO/IEC 7812-1 annex B.
  private static func passesLuhn(_ digits: Slice<UnsafeRawBufferPointer>) -> Bool {
    var sum = 0
    for (place, byte) in digits.reversed().enumerated() {
      let digit = Int(byte - UInt8(ascii: "0"))
      let weighted = place.isMultiple(of: 2) ? digit : 2 * digit
      sum += weighted > 9 ? weighted - 9 : weighted
    }
    return sum.isMultiple(of: 10)
  }
}

/// An object of the payload: its members by name, read where they lie.
private struct PayloadObject {
  private let bytes: UnsafeRawBufferPointer
  private let members: [(name: Range<Int>, value: PayloadScanner.Value)]

  init(_ bytes: UnsafeRawBufferPointer, _ what: String) throws(PaymentTokenFault) {
    self.bytes = bytes
    do {
      members = try PayloadScanner.members(of: bytes)
    } catch {
      throw .payload("the \(what) is not one JSON object, at byte \(error.offset)")
    }
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  func object(_ name: String) throws(PaymentTokenFault) -> PayloadObject {
    guard let value = value(name), value.kind == .object else {
      throw .payload("\(name) is not an object")
    }
    return try PayloadObject(UnsafeRawBufferPointer(rebasing: bytes[value.range]), name)
  }

  /// Throws unless the member is a string with something in it.
  func require(_ name: String) throws(PaymentTokenFault) {
    let isThere = value(name).map { $0.kind == .string && !$0.range.isEmpty } ?? false
    guard isThere || TokenCheck.cryptogram.isOff else { throw .payload("\(name) is missing") }
  }

  /// The digits of a string, where they lie.
  func digits(
    _ name: String, _ count: ClosedRange<Int>
  ) throws(PaymentTokenFault) -> Slice<UnsafeRawBufferPointer> {
    guard let value = value(name), value.kind == .string, count.contains(value.range.count),
      bytes[value.range].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      throw .payload("\(name) is not a string of \(count.lowerBound) to \(count.upperBound) digits")
    }
    return bytes[value.range]
  }

  /// A short string that is no secret.
  func text(
    _ name: String, _ count: ClosedRange<Int>, _ isAllowed: (UInt8) -> Bool
  ) throws(PaymentTokenFault) -> String {
    guard let value = value(name), value.kind == .string,
      count.contains(value.range.count) && bytes[value.range].allSatisfy(isAllowed)
        || TokenCheck.payloadText.isOff
    else {
      throw .payload("\(name) is not a string as Apple writes it")
    }
    return String(decoding: bytes[value.range], as: UTF8.self)
  }

  /// A number without fraction and exponent, of 64 bits and not negative.
  func integer(_ name: String) throws(PaymentTokenFault) -> Int64 {
    guard let value = value(name), value.kind == .number,
      bytes[value.range.lowerBound] != UInt8(ascii: "-") || TokenCheck.amountSign.isOff,
      let number = Int64(String(decoding: bytes[value.range], as: UTF8.self))
    else { throw .payload("\(name) is not a whole number of minor units") }
    return number
  }

  private func value(_ name: String) -> PayloadScanner.Value? {
    members.first { bytes[$0.name].elementsEqual(name.utf8) }?.value
  }
}
