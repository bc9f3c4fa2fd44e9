/// What stands on each account, from journals in any order.
///
/// Sums have 128 bits: no number of journals that a store can hold makes them overflow.
package struct LedgerBalances: Sendable, Hashable {
  /// One account's balance in one currency, in minor units: debits positive.
  package struct Line: Sendable, Hashable {
    package let account: Account
    package let currency: Currency
    package let minorUnits: Int128
  }

  private struct Place: Hashable {
    let account: Account
    let currency: Currency
  }

  private var sums: [Place: Int128] = [:]
  package private(set) var journals = 0

  package init() {}

  package mutating func add(_ journal: Journal) {
    journals += 1
    for posting in journal.postings {
      let place = Place(account: posting.account, currency: posting.amount.currency)
      sums[place, default: 0] += Int128(posting.amount.minorUnits)
    }
  }

  /// Accounts in their order, each with its currencies by code.
  package var lines: [Line] {
    Account.allCases.flatMap { account in
      sums.filter { $0.key.account == account }
        .map { Line(account: account, currency: $0.key.currency, minorUnits: $0.value) }
        .sorted { $0.currency.code < $1.currency.code }
    }
  }

  /// The sum over all accounts, which is zero in each currency if the books are right.
  package var totals: [(currency: Currency, minorUnits: Int128)] {
    var totals: [Currency: Int128] = [:]
    for (place, sum) in sums { totals[place.currency, default: 0] += sum }
    return totals.map { (currency: $0.key, minorUnits: $0.value) }
      .sorted { $0.currency.code < $1.currency.code }
  }

  package var json: JSONValue {
    [
      "object": "ledgerBalance", "journals": .integer(Int64(journals)),
      "accounts": .array(
        lines.map { line in
          [
            "account": .string(line.account.rawValue), "currency": .string(line.currency.code),
            "balance": .string(line.currency.amount(line.minorUnits)),
            "balanceMinor": .number(String(line.minorUnits)),
          ]
        }),
      "totals": .array(
        totals.map { total in
          [
            "currency": .string(total.currency.code),
            "balance": .string(total.currency.amount(total.minorUnits)),
          ]
        }),
    ]
  }
}
