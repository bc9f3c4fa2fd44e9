/// An element of `segments` before its rules are checked.
enum SegmentDraft: Sendable {
  /// A mere amount.
  case amount(String)
  case priced(PricingDraft)

  /// Reads an element at `pointer`; what is wrong with its shape is noted in `faults`.
  init?(_ json: JSONValue, at pointer: String, faults: inout [JSONFault]) {
    switch json {
    case .string(let text): self = .amount(text)
    case .object:
      var reader = JSONReader(json, at: pointer)
      self = .priced(PricingDraft(&reader))
      faults += reader.finish()
    default:
      faults.append(
        JSONFault(
          pointer: pointer, code: "wrong_type",
          detail: "must be a string or an object, not \(json.typeName)"))
      return nil
    }
  }
}

/// A segment with lines, before its rules are checked; nil: absent or of the wrong type.
struct PricingDraft: Sendable {
  struct Line: Sendable {
    var label: String?
    var unitPrice: String?
    var quantity: Int64?
    var rounding: String?
    var discount: Discount?

    init(_ reader: inout JSONReader) {
      label = reader.string("label")
      unitPrice = reader.string("unitPrice")
      quantity = reader.has("quantity") ? reader.integer("quantity") : 1
      rounding = reader.optionalString("rounding")
      discount = reader.member("discount", Discount.init)
    }
  }

  struct Discount: Sendable {
    var label: String?
    var amount: String?
    var percent: String?
    var rounding: String?
    /// The members that are there, of whatever type.
    var members: Set<String>

    init(_ reader: inout JSONReader) {
      label = reader.string("label")
      amount = reader.optionalString("amount")
      percent = reader.optionalString("percent")
      rounding = reader.optionalString("rounding")
      members = []
      for name in ["amount", "percent", "rounding"] where reader.has(name) { members.insert(name) }
    }
  }

  struct Tax: Sendable {
    var label: String?
    var rate: String?
    var isInclusive: Bool?
    var rounding: String?
    var basis: String?
    var onShipping: Bool?

    init(_ reader: inout JSONReader) {
      label = reader.string("label")
      rate = reader.string("rate")
      isInclusive = reader.bool("inclusive")
      rounding = reader.string("rounding")
      basis = reader.string("per")
      onShipping = reader.has("onShipping") ? reader.bool("onShipping") : false
    }
  }

  struct Method: Sendable {
    var identifier: String?
    var label: String?
    var detail: String?
    var amount: String?

    init(_ reader: inout JSONReader) {
      identifier = reader.string("identifier")
      label = reader.string("label")
      detail = reader.string("detail")
      amount = reader.string("amount")
    }
  }

  struct Item: Sendable {
    var title: String?
    var text: String?
    var imageUrl: String?

    init(_ reader: inout JSONReader) {
      title = reader.string("title")
      text = reader.string("text")
      imageUrl = reader.string("imageUrl")
    }
  }

  var lines: [Line]?
  var discounts: [Discount]?
  var tax: Tax?
  var shippingMethods: [Method]?
  var items: [Item]?

  init(_ reader: inout JSONReader) {
    lines = reader.elements("lines", Line.init)
    discounts = reader.optionalElements("discounts", Discount.init)
    tax = reader.member("tax", Tax.init)
    shippingMethods = reader.optionalElements("shippingMethods", Method.init)
    items = reader.optionalElements("items", Item.init)
  }
}

extension JSONReader {
  fileprivate mutating func bool(_ name: String) -> Bool? {
    guard has(name) else {
      fault(name, "missing_member", "is missing: true or false")
      return nil
    }
    return optionalBool(name)
  }

  /// An optional member that is an object.
  fileprivate mutating func member<Value>(
    _ name: String, _ read: (inout JSONReader) -> Value
  ) -> Value? {
    guard has(name), let json = object(name) else { return nil }
    return element(json, at: path(name), read)
  }

  /// An array of objects.
  fileprivate mutating func elements<Value>(
    _ name: String, _ read: (inout JSONReader) -> Value
  ) -> [Value]? {
    guard let elements = array(name) else { return nil }
    var values: [Value] = []
    for (index, json) in elements.enumerated() {
      values.append(element(json, at: "\(path(name))/\(index)", read))
    }
    return values
  }

  /// An array of objects; none is an empty one.
  fileprivate mutating func optionalElements<Value>(
    _ name: String, _ read: (inout JSONReader) -> Value
  ) -> [Value]? {
    has(name) ? elements(name, read) : []
  }

  private mutating func element<Value>(
    _ json: JSONValue, at pointer: String, _ read: (inout JSONReader) -> Value
  ) -> Value {
    var reader = JSONReader(json, at: pointer)
    let value = read(&reader)
    note(reader.finish())
    return value
  }
}
