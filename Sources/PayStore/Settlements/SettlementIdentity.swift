import PayCore

/// What makes a settlement line that line: the first 16 bytes of the SHA-256 of all its content.
struct SettlementIdentity: Hashable, Comparable {
  private let high: UInt64
  private let low: UInt64

  init(_ line: SettlementLine, digest: any Digest) {
    let hash = digest.sha256(line.canonicalBytes)
    high = Self.integer(hash[..<8])
    low = Self.integer(hash[8..<16])
  }

  var bytes: [UInt8] {
    [high, low].flatMap { half in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
    }
  }

  static func < (left: Self, right: Self) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
