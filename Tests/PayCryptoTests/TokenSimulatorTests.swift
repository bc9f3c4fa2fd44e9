import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// Simulated tokens are as good as Apple's, to us and to stock openssl.
@Suite struct TokenSimulatorTests {
  struct Form: CustomTestStringConvertible, Sendable {
    let version: SealedToken.Version
    let encoding: TokenCMSWriter.Encoding
    let hasNullParameters: Bool

    var testDescription: String {
      "\(version.rawValue) \(encoding)" + (hasNullParameters ? " with NULL" : "")
    }
  }

  static let forms = SealedToken.Version.allCases.flatMap { version in
    TokenCMSWriter.Encoding.allCases.flatMap { encoding in
      [false, true].map { Form(version: version, encoding: encoding, hasNullParameters: $0) }
    }
  }

  private let bench: TokenBench

  init() throws { bench = try TokenBench.shared.get() }

  private func token(_ form: Form, applicationData: [UInt8]?) throws -> SealedToken {
    try SealedToken(
      parsing: try bench.token(form.version, applicationData: applicationData) {
        $0.message.encoding = form.encoding
        $0.message.hasNullParameters = form.hasNullParameters
      })
  }

  @Test(arguments: forms)
  func `a token verifies and opens to what it pays`(form: Form) throws {
    for applicationData in [nil, Array("an intent".utf8)] {
      let sealed = try token(form, applicationData: applicationData)
      #expect(sealed.applicationData == applicationData.map(sha256))
      let verified = try bench.verifier.verify(sealed, at: TestKeys.now)
      #expect(verified.signingTime == TestKeys.now)
      let opened = try bench.opener.open(verified)
      #expect(opened.amountMinor == 2000 && opened.currencyNumeric == "840")
      #expect(opened.paymentDataType == .threeDSecure && opened.eciIndicator == "5")
      #expect(opened.expiry == "290131")
    }
  }

  @Test func `an EMV payload opens, and has no cryptogram of 3-D Secure`() throws {
    let token = try bench.token(.ecV1) {
      $0.payload.json = $0.payload.json.setting("paymentDataType", "EMV")
        .setting("paymentData", ["emvData": "nyYI", "encryptedPINData": "AAAA"])
    }
    let opened = try bench.open(token)
    #expect(opened.paymentDataType == .emv && opened.eciIndicator == nil)
  }

  @Test(arguments: forms)
  func `stock openssl verifies the signature against the root`(form: Form) throws {
    let sealed = try token(form, applicationData: [1])
    let folder = try TemporaryDirectory()
    try Files.replace(folder.file("signature"), with: sealed.signature)
    try Files.replace(folder.file("content"), with: sealed.signedBytes)
    let finished = try runOpenSSL(
      "cms", "-verify", "-binary", "-inform", "DER", "-in", folder.file("signature"), "-content",
      folder.file("content"), "-CAfile", bench.keys.directory.root, "-attime",
      "\(TestKeys.now.seconds)")
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(finished.standardOutput == sealed.signedBytes)
  }

  @Test func `a message is in Apple's form: indefinite lengths, and attributes in their order`()
    throws
  {
    let sealed = try SealedToken(parsing: try bench.token(.ecV1))
    #expect(sealed.signature.starts(with: [0x30, 0x80, 0x06, 0x09]))
    #expect(sealed.signature.suffix(6).elementsEqual([0, 0, 0, 0, 0, 0]))
    let folder = try TemporaryDirectory()
    try Files.replace(folder.file("signature"), with: sealed.signature)
    let parsed = try mustRunOpenSSL(
      "asn1parse", "-inform", "DER", "-in", folder.file("signature"))
    let text = String(decoding: parsed, as: UTF8.self)
    let names = [":contentType", ":signingTime", ":1.2.840.113549.1.9.52", ":messageDigest"]
    let places = names.map { text.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }

  @Test(arguments: [
    ("JPY", 500, "392"), ("KWD", 1234, "414"), ("AUD", 1, "036"), ("ALL", 9_999_999, "008"),
  ])
  func `an amount is in minor units, a currency in three digits`(
    code: String, units: Int64, number: String
  ) throws {
    let price = Money(minorUnits: units, currency: try #require(Currency(code: code)))
    let opened = try bench.open(try bench.token(.ecV1, price: price))
    #expect(opened.amountMinor == units && opened.currencyNumeric == number)
  }

  @Test func `the whole token names the card by its last digits and nothing else of it`() throws {
    let text = try bench.token(.ecV1)
    let json = try JSONValue(parsing: text)
    let opened = try bench.open(text)
    #expect(json["paymentMethod"]?["displayName"] == .string("Visa \(opened.last4)"))
    let plaintext = opened.payload.reveal()
    let texts = plaintext.split(separator: "\"").map(String.init)
    let number = try #require(texts.first { $0.count == 16 })
    #expect(number.hasSuffix(opened.last4))
    #expect(!String(decoding: text, as: UTF8.self).contains(number))
  }

  @Test func `card numbers are sixteen digits with a good check digit, each time others`() {
    let numbers = (0..<200).map { _ in TestCardNumber(random: secureRandomBytes).text }
    #expect(Set(numbers).count > 190)
    for number in numbers {
      let digits = number.compactMap(\.wholeNumberValue)
      #expect(digits.count == 16)
      let sum = digits.enumerated().reduce(0) { sum, next in
        let doubled = next.element * 2
        return sum + (next.offset.isMultiple(of: 2) ? doubled / 10 + doubled % 10 : next.element)
      }
      #expect(sum.isMultiple(of: 10))
    }
  }

  @Test func `no two tokens are alike`() throws {
    let tokens = try (0..<8).map { _ in try SealedToken(parsing: try bench.token(.ecV1)) }
    #expect(Set(tokens.map(\.transactionID)).count == 8)
    #expect(Set(tokens.map(\.keyMaterial)).count == 8)
    #expect(Set(tokens.map(\.data)).count == 8)
  }

  @Test func `simulating needs the authorities' keys`() throws {
    let folder = try TemporaryDirectory()
    let nowhere = KeyDirectory(data: folder.file("data"))
    let error = keyError { _ = try TokenSimulator(nowhere, random: secureRandomBytes) }
    #expect(error?.code == "keys_missing")
  }
}
