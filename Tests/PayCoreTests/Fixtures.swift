import PayCore
import Synchronization

/// The sample merchant, and one purchase of it, with every byte fixed.
enum Fixture {
  /// 2026-01-01T00:00:00Z.
  static let now = Timestamp(seconds: 1_767_225_600)

  static let merchant: JSONValue = [
    "merchantIdentifier": "merchant.com.sample.ApplePayAction",
    "displayName": "Sample Merchant",
    "supportedNetworks": ["visa", "masterCard", "amex"],
    "merchantCapabilities": ["supports3DS"],
    "countryCode": "US",
    "currencyCode": "USD",
    "domainName": "shop.example.com",
  ]

  static let offer: JSONValue = [
    "id": "some-product", "label": "Some Product", "segments": ["5.00", "10.00", "20.00"],
  ]

  static let notification: JSONValue = [
    "category": "BUY_OFFER", "title": "Some Product",
    "body": "Choose an amount and buy it with Apple Pay.", "sound": "default",
    "endpoint": "https://shop.example.com/v1/purchase-intents",
  ]

  static func files(
    merchant: JSONValue = Fixture.merchant, offers: [JSONValue] = [Fixture.offer],
    notification: JSONValue? = Fixture.notification
  ) -> [ConfigurationFile] {
    let offersFile: JSONValue = ["offers": .array(offers)]
    let files = [
      ("merchant.json", merchant), ("offers.json", offersFile), ("notification.json", notification),
    ]
    return files.compactMap { name, json in
      json.map { ConfigurationFile(name: name, bytes: $0.bytes) }
    }
  }

  static func configuration(
    merchant: JSONValue = Fixture.merchant, offers: [JSONValue] = [Fixture.offer],
    notification: JSONValue? = Fixture.notification
  ) throws -> MerchantConfiguration {
    try ConfigurationDraft(files(merchant: merchant, offers: offers, notification: notification))
      .checked()
  }

  /// `buy_` and 2026-01-01T00:00:00.000Z with eighty zero bits.
  static let intentID = "buy_01kdvdna000000000000000000"
  /// The same of a notification.
  static let notificationID = "note_01kdvdna000000000000000000"
  static let nonce = [UInt8](0..<16)

  static func intent(
    state: IntentState = .created, segment: Int64 = 2, merchant: JSONValue = Fixture.merchant,
    offers: [JSONValue] = [Fixture.offer]
  ) throws -> PurchaseIntent {
    let configuration = try configuration(merchant: merchant, offers: offers)
    let quote = try Quote(configuration, offer: nil, segment: segment, at: now)
    return PurchaseIntent(
      id: intentID, state: state, offer: quote.offer, segment: quote.segment, price: quote.price,
      refundedMinorUnits: 0, createdAt: now, expiresAt: now.adding(seconds: 900), nonce: nonce,
      request: quote.request)
  }

  static func currency(_ code: String) -> Currency {
    guard let currency = Currency(code: code) else { preconditionFailure("no currency \(code)") }
    return currency
  }

  static let usd = currency("USD")
}

extension JSONValue {
  /// This object with one member replaced in its place, added at the end, or removed if nil.
  func replacing(_ name: String, _ value: JSONValue?) -> JSONValue {
    guard case .object(let members) = self else { return self }
    guard let value else { return .object(members.filter { $0.name != name }) }
    guard members.contains(where: { $0.name == name }) else { return with(name, value) }
    return .object(members.map { $0.name == name ? JSONMember(name, value) : $0 })
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: Ports

/// A checksum in place of SHA-256: 32 bytes that differ with every bit and with the length.
struct FakeDigest: Digest {
  func sha256(_ bytes: [UInt8]) -> [UInt8] { checksum(bytes, key: 0, count: 32) }
}

/// Forgets every quote.
struct NoQuoteMemory: QuoteMemory {
  func quote(for place: PricePlace, otherwise make: () -> Quote) -> Quote { make() }
}

/// A keyed checksum in place of ECDSA.
struct FakeTokenKeys: TokenKeys {
  var signingKeyID = "key-1"
  /// The key ids that verify.
  var known = ["key-1"]
  var key: UInt64 = 1
  var fails = false

  var keySet: JSONValue { ["keys": []] }

  func sign(_ bytes: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    if fails { throw CryptoFailure("no key") }
    return checksum(bytes, key: key, count: 64)
  }

  func isValid(_ signature: [UInt8], of bytes: [UInt8], keyID: String) -> Bool? {
    known.contains(keyID) ? signature == checksum(bytes, key: key, count: 64) : nil
  }
}

/// A keyed checksum over content and time in place of CMS.
struct FakeSessionKeys: SessionSigner, SessionVerifier {
  var fails = false

  func sign(_ content: [UInt8], at moment: Timestamp) throws(CryptoFailure) -> [UInt8] {
    if fails { throw CryptoFailure("no key") }
    return value(content, moment)
  }

  private func value(_ content: [UInt8], _ moment: Timestamp) -> [UInt8] {
    checksum(content + Array(String(moment.seconds).utf8), key: 2, count: 48)
  }

  func fault(
    signature: [UInt8], content: [UInt8], signedAt moment: Timestamp
  ) -> SessionFault? {
    value(content, moment) == signature ? nil : .badSignature
  }
}

private func checksum(_ bytes: [UInt8], key: UInt64, count: Int) -> [UInt8] {
  // FNV-1a, then a running mix: no secret, only different for different input.
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ key &* 0x9E37_79B9_7F4A_7C15
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return (0..<count).map { _ in
    hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9 &+ 1
    return UInt8(truncatingIfNeeded: hash >> 56)
  }
}

/// A clock that stands until it is set.
final class FakeClock: Sendable {
  private let moment: Mutex<Timestamp>

  init(_ moment: Timestamp = Fixture.now) { self.moment = Mutex(moment) }

  var now: Timestamp { moment.withLock { $0 } }

  func set(_ new: Timestamp) { moment.withLock { $0 = new } }
}

/// A waiting room whose clock is the test's: whoever waits is woken at once, and its time has passed
/// by then.
final class FakeWaitingRoom: WaitingRoom {
  private let clock: FakeClock
  private let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)
  private let names = Mutex<[String]>([])

  init(_ clock: FakeClock) { self.clock = clock }

  /// What happens when somebody waits next, once, in place of the time that would pass.
  func whileWaiting(_ action: @escaping @Sendable () async -> Void) {
    meanwhile.withLock { $0 = action }
  }

  /// What was announced, in order.
  var announced: [String] { names.withLock { $0 } }

  var milliseconds: Int64 { clock.now.milliseconds }

  func seat(for name: String) -> any WaitingSeat { FakeSeat(room: self) }

  func announce(_ name: String) { names.withLock { $0.append(name) } }

  fileprivate func pass(milliseconds: Int64) async {
    let action = meanwhile.withLock { action in
      defer { action = nil }
      return action
    }
    if let action { return await action() }
    clock.set(Timestamp(milliseconds: clock.now.milliseconds + milliseconds))
  }
}

private struct FakeSeat: WaitingSeat {
  let room: FakeWaitingRoom

  func wait(milliseconds: Int64) async { await room.pass(milliseconds: milliseconds) }
}
