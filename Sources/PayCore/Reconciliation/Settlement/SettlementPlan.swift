/// Where the columns of a profile stand in one file.
struct SettlementPlan: Sendable {
  /// A column that the profile names.
  struct Column: Sendable {
    let header: String
    /// Zero-based field of a record; nil: the file does not have it, and need not.
    let index: Int?
  }

  /// An amount's columns: `first` alone, or debit and credit.
  struct Amount: Sendable {
    let first: Column
    let credit: Column?
    let currency: Column
  }

  let type: Column
  let reference: Column
  let refundReference: Column
  let chargebackReference: Column
  let parentReference: Column
  let merchantReference: Column
  let payoutReference: Column
  let account: Column
  let exchangeRate: Column
  let text: [Column]
  let rowReference: [Column]
  let date: Column
  let zone: Column?
  let gross: Amount
  let net: Amount?
  let fees: [Column]

  /// Finds the columns in the header, which is record `record`; every fault is told at once.
  init(
    _ profile: SettlementProfile, header: [String], record: Int
  ) throws(SettlementError) {
    var finder = ColumnFinder(header, record: record, optional: profile.optionalColumns)
    let columns = profile.columns
    let refund = columns.refundReference ?? columns.reference
    type = finder.find(columns.type)
    reference = finder.find(columns.reference)
    refundReference = finder.find(refund)
    chargebackReference = finder.find(columns.chargebackReference ?? refund)
    parentReference = finder.find(columns.parentReference)
    merchantReference = finder.find(columns.merchantReference)
    payoutReference = finder.find(columns.payoutReference)
    account = finder.find(columns.account)
    exchangeRate = finder.find(columns.exchangeRate)
    text = columns.text.map { finder.find($0) }
    rowReference = columns.rowReference.map { finder.find($0) }
    date = finder.find(profile.date.column)
    if case .column(let header) = profile.date.zone {
      zone = finder.find(header)
    } else {
      zone = nil
    }
    gross = finder.find(profile.gross)
    net = profile.net.map { finder.find($0) }
    fees = profile.fees.columns.map { finder.find($0) }
    if !finder.places.isEmpty { throw SettlementError(finder.places) }
  }
}

/// Looks headers up, byte for byte, and collects what is wrong with them.
private struct ColumnFinder {
  private(set) var places: [SettlementError.Place] = []
  private var indices: [String: [Int]] = [:]
  private let header: [String]
  private let record: Int
  private let optional: Set<String>
  private var told: Set<String> = []

  init(_ header: [String], record: Int, optional: Set<String>) {
    self.header = header
    self.record = record
    self.optional = optional
    for (index, name) in header.enumerated() { indices[name, default: []].append(index) }
  }

  mutating func find(_ name: String?) -> SettlementPlan.Column {
    guard let name else { return SettlementPlan.Column(header: "", index: nil) }
    let found = indices[name] ?? []
    if found.count != 1, told.insert(name).inserted {
      if found.count > 1 {
        let places = found.map { String($0 + 1) }.joined(separator: " and ")
        fault(
          name, "settlement_column_duplicate",
          "the header names it twice, as columns \(places); which one counts cannot be told")
      } else if !optional.contains(name) {
        fault(name, "settlement_column_missing", "the file does not have it; \(whatThereIs(name))")
      }
    }
    return SettlementPlan.Column(header: name, index: found.first)
  }

  mutating func find(_ amount: SettlementAmount) -> SettlementPlan.Amount {
    let (first, credit): (String, String?) =
      switch amount.mode {
      case .signed(let column), .byType(let column): (column, nil)
      case .debitCredit(let debit, let credit): (debit, credit)
      }
    return SettlementPlan.Amount(
      first: find(first), credit: credit.map { find($0) }, currency: find(amount.currency))
  }

  private mutating func fault(_ column: String, _ code: String, _ detail: String) {
    places.append(
      SettlementError.Place(record: record, column: column, code: code, detail: detail))
  }

  private func whatThereIs(_ name: String) -> String {
    if let close = Suggestion.closest(to: name, among: header) {
      return "it has \(close): is the profile the right one?"
    }
    let some = header.prefix(Limits.namesInMessage).joined(separator: ", ")
    return "it has \(some)" + (header.count > Limits.namesInMessage ? ", ..." : "")
  }
}
