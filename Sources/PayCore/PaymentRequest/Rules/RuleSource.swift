/// Where a rule is written, as its findings tell it.
enum RuleSource: Sendable, Hashable {
  /// This engine asks it of itself.
  case engine
  /// A page of Apple's that is no object's, or that of one API alone.
  case page(String)
  /// Apple's page of an object, of the form that was given.
  case object(RequestObject.Kind)
  /// The page of the object that has the member.
  case owner
  /// The page of the request type, such as a recurring payment, that the member is in.
  case requestType

  /// - Parameter pointer: The place, seen from the web form.
  func text(at pointer: String, in form: RequestDocument.Form) -> String {
    switch self {
    case .engine: "engine"
    case .page(let name): "Apple: \(name)"
    case .object(let kind): kind.page(in: form)
    case .owner: RequestObject.owner(of: pointer.split(separator: "/")).page(in: form)
    case .requestType:
      RequestObject.owner(of: pointer.split(separator: "/").prefix(2)).page(in: form)
    }
  }

  /// As the documentation of the rules has it: for the web form, and for any place.
  var description: String {
    switch self {
    case .owner: "Apple: the object's page"
    case .requestType: "Apple: the request type's page"
    case .engine, .page, .object: text(at: "", in: .web)
    }
  }
}

extension RequestObject {
  /// What has the member to which names lead from the request in the web form; places in arrays
  /// are none.
  static func owner(of names: some Sequence<Substring>) -> Kind {
    var object = request
    var owner = request.kind
    for name in names where Int(name) == nil {
      owner = object.kind
      guard let member = object.members.first(where: { $0.name.hasSameBytes(as: String(name)) })
      else { break }
      switch member.value {
      case .object(let inner), .objects(let inner): object = inner
      default: return owner
      }
    }
    return owner
  }
}

extension RequestObject.Kind {
  /// Apple's page of the web's dictionary, or of the PassKit class that it stands for.
  func page(in form: RequestDocument.Form) -> String {
    let (web, passKit) = pages
    return "Apple: " + (form == .passKit ? passKit : web)
  }

  private var pages: (web: String, passKit: String) {
    switch self {
    // Apple has no page of what WebKit alone describes, and no rule for it.
    case .request, .disbursement, .installments, .installmentItem:
      ("ApplePayPaymentRequest", "PKPaymentRequest")
    case .lineItem, .total: ("ApplePayLineItem", "PKPaymentSummaryItem")
    case .shippingMethod: ("ApplePayShippingMethod", "PKShippingMethod")
    case .dateRange: ("ApplePayDateComponentsRange", "PKDateComponentsRange")
    case .dateComponents: ("ApplePayDateComponents", "PKDateComponentsRange")
    case .contact: ("ApplePayPaymentContact", "PKContact")
    case .recurring: ("ApplePayRecurringPaymentRequest", "PKRecurringPaymentRequest")
    case .automaticReload:
      ("ApplePayAutomaticReloadPaymentRequest", "PKAutomaticReloadPaymentRequest")
    case .deferred: ("ApplePayDeferredPaymentRequest", "PKDeferredPaymentRequest")
    case .tokenContext: ("ApplePayPaymentTokenContext", "PKPaymentTokenContext")
    }
  }
}
