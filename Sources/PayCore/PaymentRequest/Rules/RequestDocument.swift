/// A payment request as it came, before anything is known of it: its JSON, seen in the web form.
///
/// Rules read the web form whichever of Apple's forms was given; places are told in that one. What
/// a page gives the Payment Request API of the W3C has rules of its own.
package struct RequestDocument: Sendable {
  package enum Form: String, Sendable {
    case web, passKit, paymentRequestAPI

    /// As a person calls it, for messages.
    package var name: String {
      switch self {
      case .web: "the web form"
      case .passKit: "the PassKit form"
      case .paymentRequestAPI: "the form of the Payment Request API"
      }
    }
  }

  /// PassKit has `paymentSummaryItems`. With `lineItems` or `total` beside them a document is of
  /// both forms; its web form is read then. What has a `details` that is an object, a `methodData`
  /// that is a list or a `supportedMethods` that is a text, and no member that every request of
  /// Apple Pay's has, is the Payment Request API's.
  package let form: Form
  /// The request in the web form: `lineItems` and `total`.
  package let web: JSONValue
  /// `paymentSummaryItems`, if there are any, of whatever type.
  let summaryItems: JSONValue?

  package init(_ json: JSONValue) {
    summaryItems = json[Self.summaryItemsName]
    guard case .object(let members) = json, let summaryItems, json["total"] == nil,
      json["lineItems"] == nil
    else {
      form = summaryItems == nil && Self.isForAPI(json) ? .paymentRequestAPI : .web
      web = json
      return
    }
    form = .passKit
    let others = members.filter { !$0.name.hasSameBytes(as: Self.summaryItemsName) }
    guard case .array(let items) = summaryItems else {
      web = .object(others)
      return
    }
    web = JSONValue.object(others)
      .with("lineItems", items.count > 1 ? .array(Array(items.dropLast())) : nil)
      .with("total", items.last)
  }

  static let summaryItemsName = "paymentSummaryItems"

  private static func isForAPI(_ json: JSONValue) -> Bool {
    let applePays = [
      "total", "lineItems", "countryCode", "currencyCode", "supportedNetworks",
      "merchantCapabilities",
    ]
    guard !applePays.contains(where: { json[$0] != nil }) else { return false }
    return switch (json["methodData"], json["details"], json["supportedMethods"]) {
    case (.array?, .object?, nil), (.array?, nil, nil), (nil, .object?, nil), (nil, nil, .string?):
      true
    default: false
    }
  }

  /// The currency of its amounts; nil if it has none that is known.
  var currency: Currency? {
    guard case .string(let code)? = web["currencyCode"] else { return nil }
    return Currency(code: code)
  }

  /// What keeps this engine from reading the request, members that it does not know apart; its
  /// place is seen from the web form.
  var fault: RequestFinding? {
    do throws(JSONFaults) {
      _ = try PaymentRequest(knownMembersOf: web)
      return nil
    } catch {
      guard let fault = error.faults.first else { return nil }
      let rule = EngineRule.unreadable
      return RequestFinding(
        rule: rule.id, severity: rule.severity, pointer: fault.pointer, message: fault.detail,
        source: rule.source.description, remedy: rule.remedy, difference: rule.difference)
    }
  }

  /// Whether it has the members of both forms, so that two totals may be said.
  var isMixed: Bool { form == .web && summaryItems != nil }

  /// The pointer in the given form of a pointer into `web`.
  package func pointer(_ web: String) -> String {
    guard form == .passKit else { return web }
    let items = "/" + Self.summaryItemsName
    if let rest = web.after("/lineItems") { return items + rest }
    guard let rest = web.after("/total") else { return web }
    guard case .array(let elements)? = summaryItems, !elements.isEmpty else { return items }
    return "\(items)/\(elements.count - 1)\(rest)"
  }
}

extension String {
  /// What follows a pointer in this one: empty, or beginning with a slash; nil if this one does not
  /// point into it.
  fileprivate func after(_ pointer: String) -> Substring? {
    guard utf8.starts(with: pointer.utf8) else { return nil }
    let rest = self[utf8.index(startIndex, offsetBy: pointer.utf8.count)...]
    return rest.isEmpty || rest.utf8.first == UInt8(ascii: "/") ? rest : nil
  }
}
