import Testing

@testable import PayCore

/// What makes postings a journal.
@Suite struct JournalTests {
  private static func posting(
    _ account: Account, _ minorUnits: Int64, _ code: String = "USD"
  ) -> Posting {
    Posting(
      account: account, amount: Money(minorUnits: minorUnits, currency: Fixture.currency(code)))
  }

  private func journal(
    _ postings: [Posting], amount: Int64
  ) throws(JournalFault) -> Journal {
    try Journal(
      kind: .capture, intent: "buy_1", pspReference: "C", actor: "key:1", moment: Fixture.now,
      amount: Money(minorUnits: amount, currency: Fixture.usd), isAttested: false,
      postings: postings)
  }

  @Test func `postings are kept as they were posted`() throws {
    for postings in [
      [Self.posting(.clearing, 100), Self.posting(.revenue, -100)],
      [Self.posting(.clearing, 100), Self.posting(.revenue, -93), Self.posting(.tax, -7)],
      // A refund as it was posted before there was an account for refunds.
      [Self.posting(.revenue, 100), Self.posting(.clearing, -100)],
      [
        Self.posting(.clearing, 100), Self.posting(.revenue, -100),
        Self.posting(.rounding, 3, "JPY"), Self.posting(.clearing, -3, "JPY"),
      ],
    ] {
      #expect(try journal(postings, amount: 100).postings == postings)
    }
    let largest = Int64.max
    let two = [Self.posting(.clearing, largest), Self.posting(.revenue, -largest)]
    #expect(try journal(two, amount: largest).postings == two)
  }

  @Test(
    arguments: [
      ([], .tooFewPostings), ([posting(.clearing, 100)], .tooFewPostings),
      ([posting(.clearing, 100), posting(.revenue, -99)], .unbalanced),
      ([posting(.clearing, 100), posting(.revenue, 100)], .unbalanced),
      ([posting(.clearing, 100), posting(.revenue, -100, "EUR")], .unbalanced),
      (
        [posting(.clearing, 100), posting(.revenue, -100), posting(.tax, 0)], .emptyPosting
      ),
      // In 64 bits these would come to zero.
      (
        [posting(.clearing, .max), posting(.clearing, .max), posting(.revenue, 2)], .unbalanced
      ),
      ([posting(.clearing, 99), posting(.revenue, -99)], .otherAmount),
      ([posting(.clearing, 100, "EUR"), posting(.revenue, -100, "EUR")], .otherAmount),
    ] as [([Posting], JournalFault)])
  func `other postings are refused`(postings: [Posting], fault: JournalFault) {
    #expect(throws: fault) { try journal(postings, amount: 100) }
  }

  @Test(
    arguments: [
      (.capture, 0, [(.clearing, 1000), (.revenue, -1000)]),
      (.capture, 70, [(.clearing, 1000), (.revenue, -930), (.tax, -70)]),
      (.capture, 1000, [(.clearing, 1000), (.tax, -1000)]),
      (.capture, 2000, [(.clearing, 1000), (.tax, -1000)]),
      (.capture, -1, [(.clearing, 1000), (.revenue, -1000)]),
      (.refund, 0, [(.refunds, 1000), (.clearing, -1000)]),
      (.refund, 70, [(.refunds, 930), (.tax, 70), (.clearing, -1000)]),
      (.disputeOpened, 70, [(.disputes, 1000), (.clearing, -1000)]),
      (.disputeWon, 70, [(.clearing, 1000), (.disputes, -1000)]),
      (.disputeLost, 70, [(.disputeLosses, 1000), (.disputes, -1000)]),
    ] as [(JournalKind, Int64, [(Account, Int64)])])
  func `a movement is posted on its accounts`(
    kind: JournalKind, tax: Int64, expected: [(Account, Int64)]
  ) throws {
    let amount = Money(minorUnits: 1000, currency: Fixture.usd)
    let journal = Journal(
      kind: kind, intent: "buy_1", pspReference: "C", actor: "key:1", moment: Fixture.now,
      amount: amount, taxMinorUnits: tax, isAttested: true)
    #expect(journal.postings == expected.map { Self.posting($0.0, $0.1) })
    // What is posted can be read.
    let again = try Journal(
      kind: kind, intent: "buy_1", pspReference: "C", actor: "key:1", moment: Fixture.now,
      amount: amount, isAttested: true, postings: journal.postings)
    #expect(again == journal)
  }

  @Test func `the tax in a price is what was computed, added or included`() throws {
    for (isInclusive, price, tax) in [(true, "10.00", 65), (false, "10.70", 70)] {
      let offer: JSONValue = [
        "id": "tea", "label": "Tea",
        "segments": [
          [
            "lines": [["label": "Tea", "unitPrice": "10.00"]],
            "tax": [
              "label": "Tax", "rate": "7", "inclusive": .bool(isInclusive), "rounding": "halfUp",
              "per": "line",
            ],
          ]
        ],
      ]
      let configuration = try Fixture.configuration(offers: [offer])
      let quote = try Quote(configuration, offer: nil, segment: 0, at: Fixture.now)
      #expect(quote.price.amount == price)
      #expect(quote.taxMinorUnits == Int64(tax))
    }
    let plain = try Quote(try Fixture.configuration(), offer: nil, segment: 2, at: Fixture.now)
    #expect(plain.taxMinorUnits == 0)
  }

  @Test func `every account has a name for Beancount, and no two the same`() {
    let roots = ["Assets", "Liabilities", "Equity", "Income", "Expenses"]
    for account in Account.allCases {
      let parts = account.beancountName.split(separator: ":")
      #expect(parts.count >= 2 && roots.contains(String(parts[0])))
      #expect(parts.allSatisfy { $0.first?.isUppercase == true })
    }
    #expect(Set(Account.allCases.map(\.beancountName)).count == Account.allCases.count)
  }
}
