import PayCore
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct ECDSASignatureTests {
  /// 32 bytes that end in `tail`.
  private static func number(_ tail: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0, count: 32 - tail.count) + tail
  }

  private static let largest: [UInt8] = Array(ECDSASignature.order.dropLast()) + [0x50]

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let r: [UInt8]
    let s: [UInt8]
    let der: String
    var testDescription: String { name }
  }

  private static let rows = [
    Row(name: "the smallest", r: number([1]), s: number([1]), der: "3006020101020101"),
    Row(name: "a low top bit", r: number([0x7F]), s: number([0x7F]), der: "300602017f02017f"),
    Row(
      name: "a high top bit takes a zero", r: number([0x80]), s: number([0xFF]),
      der: "300802020080020200ff"),
    Row(
      name: "an inner zero byte stays", r: number([0x01, 0x00]), s: number([0x80, 0x00]),
      der: "3009020201000203008000"),
    Row(
      name: "31 bytes", r: number([UInt8](repeating: 0x11, count: 31)), s: number([2]),
      der: "3024021f" + String(repeating: "11", count: 31) + "020102"),
    Row(
      name: "31 bytes with a high top bit", r: number([UInt8](repeating: 0xEE, count: 31)),
      s: number([2]), der: "3025022000" + String(repeating: "ee", count: 31) + "020102"),
    Row(
      name: "32 bytes", r: [UInt8](repeating: 0x7F, count: 32), s: number([2]),
      der: "30250220" + String(repeating: "7f", count: 32) + "020102"),
    Row(
      name: "the largest", r: largest, s: largest,
      der: "3046022100" + Hex.lower(largest) + "022100" + Hex.lower(largest)),
  ]

  @Test(arguments: rows)
  func `raw and DER are two forms of one value`(row: Row) throws {
    let der = try #require(Hex.decodeLower(row.der))
    let value = try #require(ECDSASignature(raw: row.r + row.s))
    #expect(Hex.lower(value.der) == row.der)
    #expect(ECDSASignature(der: der) == value)
    #expect(ECDSASignature(der: der)?.raw == row.r + row.s)
  }

  @Test(arguments: [
    "", "30", "3000", "3003020101", "30060201010201",
    "300602010102010100",  // a byte after the end
    "3007020101020101",  // a length that reaches beyond it
    "300702010102010105", "3009020101020101020101",  // a third number
    "308106020101020101",  // a length that could be shorter
    "30820006020101020101", "3080020101020101" + "0000",
    "30070202000102" + "0101",  // a zero that is not needed
    "3007020101020200" + "01", "3006020180020101",  // negative numbers
    "30060201010201ff", "3006020100020101", "3006020101020100",  // zero
    "30050200020101", "3105020101020101", "3006030101020101",  // other tags
    "3046022100ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
      + "022100ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",  // the order
    "3027022201" + "0000000000000000000000000000000000000000000000000000000000000000" + "00"
      + "020101",  // 33 bytes that are not a leading zero
  ])
  func `any other DER is refused`(text: String) throws {
    #expect(ECDSASignature(der: try #require(Hex.decodeLower(text))) == nil)
  }

  @Test func `raw values out of count or range are refused`() {
    let one = Self.number([1])
    let zero = Self.number([])
    let order = ECDSASignature.order
    let above = [UInt8](repeating: 0xFF, count: 32)
    for raw in [
      [], one, one + one.dropLast(), one + one + [0], [0] + one + one, zero + one, one + zero,
      order + one, one + order, above + one, one + above,
    ] {
      #expect(ECDSASignature(raw: raw) == nil)
    }
    #expect(ECDSASignature(raw: Self.largest + one) != nil)
  }

  @Test(arguments: [20_260_101] as [UInt64])
  func `ten thousand random values survive the way to DER and back`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func number() -> [UInt8] {
      let zeros =
        Int.random(in: 0...8, using: &random) == 0 ? Int.random(in: 1...31, using: &random) : 0
      let bytes = (0..<32 - zeros).map { _ in UInt8.random(in: 0...255, using: &random) }
      return Self.number(bytes)
    }
    var count = 0
    while count < 10_000 {
      guard let value = ECDSASignature(raw: number() + number()) else { continue }
      count += 1
      let der = value.der
      guard ECDSASignature(der: der) == value else {
        Issue.record("seed \(seed): \(Hex.lower(value.raw)) does not survive")
        return
      }
      if let byte = der.indices.randomElement(using: &random) {
        var flipped = der
        flipped[byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        // Whatever is read from other bytes is another value, spelled in its own only way.
        let other = ECDSASignature(der: flipped)
        #expect(other != value && (other == nil || other?.der == flipped))
      }
    }
  }
}

@Suite struct DERReaderTests {
  @Test(arguments: [
    "", "02", "0201", "020201", "0281", "028101" + "00", "02820001" + "00", "0280",
    "0283000001" + "00",
    "02ff", "0282ffff00", "0281ff00",
  ])
  func `an element that is cut short or of another length form is refused`(text: String) throws {
    let bytes = try #require(Hex.decodeLower(text))
    var reader = DERReader(bytes[...])
    #expect(reader.read(DER.integer) == nil)
    #expect(reader.isAtEnd == bytes.isEmpty)
  }

  @Test(arguments: [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF])
  func `what is written is read`(count: Int) {
    let contents = [UInt8](repeating: 7, count: count)
    let element = DER.element(DER.octetString, contents)
    #expect(element.count == DER.elementCount(count))
    var reader = DERReader((element + [5])[...])
    #expect(reader.read(DER.integer) == nil)
    var second = reader
    #expect(reader.read(DER.octetString).map { Array($0) } == contents)
    #expect(second.readElement(DER.octetString).map { Array($0) } == element)
    #expect(!reader.isAtEnd)
  }
}
