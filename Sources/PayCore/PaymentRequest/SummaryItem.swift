/// One line of the sheet, or what a recurring, deferred or reload payment bills.
///
/// Source: Apple, PKPaymentSummaryItem with its subclasses, and ApplePayLineItem.
public struct SummaryItem: Sendable, Hashable {
  /// Whether the amount is settled.
  public enum Kind: String, Sendable, CaseIterable {
    case final, pending

    static let names = allCases.map(\.rawValue)
  }

  public let label: String
  /// Zero for a pending item that states none, as WebKit gives it to PassKit.
  public let amount: Money
  /// Whether the amount is written; only a pending item may leave it out.
  public let statesAmount: Bool
  /// As it is written; nil leaves it to Apple's default, `final`.
  public let statedKind: Kind?
  /// When the amount is due; nil is `immediate`.
  public var paymentTiming: PaymentTiming?
  /// First payment of a recurring item; nil is at once.
  public var recurringPaymentStartDate: RequestDate?
  /// Nil is `month`.
  public var recurringPaymentIntervalUnit: RecurringPaymentDateUnit?
  /// Units between two payments; nil is 1.
  public var recurringPaymentIntervalCount: Int64?
  /// Nil is without an end.
  public var recurringPaymentEndDate: RequestDate?
  public var deferredPaymentDate: RequestDate?
  /// Balance at which `automaticReload` pays again.
  public var automaticReloadPaymentThresholdAmount: Money?
  /// WebKit only.
  public var disbursementLineItemType: DisbursementLineItemType?

  public var kind: Kind { statedKind ?? .final }

  package init(label: String, amount: Money, kind: Kind = .final) {
    self.init(label: label, amount: amount, statedKind: kind)
  }

  /// A pending item whose amount nobody knows yet.
  package init(pending label: String, currency: Currency) {
    self.init(label: label, amount: .zero(currency), statesAmount: false, statedKind: .pending)
  }

  private init(label: String, amount: Money, statesAmount: Bool = true, statedKind: Kind?) {
    self.label = label
    self.amount = amount
    self.statesAmount = statesAmount
    self.statedKind = statedKind
  }
}

extension SummaryItem: RequestPart {
  package var json: JSONValue {
    var members = RequestMembers(capacity: 4)
    members.add("label", label)
    members.add("amount", statesAmount ? amount : nil)
    members.add("type", statedKind?.rawValue)
    members.add("paymentTiming", paymentTiming)
    members.add("recurringPaymentStartDate", recurringPaymentStartDate)
    members.add("recurringPaymentIntervalUnit", recurringPaymentIntervalUnit)
    members.add("recurringPaymentIntervalCount", recurringPaymentIntervalCount)
    members.add("recurringPaymentEndDate", recurringPaymentEndDate)
    members.add("deferredPaymentDate", deferredPaymentDate)
    members.add("automaticReloadPaymentThresholdAmount", automaticReloadPaymentThresholdAmount)
    members.add("disbursementLineItemType", disbursementLineItemType)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    let label = reader.string("label")
    let isPending = reader.peek("type") == "pending"
    let statesAmount = !isPending || reader.has("amount")
    let amount = statesAmount ? reader.amount("amount") : reader.currency.map(Money.zero)
    let type = reader.optionalString("type")
    let kind = type.flatMap(Kind.init(rawValue:))
    if type != nil, kind == nil {
      reader.fault(
        "type", "unknown_value", "must be \(Kind.names.joined(separator: " or "))")
    }
    guard reader.hasMore else {
      guard let label, let amount else { return nil }
      self.init(label: label, amount: amount, statesAmount: statesAmount, statedKind: kind)
      return
    }
    let timing: PaymentTiming? = reader.optionalName("paymentTiming")
    let start = reader.optionalDate("recurringPaymentStartDate")
    let unit: RecurringPaymentDateUnit? = reader.optionalName("recurringPaymentIntervalUnit")
    let count = reader.optionalCount("recurringPaymentIntervalCount")
    let end = reader.optionalDate("recurringPaymentEndDate")
    let deferred = reader.optionalDate("deferredPaymentDate")
    let threshold = reader.optionalAmount("automaticReloadPaymentThresholdAmount")
    let disbursement: DisbursementLineItemType? = reader.optionalName("disbursementLineItemType")
    guard let label, let amount else { return nil }
    self.init(label: label, amount: amount, statesAmount: statesAmount, statedKind: kind)
    paymentTiming = timing
    recurringPaymentStartDate = start
    recurringPaymentIntervalUnit = unit
    recurringPaymentIntervalCount = count
    recurringPaymentEndDate = end
    deferredPaymentDate = deferred
    automaticReloadPaymentThresholdAmount = threshold
    disbursementLineItemType = disbursement
  }
}
