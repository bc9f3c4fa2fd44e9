import Testing

@testable import PayCore

/// How a request's body becomes what the backend says.
@Suite struct BackendWordTests {
  private func word(_ verb: BackendWord.Verb, _ text: String) throws -> BackendWord {
    try BackendWord(verb, json: try JSONValue(parsing: Array(text.utf8)))
  }

  @Test(
    arguments: [
      (
        .authorization, #"{"pspReference":"P1","result":"approved"}"#,
        .authorization(pspReference: "P1", isApproved: true, isAttested: false)
      ),
      (
        .authorization, #"{"attested":true,"result":"declined","pspReference":"P1"}"#,
        .authorization(pspReference: "P1", isApproved: false, isAttested: true)
      ),
      (
        .authorization, #"{"pspReference":"P1","result":"approved","attested":false}"#,
        .authorization(pspReference: "P1", isApproved: true, isAttested: false)
      ),
      (.capture, #"{"pspReference":"~!"}"#, .capture(pspReference: "~!")),
      (.cancel, "{}", .cancel(pspReference: nil)),
      (.cancel, #"{"pspReference":"P2"}"#, .cancel(pspReference: "P2")),
      (.refund, #"{"pspReference":"R"}"#, .refund(pspReference: "R", amount: nil)),
      (
        .refund, #"{"pspReference":"R","amount":"5.00"}"#,
        .refund(pspReference: "R", amount: "5.00")
      ),
      (
        .dispute, #"{"pspReference":"D","result":"opened"}"#,
        .dispute(pspReference: "D", .opened, amount: nil)
      ),
      (
        .dispute, #"{"amount":"5.00","pspReference":"D","result":"opened"}"#,
        .dispute(pspReference: "D", .opened, amount: "5.00")
      ),
      (
        .dispute, #"{"pspReference":"D","result":"won"}"#,
        .dispute(pspReference: "D", .won, amount: nil)
      ),
      (
        .dispute, #"{"pspReference":"D","result":"lost"}"#,
        .dispute(pspReference: "D", .lost, amount: nil)
      ),
    ] as [(BackendWord.Verb, String, BackendWord)])
  func `a body is read as its word`(
    verb: BackendWord.Verb, text: String, expected: BackendWord
  ) throws {
    let word = try word(verb, text)
    #expect(word == expected)
    #expect(word.verb == verb)
  }

  @Test(
    arguments: [
      (.authorization, "{}", ["/pspReference", "/result"]),
      (.authorization, #"{"pspReference":"P","result":"Approved"}"#, ["/result"]),
      (.authorization, #"{"pspReference":"P","result":true}"#, ["/result"]),
      (
        .authorization, #"{"pspReference":"P","result":"approved","attested":"true"}"#,
        ["/attested"]
      ),
      (.authorization, #"{"pspReference":"P","result":"approved","amount":"1"}"#, ["/amount"]),
      (.capture, "[]", [""]), (.capture, "{}", ["/pspReference"]),
      (.capture, #"{"pspReference":"P","amount":"1.00"}"#, ["/amount"]),
      (.capture, #"{"pspReference":""}"#, ["/pspReference"]),
      (.capture, #"{"pspReference":"a b"}"#, ["/pspReference"]),
      (.capture, #"{"pspReference":"a\nb"}"#, ["/pspReference"]),
      (.capture, #"{"pspReference":"caf\u00e9"}"#, ["/pspReference"]),
      (.capture, #"{"pspReference":8836}"#, ["/pspReference"]),
      (.cancel, #"{"pspReference":null}"#, ["/pspReference"]),
      (.cancel, #"{"pspReference":" "}"#, ["/pspReference"]),
      (.cancel, #"{"reason":"x"}"#, ["/reason"]),
      (.refund, #"{"pspReference":"R","amount":5}"#, ["/amount"]),
      (.refund, #"{"amount":"5.00"}"#, ["/pspReference"]),
      (.dispute, "{}", ["/pspReference", "/result"]),
      (.dispute, #"{"pspReference":"D","result":"Opened"}"#, ["/result"]),
      (.dispute, #"{"pspReference":"D","result":"approved"}"#, ["/result"]),
      (.dispute, #"{"pspReference":"D","result":"won","amount":"5.00"}"#, ["/amount"]),
      (.dispute, #"{"pspReference":"D","result":"lost","amount":"5.00"}"#, ["/amount"]),
      (.dispute, #"{"pspReference":"D","result":"opened","amount":5}"#, ["/amount"]),
      (.dispute, #"{"pspReference":"a b","result":"opened"}"#, ["/pspReference"]),
      (.dispute, #"{"pspReference":"D","result":"opened","attested":true}"#, ["/attested"]),
    ] as [(BackendWord.Verb, String, [String])])
  func `what is wrong with a body is told with its place`(
    verb: BackendWord.Verb, text: String, pointers: [String]
  ) {
    let error = #expect(throws: JSONFaults.self) { try word(verb, text) }
    #expect(error?.faults.map(\.pointer) == pointers)
  }

  @Test func `a reference has 1 to 128 visible characters`() {
    #expect(BackendWord.isReference(String(repeating: "x", count: 128)))
    #expect(!BackendWord.isReference(String(repeating: "x", count: 129)))
    #expect(!BackendWord.isReference("\u{7F}"))
  }

  @Test func `no two words have the same canonical bytes`() {
    let words: [BackendWord] = [
      .authorization(pspReference: "P", isApproved: true, isAttested: true),
      .authorization(pspReference: "P", isApproved: true, isAttested: false),
      .authorization(pspReference: "P", isApproved: false, isAttested: true),
      .authorization(pspReference: "P", isApproved: false, isAttested: false),
      .authorization(pspReference: "Q", isApproved: true, isAttested: true),
      .capture(pspReference: "P"), .capture(pspReference: "Q"), .cancel(pspReference: nil),
      .cancel(pspReference: "P"), .refund(pspReference: "P", amount: nil),
      .refund(pspReference: "P", amount: "1.00"), .refund(pspReference: "P1.00", amount: nil),
      .dispute(pspReference: "P", .opened, amount: nil),
      .dispute(pspReference: "P", .opened, amount: "1.00"),
      .dispute(pspReference: "P", .won, amount: nil),
      .dispute(pspReference: "P", .lost, amount: nil),
      .dispute(pspReference: "Q", .lost, amount: nil),
    ]
    let forms =
      words.map { $0.canonicalBytes(of: "buy_1") } + [words[0].canonicalBytes(of: "buy_2")]
    #expect(Set(forms).count == words.count + 1)
  }
}
