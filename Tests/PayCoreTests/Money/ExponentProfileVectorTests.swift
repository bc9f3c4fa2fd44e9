import Foundation
import PayCore
import TestSupport
import Testing

/// The profiles against the collected deviations of providers, where these are at hand.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: DeviationVectors.path)))
struct ExponentProfileVectorTests {
  private let vectors: DeviationVectors

  init() throws { vectors = try DeviationVectors() }

  /// Exponents of a profile today, by currency.
  private func exponent(_ code: String, _ name: String) throws -> Int {
    let profile = try #require(ExponentProfile.named(name))
    return try profile.unit(
      of: try #require(Currency(code: code)), on: ExponentProfileTests.moment
    ).exponent
  }

  @Test(arguments: [
    ("stripe", "stripe.rb"), ("adyen", "adyen.rb"), ("braintree", "braintree/braintree_common.rb"),
    ("paypal", "paypal_express.rb"), ("checkout", "checkout_v2.rb"),
  ])
  func `what a client lists without decimals, or with three, is counted so`(
    name: String, gateway: String
  ) throws {
    let zero = try vectors.list(gateway, "currencies_without_fractions")
    #expect(!zero.isEmpty)
    for code in zero { #expect(try exponent(code, name) == 0, "\(code)") }
    for code in try vectors.list(gateway, "currencies_with_three_decimal_places") {
      #expect(try exponent(code, name) == 3, "\(code)")
    }
  }

  @Test func `Stripe counts its zero-decimal currencies and special cases so`() throws {
    let zero = try #require(vectors.provider("stripe")["zeroDecimal"] as? [String])
    for code in zero { #expect(try exponent(code, "stripe") == 0, "\(code)") }
    let stripe = try #require(ExponentProfile.named("stripe"))
    for currency in Currency.all where currency.minorDigits == 0 {
      // What the standard has without decimals and Stripe does not list has two there, or none
      // of its own.
      let isListed = zero.contains(currency.code)
      #expect(try isListed || currency.code == "UYI" || exponent(currency.code, "stripe") == 2)
    }
    let differing = try #require(vectors.provider("stripe")["differsFromISO"] as? [String: String])
    let ours = stripe.deviations.filter {
      $0.holds(on: ExponentProfileTests.moment, for: .charge)
        && $0.exponent != $0.currency.minorDigits
    }
    #expect(Set(ours.map(\.currency.code)) == Set(differing.keys))
  }

  @Test func `Adyen's exponents are these`() throws {
    let exponents = try #require(vectors.provider("adyen")["exponents"] as? [String: Int])
    for (code, value) in exponents { #expect(try exponent(code, "adyen") == value, "\(code)") }
    let adyen = try #require(ExponentProfile.named("adyen"))
    #expect(Set(adyen.deviations.map(\.currency.code)) == Set(exponents.keys))
  }

  @Test func `PayPal takes no decimals of these`() throws {
    let codes = try #require(vectors.provider("paypal")["noDecimals"] as? [String])
    for code in codes { #expect(try exponent(code, "paypal") == 0, "\(code)") }
  }
}

private struct DeviationVectors {
  static let path =
    packageRoot + "/../shared/vectors/psp-currency-deviations/deviations.json"

  private let root: [String: Any]

  init() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Self.path))
    root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  func provider(_ name: String) throws -> [String: Any] {
    try #require(root[name] as? [String: Any])
  }

  /// Codes of a client's list that the standard still has; none if the client has no such list.
  func list(_ gateway: String, _ name: String) throws -> [String] {
    let gateways = try #require(try provider("activemerchant")["perGateway"] as? [String: Any])
    let lists = try #require(gateways[gateway] as? [String: [String]])
    return (lists[name] ?? []).filter { Currency(code: $0) != nil }
  }
}
