/// Adds up the rows of each payout or batch and compares them with what was paid out.
///
/// A batch without a payout row is not compared: a file may cover a part of it only, and a payout
/// that is still to come is no fault.
struct ControlTotals {
  private struct Batch: Hashable {
    /// Providers number the batches of each account by themselves.
    let account: String
    let reference: String
    let currency: Currency
  }

  private struct Total {
    /// Nets of all lines that are no payout.
    var rest: Int128 = 0
    /// Nets of the payouts, negative where money left the balance.
    var payouts: Int128 = 0
    /// Nets of rows that are no lines, finer than minor units, apart as those of lines.
    var finerRest: Decimal128? = .zero
    var finerPayouts: Decimal128? = .zero
    /// Indices of the lines that are payouts.
    var payoutLines: [Int] = []
    /// Whether anything was paid out, by a line or by a row that is none.
    var hasPayout = false
  }

  private let rule: SettlementControlRule?

  init(_ rule: SettlementControlRule?) { self.rule = rule }

  /// The totals that do not hold, in the order of the file.
  ///
  /// Under `payoutEqualsRest` a payout whose batch is negative has taken money from the bank: its
  /// net is made positive, for its printed sign says nothing.
  func check(_ lines: inout [SettlementRecord], _ uncounted: [UncountedRow]) -> [Finding] {
    guard let rule else { return [] }
    var totals: [Total] = []
    let order = add(lines, uncounted, &totals)
    var findings: [Finding] = []
    for (batch, total) in zip(order, totals) where total.hasPayout {
      let rest = BatchSum(total.rest, total.finerRest, batch.currency)
      var payouts = BatchSum(total.payouts, total.finerPayouts, batch.currency)
      if rule == .payoutEqualsRest, rest.isNegative, rest.adding(payouts.negated).isZero {
        for index in total.payoutLines { lines[index].line = lines[index].line.fromBank() }
        payouts = payouts.negated
      }
      let difference = rest.adding(payouts)
      guard !difference.isZero else { continue }
      guard findings.count < Limits.settlementFindings else { break }
      findings.append(finding(batch, rest: rest, payouts: payouts, difference))
    }
    return findings
  }

  /// Adds each line to its batch; gives the batches in the order of the file.
  private func add(
    _ lines: [SettlementRecord], _ uncounted: [UncountedRow], _ totals: inout [Total]
  ) -> [Batch] {
    var order: [Batch] = []
    var places: [Batch: Int] = [:]
    var last: (batch: Batch, place: Int)?
    for (index, record) in lines.enumerated() where !record.line.payoutReference.isEmpty {
      let line = record.line
      let batch = Batch(
        account: line.account, reference: line.payoutReference, currency: line.net.currency)
      let place: Int
      if let last, last.batch == batch {
        place = last.place
      } else if let known = places[batch] {
        place = known
      } else {
        place = order.count
        places[batch] = place
        order.append(batch)
        totals.append(Total())
      }
      last = (batch, place)
      if line.kind.isPayout {
        totals[place].payouts += Int128(line.net.minorUnits)
        totals[place].payoutLines.append(index)
        totals[place].hasPayout = true
      } else {
        totals[place].rest += Int128(line.net.minorUnits)
      }
    }
    for row in uncounted where !row.payoutReference.isEmpty {
      let batch = Batch(
        account: row.account, reference: row.payoutReference, currency: row.amounts.currency)
      guard let place = places[batch] else { continue }
      let (net, isPayout) = (row.amounts.net, row.kind.isPayout)
      totals[place].hasPayout = totals[place].hasPayout || isPayout
      if isPayout {
        totals[place].finerPayouts = totals[place].finerPayouts.summing(net)
      } else {
        totals[place].finerRest = totals[place].finerRest.summing(net)
      }
    }
    return order
  }

  private func finding(
    _ batch: Batch, rest: BatchSum, payouts: BatchSum, _ difference: BatchSum
  ) -> Finding {
    let owner = batch.account.isEmpty ? "" : " of \(shortened(batch.account))"
    return Finding(
      code: "control_total_bad", severity: .warning,
      message: "batch \(shortened(batch.reference))\(owner): \(payouts.negated) was paid "
        + "out, its other rows add up to \(rest), difference \(difference)"
    )
  }
}

/// A sum of minor units and of amounts that are finer.
private struct BatchSum: CustomStringConvertible {
  private let minorUnits: Int128
  /// nil beyond 38 digits.
  private let finer: Decimal128?
  private let currency: Currency

  init(_ minorUnits: Int128, _ finer: Decimal128?, _ currency: Currency) {
    (self.minorUnits, self.finer, self.currency) = (minorUnits, finer, currency)
  }

  func adding(_ other: BatchSum) -> BatchSum {
    BatchSum(minorUnits + other.minorUnits, finer.summing(other.finer), currency)
  }

  var negated: BatchSum { BatchSum(-minorUnits, finer?.negated, currency) }

  /// nil beyond 38 digits. Those of the minor units are fewer: a file's rows are 64 bits each.
  private var exact: Decimal128? {
    let whole: Decimal128? = Decimal128(unchecked: minorUnits, scale: currency.digits)
    return whole.summing(finer)
  }

  var isNegative: Bool { exact?.isNegative ?? (minorUnits < 0) }
  var isZero: Bool { exact?.isZero ?? false }

  var description: String {
    guard let exact else { return "more than 38 digits of \(currency)" }
    return finer?.isZero == true ? currency.text(minorUnits) : "\(exact) \(currency)"
  }
}

extension Currency {
  /// A sum of amounts as text, in minor units if it is too large for an amount.
  func text(_ minorUnits: Int128) -> String {
    guard let small = Int64(exactly: minorUnits) else {
      return "\(minorUnits) minor units of \(code)"
    }
    return Money(minorUnits: small, currency: self).description
  }
}

extension SettlementLine {
  /// This payout as one that the bank paid to the provider.
  fileprivate func fromBank() -> SettlementLine {
    guard kind == .payout, fees.minorUnits == 0, net.minorUnits != .min else { return self }
    let moved = Money(minorUnits: -net.minorUnits, currency: net.currency)
    return SettlementLine(
      profile: profile, account: account, kind: kind, type: type, pspReference: pspReference,
      parentReference: parentReference, merchantReference: merchantReference,
      payoutReference: payoutReference, text: text, occurredAt: occurredAt, gross: moved,
      fees: fees, net: moved, exchangeRate: exchangeRate, rowReference: rowReference,
      occurrence: occurrence)
  }
}
