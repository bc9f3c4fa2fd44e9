/// One computation of a price, so that a person can redo it by hand.
///
/// The amounts of `line`, `discount`, `tax` and `shipping` sum exactly to that of `total`; the
/// other kinds only explain.
package struct PricingStep: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case line, discount
    /// What one line bears of a discount on all: tax per line is on what is left of it.
    case share
    /// What is left of one line: shares and tax per line are computed from it.
    case net
    case tax
    /// Tax that the prices contain.
    case includedTax
    /// A sum in between.
    case sum
    case shipping, total
  }

  /// What a step is about.
  enum Subject: Sendable, Hashable {
    case named(String)
    case net(of: String)
    case sum(of: String)
    case left(after: String)
    case share(of: String, line: String)
    case tax(String, on: String)
  }

  /// What is computed.
  enum Computation: Sendable, Hashable {
    case amount(Money)
    case product(Int64, Decimal128)
    /// Percent of a sum.
    case percent(Decimal128, of: [Money])
    /// So much of the second figure as the first is, of a sum.
    case ratio(Decimal128, Decimal128, of: [Money])
    case sum([Money])
  }

  /// A figure that was rounded.
  enum Exact: Sendable, Hashable {
    case decimal(Decimal128)
    case quotient(PricingQuotient)
  }

  /// Whether its amount is a part of the total; the others only explain, the total itself too.
  package var isAdded: Bool {
    switch kind {
    case .line, .discount, .tax, .shipping: true
    case .share, .net, .includedTax, .sum, .total: false
    }
  }

  package let kind: Kind
  private let subject: Subject
  private let computation: Computation
  private let figure: Exact?
  /// The mode's name, or `largestRemainder`; nil: nothing was rounded.
  package let rounding: String?
  /// A discount and its shares are negative.
  package let amount: Money

  /// `rounding` is how `exact` became the amount; both nil: nothing was rounded.
  init(
    _ kind: Kind, _ subject: Subject, _ computation: Computation, exact: Exact? = nil,
    rounding: String? = nil, _ amount: Money
  ) {
    self.kind = kind
    self.subject = subject
    self.computation = computation
    figure = exact
    self.rounding = rounding
    self.amount = amount
  }

  package var label: String { subject.text }

  /// What is computed: `2 x 7.35`, `10 % of 14.70`, `19/119 of 13.23`.
  package var expression: String { computation.text }

  /// The figure before it was rounded, three points after one that never ends; nil: it is exact.
  package var exact: String? { figure?.text }

  package var json: JSONValue {
    let head: JSONValue = [
      "kind": .string(kind.rawValue), "label": .string(label), "expression": .string(expression),
    ]
    return
      head
      .with("exact", exact.map { .string($0) })
      .with("rounding", rounding.map { .string($0) })
      .with("amount", .string(amount.amount))
  }
}

// MARK: - Texts

extension PricingStep.Subject {
  fileprivate var text: String {
    switch self {
    case .named(let name): name
    case .net(let name): "net of \(name)"
    case .sum(let name): "sum of \(name)"
    case .left(let name): "left after \(name)"
    case .share(let name, let line): "share of \(name): \(line)"
    case .tax(let name, let line): "\(name), \(line)"
    }
  }
}

extension PricingStep.Computation {
  fileprivate var text: String {
    switch self {
    case .amount(let amount): amount.amount
    case .product(let quantity, let price): "\(quantity) x \(price)"
    case .percent(let rate, let base): "\(rate) % of \(Self.inBrackets(base))"
    case .ratio(let part, let whole, let base): "\(part)/\(whole) of \(Self.inBrackets(base))"
    case .sum(let terms): Self.sum(of: terms)
    }
  }

  private static func inBrackets(_ terms: [Money]) -> String {
    terms.count == 1 ? sum(of: terms) : "(\(sum(of: terms)))"
  }

  /// `14.70 - 1.47 + 5.00`; so many that nobody would read them are only counted.
  private static func sum(of terms: [Money]) -> String {
    guard let first = terms.first, terms.count <= Limits.termsInExpression else {
      return "sum of \(terms.count) amounts"
    }
    return terms.dropFirst().reduce(first.amount) { text, term in
      term.minorUnits < 0
        ? "\(text) - \(term.amount.dropFirst())" : "\(text) + \(term.amount)"
    }
  }
}

extension PricingStep.Exact {
  fileprivate var text: String {
    switch self {
    case .decimal(let value): value.trimmed
    case .quotient(let value): value.text
    }
  }
}
