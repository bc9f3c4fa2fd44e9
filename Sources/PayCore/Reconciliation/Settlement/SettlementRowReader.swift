/// What a record of a settlement file is.
enum SettlementRow {
  case line(SettlementLine)
  case uncounted(UncountedRow)
}

/// Reads one record after another of a file whose columns have been found.
struct SettlementRowReader {
  typealias Column = SettlementPlan.Column

  private let profile: SettlementProfile
  private let plan: SettlementPlan
  private let amounts: SettlementAmountReader
  private(set) var findings = SettlementFindings()
  private var currencies = CurrencyCells()
  private var type = RepeatedText()
  private var account = RepeatedText()
  private var payoutReference = RepeatedText()
  private var exchangeRate = RepeatedText()
  private var zone = RepeatedText()
  private var zoneOffset: Int64 = 0

  init(_ profile: SettlementProfile, _ plan: SettlementPlan) {
    self.profile = profile
    self.plan = plan
    amounts = SettlementAmountReader(profile, plan)
    if case .fixed(let offset) = profile.date.zone { zoneOffset = offset }
  }

  /// What the record that `csv` has read last is; the `occurrence` of a line is 0.
  mutating func row(_ csv: CSVReader) throws(SettlementError.Place) -> SettlementRow {
    let word = type.read(cell(plan.type, csv))
    let known = profile.types[word]
    if known == nil { findings.note(.unknownType(word)) }
    let kind = known?.kind ?? .other
    let occurredAt = try moment(csv)
    let outcome = try amounts.read(
      csv, kind, isDebit: known?.isDebit, on: occurredAt, &currencies)
    switch outcome {
    case .amounts(let amounts, let remarks):
      let line = line(csv, kind, type: word, occurredAt, amounts)
      if remarks.isContrary { findings.note(.direction(word), at: line) }
      if let rest = remarks.unexplained {
        findings.note(.netMismatch(word), at: line, unexplained: rest)
      }
      return .line(line)
    case .fraction(let exact):
      let row = UncountedRow(
        provider: profile.exponents?.title ?? profile.name,
        account: account.read(cell(plan.account, csv)),
        payoutReference: payoutReference.read(undamaged(plan.payoutReference, csv)), kind: kind,
        type: word, pspReference: reference(referenceColumn(kind), csv), occurredAt: occurredAt,
        amounts: exact)
      findings.note(.fraction(row))
      return .uncounted(row)
    }
  }

  private mutating func line(
    _ csv: CSVReader, _ kind: SettlementKind, type word: String, _ occurredAt: Timestamp,
    _ amounts: SettlementAmountReader.Amounts
  ) -> SettlementLine {
    let column = referenceColumn(kind)
    return SettlementLine(
      profile: profile.name, account: account.read(cell(plan.account, csv)), kind: kind,
      type: word, pspReference: reference(column, csv),
      parentReference: reference(plan.parentReference, csv),
      merchantReference: reference(plan.merchantReference, csv),
      payoutReference: payoutReference.read(undamaged(plan.payoutReference, csv)),
      text: text(csv, without: column), occurredAt: occurredAt, gross: amounts.gross,
      fees: amounts.fees, net: amounts.net,
      exchangeRate: exchangeRate.read(cell(plan.exchangeRate, csv)),
      rowReference: rowReference(csv), occurrence: 0)
  }

  private func cell(_ column: Column, _ csv: CSVReader) -> ArraySlice<UInt8> {
    csv.cell(column)
  }

  // MARK: References and text

  private func referenceColumn(_ kind: SettlementKind) -> Column {
    switch kind {
    case .refund, .refundReversal: plan.refundReference
    case .chargeback, .chargebackReversal: plan.chargebackReference
    default: plan.reference
    }
  }

  private mutating func reference(_ column: Column, _ csv: CSVReader) -> String {
    let cell = undamaged(column, csv)
    return cell.isEmpty ? "" : String(decoding: cell, as: UTF8.self)
  }

  /// The cell, or nothing if a spreadsheet has put a rounded number in place of the reference.
  private mutating func undamaged(_ column: Column, _ csv: CSVReader) -> ArraySlice<UInt8> {
    let cell = cell(column, csv)
    guard isExponentForm(cell) else { return cell }
    findings.note(.damagedReference(column.header))
    return []
  }

