extension ConfigurationDraft {
  /// The configuration, if no rule is broken; otherwise every fault of shape and rule together.
  package func checked() throws(ConfigurationError) -> MerchantConfiguration {
    var rules = MerchantRules()
    let checkedMerchant = rules.merchant(merchant)
    let currency = merchant.currencyCode.flatMap(Currency.init(code:))
    var offerRules = OfferRules(currency: currency?.minorDigits == nil ? nil : currency)
    let checkedOffers = offerRules.offers(offers)
    var notificationRules = NotificationRules()
    let template = notification.flatMap { notificationRules.notification($0) }
    let broken =
      faults
      + rules.faults.map { ConfigurationFault(file: Self.merchantFile, fault: $0) }
      + offerRules.faults.map { ConfigurationFault(file: Self.offersFile, fault: $0) }
      + notificationRules.faults.map { ConfigurationFault(file: Self.notificationFile, fault: $0) }
    guard broken.isEmpty, let checkedMerchant else { throw ConfigurationError(broken) }
    // What has no other fault is rendered, as far as it is known.
    let room = template.map { NotificationRoom(merchant: checkedMerchant, template: $0) }
    let tooLarge = checkedOffers.enumerated().compactMap { room?.fault(of: $1, at: $0) }
    guard tooLarge.isEmpty else {
      throw ConfigurationError(
        tooLarge.map { ConfigurationFault(file: Self.offersFile, fault: $0) })
    }
    return MerchantConfiguration(
      merchant: checkedMerchant, offers: checkedOffers, notification: template)
  }
}

/// The rules of `merchant.json`.
private struct MerchantRules {
  private(set) var faults: [JSONFault] = []

  mutating func merchant(_ draft: MerchantDraft) -> Merchant? {
    identifier(draft.identifier)
    text(draft.displayName, "displayName", limit: Limits.displayNameBytes)
    names(draft.supportedNetworks, "supportedNetworks", known: KnownNames.networks)
    names(draft.capabilities, "merchantCapabilities", known: KnownNames.capabilities)
    if let capabilities = draft.capabilities, !capabilities.contains("supports3DS") {
      fault("merchantCapabilities", "missing_3ds", "must contain supports3DS: Apple requires it")
    }
    names(draft.billingFields, "requiredBillingContactFields", known: KnownNames.contactFields)
    names(draft.shippingFields, "requiredShippingContactFields", known: KnownNames.contactFields)
    country(draft.countryCode)
    let currency = currency(draft.currencyCode)
    domain(draft.domainName)
    initiative(draft)
    range(draft.intentLifetimeSeconds, "intentLifetimeSeconds", Limits.intentLifetimeSeconds)
    range(draft.sessionLifetimeSeconds, "sessionLifetimeSeconds", Limits.sessionLifetimeSeconds)
    range(draft.idempotencyDays, "idempotencyDays", Limits.idempotencyDays)
    guard faults.isEmpty, let identifier = draft.identifier, let name = draft.displayName,
      let networks = draft.supportedNetworks, let capabilities = draft.capabilities,
      let country = draft.countryCode, let currency, let domain = draft.domainName
    else { return nil }
    return Merchant(
      identifier: identifier, displayName: name, supportedNetworks: networks,
      capabilities: capabilities, countryCode: country, currency: currency, domainName: domain,
      requiredBillingContactFields: (draft.billingFields ?? []).map(ContactField.init(rawValue:)),
      requiredShippingContactFields: (draft.shippingFields ?? []).map(ContactField.init(rawValue:)),
      initiative: draft.initiative ?? "web",
      initiativeContext: draft.initiativeContext ?? domain,
      intentLifetimeSeconds: draft.intentLifetimeSeconds ?? 900,
      sessionLifetimeSeconds: draft.sessionLifetimeSeconds ?? 300,
      idempotencyDays: draft.idempotencyDays ?? 30,
      acceptsAttestedAuthorizations: draft.acceptsAttestedAuthorizations ?? true)
  }

  private mutating func fault(_ member: String, _ code: String, _ detail: String) {
    faults.append(JSONFault(pointer: "/" + member, code: code, detail: detail))
  }

