/// What this engine asks of a payment request beyond Apple and WebKit, rule by rule.
enum EngineRule {
  static let all: [RequestRule] = [
    form, formsMixed, otherForm, unknownMember, amountNumber, amountDecimals, amountZeroDecimals,
    amountLimit,
    currencyWithoutMinorUnit, linesSum, linesSumPending, totalNegative, totalZero, totalLimit,
    totalPending, requestTypes, networkUnknown, networkVersion, networkVersionUnknown,
    duplicateValue,
    shippingIdentifier, labelLength, labelText, count, valueUnknown, amountNegative,
    intervalCount, dateComponents, endBeforeStart, tokenContextsEmpty, url, urlPlain,
    notificationURL,
    unreadable, moreFindings,
  ]

  // MARK: Members

  static let form = RequestRule("engine.form", repeating: AppleRule.form)
  static let formsMixed = RequestRule(
    "engine.forms-mixed", "A request is in the PassKit form or in the web form, not in both",
    source: .engine,
    remedy: "keep paymentSummaryItems, or lineItems with total: two totals can differ",
    difference: "WebKit passes paymentSummaryItems over")
  static let otherForm = RequestRule(
    "engine.other-form", "A member is one of the form that is given", .warning, source: .engine,
    remedy: "leave it out, or move it to the request in the other form: nobody reads it here",
    difference: "WebKit passes unknown members over")
  static let unknownMember = RequestRule(
    "engine.unknown-member", "A member is one that Apple or WebKit knows", .warning,
    source: .engine,
    remedy: "correct its name, or leave it out: nobody reads it",
    difference: "WebKit passes unknown members over")
  static let duplicateValue = RequestRule(
    "engine.duplicate-value", "A name stands in a list once", .warning, source: .engine,
    remedy: "leave the second one out", difference: AppleRule.unchecked)
  static let shippingIdentifier = RequestRule(
    "engine.shipping-identifier", "Each shipping method has an identifier of its own",
    source: .engine, remedy: "rename one: an answer says which method was chosen by it alone",
    difference: AppleRule.unchecked)
  static let count = RequestRule(
    "engine.count", "A list is no longer than a person reads", source: .engine,
    remedy: "leave some out", difference: AppleRule.unchecked,
    repeats: AppleRule.listLength.id)
  static let labelLength = RequestRule(
    "engine.label-length", "A label is short enough for the sheet", .warning, source: .engine,
    remedy: "shorten it: the sheet cuts it", difference: AppleRule.unchecked)

  static let labelText = RequestRule(
    "engine.label-text",
    "A label shows what it says: no control or invisible characters, not blank",
    .warning, source: .engine, remedy: "write it with characters that a person sees",
    difference: AppleRule.unchecked)
  static let valueUnknown = RequestRule(
    "engine.value-unknown", "A word of WebKit's own is one that it knows", source: .engine,
    remedy: "use one of the words that are named; capitals matter")
  static let unreadable = RequestRule(
    "engine.unreadable", "This engine can read the request, unknown members apart",
    source: .engine, remedy: "mend the place: the engine would refuse to make this request",
    difference: AppleRule.unchecked)
  static let moreFindings = RequestRule(
    "engine.more-findings", repeating: AppleRule.moreFindings)

  // MARK: Amounts

