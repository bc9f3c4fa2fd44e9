/// What Apple writes about a payment request, rule by rule, in the order of the documentation.
enum AppleRule {
  static let all: [RequestRule] = [
    requestObject, form, memberMissing, memberType, memberVersion, memberVersionUnknown,
    valueUnknown, valueVersion, valueVersionUnknown, listLength, moreFindings, merchantIdentifier,
    supports3DS, supportsEMV,
    networksEmpty, networkUnknown, networkVersion, networkVersionUnknown, countryCode, currencyCode,
    labelEmpty, totalLabel, amountType, amountPattern,
    amountDecimals, totalNegative, totalZero, lineItemsEmpty, summaryTotal, shippingNegative,
    months, billingContact, applicationData, merchantCategoryCode, requestTypes, itemTiming,
    reloadThreshold, billingAgreement, freeCancellation, tokenContextsSum, date, url,
    notificationURL,
  ]

  private static let request = RuleSource.object(.request)
  private static let passKit = RuleSource.page("PKPaymentRequest")

  static let unchecked = "WebKit does not check this"
  private static let emptyLabel = "WebKit takes an empty label"
  /// What is said of WebKit whatever else it refuses, for it never asks for this.
  static let always: Set<String> = [unchecked, emptyLabel]

  // MARK: Members

  static let requestObject = RequestRule(
    "apple.request-object", "A payment request is an object", source: request,
    remedy: "give the request itself, with its members in braces")
  static let form = RequestRule(
    "apple.form", "A request is in one of Apple Pay's own forms", .warning, source: request,
    remedy: "ask for the rules of webkit, or give the request of an ApplePaySession or of PassKit")
  static let memberMissing = RequestRule(
    "apple.member-missing", "A required member is there", source: .owner, remedy: "add the member")
  static let memberType = RequestRule(
    "apple.member-type", "A member has the type that is documented", source: .owner,
    remedy: "write a value of that type",
    difference: "WebKit converts values as JavaScript does, and takes many of another type")
  static let memberVersion = RequestRule(
    "apple.member-version", "A member is no newer than the version of the API", source: .owner,
    remedy: "leave the member out, or ask for the version that has it",
    difference: "WebKit takes members of every version; only supportedCountries waits for its own")
  static let memberVersionUnknown = RequestRule(
    "apple.member-version-unknown", "A member that came after a version is not used with it",
    .warning, source: .owner,
    remedy: "try it on the systems that you support, or ask for a newer version",
    difference: "WebKit takes members of every version")
  static let valueUnknown = RequestRule(
    "apple.value-unknown", "A word is one of those that are documented", source: .owner,
    remedy: "use one of the words that are named; capitals matter")
  static let valueVersion = RequestRule(
    "apple.value-version", "A word is no newer than the version of the API", source: .owner,
    remedy: "leave the word out, or ask for the version that has it")

  static let valueVersionUnknown = RequestRule(
    "apple.value-version-unknown",
    "A word that may be newer than the version of the API is not relied on", .warning,
    source: .owner, remedy: "try it on the systems that you support, or ask for a newer version",
    difference: "WebKit asks for no version of a word")
  static let listLength = RequestRule(
    "apple.list-length", "A list of names is short enough to be judged whole", source: .owner,
    remedy: "leave out what is there twice or is no name: Apple knows fewer", difference: unchecked)
  static let moreFindings = RequestRule(
    "apple.more-findings", "There are few enough findings to tell them all",
    source: request, remedy: "mend what is told, and check again: the rest is told then")

  // MARK: Merchant

  static let merchantIdentifier = RequestRule(
    "apple.merchant-identifier", "A merchant identifier begins with merchant.", source: passKit,
    remedy: "use the identifier as it is registered with Apple, such as merchant.com.example")
  static let supports3DS = RequestRule(
    "apple.supports-3ds", "supports3DS is among the merchant capabilities",
    source: .page("merchantCapabilities"), remedy: "add supports3DS",
    difference: "WebKit is content with any one capability")
  static let supportsEMV = RequestRule(
    "apple.supports-emv", "supportsEMV is there for China UnionPay only", .warning,
    source: .page("merchantCapabilities"),
    remedy: "leave supportsEMV out, or add the network chinaUnionPay",
    difference: unchecked)
  static let networksEmpty = RequestRule(
    "apple.networks-empty", "At least one payment network is supported",
    source: .page("supportedNetworks"), remedy: "name the networks that your processor takes")
  static let networkUnknown = RequestRule(
    "apple.network-unknown", "A payment network is one of those that are listed",
    source: .page("supportedNetworks"),
    remedy: "write the network as Apple spells it, or leave it out",
    difference: "WebKit compares names of networks without regard to capitals")
  static let networkVersion = RequestRule(
    "apple.network-version", "A payment network is no newer than the version of the API",
    source: .page("supportedNetworks"),
    remedy: "leave the network out, or ask for the version that has it",
    difference: "WebKit asks the system for its networks; the version bars only jcb, carteBancaire")
  static let networkVersionUnknown = RequestRule(
    "apple.network-version-unknown",
    "A payment network that may be newer than the version of the API is not relied on", .warning,
    source: .page("supportedNetworks"),
    remedy: "try it on the systems that you support, and name another network beside it",
    difference: "WebKit asks the system for its networks")
  static let countryCode = RequestRule(
    "apple.country-code", "A country is two capital letters of ISO 3166", source: request,
    remedy: "write the alpha-2 code, such as US or DE",
    difference: "WebKit also takes CQ, DG, EA, IC and XK, which are no codes of ISO 3166")
  static let currencyCode = RequestRule(
    "apple.currency-code", "The currency is three capital letters of ISO 4217", source: request,
    remedy: "write the alphabetic code, such as USD or EUR",
    difference: "WebKit also takes currencies that have been withdrawn")

