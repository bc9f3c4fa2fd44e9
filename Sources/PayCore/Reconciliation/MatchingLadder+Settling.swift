/// How rows and lines that share a reference are settled against each other.
struct SettlingCodes {
  let match: MatchReason
  /// For lines beyond the rows.
  let surplus: MatchReason
  /// Whether a line with a reference of its own is another movement if its amount is another.
  let amountsMustAgree: Bool
}

extension MatchingLadder {
  /// Pairs rows and lines that share a reference where nothing else could be meant; gives the rows
  /// that no line can be about. No result depends on the order of rows or lines.
  mutating func settle(_ rows: [Int], _ lines: [Int], _ codes: SettlingCodes) -> [Int] {
    guard !lines.isEmpty else { return rows }
    if rows.isEmpty {
      for line in lines { lineVerdicts[line] = .alone(.duplicate, codes.surplus) }
      return []
    }
    if rows.count == 1, !codes.amountsMustAgree {
      pairBest(rows[0], lines, codes)
      return []
    }
    var loneRows: [Int] = []
    var loneLines: [Int] = []
    var leavesDoubt = false
    for (sameRows, sameLines) in classes(rows, lines) {
      if sameLines.isEmpty {
        loneRows += sameRows
      } else if sameRows.isEmpty {
        loneLines += sameLines
      } else if sameRows.count == 1, let row = sameRows.first,
        sameLines.count == 1 || !codes.amountsMustAgree
          || sameLines.allSatisfy({ settlement[$0].line.pspReference.isEmpty })
      {
        pairBest(row, Array(sameLines), codes)
      } else {
        doubt(sameRows, sameLines)
        leavesDoubt = true
      }
    }
    if codes.amountsMustAgree {
      loneLines.removeAll { !settlement[$0].line.pspReference.isEmpty }
    }
    return settleLone(loneRows, loneLines, codes, leavesDoubt: leavesDoubt)
  }

  /// Rows and lines for which the other side has no equal amount.
  private mutating func settleLone(
    _ rows: [Int], _ lines: [Int], _ codes: SettlingCodes, leavesDoubt: Bool
  ) -> [Int] {
    if lines.isEmpty { return rows }
    if leavesDoubt || rows.count > 1 {
      doubt(rows[...], lines[...])
    } else if let row = rows.first {
      pairBest(row, lines, codes)
    } else if !codes.amountsMustAgree {
      for line in lines { lineVerdicts[line] = .alone(.duplicate, codes.surplus) }
    }
    return []
  }

  private mutating func doubt(_ rows: ArraySlice<Int>, _ lines: ArraySlice<Int>) {
    for row in rows { rowVerdicts[row] = .alone(.ambiguous, .ambiguousReference) }
    for line in lines { lineVerdicts[line] = .alone(.ambiguous, .ambiguousReference) }
  }

  /// Pairs a row with the line that agrees best with it; the other lines are surplus.
  private mutating func pairBest(_ row: Int, _ lines: [Int], _ codes: SettlingCodes) {
    guard var best = lines.first else { return }
    for line in lines.dropFirst() where isBetter(line, than: best, for: row) { best = line }
    for line in lines { lineVerdicts[line] = .alone(.duplicate, codes.surplus) }
    pair(row, best, codes)
  }

  mutating func pair(_ row: Int, _ line: Int, _ codes: SettlingCodes) {
    var reason = codes.match
    if reason == .merchantReference, !ledger[row].pspReference.isEmpty,
      !settlement[line].line.pspReference.isEmpty
    {
      reason = .otherPSPReference
    }
    rowVerdicts[row] = .paired(line, reason)
    lineVerdicts[line] = .paired(row, reason)
  }

  /// Agreement in merchant reference, then currency, then amount; among equals the content decides,
  /// the earlier line first, so that a later file does not take a match away.
  private func isBetter(_ line: Int, than other: Int, for row: Int) -> Bool {
    let (one, two) = (agreement(line, row), agreement(other, row))
    return one == two
      ? settlement[line].line.precedes(settlement[other].line) : one > two
  }

  private func agreement(_ line: Int, _ row: Int) -> Int {
    let settled = settlement[line].line.gross
    let hasCurrency = settled.currency == ledger[row].amount.currency
    let namesIntent = lineIntents[line] != nil && lineIntents[line] == rowIntents[row]
    return (namesIntent ? 4 : 0) + (hasCurrency ? 2 : 0)
      + (settled.minorUnits == ledger[row].amount.minorUnits ? 1 : 0)
  }

  /// Rows and lines by equal amounts, one side possibly empty.
  private func classes(
    _ rows: [Int], _ lines: [Int]
  ) -> [(rows: ArraySlice<Int>, lines: ArraySlice<Int>)] {
    let rows = rows.map { (amount: AmountOrder(ledger[$0].amount), index: $0) }
      .sorted { $0.amount < $1.amount }
    let lines = lines.map { (amount: AmountOrder(settlement[$0].line.gross), index: $0) }
      .sorted { $0.amount < $1.amount }
    let (rowIndices, lineIndices) = (rows.map(\.index), lines.map(\.index))
    var found: [(ArraySlice<Int>, ArraySlice<Int>)] = []
    var (row, line) = (0, 0)
    while row < rows.count || line < lines.count {
      let amount: AmountOrder
      if row == rows.count {
        amount = lines[line].amount
      } else if line == lines.count {
        amount = rows[row].amount
      } else {
        amount = min(rows[row].amount, lines[line].amount)
      }
      let rowEnd = rows[row...].prefix { $0.amount == amount }.endIndex
      let lineEnd = lines[line...].prefix { $0.amount == amount }.endIndex
      found.append((rowIndices[row..<rowEnd], lineIndices[line..<lineEnd]))
      (row, line) = (rowEnd, lineEnd)
    }
    return found
  }
}

/// An amount as something that can be sorted: by currency, then minor units.
private struct AmountOrder: Comparable {
  let currency: Int
  let minorUnits: Int64

  init(_ amount: Money) {
    currency = amount.currency.numeric
    minorUnits = amount.minorUnits
  }

  static func < (left: AmountOrder, right: AmountOrder) -> Bool {
    (left.currency, left.minorUnits) < (right.currency, right.minorUnits)
  }
}
