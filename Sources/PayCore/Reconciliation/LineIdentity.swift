extension LedgerRow {
  /// All that tells a movement from another.
  var canonicalBytes: [UInt8] {
    var fields = LengthPrefixed()
    fields.append("pay-ledger-line-v1")
    fields.append(kind.rawValue)
    fields.append(intent)
    fields.append(pspReference)
    fields.append(amount.minorUnits)
    fields.append(amount.currency.code)
    fields.append(occurredAt.milliseconds)
    return fields.bytes
  }
}

extension SettlementLine {
  /// The whole content, the occurrence included.
  package var canonicalBytes: [UInt8] {
    var fields = LengthPrefixed()
    fields.append("pay-settlement-line-v1")
    for text in [
      profile, account, kind.rawValue, type, pspReference, parentReference, merchantReference,
      payoutReference, text,
    ] {
      fields.append(text)
    }
    fields.append(occurredAt.milliseconds)
    for amount in [gross, fees, net] {
      fields.append(amount.minorUnits)
      fields.append(amount.currency.code)
    }
    fields.append(exchangeRate)
    fields.append(rowReference)
    fields.append(Int64(occurrence))
    return fields.bytes
  }

  /// An order that follows from content alone: by time, then the rest.
  func precedes(_ other: SettlementLine) -> Bool {
    guard occurredAt == other.occurredAt else { return occurredAt < other.occurredAt }
    return canonicalBytes.lexicographicallyPrecedes(other.canonicalBytes)
  }
}

/// Makes the ids of lines: `line_` and 128 bits of a digest of their content in base 32.
///
/// A line with a ledger side is identified by it alone, so that it keeps its id when the settlement
/// arrives.
struct LineIdentity: Sendable {
  static let prefix = "line_"
  private static let prefixBytes = Array(prefix.utf8)
  private let digest: any Digest

  init(_ digest: any Digest) { self.digest = digest }

  /// The number of a line's content, `repetition` of the same content before it.
  func number(ledger: LedgerRow?, settlement: SourcedLine?, repetition: Int) -> UInt128 {
    var fields = LengthPrefixed()
    fields.append(ledger?.canonicalBytes ?? settlement?.line.canonicalBytes ?? [])
    fields.append(Int64(repetition))
    return digest.sha256(fields.bytes).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
  }

  static func text(_ number: UInt128) -> String { prefix + Base32.text(number) }

  /// Whether a person may look a line up by this text.
  static func isBeginning(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.starts(with: prefixBytes) else { return false }
    let characters = bytes.dropFirst(prefixBytes.count)
    return (Limits.linePrefixBytes...26).contains(characters.count)
      && characters.allSatisfy { Base32.digit($0) != nil }
  }
}