  // MARK: Items

  static let labelEmpty = RequestRule(
    "apple.label-empty", "A label is not empty", source: .owner,
    remedy: "say what the line is for", difference: emptyLabel)
  static let totalLabel = RequestRule(
    "apple.total-label", "The label of the total is not empty: it is the name of the business",
    source: .object(.total), remedy: "write the name that stands on the customer's statement",
    difference: emptyLabel)
  static let amountType = RequestRule(
    "apple.amount-type", "An amount is a string", source: .owner,
    remedy:
      "put the amount in quotes, such as \"20.00\": readers of JSON round numbers differently",
    difference: "WebKit makes a string of a number, without the zeros at its end")
  static let amountPattern = RequestRule(
    "apple.amount-pattern", "An amount is digits, on the web with none or two decimals",
    source: .owner, remedy: "write the amount with the decimals of its currency, such as 20.00",
    difference: "WebKit takes any number of decimals, if it is one at least")
  static let amountDecimals = RequestRule(
    "apple.amount-decimals", "An amount on the web has none or two decimals", .warning,
    source: .owner,
    remedy: "keep the decimals that the currency needs, and try the request on a device",
    difference: "WebKit takes any number of decimals")
  static let totalNegative = RequestRule(
    "apple.total-negative", "The total is not negative", source: request,
    remedy: "pay money back through your payment processor, not through the sheet")
  static let totalZero = RequestRule(
    "apple.total-zero", "With versions 1 to 3 the total is more than zero", source: request,
    remedy: "ask for version 4 or later, or for an amount")
  static let lineItemsEmpty = RequestRule(
    "apple.line-items-empty", "Line items are not an empty list", source: request,
    remedy: "leave lineItems out, or add a line", difference: "WebKit takes an empty list")
  static let summaryTotal = RequestRule(
    "apple.summary-total", "The last summary item is the sum of all others", source: passKit,
    remedy: "add the line that is missing, a discount as a negative one; the total comes last")
  static let shippingNegative = RequestRule(
    "apple.shipping-negative", "The amount of a shipping method is not negative",
    source: .object(.shippingMethod),
    remedy: "write 0.00, and the discount as a line of its own",
    difference: "WebKit cuts the decimals off first: -0.50 becomes 0, and is taken")
  static let months = RequestRule(
    "apple.months", "A number of months is 1 to 12",
    source: .object(.dateComponents), remedy: "write whole years as years",
    difference: unchecked)

  // MARK: Contacts and data

  static let billingContact = RequestRule(
    "apple.billing-contact", "A billing contact is given only with postalAddress required",
    source: request, remedy: "add postalAddress to requiredBillingContactFields",
    difference: unchecked)
  static let applicationData = RequestRule(
    "apple.application-data", "Application data is Base64: anything else is ignored",
    source: request,
    remedy: "encode the bytes in standard Base64 with its padding", difference: unchecked)
  static let merchantCategoryCode = RequestRule(
    "apple.merchant-category-code", "A merchant category is four digits of ISO 18245",
    source: passKit, remedy: "write the code of your business, such as 5411",
    difference: unchecked)

  // MARK: Request types

  static let requestTypes = RequestRule(
    "apple.request-types", "A request has one optional request type at most", source: request,
    remedy: "make a request for each", difference: unchecked)
  static let itemTiming = RequestRule(
    "apple.item-timing", "The billing of a request type has the payment timing of that type",
    source: .requestType, remedy: "set paymentTiming to the word named")
  static let reloadThreshold = RequestRule(
    "apple.reload-threshold", "The billing of an automatic reload has a threshold",
    source: .object(.automaticReload),
    remedy: "add automaticReloadPaymentThresholdAmount: the balance below which it reloads")
  static let billingAgreement = RequestRule(
    "apple.billing-agreement", "A billing agreement has at most 500 characters",
    source: .owner,
    remedy: "shorten it, and link to the whole text from the page", difference: unchecked)
  static let freeCancellation = RequestRule(
    "apple.free-cancellation", "A date of free cancellation and its time zone come together",
    source: .object(.deferred), remedy: "give both or neither")
  static let tokenContextsSum = RequestRule(
    "apple.token-contexts-sum", "The amounts of all merchants are no more than the total",
    source: .object(.tokenContext), remedy: "raise the total, or lower what a merchant may charge",
    difference: unchecked)
  static let date = RequestRule(
    "apple.date", "A date is a moment", source: .owner,
    remedy: "write it as a JavaScript date is written in JSON: 2026-01-01T00:00:00Z")
  static let url = RequestRule(
    "apple.url", "An address is a complete URL of the web", source: .owner,
    remedy: "write it with its scheme and host, such as https://shop.example.com/account",
    difference: "WebKit takes any scheme, and mends a URL as browsers do")
  static let notificationURL = RequestRule(
    "apple.notification-url", "Apple tells of a merchant token over TLS",
    source: .page("Merchant Token Notification Services"),
    remedy: "give an address that begins with https://", difference: unchecked)
}
