import PayCore
import Testing

@Suite struct IntentStateTests {
  /// One row a state; one column an event, in the order of its cases.
  static let table: [(IntentState, [IntentAction])] = [
    (
      .created,
      row([
        .tokenVerified: .enter(.verified), .attestedApproval: .enter(.authorized),
        .attestedDecline: .enter(.failed), .canceled: .enter(.canceled),
        .timeRanOut: .enter(.expired),
      ])
    ),
    (
      .verified,
      row([
        .approved: .enter(.authorized), .declined: .enter(.failed),
        .attestedApproval: .enter(.authorized), .attestedDecline: .enter(.failed),
        .timeRanOut: .enter(.failed),
      ])
    ),
    (
      .authorized,
      row([
        .captured: .enter(.captured), .canceled: .enter(.canceled),
        .approved: .recordOtherPayment, .attestedApproval: .recordOtherPayment,
      ])
    ),
    (
      .captured,
      row([
        .refunded: .stay, .disputeOpened: .stay, .disputeWon: .stay, .disputeLost: .stay,
        .approved: .recordOtherPayment, .attestedApproval: .recordOtherPayment,
      ])
    ),
    (.canceled, row([.approved: .recordForVoiding, .attestedApproval: .recordForVoiding])),
    (.expired, row([.approved: .recordForVoiding, .attestedApproval: .recordForVoiding])),
    (.failed, row([.approved: .recordForVoiding, .attestedApproval: .recordForVoiding])),
  ]

  /// What some events mean; every other event is refused.
  private static func row(_ entries: [IntentEvent: IntentAction]) -> [IntentAction] {
    IntentEvent.allCases.map { entries[$0] ?? .refuse }
  }

  @Test func `the table is complete`() {
    #expect(Self.table.map(\.0) == IntentState.allCases)
    #expect(
      IntentEvent.allCases == [
        .tokenVerified, .approved, .declined, .attestedApproval, .attestedDecline, .captured,
        .canceled, .timeRanOut, .refunded, .disputeOpened, .disputeWon, .disputeLost,
      ])
  }

  @Test(arguments: table)
  func `each event means one thing in each state`(state: IntentState, actions: [IntentAction]) {
    #expect(IntentEvent.allCases.map { state.action(on: $0) } == actions)
  }

  @Test func `no state is entered twice on any path`() {
    func walk(_ state: IntentState, _ path: [IntentState]) {
      #expect(!path.contains(state))
      guard !path.contains(state) else { return }
      for event in IntentEvent.allCases {
        if case .enter(let next) = state.action(on: event) { walk(next, path + [state]) }
      }
    }
    walk(.created, [])
  }

  @Test(arguments: table)
  func `applying an event keeps the new state or refuses`(
    state: IntentState, actions: [IntentAction]
  ) throws {
    let intent = try Fixture.intent(state: state)
    for (event, action) in zip(IntentEvent.allCases, actions) {
      let update = intent.applying(event, at: Fixture.now)
      let refusal: IntentError? =
        switch action {
        case .enter, .stay: nil
        case .refuse, .recordForVoiding, .recordOtherPayment:
          state == .expired ? .expired : .notAllowed(in: state, event)
        }
      var kept = intent
      if case .enter(let next) = action { kept.state = next }
      #expect(update == IntentUpdate(intent: kept, refusal: refusal), "\(state) \(event)")
    }
  }

  static let edges: [(IntentState, Int64, IntentState)] =
    [
      (.created, 899_999, .created), (.created, 900_000, .expired), (.created, 900_001, .expired),
    ] + IntentState.allCases.dropFirst().map { ($0, 900_000, $0) }

  @Test(arguments: edges)
  func `only a created intent runs out, at its very last moment`(
    state: IntentState, milliseconds: Int64, expected: IntentState
  ) throws {
    let intent = try Fixture.intent(state: state)
    let moment = Timestamp(milliseconds: Fixture.now.milliseconds + milliseconds)
    var observed = intent
    observed.state = expected
    #expect(intent.observed(at: moment) == observed)
  }

  @Test func `what comes after the time ran out meets an expired intent, which is kept`() throws {
    let intent = try Fixture.intent()
    let update = intent.applying(.canceled, at: intent.expiresAt)
    #expect(update.refusal == .expired)
    #expect(update.intent.state == .expired)
  }

  @Test func `a refusal has words`() {
    #expect(
      IntentError.notAllowed(in: .captured, .canceled).description
        == "the intent is captured and cannot be canceled")
    #expect(
      IntentError.notAllowed(in: .created, .captured).description
        == "the intent is created: only an authorized one can be captured")
    #expect(
      IntentError.notAllowed(in: .authorized, .disputeWon).description
        == "the intent is authorized: only what was captured is disputed")
    #expect(
      IntentError.noSession(in: .canceled).description
        == "the intent is canceled: it takes no merchant session")
  }
}
