import TestSupport
import Testing

@testable import PayCore

/// What disputes make of a captured intent and its ledger.
@Suite struct DisputeTests {
  private static let now = Fixture.now.adding(seconds: 60)

  /// A captured intent over 20.00 USD and what was posted for it so far.
  private struct Books {
    var intent: PurchaseIntent
    var journals: [Journal] = []

    init() throws {
      intent = try Fixture.intent(state: .authorized)
      _ = say(.capture(pspReference: "C"))
    }

    /// Keeps what a word does; the code of its refusal, nil if it was done.
    mutating func say(_ word: BackendWord) -> String? {
      let update = intent.applying(
        word, by: "key:1", journals: journals, at: DisputeTests.now)
      intent = update.intent
      if let journal = update.journal { journals.append(journal) }
      return update.refusal?.code
    }

    var balances: [Account: Int128] {
      var balances = LedgerBalances()
      for journal in journals { balances.add(journal) }
      return balances.lines.reduce(into: [:]) { $0[$1.account] = $1.minorUnits }
    }
  }

  private static func opened(_ reference: String, _ amount: String? = nil) -> BackendWord {
    .dispute(pspReference: reference, .opened, amount: amount)
  }

  private static func won(_ reference: String) -> BackendWord {
    .dispute(pspReference: reference, .won, amount: nil)
  }

  private static func lost(_ reference: String) -> BackendWord {
    .dispute(pspReference: reference, .lost, amount: nil)
  }

  private static func refund(_ reference: String, _ amount: String? = nil) -> BackendWord {
    .refund(pspReference: reference, amount: amount)
  }

  struct Case: CustomTestStringConvertible {
    let words: [BackendWord]
    /// The refusal of the last word; all others are done.
    let code: String?
    let refunded: Int64
    let disputed: Int64

    init(_ words: [BackendWord], _ code: String? = nil, refunded: Int64 = 0, disputed: Int64 = 0) {
      self.words = words
      self.code = code
      self.refunded = refunded
      self.disputed = disputed
    }

    var testDescription: String { "\(words)" }
  }

  static let cases = [
    Case([opened("D")], disputed: 2000),
    Case([opened("D", "5.00")], disputed: 500),
    Case([opened("D", "20.00")], disputed: 2000),
    Case([opened("D", "5.00"), won("D")]),
    Case([opened("D", "5.00"), lost("D")], disputed: 500),
    Case([opened("D", "5.00"), opened("E")], disputed: 2000),
    Case([refund("R", "5.00"), opened("D")], refunded: 500, disputed: 1500),
    Case([opened("D", "5.00"), refund("R")], refunded: 1500, disputed: 500),
    Case([opened("D", "5.00"), lost("D"), refund("R")], refunded: 1500, disputed: 500),
    Case([opened("D"), won("D"), refund("R")], refunded: 2000),
    // A refund and a dispute may have one reference.
    Case([refund("X", "5.00"), opened("X", "5.00")], refunded: 500, disputed: 500),
    // Of two spellings each is its own.
    Case([opened("D", "5.00"), opened("d", "5.00")], disputed: 1000),
    Case([opened("D", "20.01")], "dispute_exceeds_captured"),
    Case([opened("D", "0.00")], "dispute_exceeds_captured"),
    Case([opened("D", "-1.00")], "dispute_exceeds_captured"),
    Case([refund("R"), opened("D")], "dispute_exceeds_captured", refunded: 2000),
    Case([opened("D"), opened("E")], "dispute_exceeds_captured", disputed: 2000),
    Case([opened("D", "15.00"), opened("E", "5.01")], "dispute_exceeds_captured", disputed: 1500),
    Case(
      [opened("D", "15.00"), lost("D"), opened("E", "5.01")], "dispute_exceeds_captured",
      disputed: 1500),
    Case([opened("D", "15.00"), refund("R", "5.01")], "refund_exceeds_captured", disputed: 1500),
    Case([opened("D"), lost("D"), refund("R")], "refund_exceeds_captured", disputed: 2000),
    Case([opened("D", "1.001")], "too_many_decimals"),
    Case([opened("D", "5,00")], "amount_syntax"),
    Case([opened("D", "")], "amount_syntax"),
    Case([opened("D", "5.00"), opened("D", "5.00")], "dispute_repeated", disputed: 500),
    Case([opened("D", "5.00"), won("D"), opened("D", "5.00")], "dispute_repeated"),
    Case(
      [opened("D", "5.00"), lost("D"), opened("D", "5.00")], "dispute_repeated", disputed: 500),
    Case([won("D")], "dispute_unknown"),
    Case([lost("D")], "dispute_unknown"),
    Case([refund("R", "5.00"), won("R")], "dispute_unknown", refunded: 500),
    Case([won("C")], "dispute_unknown"),
    Case([opened("D", "5.00"), won("d")], "dispute_unknown", disputed: 500),
    Case([opened("D", "5.00"), won("D"), won("D")], "dispute_decided"),
    Case([opened("D", "5.00"), won("D"), lost("D")], "dispute_decided"),
    Case([opened("D", "5.00"), lost("D"), lost("D")], "dispute_decided", disputed: 500),
    Case([opened("D", "5.00"), lost("D"), won("D")], "dispute_decided", disputed: 500),
  ]

