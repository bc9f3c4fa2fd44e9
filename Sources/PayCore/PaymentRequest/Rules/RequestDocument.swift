/// A payment request as it came, before anything is known of it: its JSON, seen in the web form.
///
/// Rules read the web form whichever form was given; places are told in the form that was given.
package struct RequestDocument: Sendable {
  package enum Form: String, Sendable { case web, passKit }

  package let form: Form
  /// The request in the web form: `lineItems` and `total`.
  package let web: JSONValue

  /// A document with `paymentSummaryItems` is the PassKit form, any other the web form.
  package init(_ json: JSONValue) {
    guard case .object(let members) = json, case .array(let items)? = json["paymentSummaryItems"]
    else {
      form = .web
      web = json
      return
    }
    form = .passKit
    let others = members.filter { !$0.name.hasSameBytes(as: "paymentSummaryItems") }
    web = JSONValue.object(others)
      .with("lineItems", items.count > 1 ? .array(Array(items.dropLast())) : nil)
      .with("total", items.last)
    summaryItems = items.count
  }

  private var summaryItems = 0

  /// The pointer in the given form of a pointer into `web`.
  package func pointer(_ web: String) -> String {
    guard form == .passKit else { return web }
    for (prefix, replacement) in [
      ("/lineItems", "/paymentSummaryItems"),
      ("/total", "/paymentSummaryItems/\(max(summaryItems - 1, 0))"),
    ] where web == prefix || web.hasPrefix(prefix + "/") {
      return replacement + web.dropFirst(prefix.count)
    }
    return web
  }
}
