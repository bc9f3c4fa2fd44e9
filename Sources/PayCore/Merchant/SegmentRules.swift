/// The rules of an offer's amounts, in the configuration and in a payload.
struct SegmentRules {
  private(set) var faults: [JSONFault] = []
  /// Those that are amounts; all of them if there is no fault.
  private(set) var amounts: [Money] = []

  /// Checks the array of `texts` at `pointer`; without a currency only how many there
  /// are, and of too many only the first.
  init(_ texts: [String], in currency: Currency?, at pointer: String) {
    if !(1...Limits.segments).contains(texts.count) {
      fault(pointer, "segment_count", "must hold 1 to \(Limits.segments) amounts")
    }
    guard let currency else { return }
    for (index, text) in texts.prefix(Limits.segments).enumerated() {
      check(text, currency, at: "\(pointer)/\(index)")
    }
  }

  private mutating func check(_ text: String, _ currency: Currency, at pointer: String) {
    do {
      let amount = try Money(parsing: text, currency: currency)
      if amount.minorUnits <= 0 || amount.minorUnits > Limits.purchaseMinorUnits {
        fault(
          pointer, "out_of_range",
          "must be more than zero and at most \(Limits.purchaseMinorUnits) minor units")
      } else if amounts.contains(amount) {
        fault(pointer, "duplicate", "is there twice")
      }
      amounts.append(amount)
    } catch {
      fault(pointer, error.code, error.description)
    }
  }

  private mutating func fault(_ pointer: String, _ code: String, _ detail: String) {
    faults.append(JSONFault(pointer: pointer, code: code, detail: detail))
  }
}
