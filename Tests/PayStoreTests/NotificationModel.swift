import PayCore
import TestSupport
import Testing

/// Random purchases and words on three notifications, and what must hold after each of them.
struct NotificationModel {
  let seed: UInt64

  func run(on kind: Kind) async throws {
    var random = SplitMix64(seed: seed)
    var subject = try kind.make()
    var notifications: [Int: String] = [:]
    // Every approval that was said, and whether it was taken.
    var taken: Set<String> = []
    var refused: Set<String> = []
    var moment = noon
    for step in 1...150 {
      moment = moment.adding(seconds: Int64.random(in: 0...120, using: &random))
      if Int.random(in: 0..<3, using: &random) == 0 {
        let notification = "note_\(Int.random(in: 0..<3, using: &random))"
        if try await buys(step, on: notification, at: moment, subject.store) {
          notifications[step] = notification
        }
      } else if let number = notifications.keys.sorted().randomElement(using: &random) {
        let word = word(step, &random)
        let outcome = try await subject.store.say(word, number, at: moment)
        if case .authorization(let reference, isApproved: true, _) = word {
          let key = "\(number) \(reference)"
          if case .performed? = outcome {
            taken.insert(key)
          } else if case .refused(.approvalTooLate)? = outcome {
            refused.insert(key)
          } else if case .refused(.approvedTwice)? = outcome {
            refused.insert(key)
          }
        }
      }
      if step.isMultiple(of: 50) { try await subject.settle() }
      try await check(subject.store, step)
    }
    // Each approval was either taken or is to be voided: none is forgotten.
    let voidings = try await subject.store.voidings()
    let recorded = Set(
      voidings.compactMap { voiding in
        notifications.keys.first { sampleID($0) == voiding.intent }.map {
          "\($0) \(voiding.pspReference)"
        }
      })
    #expect(recorded == refused, "seed \(seed)")
    #expect(taken.isDisjoint(with: refused), "seed \(seed)")
    #expect(!taken.isEmpty && !refused.isEmpty, "seed \(seed) plays too little")
  }

  private func buys(
    _ number: Int, on notification: String, at moment: Timestamp, _ store: any PaymentStore
  ) async throws -> Bool {
    let plain = try sampleIntent(number)
    let intent = PurchaseIntent(
      id: plain.id, state: .created, offer: plain.offer, segment: plain.segment,
      price: plain.price, refundedMinorUnits: 0, createdAt: moment,
      expiresAt: moment.adding(seconds: 900), nonce: plain.nonce, request: plain.request,
      notification: notification)
    let outcome = try await store.create(
      intent, answer: answer(for: intent), claim: sampleClaim("k\(number)"), at: moment)
    if case .performed = outcome { return true }
    #expect(outcome == .refused(.notificationUsed), "seed \(seed), step \(number)")
    return false
  }

  private func word(_ step: Int, _ random: inout SplitMix64) -> BackendWord {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2:
      .authorization(pspReference: "P\(step)", isApproved: true, isAttested: true)
    case 3: .authorization(pspReference: "P\(step)", isApproved: false, isAttested: true)
    case 4: .capture(pspReference: "C\(step)")
    case 5:
      Bool.random(using: &random)
        ? .refund(pspReference: "R\(step)", amount: "1.00")
        : .dispute(pspReference: "D\(step)", .opened, amount: "1.00")
    default: .cancel(pspReference: nil)
    }
  }

  private func check(_ store: any PaymentStore, _ step: Int) async throws {
    let intents = try await store.intents(before: nil, limit: 1000)
    for (notification, group) in Dictionary(grouping: intents, by: \.notification) {
      let live = group.count {
        [.created, .verified, .authorized, .captured].contains($0.state)
      }
      #expect(live <= 1, "seed \(seed), step \(step), \(notification ?? "")")
    }
    var balances = LedgerBalances()
    for numbered in try await store.journals(after: 0, limit: 1000) {
      balances.add(numbered.journal)
    }
    #expect(balances.totals.allSatisfy { $0.minorUnits == 0 }, "seed \(seed), step \(step)")
    let left = intents.filter { $0.state == .captured }
      .reduce(0) { $0 + $1.left.minorUnits }
    let clearing = balances.lines.first { $0.account == .clearing }?.minorUnits ?? 0
    #expect(clearing == Int128(left), "seed \(seed), step \(step)")
  }
}