  @Test(arguments: cases)
  func `a dispute takes what is left, and is decided once`(_ row: Case) throws {
    var books = try Books()
    for word in row.words.dropLast() { #expect(books.say(word) == nil, "\(word)") }
    let before = books
    let last = try #require(row.words.last)
    #expect(books.say(last) == row.code)
    #expect(books.intent.state == .captured)
    #expect(books.intent.refundedMinorUnits == row.refunded)
    #expect(books.intent.disputedMinorUnits == row.disputed)
    if row.code != nil {
      #expect(books.intent == before.intent && books.journals == before.journals)
    }
    #expect(books.balances[.clearing] == Int128(2000 - row.refunded - row.disputed))
  }

  @Test func `each step of a dispute posts both its sides`() throws {
    var books = try Books()
    for (word, kind, accounts) in [
      (Self.opened("D", "5.00"), JournalKind.disputeOpened, [Account.disputes, .clearing]),
      (Self.won("D"), .disputeWon, [.clearing, .disputes]),
      (Self.opened("E", "5.00"), .disputeOpened, [.disputes, .clearing]),
      (Self.lost("E"), .disputeLost, [.disputeLosses, .disputes]),
    ] {
      #expect(books.say(word) == nil)
      let journal = try #require(books.journals.last)
      #expect(journal.kind == kind && journal.actor == "key:1" && journal.moment == Self.now)
      #expect(journal.amount.minorUnits == 500)
      #expect(journal.postings.map(\.account) == accounts)
      #expect(journal.postings.map(\.amount.minorUnits) == [500, -500])
    }
    #expect(
      books.balances == [.clearing: 1500, .disputes: 0, .revenue: -2000, .disputeLosses: 500])
  }

  @Test func `only an intent under dispute says how much of it is`() throws {
    var books = try Books()
    #expect(!books.intent.json().text.contains("amountDisputed"))
    #expect(books.say(Self.opened("D", "5.00")) == nil)
    #expect(books.intent.json().text.contains(#""amountDisputed":"5.00""#))
    #expect(books.say(Self.won("D")) == nil)
    #expect(!books.intent.json().text.contains("amountDisputed"))
  }

  @Test(arguments: IntentState.allCases.filter { $0 != .captured }, DisputeResult.allCases)
  func `no other state takes a dispute`(state: IntentState, result: DisputeResult) throws {
    let intent = try Fixture.intent(state: state)
    let update = intent.applying(
      .dispute(pspReference: "D", result, amount: nil), by: "key:1", journals: [], at: Self.now)
    let refusal: IntentError =
      state == .expired ? .expired : .notAllowed(in: state, result.event)
    #expect(update == IntentUpdate(intent: intent, refusal: refusal))
  }

