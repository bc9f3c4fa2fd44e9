internal import PayCore

/// Both forms of a request that was accepted, made from its document alone: what the engine writes
/// must have exactly these members.
struct RequestForms {
  let web: JSONValue
  let passKit: JSONValue

  init(of document: JSONValue) {
    var decimals: Int?
    if case .string(let code)? = document["currencyCode"] {
      decimals = Currency(code: code)?.minorDigits
    }
    guard case .object(let members) = Self.written(document, decimals: decimals ?? 0) else {
      (web, passKit) = (document, document)
      return
    }
    let own = ["lineItems", "total", "paymentSummaryItems"]
    let others = JSONValue.object(members.filter { !own.contains($0.name) })
    let items = Self.items(of: members)
    let lines = items.dropLast()
    web = others.with("lineItems", lines.isEmpty ? nil : .array(Array(lines)))
      .with("total", items.last)
    passKit = others.with("paymentSummaryItems", .array(items))
  }

  /// The lines and the total at their end.
  private static func items(of members: [JSONMember]) -> [JSONValue] {
    let document = JSONValue.object(members)
    if case .array(let items)? = document["paymentSummaryItems"] { return items }
    guard let total = document["total"] else { return [] }
    guard case .array(let lines)? = document["lineItems"] else { return [total] }
    return lines + [total]
  }

  /// The value with its amounts at the currency's digits. Those of an installment are texts, which
  /// are passed on.
  private static func written(_ value: JSONValue, decimals: Int) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map { written($0, decimals: decimals) })
    case .object(let members):
      .object(members.map { JSONMember($0.name, written($0, decimals: decimals)) })
    default: value
    }
  }

  private static func written(_ member: JSONMember, decimals: Int) -> JSONValue {
    switch (member.name, member.value) {
    case ("installmentConfiguration", let value): value
    case ("amount", .string(let text)),
      ("automaticReloadPaymentThresholdAmount", .string(let text)):
      CanonicalDecimal(Array(text.utf8)).map { .string($0.text(decimals: decimals)) }
        ?? member.value
    case (_, let value): written(value, decimals: decimals)
    }
  }
}
