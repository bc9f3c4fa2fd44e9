/// What can be bought: a label and the amounts a person chooses from.
public struct Offer: Sendable, Hashable {
  /// Lower-case letters, digits and hyphens.
  public let id: String
  /// The product's name, as the sheet shows it.
  public let label: String
  /// The amounts, in the order of the segmented control; never empty, all of one currency.
  public let segments: [Money]
  /// How each segment's amount comes about, in the same order; `segments` are their totals by the
  /// default shipping method.
  package let pricings: [SegmentPricing]
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
        zip(segments, pricings).enumerated().map { index, segment in
          let (amount, pricing) = segment
          let json: JSONValue = [
            "segment": .integer(Int64(index)), "amount": .string(amount.amount),
            "amountMinor": .integer(amount.minorUnits),
          ]
          return json.with("shippingMethods", pricing.shippingMethodsJSON)
        }),
      "defaultSegment": .integer(Int64(defaultSegment)),
    ]
    return
      base
      .with("validFrom", validFrom.map { .string($0.description) })
      .with("validUntil", validUntil.map { .string($0.description) })
  }
}

extension SegmentPricing {
  /// What a client chooses from, each way to ship with the price by it; nil if nothing is shipped.
  var shippingMethodsJSON: JSONValue? {
    let methods = variants.compactMap { variant in
      variant.shippingMethod.map { method -> JSONValue in
        [
          "identifier": .string(method.identifier), "label": .string(method.label),
          "detail": .string(method.detail), "amount": .string(method.amount.amount),
          "total": .string(variant.total.amount),
        ]
      }
    }
    return methods.isEmpty ? nil : .array(methods)
  }
}
