/// What can be bought: a label and the amounts a person chooses from.
public struct Offer: Sendable, Hashable {
  /// Lower-case letters, digits and hyphens.
  public let id: String
  /// The product's name, as the sheet shows it.
  public let label: String
  /// The amounts, in the order of the segmented control; never empty, all of one currency.
  public let segments: [Money]
  /// Zero-based index of the segment that is chosen when nobody chose.
  public let defaultSegment: Int
  /// From when and until when (exclusive) it can be bought; nil: no bound.
  public let validFrom: Timestamp?
  public let validUntil: Timestamp?

  /// Whether it can be bought at `moment`.
  package func isValid(at moment: Timestamp) -> Bool {
    moment >= (validFrom ?? moment) && (validUntil.map { moment < $0 } ?? true)
  }

  package var json: JSONValue {
    let base: JSONValue = [
      "object": "offer", "id": .string(id), "label": .string(label),
      "currency": .string(segments[0].currency.code),
      "segments": .array(
        segments.enumerated().map { index, amount in
          [
            "segment": .integer(Int64(index)), "amount": .string(amount.amount),
            "amountMinor": .integer(amount.minorUnits),
          ]
        }),
      "defaultSegment": .integer(Int64(defaultSegment)),
    ]
    return
      base
      .with("validFrom", validFrom.map { .string($0.description) })
      .with("validUntil", validUntil.map { .string($0.description) })
  }
}
