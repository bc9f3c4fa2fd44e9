import PayCore
import PayStore
import TestSupport

/// Thirty-two bytes that depend on every byte; no SHA-256, but PayStore does not mind.
struct ToyDigest: Digest {
  func sha256(_ bytes: [UInt8]) -> [UInt8] {
    (0..<4 as Range<UInt64>).flatMap { lane -> [UInt8] in
      var random = SplitMix64(
        seed: bytes.reduce(lane &+ 0xCBF2_9CE4_8422_2325) { hash, byte in
          (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        })
      let value = random.next()
      return (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }
}

func dollars(_ minorUnits: Int64) -> Money {
  Money(minorUnits: minorUnits, currency: currency("USD"))
}

func currency(_ code: String) -> Currency {
  guard let currency = Currency(code: code) else { preconditionFailure("no currency \(code)") }
  return currency
}

/// A sale that a number tells from others.
func sale(
  _ number: Int, profile: String = "adyen", account: String = "M", kind: SettlementKind = .sale,
  type: String = "Settled", psp: String? = nil, parent: String = "", merchant: String? = nil,
  payout: String = "7", text: String = "", at: Timestamp = noon, gross: Money = dollars(2000),
  fees: Money = dollars(-60), net: Money = dollars(1940), rate: String = "1",
  reference: String = "",
  occurrence: Int = 0
) -> SettlementLine {
  SettlementLine(
    profile: profile, account: account, kind: kind, type: type, pspReference: psp ?? "PSP\(number)",
    parentReference: parent, merchantReference: merchant ?? sampleID(number),
    payoutReference: payout, text: text, occurredAt: at, gross: gross, fees: fees, net: net,
    exchangeRate: rate, rowReference: reference, occurrence: occurrence)
}

/// A file with these lines in its records from 2 on.
func file(
  _ name: String, _ lines: [SettlementLine], digest: Int = 0, profile: String = "adyen",
  findings: [Finding] = []
) -> SettlementImport {
  let digits = String(digest, radix: 16)
  return SettlementImport(
    input: ReconciliationInput(
      file: name, sha256: String(repeating: "0", count: 64 - digits.count) + digits,
      rows: lines.count),
    profile: profile, importedAt: noon, findings: findings,
    lines: lines.enumerated().map { SettlementRecord(line: $1, row: $0 + 2) })
}

extension SettlementStore {
  static func openToWrite(_ directory: TemporaryDirectory) throws(StoreError) -> SettlementStore {
    try open(directory: directory.path, mode: .readWrite(holder: "test"), digest: ToyDigest())
  }

  static func openToRead(_ directory: TemporaryDirectory) throws(StoreError) -> SettlementStore {
    try open(directory: directory.path, mode: .readOnly, digest: ToyDigest())
  }
}

extension RememberedSettlements {
  /// File and row of each line, by the line.
  var sources: [SettlementLine: String] {
    Dictionary(uniqueKeysWithValues: lines.map { ($0.line, "\($0.file):\($0.row)") })
  }
}
