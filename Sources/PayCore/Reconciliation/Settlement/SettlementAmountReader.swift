/// Reads the amounts of a record and brings them into the merchant's view.
///
/// Where the profile names a provider, a `Money` is a count of the provider's units until all of a
/// record are added up: only the results need to be whole in minor units.
struct SettlementAmountReader {
  typealias Amounts = (gross: Money, fees: Money, net: Money)
  /// What the amounts say against the kind or each other: `unexplained` is net - gross - fees, nil
  /// if that is nothing or cannot be told.
  typealias Remarks = (isContrary: Bool, unexplained: Money?)
  typealias Place = SettlementError.Place

  /// What the amounts of a record come to.
  enum Outcome {
    case amounts(Amounts, Remarks)
    /// One of them is finer than a minor unit of its currency.
    case fraction(ExactAmounts)
  }

  private let profile: SettlementProfile
  private let plan: SettlementPlan
  private let cells: AmountReader

  init(_ profile: SettlementProfile, _ plan: SettlementPlan) {
    self.profile = profile
    self.plan = plan
    cells = AmountReader(decimalMark: profile.decimalMark, isInMinorUnits: profile.isInMinorUnits)
  }

  /// The amounts of a record; the provider's units are counted by its rules at `moment`.
  func read(
    _ csv: CSVReader, _ kind: SettlementKind, isDebit: Bool?, on moment: Timestamp,
    _ currencies: inout CurrencyCells
  ) throws(Place) -> Outcome {
    let units = profile.exponents.map { ProviderUnits($0, on: moment, for: kind.purpose) }
    var (amounts, remarks) = try read(csv, kind, isDebit: isDebit, units, &currencies)
    if kind.isPayout { amounts = try ofPayout(amounts, kind, at: csv.record) }
    if let units {
      let counted = try checked(csv) { () throws(MoneyError) in
        try units.counted(amounts, remarks)
      }
      guard case .amounts(let counts, let rest) = counted else { return counted }
      (amounts, remarks) = (counts, rest)
    }
    try checkSize(amounts, at: csv.record)
    return .amounts(amounts, remarks)
  }

  /// An empty cell is no amount: what it would say follows from the others.
  ///
  /// The net amount is followed where it and the gross disagree on the direction; what a line of
  /// kind `fee` moves is a fee, in whatever column it stands.
  private func read(
    _ csv: CSVReader, _ kind: SettlementKind, isDebit: Bool?, _ units: ProviderUnits?,
    _ currencies: inout CurrencyCells
  ) throws(Place) -> (Amounts, Remarks) {
    if kind == .sale || kind == .refund { try checkNotEmpty(csv, kind) }
    let grossPrinted = try amount(csv, profile.gross, plan.gross, isDebit, units, &currencies)
    var netPrinted: Money?
    var currency: Currency
    if let amount = profile.net, let columns = plan.net {
      netPrinted = try self.amount(csv, amount, columns, isDebit, units, &currencies)
      currency = try currencies.read(csv, columns.currency)
    } else {
      currency = try currencies.read(csv, plan.gross.currency)
    }
    let fees = try fees(csv, currency, units)
    let net: Money
    if let netPrinted {
      net = netPrinted
    } else if let grossPrinted {
      guard grossPrinted.currency == currency else {
        let missing = plan.net?.first ?? plan.gross.first
        throw csv.fault(
          missing, "settlement_amount_missing",
          "is empty, and does not follow from the gross amount, which is in another currency")
      }
      net = try sum(csv, grossPrinted, fees)
    } else {
      net = fees
    }
    if kind == .fee {
      var unexplained: Money?
      if let grossPrinted, grossPrinted.currency == currency {
        unexplained = try difference(csv, net, try sum(csv, grossPrinted, fees))
      }
      return ((.zero(currency), net, net), (false, unexplained))
    }
    return try settled(csv, kind, printed: grossPrinted, fees, net)
  }

  /// The amounts of a payout: what it moves is net, whatever stands in the gross column.
  ///
  /// Exports do not agree on the sign of a payout; where the sign is all there is, the kind
  /// decides.
  private func ofPayout(
    _ read: Amounts, _ kind: SettlementKind, at record: Int
  ) throws(Place) -> Amounts {
    do throws(MoneyError) {
      var net = read.net
      if isPayoutSignUnknown {
        let zero = Money.zero(net.currency)
        let isNegative = net.minorUnits < 0
        if isNegative != (kind == .payout) { net = try zero.subtracting(net) }
      }
      return (try net.subtracting(read.fees), read.fees, net)
    } catch {
      throw Place(record: record, column: "", code: error.code, detail: error.description)
    }
  }