  private mutating func identifier(_ value: String?) {
    guard let value else { return }
    let isNamed = value.utf8.starts(with: "merchant.".utf8)
    let allowed = value.utf8.allSatisfy { isAlphanumeric($0) || $0 == 0x2E || $0 == 0x2D }
    let labels = value.split(separator: ".", omittingEmptySubsequences: false)
    guard isNamed, allowed, labels.allSatisfy({ !$0.isEmpty }),
      value.utf8.count <= Limits.merchantIdentifierBytes
    else {
      fault(
        "merchantIdentifier", "merchant_identifier",
        "must be a merchant ID such as merchant.com.example, letters, digits, points and hyphens")
      return
    }
  }

  private mutating func text(_ value: String?, _ member: String, limit: Int) {
    guard let value, let problem = displayProblem(value, limit: limit) else { return }
    fault(member, "text", problem)
  }

  private mutating func names(_ values: [String]?, _ member: String, known: [String]) {
    guard let values else { return }
    if values.isEmpty { fault(member, "empty", "must name at least one") }
    if values.count > Limits.networks {
      fault(member, "too_many", "must name at most \(Limits.networks)")
    }
    for (index, value) in values.enumerated() {
      if !known.contains(where: { $0.hasSameBytes(as: value) }) {
        let hint = Suggestion.closest(to: value, among: known)
        let wanted =
          hint.map { "; did you mean \($0)?" } ?? "; known: \(known.joined(separator: ", "))"
        fault("\(member)/\(index)", "unknown_value", "is not known to Apple" + wanted)
      } else if values[..<index].contains(where: { $0.hasSameBytes(as: value) }) {
        fault("\(member)/\(index)", "duplicate", "is there twice")
      }
    }
  }

  private mutating func country(_ value: String?) {
    guard let value, let problem = countryProblem(value) else { return }
    fault("countryCode", "unknown_country", problem)
  }

  private mutating func currency(_ value: String?) -> Currency? {
    guard let value else { return nil }
    if let problem = currencyProblem(value) {
      fault("currencyCode", problem.code, problem.detail)
      return nil
    }
    return Currency(code: value)
  }

  private mutating func domain(_ value: String?) {
    if let value, !isDomainName(value) {
      fault(
        "domainName", "domain_name", "must be a lower-case domain name such as shop.example.com")
    }
  }

  private mutating func initiative(_ draft: MerchantDraft) {
    let name = draft.initiative ?? SessionInitiative.web.rawValue
    let known = SessionInitiative.allCases.first { $0.rawValue.hasSameBytes(as: name) }
    if known == nil {
      let names = SessionInitiative.allCases.map(\.rawValue).joined(separator: ", ")
      fault("initiative", "unknown_value", "must be one of \(names)")
    }
    guard let context = draft.initiativeContext else {
      // On the web the domain stands in for it.
      if known != .web, let problem = known?.problem(ofContext: "") {
        fault("initiativeContext", "initiative_context", problem)
      }
      return
    }
    if let problem = displayProblem(context, limit: Limits.merchantIdentifierBytes) {
      fault("initiativeContext", "text", problem)
    } else if let problem = known?.problem(ofContext: context) {
      fault("initiativeContext", "initiative_context", problem)
    }
  }

  private mutating func range(_ value: Int64?, _ member: String, _ bounds: ClosedRange<Int64>) {
    guard let value, !bounds.contains(value) else { return }
    fault(
      member, "out_of_range", "must be \(bounds.lowerBound) to \(bounds.upperBound), not \(value)")
  }
}

/// The rules of `offers.json`.
private struct OfferRules {
  private(set) var faults: [JSONFault] = []
  /// The merchant's currency; nil if that is at fault itself, and then amounts are not checked.
  let currency: Currency?

  init(currency: Currency?) { self.currency = currency }

  mutating func offers(_ drafts: [OfferDraft]?) -> [Offer] {
    guard let drafts else { return [] }
    if drafts.isEmpty { faults.append(fault("/offers", "empty", "must hold at least one offer")) }
    if drafts.count > Limits.offers {
      faults.append(fault("/offers", "too_many", "must hold at most \(Limits.offers) offers"))
    }
    var offers: [Offer] = []
    var places: [String: Int] = [:]
    for (index, draft) in drafts.enumerated() {
      let place = "/offers/\(index)"
      if let id = draft.id {
        if let first = places[id] {
          faults.append(fault(place + "/id", "duplicate", "is also the id of /offers/\(first)"))
        }
        places[id] = places[id] ?? index
      }
      if let offer = offer(draft, at: place) { offers.append(offer) }
    }
    return offers
  }

