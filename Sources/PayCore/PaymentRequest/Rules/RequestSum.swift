/// What the line items of a request add up to, beside its total.
struct RequestSum {
  let lines: Int
  /// Whether every line and the total are final and due now.
  let isSettled: Bool
  /// Nil where it has more than 38 digits.
  let total: Decimal128?
  /// Nil where they cannot be added within 38 digits.
  let sum: Decimal128?

  /// Nil without lines, or where an amount is absent or none.
  init?(_ web: JSONValue) {
    guard case .array(let items)? = web["lineItems"], !items.isEmpty, let last = web["total"],
      let total = last.amount
    else { return nil }
    var sum: Decimal128? = .zero
    var isSettled = Self.isSettled(last)
    for item in items {
      guard let amount = item.amount else { return nil }
      isSettled = isSettled && Self.isSettled(item)
      sum = sum.summing(amount.value)
    }
    lines = items.count
    self.isSettled = isSettled
    self.total = total.value
    self.sum = sum
  }

  /// Both figures and the difference; nil if there is none.
  var fault: String? {
    let items = lines == 1 ? "the line is" : "the \(lines) lines add up to"
    guard let total else { return "cannot be compared with its lines: it has more than 38 digits" }
    guard let sum else { return "cannot be compared: \(items) more than 38 digits" }
    guard sum != total else { return nil }
    // Both figures are told all the same where their difference is beyond 38 digits.
    guard let difference = try? total.subtracting(sum) else {
      return "is \(total), but \(items) \(sum)"
    }
    let direction = difference.isNegative ? "too little" : "too much"
    return "is \(total), but \(items) \(sum): \(difference.magnitude) \(direction)"
  }

  private static func isSettled(_ item: JSONValue) -> Bool {
    if item.isText("type", "pending") { return false }
    return item["paymentTiming"] == nil || item.isText("paymentTiming", "immediate")
  }
}