  static let amountNegative = RequestRule(
    "engine.amount-negative",
    "What is billed later, a threshold and the part of a merchant are not negative",
    source: .engine,
    remedy: "write the amount that will be paid", difference: AppleRule.unchecked)
  static let amountNumber = RequestRule("engine.amount-number", repeating: AppleRule.amountType)
  static let amountDecimals = RequestRule(
    "engine.amount-decimals", "An amount has no more decimals than its currency", source: .engine,
    remedy: "round it before you ask for it: the sheet of iOS 15 crashes, processors differ",
    difference: "WebKit takes any number of decimals")
  static let amountZeroDecimals = RequestRule(
    "engine.amount-zero-decimals",
    "An amount is written with the decimals of its currency, even if more would be zeros", .warning,
    source: .engine, remedy: "leave the zeros out",
    difference: "WebKit takes any number of decimals"
  )
  static let amountLimit = RequestRule(
    "engine.amount-limit", "An amount is within what JavaScript counts exactly in minor units",
    source: .engine, remedy: "look for a unit that was multiplied twice",
    difference: "WebKit bounds the total only, at \(Limits.webKitTotal)")
  static let currencyWithoutMinorUnit = RequestRule(
    "engine.currency-without-minor-unit", "The currency has a minor unit", source: .engine,
    remedy: "use a currency that can be paid in; this one is a metal or a code for tests",
    difference: AppleRule.unchecked)
  static let linesSum = RequestRule(
    "engine.lines-sum", "The line items add up to the total", source: .engine,
    remedy: "add the line that is missing, a discount as a negative one",
    difference: AppleRule.unchecked, repeats: AppleRule.summaryTotal.id)
  static let linesSumPending = RequestRule(
    "engine.lines-sum-pending",
    "Line items add up to the total, even if some are pending or due later", .warning,
    source: .engine,
    remedy: "check that the difference is what is not settled yet",
    difference: AppleRule.unchecked, repeats: AppleRule.summaryTotal.id)

  // MARK: Total

  static let totalNegative = RequestRule(
    "engine.total-negative", repeating: AppleRule.totalNegative)
  static let totalZero = RequestRule(
    "engine.total-zero", "The total of a one-off payment is more than zero", source: .engine,
    remedy: "ask for an amount, or say what will be paid later by a request type",
    difference: "WebKit takes a total of zero from version 4 on",
    repeats: AppleRule.totalZero.id)
  static let totalLimit = RequestRule(
    "engine.total-limit", "The total of the web form is \(Limits.webKitTotal) at most",
    source: .engine, remedy: "split the payment: WebKit refuses a greater total",
    repeats: WebKitRule.totalTooBig.rawValue)
  static let totalPending = RequestRule(
    "engine.total-pending", "The total is final", .warning, source: .engine,
    remedy: "ask for the final amount: a token is held against it",
    difference: "WebKit takes a pending total")

  // MARK: Times

  static let intervalCount = RequestRule(
    "engine.interval-count", "An interval is one unit at least", source: .engine,
    remedy: "leave recurringPaymentIntervalCount out, or count from 1",
    difference: AppleRule.unchecked)
  static let dateComponents = RequestRule(
    "engine.date-components", "Components of a date are not negative", source: .engine,
    remedy: "count from today on", difference: AppleRule.unchecked)
  static let endBeforeStart = RequestRule(
    "engine.end-before-start", "An end is not before its start", source: .engine,
    remedy: "exchange the two, or mend the one that is wrong", difference: AppleRule.unchecked)

  // MARK: Names

  static let tokenContextsEmpty = RequestRule(
    "engine.token-contexts-empty", "A list of merchants names one at least", source: .engine,
    remedy: "leave multiTokenContexts out, or name the merchants",
    difference: AppleRule.unchecked)

  static let urlPlain = RequestRule(
    "engine.url-plain", "The page of an agreement is reached over TLS", .warning, source: .engine,
    remedy: "give an address that begins with https://", difference: AppleRule.unchecked)
  static let url = RequestRule("engine.url", repeating: AppleRule.url)
  static let notificationURL = RequestRule(
    "engine.notification-url", repeating: AppleRule.notificationURL)
  static let requestTypes = RequestRule("engine.request-types", repeating: AppleRule.requestTypes)
  static let networkUnknown = RequestRule(
    "engine.network-unknown", repeating: AppleRule.networkUnknown)
  static let networkVersion = RequestRule(
    "engine.network-version", repeating: AppleRule.networkVersion)
  static let networkVersionUnknown = RequestRule(
    "engine.network-version-unknown", repeating: AppleRule.networkVersionUnknown)
}
