import PayCore
import Testing

@Suite struct ProblemAnswerTests {
  private func problem(_ text: String) throws(AnswerError) -> ProblemAnswer {
    try ProblemAnswer(parsing: Array(text.utf8))
  }

  @Test func `a problem has code, title and detail`() throws {
    let answer = try problem(
      #"{"type":"urn:pay:problem:offer_withdrawn","title":"Offer is gone","status":409,"#
        + #""detail":"ask for a new one","code":"offer_withdrawn","errors":[],"requestId":"r"}"#)
    #expect(answer.code == "offer_withdrawn")
    #expect(answer.title == "Offer is gone")
    #expect(answer.detail == "ask for a new one")
    #expect(answer.message == "Offer is gone: ask for a new one")
  }

  @Test func `somebody else's problem has a title at least`() throws {
    let answer = try problem(#"{"title":"Bad Gateway"}"#)
    #expect(answer.code == "")
    #expect(answer.message == "Bad Gateway")
  }

  @Test(arguments: [
    ("<html></html>", "answer_not_json"), ("", "answer_not_json"), ("[]", "answer_malformed"),
    ("{}", "answer_malformed"), (#"{"title":1}"#, "answer_malformed"),
    (#"{"title":"x","detail":[]}"#, "answer_malformed"),
    (#"{"title":"x","code":null}"#, "answer_malformed"),
  ])
  func `anything else is refused`(text: String, code: String) {
    let error = #expect(throws: AnswerError.self) { try problem(text) }
    #expect(error?.code == code)
  }
}
