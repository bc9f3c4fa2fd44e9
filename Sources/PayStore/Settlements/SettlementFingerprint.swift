import PayCore

/// The first 16 bytes of a SHA-256: what makes a settlement line that line, and what it said.
struct SettlementFingerprint: Hashable, Comparable {
  private let high: UInt64
  private let low: UInt64

  private init(_ bytes: [UInt8], _ digest: any Digest) {
    let hash = digest.sha256(bytes)
    high = Self.integer(hash[..<8])
    low = Self.integer(hash[8..<16])
  }

  /// Of what the provider wrote to tell the row from others, however a profile reads the rest: a
  /// profile that is amended or renamed must not make a second line of it. The provider's own row
  /// reference is enough; without one it is references, time and amounts.
  ///
  /// Lines that are alike in all that have one identity; they are told apart by their content.
  static func identity(of line: SettlementLine, _ digest: any Digest) -> Self {
    var fields = LengthPrefixed()
    fields.append("pay-settlement-identity-v1")
    fields.append(line.account)
    fields.append(line.rowReference)
    if line.rowReference.isEmpty {
      for text in [
        line.type, line.pspReference, line.parentReference, line.merchantReference,
        line.payoutReference,
      ] {
        fields.append(text)
      }
      fields.append(line.occurredAt.milliseconds)
      for amount in [line.gross, line.net] {
        fields.append(amount.minorUnits)
        fields.append(amount.currency.code)
      }
    }
    return Self(fields.bytes, digest)
  }

  /// Of all that a line says and the identity under which it is kept (its bytes), so that damage to
  /// either is found; its occurrence apart, which another file counts otherwise.
  static func content(
    of line: SettlementLine, identity: [UInt8], _ digest: any Digest
  ) -> Self {
    var uncounted = line
    uncounted.occurrence = 0
    var fields = LengthPrefixed()
    fields.append("pay-settlement-content-v1")
    fields.append(identity)
    fields.append(uncounted.canonicalBytes)
    return Self(fields.bytes, digest)
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