  private var isPayoutSignUnknown: Bool {
    if profile.controlTotal == .sumToZero { return false }
    if case .signed = (profile.net ?? profile.gross).mode { return true }
    return false
  }

  /// The gross amount with the direction that net - fees gives it.
  private func settled(
    _ csv: CSVReader, _ kind: SettlementKind, printed: Money?, _ fees: Money, _ net: Money
  ) throws(Place) -> (Amounts, Remarks) {
    let settled = try checked(csv) { () throws(MoneyError) in try net.subtracting(fees) }
    var remarks: Remarks = (false, nil)
    let sign = settled.minorUnits.signum()
    if sign != 0, let isDebit = kind.isDebit, !kind.isPayout {
      remarks.isContrary = isDebit != (sign < 0)
    }
    guard var gross = printed else { return ((settled, fees, net), remarks) }
    if sign != 0, gross.minorUnits.signum() == -sign, !kind.isPayout {
      gross = try checked(csv) { () throws(MoneyError) in
        try Money.zero(gross.currency).subtracting(gross)
      }
      remarks.isContrary = true
    }
    if gross.currency == net.currency {
      remarks.unexplained = try difference(csv, settled, gross)
    }
    return ((gross, fees, net), remarks)
  }

  /// The sum of the fee columns as the merchant sees it, zero if all are empty.
  private func fees(
    _ csv: CSVReader, _ currency: Currency, _ units: ProviderUnits?
  ) throws(Place) -> Money {
    var total = Money.zero(currency)
    for column in plan.fees {
      let cell = csv.cell(column)
      guard !cell.isEmpty else { continue }
      let part = try money(csv, column, cell, currency, units)
      total = try checked(csv, column) { () throws(MoneyError) in
        try profile.fees.isCostPositive ? total.subtracting(part) : total.adding(part)
      }
    }
    return total
  }

  // MARK: Checks

  /// Refuses a row that moves money by its kind and has no amount at all.
  private func checkNotEmpty(_ csv: CSVReader, _ kind: SettlementKind) throws(Place) {
    for columns in [plan.gross, plan.net] {
      guard let columns else { continue }
      guard csv.cell(columns.first).isEmpty else { return }
      if let credit = columns.credit, !csv.cell(credit).isEmpty { return }
    }
    guard plan.fees.allSatisfy({ csv.cell($0).isEmpty }) else { return }
    throw csv.fault(
      plan.gross.first, "settlement_amount_missing",
      "is empty, and so are all other amounts of this \(kind.rawValue)")
  }

  /// Refuses amounts that sums have made larger than a cell may be.
  private func checkSize(_ amounts: Amounts, at record: Int) throws(Place) {
    for (name, amount) in [("gross", amounts.gross), ("fees", amounts.fees), ("net", amounts.net)]
    where amount.minorUnits.magnitude > Limits.settlementMinorUnits {
      throw Place(
        record: record, column: "", code: MoneyError.overflow.code,
        detail: "\(name): \(tooLarge(amount.currency))")
    }
  }

  private func tooLarge(_ currency: Currency) -> String {
    "more than \(currency.text(Int128(Limits.settlementMinorUnits))), the most that is read; "
      + "look for a wrong unit or a wrong column"
  }

  // MARK: Cells

  /// The signed amount of its columns; nil if they are empty.
  private func amount(
    _ csv: CSVReader, _ amount: SettlementAmount, _ columns: SettlementPlan.Amount,
    _ isDebit: Bool?, _ units: ProviderUnits?, _ currencies: inout CurrencyCells
  ) throws(Place) -> Money? {
    let first = csv.cell(columns.first)
    let second = columns.credit.map { csv.cell($0) } ?? []
    guard !first.isEmpty || !second.isEmpty else { return nil }
    let currency = try currencies.read(csv, columns.currency)
    guard let credit = columns.credit else {
      let value = try money(csv, columns.first, first, currency, units)
      guard case .byType = amount.mode else { return value }
      try checkUnsigned(csv, columns.first, value)
      return isDebit == true ? try negated(csv, value) : value
    }
    let debitValue = first.isEmpty ? nil : try money(csv, columns.first, first, currency, units)
    let creditValue = second.isEmpty ? nil : try money(csv, credit, second, currency, units)
    if let debitValue { try checkUnsigned(csv, columns.first, debitValue) }
    if let creditValue { try checkUnsigned(csv, credit, creditValue) }
    if let debitValue, debitValue.minorUnits != 0 {
      if let creditValue, creditValue.minorUnits != 0 {
        throw csv.fault(
          credit, "settlement_two_sides",
          "is filled although \(columns.first.header) is; an amount is a debit or a credit")
      }
      return try negated(csv, debitValue)
    }
    return creditValue ?? debitValue
  }

