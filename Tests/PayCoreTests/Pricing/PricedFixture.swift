import PayCore
import Testing

/// Offers whose one segment has lines.
enum Priced {
  /// An offer whose segment has these members, written as JSON without the outer braces.
  static func offer(_ members: String) throws -> JSONValue {
    try Fixture.offer.replacing("segments", [JSONValue(parsing: Array("{\(members)}".utf8))])
  }

  static func configuration(
    _ members: String, currency: String = "USD"
  ) throws -> MerchantConfiguration {
    try Fixture.configuration(
      merchant: Fixture.merchant.replacing("currencyCode", .string(currency)),
      offers: [offer(members)])
  }

  /// The price by each shipping method.
  static func variants(_ members: String, currency: String = "USD") throws -> [Pricing] {
    let offer = try #require(configuration(members, currency: currency).offers.first)
    return offer.pricings[0].variants
  }

  static func faults(_ members: String) throws -> [String] {
    let faults = try ConfigurationTests.faults(Fixture.files(offers: [offer(members)]))
    return faults.map {
      "\($0.fault.pointer) \($0.fault.code)"
        .replacing("/offers/0/segments/0", with: "", maxReplacements: 1)
    }
  }

  static func line(
    _ label: String, _ price: String, _ more: String = ""
  ) -> String {
    #"{"label":"\#(label)","unitPrice":"\#(price)"\#(more.isEmpty ? "" : "," + more)}"#
  }

  static func tax(
    _ rate: String, _ mode: String, per basis: String, inclusive: Bool = false,
    onShipping: Bool = false
  ) -> String {
    #""tax":{"label":"Tax","rate":"\#(rate)","inclusive":\#(inclusive),"rounding":"\#(mode)","#
      + #""per":"\#(basis)","onShipping":\#(onShipping)}"#
  }

  static let shipping =
    #""shippingMethods":["#
    + #"{"identifier":"standard","label":"Standard","detail":"5 days","amount":"3.90"},"#
    + #"{"identifier":"express","label":"Express","detail":"1 day","amount":"9.90"}]"#
}

extension Pricing {
  /// Each line as a person reads it: `Tea 14.70`.
  var sheet: [String] { lines.map { "\($0.label) \(amount($0))" } }

  private func amount(_ item: SummaryItem) -> String { item.json["amount"].map(text) ?? "" }

  private func text(_ json: JSONValue) -> String {
    if case .string(let text) = json { text } else { "" }
  }

  /// Each step as a person reads it: `tax Tax: 7 % of 1.10 = 0.077 halfUp = 0.08`.
  var story: [String] {
    steps.map { step in
      let rounded = step.exact.map { " = \($0) \(step.rounding ?? "?")" } ?? ""
      return "\(step.kind) \(step.label): \(step.expression)\(rounded) = \(step.amount.amount)"
    }
  }
}
