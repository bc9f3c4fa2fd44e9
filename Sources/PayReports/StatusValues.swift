import PayCore

/// What the lines of one status come to in one currency.
struct StatusValue {
  var lines = 0
  var ledger: Int128 = 0
  var settled: Int128 = 0
}

/// How many lines of each status there are, and what they come to.
struct StatusValues {
  private var counts: [ReconciliationStatus: Int] = [:]
  private var values: [ReconciliationStatus: [Currency: StatusValue]] = [:]

  init(_ lines: [ReconciliationLine]) {
    for line in lines {
      counts[line.status, default: 0] += 1
      let facts = LineFacts(line: line)
      let ledger = facts.ledgerAmount
      let settled = facts.settledAmount
      for currency in Set([ledger?.currency, settled?.currency].compactMap { $0 }) {
        var value = values[line.status]?[currency] ?? StatusValue()
        value.lines += 1
        if let ledger, ledger.currency == currency { value.ledger += Int128(ledger.minorUnits) }
        if let settled, settled.currency == currency { value.settled += Int128(settled.minorUnits) }
        values[line.status, default: [:]][currency] = value
      }
    }
  }

  func count(_ status: ReconciliationStatus) -> Int { counts[status] ?? 0 }

  /// Each currency of a status, by code.
  func values(_ status: ReconciliationStatus) -> [(currency: Currency, value: StatusValue)] {
    (values[status] ?? [:]).sorted { $0.key.code < $1.key.code }
      .map { (currency: $0.key, value: $0.value) }
  }

  /// Lines that a person must look at.
  var exceptions: Int {
    counts.reduce(0) { $0 + ($1.key.isException ? $1.value : 0) }
  }
}