  private mutating func offer(_ draft: OfferDraft, at place: String) -> Offer? {
    let before = faults.count
    if let id = draft.id { check(id: id, at: place) }
    if let label = draft.label, let problem = displayProblem(label, limit: Limits.labelBytes) {
      faults.append(fault(place + "/label", "text", problem))
    }
    let segments = segments(draft.segments, label: draft.label, at: place)
    if let count = draft.segments?.count, let index = draft.defaultSegment,
      index < 0 || index >= max(count, 1)
    {
      faults.append(
        fault(
          place + "/defaultSegment", "out_of_range",
          "must be the zero-based index of a segment, 0 to \(max(count, 1) - 1), not \(index)"))
    }
    let from = moment(draft.validFrom, at: place + "/validFrom")
    let until = moment(draft.validUntil, at: place + "/validUntil")
    if let from, let until, from >= until {
      faults.append(fault(place + "/validUntil", "out_of_range", "must be after validFrom"))
    }
    guard faults.count == before, let id = draft.id, let label = draft.label, let segments,
      let index = draft.defaultSegment
    else { return nil }
    return Offer(
      id: id, label: label, segments: segments.amounts, pricings: segments.pricings,
      defaultSegment: Int(index), validFrom: from, validUntil: until)
  }

  private mutating func check(id: String, at place: String) {
    if let problem = offerIDProblem(id) {
      faults.append(fault(place + "/id", "offer_id", problem))
    }
  }

  private mutating func segments(
    _ drafts: [SegmentDraft]?, label: String?, at place: String
  ) -> SegmentRules? {
    guard let drafts else { return nil }
    let segments = SegmentRules(
      drafts, label: label ?? "", in: currency, at: place + "/segments")
    faults += segments.faults
    return currency == nil ? nil : segments
  }

  private mutating func moment(_ text: String?, at pointer: String) -> Timestamp? {
    guard let text else { return nil }
    let moment = Timestamp(rfc3339: text)
    if moment == nil {
      faults.append(
        fault(pointer, "timestamp", "must be RFC 3339 such as 2026-01-01T00:00:00Z"))
    }
    return moment
  }

  private func fault(_ pointer: String, _ code: String, _ detail: String) -> JSONFault {
    JSONFault(pointer: pointer, code: code, detail: detail)
  }
}

/// What is wrong with a text that people are shown; nil if nothing is.
func displayProblem(_ text: String, limit: Int) -> String? {
  if text.utf8.count > limit { return "must be at most \(limit) bytes of UTF-8" }
  if text.allSatisfy(\.isWhitespace) { return "must not be empty" }
  return text.unicodeScalars.contains(where: \.isHidden)
    ? "must not hold control or invisible characters" : nil
}

extension Unicode.Scalar {
  /// Whether it shows nothing, and so may mislead; what joins the parts of an emoji does show.
  var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      self != "\u{200D}"
    default: false
    }
  }
}

/// What is wrong with the code of a country; nil if nothing is.
func countryProblem(_ code: String) -> String? {
  KnownNames.countries.contains { $0.hasSameBytes(as: code) }
    ? nil : "must be an ISO 3166 alpha-2 code such as US"
}

/// What is wrong with the code of a currency to pay in, and the code of that fault; nil if nothing
/// is.
func currencyProblem(_ code: String) -> (code: String, detail: String)? {
  guard let currency = Currency(code: code) else {
    return ("unknown_currency", "must be an ISO 4217 code such as USD")
  }
  return currency.minorDigits == nil
    ? ("currency_has_no_minor_unit", "\(code) has no minor unit to pay in") : nil
}

/// What is wrong with the id of an offer; nil if nothing is.
func offerIDProblem(_ id: String) -> String? {
  let allowed = id.utf8.allSatisfy { isLowerAlphanumeric($0) || $0 == 0x2D }
  return (1...Limits.offerIDBytes).contains(id.utf8.count) && allowed && id.utf8.first != 0x2D
    ? nil : "must be 1 to \(Limits.offerIDBytes) lower-case letters, digits and hyphens"
}

/// A lower-case domain name of two labels or more; an address is none.
func isDomainName(_ text: String) -> Bool {
  let labels = text.split(separator: ".", omittingEmptySubsequences: false)
  return labels.count >= 2 && text.utf8.count <= 253
    && labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.utf8.allSatisfy { isLowerAlphanumeric($0) || $0 == 0x2D }
    }
    && !labels[labels.count - 1].allSatisfy(\.isNumber)
}

private func isLowerAlphanumeric(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

func isAlphanumeric(_ byte: UInt8) -> Bool {
  isLowerAlphanumeric(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}
