import PayCore
import Testing

@Suite struct StatusTests {
  private let intent: BuyAnswer

  init() throws { intent = try BuyAnswer(parsing: BuyAnswerTests.json().bytes) }

  private func body(_ state: IntentState) -> [UInt8] {
    let json: JSONValue = ["id": .string(intent.id), "state": .string(state.rawValue)]
    return json.bytes
  }

  @Test func `the intent is asked for with its own token`() {
    let request = StatusRequest(offer: Fixture.notificationOffer(), intent: intent)
    #expect(request.url == "https://shop.example.com/v1/purchase-intents/" + Fixture.intentID)
    #expect(request.authorization == "Bearer e30.e30.c2ln")
  }

  @Test func `the server's own answer is read`() throws {
    let answer = try StatusAnswer(parsing: Fixture.intent().json().bytes, of: intent)
    #expect(answer.state == .created)
    #expect(answer.standing == .open)
  }

  static let standings: [(IntentState, IntentStanding)] = [
    (.created, .open), (.verified, .bought), (.authorized, .bought), (.captured, .bought),
    (.canceled, .over), (.failed, .over), (.expired, .over),
  ]

  @Test func `each state means one thing`() throws {
    #expect(Set(Self.standings.map(\.0)) == Set(IntentState.allCases))
    for (state, standing) in Self.standings {
      #expect(try StatusAnswer(parsing: body(state), of: intent).standing == standing)
      #expect(try IntentStanding(status: 200, body: body(state), of: intent) == standing)
    }
  }

  @Test func `a token that has expired is an intent that is over`() throws {
    #expect(try IntentStanding(status: 401, body: Array("<html>".utf8), of: intent) == .over)
  }

  @Test(arguments: [201, 204, 302, 400, 403, 404, 409, 429, 500, 503])
  func `another status says nothing`(status: Int) throws {
    #expect(try IntentStanding(status: status, body: body(.created), of: intent) == nil)
  }

  static let bad: [(String, String)] = [
    ("", "answer_not_json"), ("<html>", "answer_not_json"), ("[]", "answer_malformed"),
    ("{}", "answer_malformed"), (#"{"id":1,"state":"created"}"#, "answer_malformed"),
    (#"{"id":"buy_01kdvdna00000000000000000z","state":"created"}"#, "answer_contradictory"),
    (#"{"id":"\#(Fixture.intentID)"}"#, "answer_malformed"),
    (#"{"id":"\#(Fixture.intentID)","state":1}"#, "answer_malformed"),
    (#"{"id":"\#(Fixture.intentID)","state":""}"#, "answer_malformed"),
    (#"{"id":"\#(Fixture.intentID)","state":"Created"}"#, "answer_malformed"),
    (#"{"id":"\#(Fixture.intentID)","state":"paused"}"#, "answer_malformed"),
  ]

  @Test(arguments: bad)
  func `nothing is sold on a guess`(text: String, code: String) {
    let error = #expect(throws: AnswerError.self) {
      try IntentStanding(status: 200, body: Array(text.utf8), of: intent)
    }
    #expect(error?.code == code)
  }
}
