// Rules about several members of one object.

extension AppleRules {
  mutating func leave(_ value: JSONValue, _ object: RequestObject, present: UInt64) {
    let missing = object.required & ~present
    if missing != 0 {
      for (place, member) in object.members.enumerated() where missing >> UInt64(place) & 1 == 1 {
        checkMissing(member, in: object.kind)
      }
    }
    switch object.kind {
    case .request: checkRequest(value)
    case .lineItem: checkAmountIsThere(value)
    case .dateComponents: checkMonths(value)
    case .recurring:
      checkTiming(of: "regularBilling", in: value, is: "recurring")
      checkTiming(of: "trialBilling", in: value, is: "recurring")
      checkAgreement(value)
    case .automaticReload:
      checkTiming(of: "automaticReloadBilling", in: value, is: "automaticReload")
      checkThreshold(value)
      checkAgreement(value)
    case .deferred:
      checkTiming(of: "deferredBilling", in: value, is: "deferred")
      checkCancellation(value)
      checkAgreement(value)
    case .total, .shippingMethod, .dateRange, .contact, .tokenContext, .disbursement, .installments,
      .installmentItem:
      break
    }
  }

  private mutating func checkMissing(_ member: RequestMember, in kind: RequestObject.Kind) {
    guard kind == .request, document.form == .passKit, member.name.hasSameBytes(as: "total") else {
      return report.add(AppleRule.memberMissing, at: "/" + member.name, "is missing")
    }
    switch document.summaryItems {
    case .array?:
      report.add(AppleRule.memberMissing, at: "/total", "is empty: the last item is the total")
    case let other:
      report.add(
        AppleRule.memberType, at: "/total",
        "must be an array, not \(other?.typeName ?? "absent")", remedy: "write an array")
    }
  }

  // MARK: The request

  private mutating func checkRequest(_ web: JSONValue) {
    checkMerchant(web)
    checkNames(web)
    if case .string(let code)? = web["currencyCode"], currency == nil {
      report.add(
        AppleRule.currencyCode, at: "/currencyCode", "\(quoted(code)) is no currency of ISO 4217")
    }
    if case .array(let items)? = web["lineItems"], items.isEmpty {
      report.add(AppleRule.lineItemsEmpty, at: "/lineItems", "is empty")
    }
    if document.form == .passKit, let fault = RequestSum(web)?.fault {
      report.add(AppleRule.summaryTotal, at: "/total/amount", fault)
    }
    if case .string(let text)? = web["applicationData"], Base64.decode(text) == nil {
      report.add(AppleRule.applicationData, at: "/applicationData", "is not Base64")
    }
    if web["billingContact"] != nil,
      !web["requiredBillingContactFields"].has("postalAddress")
    {
      report.add(
        AppleRule.billingContact, at: "/billingContact",
        "needs postalAddress among requiredBillingContactFields")
    }
    report.checkRequestTypes(web, AppleRule.requestTypes)
    checkTokenContexts(web)
  }

  private mutating func checkMerchant(_ web: JSONValue) {
    switch web["merchantIdentifier"] {
    case nil where document.form == .passKit:
      report.add(AppleRule.memberMissing, at: "/merchantIdentifier", "is missing")
    case .string(let text)? where !text.utf8.starts(with: "merchant.".utf8):
      report.add(
        AppleRule.merchantIdentifier, at: "/merchantIdentifier",
        "\(quoted(text)) does not begin with merchant.")
    default: break
    }
    guard case .string(let category)? = web["merchantCategoryCode"] else { return }
    let isCode = category.utf8.count == 4 && category.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if !isCode {
      report.add(
        AppleRule.merchantCategoryCode, at: "/merchantCategoryCode",
        "\(quoted(category)) is not four digits")
    }
  }

  private mutating func checkNames(_ web: JSONValue) {
    let capabilities = web["merchantCapabilities"]
    if case .array? = capabilities {
      if !capabilities.has("supports3DS") {
        report.add(
          AppleRule.supports3DS, at: "/merchantCapabilities", "supports3DS is not among them")
      }
      if capabilities.has("supportsEMV"), !web["supportedNetworks"].has("chinaUnionPay") {
        report.add(
          AppleRule.supportsEMV, at: "/merchantCapabilities",
          "supportsEMV is among them, but no network chinaUnionPay")
      }
    }
    if case .array(let networks)? = web["supportedNetworks"], networks.isEmpty {
      report.add(AppleRule.networksEmpty, at: "/supportedNetworks", "is empty")
    }
    report.checkNetworks(
      web["supportedNetworks"], apiVersion: apiVersion, unknown: AppleRule.networkUnknown,
      version: AppleRule.networkVersion, undocumented: AppleRule.networkVersionUnknown)
  }

  private mutating func checkTokenContexts(_ web: JSONValue) {
    guard case .array(let contexts)? = web["multiTokenContexts"],
      let total = web["total"]?.amount?.value
    else { return }
    var sum: Decimal128? = .zero
    var isMore = false
    for context in contexts {
      guard let amount = context.amount else { return }
      sum = sum.summing(amount.kept)
      isMore = isMore || amount.isCut
    }
    if let sum, sum < total || sum == total && !isMore { return }
    report.add(
      AppleRule.tokenContextsSum, at: "/multiTokenContexts",
      "the amounts add up to \(sum.map { "\($0)" } ?? "more than 38 digits"), "
        + "more than the total of \(total)")
  }

  // MARK: Items

  /// A pending line may leave its amount out: the sheet says that it is not known yet.
  private mutating func checkAmountIsThere(_ item: JSONValue) {
    guard item["amount"] == nil, !item.isText("type", "pending") else { return }
    report.add(AppleRule.memberMissing, at: "/amount", "is missing: only a pending line has none")
  }

  private mutating func checkMonths(_ components: JSONValue) {
    guard case .integer(let months)? = components["months"], !(1...12).contains(months) else {
      return
    }
    report.add(AppleRule.months, at: "/months", "\(months) is not 1 to 12")
  }

  // MARK: Request types

  private mutating func checkTiming(of name: String, in type: JSONValue, is timing: String) {
    guard let item = type[name], case .object = item, !item.isText("paymentTiming", timing) else {
      return
    }
    report.add(AppleRule.itemTiming, at: "/\(name)/paymentTiming", "must be \(timing)")
  }

  private mutating func checkThreshold(_ reload: JSONValue) {
    let name = "automaticReloadPaymentThresholdAmount"
    guard let item = reload["automaticReloadBilling"], case .object = item, item[name] == nil else {
      return
    }
    report.add(AppleRule.reloadThreshold, at: "/automaticReloadBilling/\(name)", "is missing")
  }

  private mutating func checkAgreement(_ type: JSONValue) {
    guard case .string(let text)? = type["billingAgreement"],
      text.utf8.count > Limits.billingAgreementCharacters,
      text.count > Limits.billingAgreementCharacters
    else { return }
    report.add(
      AppleRule.billingAgreement, at: "/billingAgreement",
      "has \(text.count) characters, \(Limits.billingAgreementCharacters) are allowed")
  }

  private mutating func checkCancellation(_ deferred: JSONValue) {
    let (date, zone) = ("freeCancellationDate", "freeCancellationDateTimeZone")
    switch (deferred[date], deferred[zone]) {
    case (nil, nil), (_?, _?): break
    case (nil, _?): addMissing(date, beside: zone)
    case (_?, nil): addMissing(zone, beside: date)
    }
  }

  private mutating func addMissing(_ name: String, beside other: String) {
    report.add(AppleRule.freeCancellation, at: "/\(name)", "is missing: \(other) is there")
  }
}
