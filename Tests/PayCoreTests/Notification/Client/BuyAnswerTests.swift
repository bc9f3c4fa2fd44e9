import PayCore
import TestSupport
import Testing

@Suite struct BuyAnswerTests {
  static func json() throws -> JSONValue {
    try Fixture.intent().json(token: "e30.e30.c2ln")
  }

  private func request(_ change: (JSONValue) -> JSONValue) throws -> JSONValue {
    let json = try Self.json()
    return json.replacing("paymentRequest", change(try #require(json["paymentRequest"])))
  }

  private func error(_ json: JSONValue) -> AnswerError? {
    #expect(throws: AnswerError.self) { try BuyAnswer(parsing: json.bytes) }
  }

  @Test func `the server's own answer is read`() throws {
    let intent = try Fixture.intent()
    let answer = try BuyAnswer(parsing: Self.json().bytes)
    #expect(answer.id == Fixture.intentID)
    #expect(answer.amount == intent.price)
    #expect(answer.intentToken == "e30.e30.c2ln")
    #expect(answer.expiresAt == intent.expiresAt)
    #expect(answer.paymentRequest == intent.boundRequest)
    let items = answer.paymentRequest.paymentSummaryItems
    #expect(items.map(\.label) == ["Some Product", "Sample Merchant"])
    #expect(items.last == answer.paymentRequest.total)
  }

  @Test func `members that are added are passed over`() throws {
    let plain = try BuyAnswer(parsing: Self.json().bytes)
    let more: JSONValue = ["new": [1, ["x": "y"]]]
    let added = try request { request in
      request.with("new", more)
        .replacing("total", request["total"]?.with("new", more))
        .replacing("lineItems", .array([(request["lineItems"]?.first ?? more).with("new", more)]))
    }.with("new", more)
    #expect(try BuyAnswer(parsing: added.bytes) == plain)
  }

  static let required = [
    "id", "amount", "currency", "intentToken", "expiresAt", "paymentRequest",
  ]

  @Test(arguments: required)
  func `a missing member is named`(name: String) throws {
    let error = error(try Self.json().replacing(name, nil))
    #expect(error == .malformed(pointer: "/\(name)", detail: try #require(detail(error))))
    #expect(error?.code == "answer_malformed")
  }

  @Test(arguments: required, [.null, true, 1, .number("1.5"), [], [:]] as [JSONValue])
  func `a member of another type is named`(name: String, value: JSONValue) throws {
    guard name != "paymentRequest" || value != [:] else { return }
    let error = error(try Self.json().replacing(name, value))
    #expect(error == .malformed(pointer: "/\(name)", detail: try #require(detail(error))))
  }

  private func detail(_ error: AnswerError?) -> String? {
    switch error {
    case .malformed(_, let detail), .contradictory(_, let detail), .notJSON(_, let detail): detail
    case nil: nil
    }
  }

  static let values: [(String, String)] = [
    ("id", ""), ("id", "buy_"), ("id", "../../v1/offers"),
    ("id", "note_01kdvdna000000000000000000"),
    ("id", "buy_01KDVDNA000000000000000000"), ("amount", ""), ("amount", "1e3"),
    ("amount", "20.001"), ("currency", "usd"), ("currency", "XYZ"), ("intentToken", ""),
    ("intentToken", "a b"), ("intentToken", "a\r\nX-Evil: 1"), ("intentToken", "ü.e30.e30"),
    ("intentToken", String(repeating: "a", count: 4097)), ("expiresAt", "tomorrow"),
    ("expiresAt", "2026-02-30T00:00:00Z"),
  ]

  @Test(arguments: values)
  func `a value that cannot be is refused`(name: String, value: String) throws {
    let error = error(try Self.json().replacing(name, .string(value)))
    #expect(error?.code == "answer_malformed")
    #expect(error?.description.hasPrefix("/\(name) ") == true)
  }

  @Test(arguments: [
    "merchantIdentifier", "merchantCapabilities", "supportedNetworks", "countryCode",
    "currencyCode", "lineItems", "total", "applicationData",
  ])
  func `a payment request that lacks a member is refused with its place`(name: String) throws {
    let error = error(try request { $0.replacing(name, nil) })
    #expect(error?.description.hasPrefix("/paymentRequest/\(name) ") == true)
  }

  @Test(arguments: ["", "=", "AA", "####", "AA==\n"])
  func `bytes that are not Base64 are refused`(text: String) throws {
    let error = error(try request { $0.replacing("applicationData", .string(text)) })
    #expect(error?.description.hasPrefix("/paymentRequest/applicationData ") == true)
  }

  private func total(_ amount: String) -> JSONValue {
    ["label": "Sample Merchant", "amount": .string(amount), "type": "final"]
  }

  @Test func `a price that differs from the sheet is refused`() throws {
    let other = error(try Self.json().replacing("amount", "5.00"))
    #expect(other?.code == "answer_contradictory")
    let sum = error(
      try request { $0.replacing("total", total("21.00")) }.replacing("amount", "21.00"))
    #expect(sum?.code == "answer_contradictory")
    let lines = error(
      try request { request in
        let huge: JSONValue = [
          "label": "x", "amount": "92233720368547758.07", "type": "final",
        ]
        return request.replacing("lineItems", [huge, huge])
      })
    #expect(lines?.code == "answer_contradictory")
    let currency = error(try Self.json().replacing("currency", "EUR"))
    #expect(currency?.code == "answer_contradictory")
  }

  @Test(arguments: [
    ("", 0), ("<html>", 0), ("[]{}", 2), (#"{"id":1,"id":1}"#, 8),
    (String(repeating: "[", count: 100), 32), (String(repeating: " ", count: 65_537), 65_536),
  ])
  func `what is not JSON is refused with its offset`(text: String, offset: Int) {
    do throws(AnswerError) {
      _ = try BuyAnswer(parsing: Array(text.utf8))
      Issue.record("it was read")
    } catch {
      guard case .notJSON(let place, _) = error else { return #expect(error.code == "") }
      #expect(place == offset)
      #expect(error.code == "answer_not_json")
    }
  }

  @Test(arguments: ["[]", "null", "1", "\"x\"", "{}"])
  func `another document is refused`(text: String) {
    #expect(throws: AnswerError.self) { try BuyAnswer(parsing: Array(text.utf8)) }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `an answer with changed bytes is read or refused, never a trap`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let genuine = try Self.json().bytes
    for round in 0..<2000 {
      var bytes = genuine
      for _ in 0...random.next() % 3 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = Array("{}[],:\"\\09.-e \u{0}z".utf8).randomElement(using: &random) ?? 0
      }
      guard let answer = try? BuyAnswer(parsing: bytes) else { continue }
      #expect(
        answer.paymentRequest.total.amount == answer.amount, "seed \(seed), round \(round)")
    }
  }
}

extension JSONValue {
  fileprivate var first: JSONValue? {
    if case .array(let elements) = self { elements.first } else { nil }
  }
}