  private func checkUnsigned(_ csv: CSVReader, _ column: SettlementPlan.Column, _ value: Money)
    throws(Place)
  {
    guard value.minorUnits < 0 else { return }
    throw csv.fault(
      column, "settlement_amount_sign",
      "\(csv.quoted(column)) has a minus in a column that has no signs")
  }

  private func money(
    _ csv: CSVReader, _ column: SettlementPlan.Column, _ cell: ArraySlice<UInt8>,
    _ currency: Currency, _ units: ProviderUnits?
  ) throws(Place) -> Money {
    do throws(MoneyError) {
      let value = try cells.money(cell, currency)
      let exceeds =
        units?.exceeds(value, minorUnits: Limits.settlementMinorUnits)
        ?? (value.minorUnits.magnitude > Limits.settlementMinorUnits)
      guard !exceeds else { throw .overflow }
      return value
    } catch {
      throw csv.fault(column, error.code, "\(csv.quoted(column)): \(explained(error, currency))")
    }
  }

  private func explained(_ error: MoneyError, _ currency: Currency) -> String {
    if error == .overflow { return tooLarge(currency) }
    guard error == .syntax else { return error.description }
    let form =
      profile.isInMinorUnits
      ? "in minor units is digits without a decimal mark"
      : "is digits, with \(profile.decimalMark == 0x2C ? "," : ".") before its decimals"
    return "an amount \(form), and nothing else but a minus in front"
  }

  private func negated(_ csv: CSVReader, _ value: Money) throws(Place) -> Money {
    try checked(csv) { () throws(MoneyError) in try Money.zero(value.currency).subtracting(value) }
  }

  private func sum(_ csv: CSVReader, _ one: Money, _ other: Money) throws(Place) -> Money {
    try checked(csv) { () throws(MoneyError) in try one.adding(other) }
  }

  /// What is left of one amount without the other; nil if nothing is.
  private func difference(_ csv: CSVReader, _ one: Money, _ other: Money) throws(Place) -> Money? {
    let rest = try checked(csv) { () throws(MoneyError) in try one.subtracting(other) }
    return rest.minorUnits == 0 ? nil : rest
  }

  private func checked<Value>(
    _ csv: CSVReader, _ column: SettlementPlan.Column? = nil,
    _ compute: () throws(MoneyError) -> Value
  ) throws(Place) -> Value {
    do throws(MoneyError) {
      return try compute()
    } catch {
      throw csv.fault(column ?? plan.gross.first, error.code, error.description)
    }
  }
}

extension SettlementKind {
  /// What the provider moved the money for.
  fileprivate var purpose: ExponentProfile.Purpose {
    switch self {
    case .refund, .refundReversal: .refund
    case .payout, .payoutReversal: .payout
    default: .charge
    }
  }
}

/// The currencies of cells; a file has few, so that each is looked up once.
struct CurrencyCells {
  private var known: [(bytes: [UInt8], currency: Currency)] = []

  /// The currency that a cell names in capitals or small letters.
  mutating func read(
    _ csv: CSVReader, _ column: SettlementPlan.Column
  ) throws(SettlementError.Place) -> Currency {
    let cell = csv.cell(column)
    if let found = known.first(where: { $0.bytes.elementsEqual(cell) }) { return found.currency }
    let capitals = cell.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
    guard cell.count == 3, let currency = Currency(code: String(decoding: capitals, as: UTF8.self))
    else {
      throw csv.fault(
        column, "unknown_currency",
        cell.isEmpty
          ? "is empty, but the row has an amount"
          : "\(csv.quoted(column)) is no currency of ISO 4217")
    }
    known.append((Array(cell), currency))
    return currency
  }
}
