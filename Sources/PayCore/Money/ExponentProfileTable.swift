// Where providers differ from ISO 4217, as data. What is not here counts as ISO says. A list that
// leaves a currency out is no evidence: it may not be supported at all. docs/exponent-profiles.md
// tells the same to people; a test compares the two.

extension ExponentProfile {
  package static let all = [stripe, adyen, braintree, payPal, checkout]

  private static let stripe = ExponentProfile(
    name: "stripe", title: "Stripe", form: .integer,
    deviations: rows(
      "MGA", exponent: 0, source: "\(stripePage), zero-decimal currencies")
      + rows(
        "UGX", exponent: 0, .disputed,
        source: "\(stripePage), zero-decimal currencies; in other years its special cases ask for "
          + "two decimals that are 00")
      + rows(
        "BHD JOD KWD OMR TND", exponent: 3, multiple: 10,
        source: "\(stripePage), three-decimal currencies: the last digit is 0")
      + rows(
        "ISK", exponent: 2, until: endOfFractionalISK, takesFractions: true,
        source: "support.stripe.com in a stored copy, deprecation of fractional ISK charges and "
          + "refunds")
      + rows(
        "ISK", exponent: 2, multiple: 100, from: endOfFractionalISK,
        source: "\(stripePage), special cases: the decimals are 00")
      + rows(
        "HUF TWD", exponent: 2, multiple: 100, for: [.payout],
        source: "\(stripePage), special cases: payouts are divisible by 100"))

  private static let adyen = ExponentProfile(
    name: "adyen", title: "Adyen", form: .integer,
    deviations: rows(
      "CVE", exponent: 0, .secondHand,
      source: "\(adyenPage) but leaves out by how much: active_merchant, adyen.rb, currencies "
        + "without fractions")
      + rows("IDR", exponent: 0, source: adyenPage)
      + rows(
        "CLP", exponent: 2, .disputed,
        source: "\(adyenPage) but leaves out by how much: active_merchant, adyen.rb, has two; a "
          + "review of Adyen's own .NET library in 2026 claims 0")
      + rows("ISK", exponent: 2, source: adyenPage))

  private static let braintree = ExponentProfile(
    name: "braintree", title: "Braintree", form: .decimal,
    deviations: rows(
      "LAK", exponent: 0, .secondHand,
      source: "active_merchant, braintree_common.rb, currencies without fractions"))

  private static let payPal = ExponentProfile(
    name: "paypal", title: "PayPal", form: .decimal,
    deviations: rows(
      "HUF TWD", exponent: 0, .secondHand,
      source: "active_merchant, paypal_express.rb, currencies without fractions"))

  private static let checkout = ExponentProfile(
    name: "checkout", title: "Checkout.com", form: .integer,
    deviations: rows(
      "CLF", exponent: 0, .disputed,
      source: "\(checkoutPages), calculating the amount, 2022-07-14; the page of 2024-10-09 "
        + "lists it no more")
      + rows(
        "CLP", exponent: 2, multiple: 100,
        source: "\(checkoutPages), format the amount value, 2025-11-26: the decimals are 00")
      + rows(
        "BHD IQD JOD KWD LYD OMR TND", exponent: 3, multiple: 10,
        source: "\(checkoutPages), format the amount value, 2025-12-17: the last digit is 0"))

  // No page was read at its own address.
  private static let stripePage = "docs.stripe.com/currencies in a stored copy"
  private static let adyenPage =
    "docs.adyen.com/development-resources/currency-codes in the copy at "
    + "docs.one-cp.com/currency-codes, which goes before ISO 4217"
  private static let checkoutPages = "checkout.com/docs in a stored copy"

  /// 2023-04-14T00:00:00Z.
  private static let endOfFractionalISK = Timestamp(seconds: 1_681_430_400)

  private static func rows(
    _ codes: String, exponent: Int, multiple: Int64 = 1,
    for purposes: Set<Purpose> = Set(Purpose.allCases), from: Timestamp? = nil,
    until: Timestamp? = nil, takesFractions: Bool = false, _ confidence: Confidence = .documented,
    source: String,
    read: String = "2026-11-30"
  ) -> [Deviation] {
    codes.split(separator: " ").compactMap { Currency(code: String($0)) }.map { currency in
      Deviation(
        currency: currency, exponent: exponent, multiple: multiple, purposes: purposes, from: from,
        until: until, takesFractions: takesFractions, confidence: confidence, source: source,
        read: read)
    }
  }
}