  /// The cells that tell the row from others, as one record of CSV: no two lists of cells have the
  /// same text. Empty if the cells are, or if a spreadsheet has made one of them a number that
  /// other rows may have as well.
  private func rowReference(_ csv: CSVReader) -> String {
    var text: [UInt8] = []
    var isEmpty = true
    for (place, column) in plan.rowReference.enumerated() {
      let cell = cell(column, csv)
      guard !isExponentForm(cell) else { return "" }
      if place > 0 { text.append(UInt8(ascii: ",")) }
      if !cell.isEmpty { isEmpty = false }
      guard cell.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
        text += cell
        continue
      }
      text.append(UInt8(ascii: "\""))
      for byte in cell { text += byte == UInt8(ascii: "\"") ? [byte, byte] : [byte] }
      text.append(UInt8(ascii: "\""))
    }
    return isEmpty ? "" : String(decoding: text, as: UTF8.self)
  }

  /// What the text columns say, the one apart that already is the reference.
  private func text(_ csv: CSVReader, without reference: Column) -> String {
    var text = ""
    for column in plan.text where column.index != reference.index {
      let cell = cell(column, csv)
      guard !cell.isEmpty else { continue }
      if !text.isEmpty { text += " " }
      text += String(decoding: cell, as: UTF8.self)
    }
    return text
  }

  // MARK: Date

  private mutating func moment(_ csv: CSVReader) throws(SettlementError.Place) -> Timestamp {
    let date = cell(plan.date, csv)
    guard let local = profile.date.pattern.seconds(date) else {
      throw csv.fault(
        plan.date, "settlement_date",
        "\(csv.quoted(plan.date)) is no moment in the profile's format")
    }
    if let column = plan.zone {
      let cell = cell(column, csv)
      if !zone.isSame(cell) || cell.isEmpty {
        guard let offset = TimeZoneOffset.seconds(zone.read(cell)) else {
          zone = RepeatedText()
          throw csv.fault(
            column, "settlement_zone",
            "\(csv.quoted(column)) is no zone that is known; write UTC, CET, PST or +01:00")
        }
        zoneOffset = offset
      }
    }
    guard local >= zoneOffset else {
      throw csv.fault(
        plan.date, "settlement_date", "\(csv.quoted(plan.date)) is before 1970 in UTC")
    }
    return Timestamp(seconds: local - zoneOffset)
  }
}

/// Whether a cell is what a spreadsheet makes of a long number: `1.2302025304E+022`.
private func isExponentForm(_ cell: ArraySlice<UInt8>) -> Bool {
  guard let first = cell.first, isDigit(first) else { return false }
  var rest = cell.drop(while: isDigit)
  if let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
    rest = rest.dropFirst()
    guard let digit = rest.first, isDigit(digit) else { return false }
    rest = rest.drop(while: isDigit)
  }
  guard let letter = rest.popFirst(), letter | 0x20 == UInt8(ascii: "e"),
    let sign = rest.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
  else { return false }
  return !rest.isEmpty && rest.allSatisfy(isDigit)
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// The text of a column that mostly says what it said in the row before.
private struct RepeatedText {
  private var bytes: [UInt8] = []
  private var text = ""

  func isSame(_ cell: ArraySlice<UInt8>) -> Bool { cell.elementsEqual(bytes) }

  mutating func read(_ cell: ArraySlice<UInt8>) -> String {
    if !isSame(cell) {
      bytes = Array(cell)
      text = String(decoding: cell, as: UTF8.self)
    }
    return text
  }
}

extension CSVReader {
  /// The bytes of a column in the record that was read last; none if the file lacks it.
  func cell(_ column: SettlementPlan.Column) -> ArraySlice<UInt8> {
    guard let index = column.index else { return [] }
    return contents(of: fields[index])
  }

  /// The text of a column for a message, cut to a readable length.
  func quoted(_ column: SettlementPlan.Column) -> String {
    let text = String(decoding: cell(column).prefix(256), as: UTF8.self)
    let cut = String(text.prefix(40))
    return "\"\(cut)\(cut.utf8.count < cell(column).count ? "..." : "")\""
  }

  /// A fault of a column in the record that was read last.
  func fault(
    _ column: SettlementPlan.Column, _ code: String, _ detail: String
  ) -> SettlementError.Place {
    SettlementError.Place(record: record, column: column.header, code: code, detail: detail)
  }
}