  // MARK: Property

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `whatever the backend says in whatever order, the books stay right`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var kinds: Set<JournalKind> = []
    for round in 0..<40 {
      var intent = try Self.intent(&random)
      var journals: [Journal] = []
      for step in 0..<60 {
        let word = Self.word(&random)
        let before = intent
        let update = intent.applying(word, by: "key:1", journals: journals, at: Self.now)
        intent = update.intent
        if let journal = update.journal { journals.append(journal) }
        let place = "seed \(seed), round \(round), step \(step): \(word)"
        if update.refusal != nil {
          #expect(update.intent == before && update.journal == nil, "\(place)")
        }
        Self.check(intent, journals, place)
      }
      kinds.formUnion(journals.map(\.kind))
    }
    #expect(kinds.count == JournalKind.allCases.count, "seed \(seed) plays too little")
  }

  private static func intent(_ random: inout SplitMix64) throws -> PurchaseIntent {
    let plain = try Fixture.intent()
    let price = Int64.random(in: 1...30, using: &random)
    return PurchaseIntent(
      id: plain.id, state: .created, offer: plain.offer, segment: plain.segment,
      price: Money(minorUnits: price, currency: Fixture.usd), refundedMinorUnits: 0,
      createdAt: plain.createdAt, expiresAt: plain.expiresAt, nonce: plain.nonce,
      request: plain.request, taxMinorUnits: Int64.random(in: 0...price, using: &random))
  }

  private static func word(_ random: inout SplitMix64) -> BackendWord {
    let reference = "\(Int.random(in: 0..<8, using: &random))"
    let amount: String? =
      ["0.01", "0.02", "0.07", "0", "-0.01", "0.001", nil]
      .randomElement(using: &random) ?? nil
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      return .authorization(
        pspReference: "P", isApproved: true, isAttested: Bool.random(using: &random))
    case 1: return .capture(pspReference: reference)
    case 2...5: return .refund(pspReference: reference, amount: amount)
    case 6...9: return .dispute(pspReference: reference, .opened, amount: amount)
    case 10, 11: return .dispute(pspReference: reference, .won, amount: nil)
    case 12: return .dispute(pspReference: reference, .lost, amount: nil)
    default:
      return Int.random(in: 0..<10, using: &random) == 0
        ? .cancel(pspReference: nil) : .capture(pspReference: reference)
    }
  }

  private static func check(_ intent: PurchaseIntent, _ journals: [Journal], _ place: String) {
    let captured = intent.state == .captured ? intent.price.minorUnits : 0
    let (refunded, disputed) = (intent.refundedMinorUnits, intent.disputedMinorUnits)
    #expect(refunded >= 0 && disputed >= 0 && refunded + disputed <= captured, "\(place)")
    var balances: [Account: Int64] = [:]
    for journal in journals {
      #expect(journal.postings.count >= 2, "\(place)")
      #expect(journal.postings.allSatisfy { $0.amount.minorUnits != 0 }, "\(place)")
      #expect(journal.postings.reduce(0) { $0 + $1.amount.minorUnits } == 0, "\(place)")
      for posting in journal.postings {
        balances[posting.account, default: 0] += posting.amount.minorUnits
      }
    }
    #expect(balances[.clearing, default: 0] == captured - refunded - disputed, "\(place)")
    #expect(
      balances[.disputes, default: 0] + balances[.disputeLosses, default: 0] == disputed,
      "\(place)")
    let taxBack = balances[.tax, default: 0] + (captured > 0 ? intent.taxMinorUnits : 0)
    #expect(balances[.refunds, default: 0] + taxBack == refunded, "\(place)")
    if captured > 0, refunded == captured { #expect(balances[.tax, default: 0] == 0, "\(place)") }
  }
}
