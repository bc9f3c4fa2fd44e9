import PayCore
import Testing

@Suite struct AuthorizeRequestTests {
  private func request(_ data: [UInt8], attempt: Int = 1) throws -> AuthorizeRequest {
    try AuthorizeRequest(
      offer: Fixture.notificationOffer(), intent: BuyAnswer(parsing: BuyAnswerTests.json().bytes),
      paymentData: data, attempt: attempt)
  }

  @Test func `the token travels byte for byte`() throws {
    let data = Array(#" { "version" : "EC_v1","data":"a\/b" } "#.utf8)
    let request = try request(data, attempt: 2)
    #expect(
      request.url
        == "https://shop.example.com/v1/purchase-intents/\(Fixture.intentID)/authorize")
    #expect(request.idempotencyKey == "\(Fixture.intentID).2")
    #expect(request.authorization == "Bearer e30.e30.c2ln")
    #expect(request.body == Array(#"{"paymentToken":"#.utf8) + data + Array("}".utf8))
    #expect(try JSONValue(parsing: request.body)["paymentToken"] == JSONValue(parsing: data))
  }

  @Test(arguments: [
    ("", AuthorizeRequestError.emptyPaymentData), ("[]", .malformedPaymentData(offset: 0)),
    ("{}}", .malformedPaymentData(offset: 2)), (#"{},"x":{}"#, .malformedPaymentData(offset: 2)),
    ("{", .malformedPaymentData(offset: 1)),
    (String(repeating: " ", count: 65_537), .malformedPaymentData(offset: 65_536)),
  ])
  func `what is not one JSON object is refused`(text: String, expected: AuthorizeRequestError) {
    let error = #expect(throws: AuthorizeRequestError.self) { try request(Array(text.utf8)) }
    #expect(error == expected)
    #expect(error?.description.isEmpty == false)
  }

  @Test func `the errors have their codes`() {
    #expect(AuthorizeRequestError.emptyPaymentData.code == "payment_data_empty")
    #expect(AuthorizeRequestError.malformedPaymentData(offset: 1).code == "payment_data_malformed")
  }
}

@Suite struct AuthorizeAnswerTests {
  private func answer(_ text: String) throws(AnswerError) -> AuthorizeAnswer {
    try AuthorizeAnswer(parsing: Array(text.utf8))
  }

  @Test(arguments: [
    #"{"status":"STATUS_SUCCESS"}"#, #"{"status":"STATUS_SUCCESS","errors":[],"new":{"x":[1]}}"#,
  ])
  func `an approval is an approval`(text: String) throws {
    #expect(try answer(text).isApproved)
    #expect(try answer(text).faults == [])
  }

  @Test(arguments: [
    #"{"status":"STATUS_FAILURE"}"#, #"{"status":"STATUS_PENDING","errors":[]}"#,
    #"{"status":"status_success"}"#, #"{"status":""}"#,
  ])
  func `everything else is none`(text: String) throws {
    #expect(try answer(text).isApproved == false)
  }

  @Test func `a failure has its errors`() throws {
    let failure = try answer(
      #"{"status":"STATUS_FAILURE","errors":[{"code":"unknown","message":"declined","new":1},{}]}"#)
    #expect(failure.faults.map(\.code) == ["unknown", "unknown"])
    #expect(failure.faults.map(\.message) == ["declined", ""])
  }

  @Test(arguments: [
    ("", "answer_not_json"), ("true", "answer_malformed"), ("{}", "answer_malformed"),
    (#"{"status":true}"#, "answer_malformed"),
    (#"{"status":"STATUS_FAILURE","errors":{}}"#, "answer_malformed"),
    (#"{"status":"STATUS_FAILURE","errors":null}"#, "answer_malformed"),
    (#"{"status":"STATUS_FAILURE","errors":["x"]}"#, "answer_malformed"),
    (#"{"status":"STATUS_FAILURE","errors":[{"code":1}]}"#, "answer_malformed"),
    (#"{"status":"STATUS_SUCCESS","errors":[{"code":"unknown"}]}"#, "answer_contradictory"),
    (#"{"status":"STATUS_SUCCESS","status":"STATUS_SUCCESS"}"#, "answer_not_json"),
  ])
  func `a hostile answer approves nothing`(text: String, code: String) {
    let error = #expect(throws: AnswerError.self) { try answer(text) }
    #expect(error?.code == code)
  }
}
