import TestSupport

@testable import PayCore

/// Makes payment requests of every shape that the forms allow, sensible or not.
struct RequestGenerator {
  private var random: SplitMix64
  private let currency: Currency

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let codes = ["USD", "EUR", "JPY", "KWD", "CLF", "ISK"]
    currency = Fixture.currency(codes[Int(seed % UInt64(codes.count))])
  }

  /// One request in both forms, the members of each object in any order.
  mutating func forms() -> (web: JSONValue, passKit: JSONValue) {
    let lines = list(0...3) { $0.item() }
    let total = item(statesAmount: true)
    let members = required() + options()
    return (
      object(members + [("lineItems", lines.isEmpty ? nil : .array(lines)), ("total", total)]),
      object(members + [("paymentSummaryItems", .array(lines + [total]))])
    )
  }

  /// The same request with its amounts written otherwise: zeros in front and behind, none behind, a
  /// minus before zero. Amounts of installments are texts and stay.
  mutating func respelled(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map { respelled($0) })
    case .object(let members):
      .object(
        members.map { member in
          let names = ["amount", "automaticReloadPaymentThresholdAmount"]
          return switch member.value {
          case .string(let text) where names.contains(member.name):
            JSONMember(member.name, .string(respelled(text)))
          case _ where member.name == "installmentConfiguration": member
          default: JSONMember(member.name, respelled(member.value))
          }
        })
    default: value
    }
  }

  private mutating func respelled(_ amount: String) -> String {
    guard chance(2) else { return amount }
    let isNegative = amount.hasPrefix("-")
    var digits = isNegative ? String(amount.dropFirst()) : amount
    if chance(2), digits.contains(".") {
      while digits.hasSuffix("0") { digits.removeLast() }
      if digits.hasSuffix(".") { digits.removeLast() }
    } else if chance(2) {
      digits += (digits.contains(".") ? "" : ".") + String(repeating: "0", count: 2)
    }
    if chance(4) { digits = "00" + digits }
    let isZero = digits.allSatisfy { $0 == "0" || $0 == "." }
    let spelled = (isNegative || isZero && chance(2) ? "-" : "") + digits
    // A reader bounds the text, and the largest amounts nearly fill it.
    return spelled.utf8.count <= Limits.amountBytes ? spelled : amount
  }

  private mutating func required() -> [(String, JSONValue?)] {
    [
      ("merchantIdentifier", maybe { .string("merchant." + $0.word()) }),
      ("merchantCapabilities", names(MerchantCapability.known)),
      ("supportedNetworks", names(PaymentNetwork.known)),
      ("countryCode", .string(pick(["US", "DE", "JP", "KW", "IS", "XK", "us", ""]))),
      ("currencyCode", .string(currency.code)),
    ]
  }

  private mutating func options() -> [(String, JSONValue?)] {
    [
      ("applicationData", maybe { .string(Base64.encode($0.bytes())) }),
      ("shippingMethods", maybe { .array($0.list(0...2) { $0.shippingMethod() }) }),
      ("shippingType", maybe { $0.name(ShippingType.known) }),
      ("shippingContactEditingMode", maybe { $0.name(ShippingContactEditingMode.known) }),
      ("requiredBillingContactFields", maybe { $0.names(ContactField.known) }),
      ("requiredShippingContactFields", maybe { $0.names(ContactField.known) }),
      ("billingContact", maybe { $0.contact() }), ("shippingContact", maybe { $0.contact() }),
      ("supportedCountries", maybe { $0.texts() }), ("supportsCouponCode", flag()),
      ("couponCode", text()), ("merchantCategoryCode", text()),
      ("recurringPaymentRequest", maybe { $0.recurring() }),
      ("automaticReloadPaymentRequest", maybe { $0.payment("automaticReloadBilling") }),
      ("deferredPaymentRequest", maybe { $0.deferred() }),
      ("multiTokenContexts", maybe { .array($0.list(0...2) { $0.tokenContext() }) }),
      ("applePayLaterAvailability", maybe { $0.name(ApplePayLaterAvailability.known) }),
      ("applePayLaterMode", maybe { $0.name(ApplePayLaterMode.known) }),
      ("unsupportedPrimaryAccountIdentifiers", maybe { $0.texts() }),
      ("attributionIdentifier", text()), ("isDelegatedRequest", flag()),
      ("features", maybe { $0.names(ApplePayFeature.known) }),
      (
        "disbursementRequest",
        maybe {
          let fields = $0.maybe { $0.names(ContactField.known) }
          return $0.object([("requiredRecipientContactFields", fields)])
        }
      ),
      ("installmentConfiguration", maybe { $0.installments() }),
    ]
  }

  // MARK: Parts

  private mutating func item(statesAmount: Bool = false) -> JSONValue {
    let type: JSONValue? = maybe { $0.chance(2) ? "final" : "pending" }
    let isUnstated = !statesAmount && type == "pending" && chance(2)
    return object([
      ("label", .string(word())), ("type", type), ("amount", isUnstated ? nil : amount()),
      ("paymentTiming", maybe { $0.name(PaymentTiming.known) }),
      ("recurringPaymentStartDate", maybe { $0.date() }),
      ("recurringPaymentIntervalUnit", maybe { $0.name(RecurringPaymentDateUnit.known) }),
      ("recurringPaymentIntervalCount", maybe { $0.count() }),
      ("recurringPaymentEndDate", maybe { $0.date() }),
      ("deferredPaymentDate", maybe { $0.date() }),
      ("automaticReloadPaymentThresholdAmount", maybe { $0.amount() }),
      ("disbursementLineItemType", maybe { $0.name(DisbursementLineItemType.known) }),
    ])
  }

  private mutating func shippingMethod() -> JSONValue {
    object([
      ("label", .string(word())), ("detail", .string(word())), ("amount", amount()),
      ("identifier", .string(word())),
      (
        "dateComponentsRange",
        maybe {
          $0.object([("startDateComponents", $0.calendar()), ("endDateComponents", $0.calendar())])
        }
      ),
    ])
  }

  private mutating func calendar() -> JSONValue {
    object(["years", "months", "days", "hours"].map { ($0, maybe { $0.count() }) })
  }

  private mutating func contact() -> JSONValue {
    let names = [
      "phoneNumber", "emailAddress", "givenName", "familyName", "phoneticGivenName",
      "phoneticFamilyName", "subLocality", "locality", "postalCode", "subAdministrativeArea",
      "administrativeArea", "country", "countryCode",
    ]
    return object(names.map { ($0, text()) } + [("addressLines", maybe { $0.texts() })])
  }

  /// What the three kinds of later payments have in common, with what they bill.
  private mutating func payment(
    _ billing: String, more: [(String, JSONValue?)] = []
  ) -> JSONValue {
    object(
      more + [
        (billing, item()), ("paymentDescription", .string(word())),
        ("managementURL", .string("https://example.com/" + word())), ("billingAgreement", text()),
        ("tokenNotificationURL", text()),
      ])
  }

  private mutating func recurring() -> JSONValue {
    payment("regularBilling", more: [("trialBilling", maybe { $0.item() })])
  }

  private mutating func deferred() -> JSONValue {
    payment(
      "deferredBilling",
      more: [
        ("freeCancellationDate", maybe { $0.date() }), ("freeCancellationDateTimeZone", text()),
      ])
  }

  private mutating func tokenContext() -> JSONValue {
    object([
      ("merchantIdentifier", .string(word())), ("externalIdentifier", .string(word())),
      ("merchantName", .string(word())), ("merchantDomain", text()), ("amount", amount()),
    ])
  }

  private mutating func installments() -> JSONValue {
    let texts = [
      "merchandisingImageData", "openToBuyThresholdAmount", "bindingTotalAmount", "currencyCode",
      "merchantIdentifier", "referrerIdentifier",
    ]
    return object(
      texts.map { ($0, text()) } + [
        ("featureType", maybe { $0.name(SetupFeatureType.known) }), ("isInStorePurchase", flag()),
        ("items", maybe { .array($0.list(0...2) { $0.installmentItem() }) }),
        ("applicationMetadata", maybe { $0.object([("a", .null), ("b", $0.texts())]) }),
        ("retailChannel", maybe { $0.name(InstallmentRetailChannel.known) }),
      ])
  }

  private mutating func installmentItem() -> JSONValue {
    let texts = ["amount", "currencyCode", "programIdentifier", "apr", "programTerms"]
    return object(
      texts.map { ($0, text()) } + [("type", maybe { $0.name(InstallmentItemType.known) })])
  }

  // MARK: Values

  private mutating func chance(_ sides: UInt64) -> Bool { random.next() % sides == 0 }

  private mutating func maybe(_ make: (inout Self) -> JSONValue) -> JSONValue? {
    chance(3) ? make(&self) : nil
  }

  private mutating func list(
    _ counts: ClosedRange<Int>, _ make: (inout Self) -> JSONValue
  ) -> [JSONValue] {
    (0..<Int.random(in: counts, using: &random)).map { _ in make(&self) }
  }

  private mutating func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    let present = members.compactMap { name, value in value.map { JSONMember(name, $0) } }
    return .object(present.shuffled(using: &random))
  }

  private mutating func amount() -> JSONValue {
    let bound: Int64 = chance(10) ? .max : 100_000
    let minor = Int64.random(in: -bound...bound, using: &random)
    return .string(Money(minorUnits: minor, currency: currency).amount)
  }

  private mutating func count() -> JSONValue {
    .integer(Int64.random(in: 0...(chance(5) ? 4_294_967_295 : 30), using: &random))
  }

  private mutating func flag() -> JSONValue? { maybe { .bool($0.chance(2)) } }

  private mutating func bytes() -> [UInt8] {
    (0..<Int.random(in: 0...40, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
  }

  private mutating func date() -> JSONValue {
    let moment = Timestamp(milliseconds: Int64.random(in: 0...Timestamp.latest, using: &random))
    let text = moment.wholeSecond.description.dropLast()
    let ends = ["Z", ".000Z", ".5Z", "+02:00", "-00:00", ".120+05:30"]
    // The first and last day have no room for every offset.
    let end = moment.seconds < 86_400 || moment.seconds > 253_402_214_399 ? "Z" : pick(ends)
    return .string(text + end)
  }

  /// A known name, or at times one that nobody knows.
  private mutating func name(_ known: [VersionedName]) -> JSONValue {
    .string(chance(8) ? word() : pick(known).name)
  }

  private mutating func names(_ known: [VersionedName]) -> JSONValue {
    .array(list(0...3) { $0.name(known) })
  }

  private mutating func text() -> JSONValue? { maybe { .string($0.chance(6) ? "" : $0.word()) } }

  private mutating func texts() -> JSONValue { .array(list(0...2) { .string($0.word()) }) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func word() -> String {
    let parts = [
      "Product", "Größe", "価格", "👩‍👩‍👧", "\u{212A}", "e\u{301}", "\u{E9}", "\"\\/", "\n", "\u{7F}",
      "\u{202E}", " ", "\u{1}", "شحن", "0.50",
    ]
    return pick(parts) + pick(parts) + (chance(4) ? pick(parts) : "")
  }
}
