import PayCore
import TestSupport
import Testing

/// Random and mutated input for each parser: four seeds of up to 5,000. A trap ends the process, so that
/// each run passing is the proof; what is accepted must also be written back as it was.
@Suite struct HostileInputTests {
  static let seeds = [1, 2, 3, 4] as [UInt64]
  static let rounds = 5000

  /// A sample with a few bytes changed, removed, repeated or inserted, or bytes at random.
  private func mutated(
    _ samples: [[UInt8]], _ alphabet: [UInt8], _ random: inout SplitMix64
  ) -> [UInt8] {
    var bytes = samples.randomElement(using: &random) ?? []
    if random.next().isMultiple(of: 8) {
      bytes = (0..<random.next() % 40).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    for _ in 0...random.next() % 4 {
      let byte =
        random.next().isMultiple(of: 4)
        ? UInt8(truncatingIfNeeded: random.next()) : alphabet.randomElement(using: &random) ?? 0
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch random.next() % 5 {
      case 0: bytes.insert(byte, at: place)
      case 1 where place < bytes.count: bytes[place] = byte
      case 2 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.next() % 8)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 4)))
      default: bytes.insert(contentsOf: bytes[place...].prefix(8), at: place)
      }
    }
    return bytes
  }

  /// Gives each mutated input to `parse`, which says whether it did what it should.
  private func run(
    seed: UInt64, rounds: Int = Self.rounds, _ samples: [String], alphabet: String,
    _ isRight: ([UInt8]) -> Bool
  ) {
    var random = SplitMix64(seed: seed)
    let samples = samples.map { Array($0.utf8) }
    let alphabet = Array(alphabet.utf8)
    for round in 0..<rounds {
      let bytes = mutated(samples, alphabet, &random)
      guard isRight(bytes) else {
        Issue.record("seed \(seed), round \(round): hex \(Hex.lower(bytes))")
        return
      }
    }
  }

  @Test(arguments: seeds)
  func `JSON is read or refused within its bytes, and written back the same`(seed: UInt64) {
    let samples = [
      Fixture.merchant.text, #"{"a":[1,-0,1.5e3,"\u0041\ud83d\ude00\n",null,true,{"":{}}]}"#,
      "[[[[[[]]]]]]", #"{"offer":"some-product","segment":2}"#, "\"é😀\"",
    ]
    run(seed: seed, samples, alphabet: "{}[],:\"\\u0123456789eE+-.tfn \n\0") { bytes in
      do throws(JSONError) {
        let value = try JSONValue(parsing: bytes)
        return (try? JSONValue(parsing: value.bytes)) == value
      } catch {
        return (0...bytes.count).contains(error.offset)
      }
    }
  }

  @Test(arguments: seeds)
  func `an amount is read or refused, and written back as the same amount`(seed: UInt64) {
    let samples = ["20.00", "-0.05", "92233720368547758.07", "007", "0", "1.2345", "500"]
    let currencies = ["USD", "JPY", "KWD", "CLF", "XAU"].map(Fixture.currency)
    run(seed: seed, samples, alphabet: "0123456789.-+eE, _") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return currencies.allSatisfy { currency in
        guard let money = try? Money(parsing: text, currency: currency) else { return true }
        return (try? Money(parsing: money.amount, currency: currency)) == money
          && bytes.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
      }
    }
  }

  @Test(arguments: seeds)
  func `no mutated token opens`(seed: UInt64) throws {
    let token = try IntentTokenTests.token()
    let genuine = Array(token.utf8)
    run(seed: seed, [token], alphabet: "ABCZabcz0189-_.=+/") { bytes in
      guard bytes != genuine else { return true }
      return (try? IntentTokenTests.open(String(decoding: bytes, as: UTF8.self))) == nil
    }
  }

  @Test(arguments: seeds)
  func `no mutated offer token opens`(seed: UInt64) throws {
    let token = try OfferTokenTests.token()
    let genuine = Array(token.utf8)
    run(seed: seed, [token], alphabet: "ABCZabcz0189-_.=+/") { bytes in
      guard bytes != genuine else { return true }
      return (try? OfferTokenTests.open(String(decoding: bytes, as: UTF8.self))) == nil
    }
  }

  @Test(arguments: seeds)
  func `a moment is read or refused, and written back as the same moment`(seed: UInt64) {
    let samples = [
      "2026-01-01T00:00:00Z", "2024-02-29T23:59:59.999+14:00", "9999-12-31T23:59:59.9Z",
      "1970-01-01T00:00:00-00:00",
    ]
    run(seed: seed, samples, alphabet: "0123456789-:TZ+. tz") { bytes in
      guard let moment = Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self)) else {
        return true
      }
      return Timestamp(rfc3339: moment.description) == moment
    }
  }

  @Test(arguments: seeds)
  func `Base64 and hex are read only in the one spelling`(seed: UInt64) {
    let samples = [
      "", "Zg==", "Zm8=", "Zm9vYmFy", "--__", "++//", "AAECAwQFBgcICQoLDA0ODw", "00ff",
    ]
    run(seed: seed, samples, alphabet: "ABCZabcz0189-_=+/ \n") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return Base64.decode(text).map { Base64.encode($0) == text } ?? true
        && Base64.decodeURL(bytes).map { Base64.encodeURL($0) == text } ?? true
        && Hex.decodeLower(text).map { Hex.lower($0) == text } ?? true
    }
  }

  @Test(arguments: seeds)
  func `an id is read only in the one spelling`(seed: UInt64) {
    let samples = [Fixture.intentID, "buy_00000000000000000000000000"]
    run(seed: seed, samples, alphabet: "0123456789abcdefghjkmnpqrstvwxyzilou_B") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard TimeOrderedIDs.isID(text, prefix: "buy_") else { return true }
      var ids = TimeOrderedIDs(prefix: "buy_", after: text)
      return text.utf8.count == 30
        && ids.next(at: Timestamp(milliseconds: 0), random: []) > text
    }
  }

  @Test(arguments: seeds)
  func `a configuration is accepted or has faults with places`(seed: UInt64) {
    let merchant = Fixture.merchant.with("intentLifetimeSeconds", 900).text
    let offers = #"{"offers":[\#(Fixture.offer.with("validFrom", "2026-01-01T00:00:00Z").text)]}"#
    let notification = NotificationPayloadTests.fullTemplate.text
    let genuine = [
      ("merchant.json", merchant), ("offers.json", offers), ("notification.json", notification),
    ]
    var turn = 0
    run(seed: seed, rounds: 2500, genuine.map(\.1), alphabet: "{}[],:\"\\0123456789.-aA ") {
      bytes in
      turn = (turn + 1) % genuine.count
      let files = genuine.enumerated().map { place, file in
        ConfigurationFile(name: file.0, bytes: place == turn ? bytes : Array(file.1.utf8))
      }
      do throws(ConfigurationError) {
        let configuration = try ConfigurationDraft(files).checked()
        return !configuration.offers.isEmpty
      } catch {
        return !error.faults.isEmpty && error.faults.allSatisfy { !$0.fault.code.isEmpty }
      }
    }
  }

  @Test(arguments: seeds)
  func `a session is read or refused, and a changed one never verifies`(seed: UInt64) throws {
    let signed = try MerchantSessionTests.signed()
    let merchant = try Fixture.configuration().merchant
    run(seed: seed, rounds: 1000, [signed.json.text], alphabet: "{}[],:\"0123456789abcf ") {
      bytes in
      guard let json = try? JSONValue(parsing: bytes), json != signed.json,
        let session = try? SignedSession(json: json)
      else { return true }
      let fault = session.fault(
        merchant: merchant, digest: FakeDigest(), verifier: FakeSessionKeys(), at: Fixture.now)
      return session == signed || fault == .badSignature
    }
  }
}
