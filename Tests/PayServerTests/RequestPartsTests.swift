import PayCore
import Testing

@testable import HTTPTransport
@testable import PayServer

/// A request as the transport hands it on.
func request(
  _ method: String = "GET", _ path: String = "/", query: String? = nil,
  headers: [(name: String, value: String)] = [], body: [UInt8] = []
) -> HTTPRequest {
  HTTPRequest(
    method: method, path: path, query: query, headers: HTTPHeaders(headers), body: body,
    peer: "127.0.0.1")
}

/// The problem that an operation ends in; nil if it succeeds.
func problem(_ operation: () throws(ServerProblem) -> Void) -> ProblemDetails? {
  do {
    try operation()
    return nil
  } catch {
    return ProblemDetails(error)
  }
}

@Suite struct `Query string` {
  private let known = ["offer", "segment", "é"]

  @Test(
    arguments: [
      (nil, [:]), ("", [:]), ("offer=a&segment=2", ["offer": "a", "segment": "2"]),
      ("segment=2&offer=a", ["offer": "a", "segment": "2"]), ("offer=", ["offer": ""]),
      ("offer=a=b", ["offer": "a=b"]), ("offer=a%26b%3Dc", ["offer": "a&b=c"]),
      ("%6Fffer=x", ["offer": "x"]), ("offer=a+b", ["offer": "a+b"]),
      ("offer=%c3%A9", ["offer": "é"]), ("%C3%A9=1", ["é": "1"]), ("offer=%00", ["offer": "\0"]),
    ] as [(String?, [String: String])])
  func `names have their decoded values`(query: String?, values: [String: String]) throws {
    let parsed = try QueryString(query, known: known)
    for name in known { #expect(parsed[name] == values[name]) }
  }

  @Test(
    arguments: [
      ("offer", "query_malformed", ""), ("&", "query_malformed", ""),
      ("offer=a&", "query_malformed", ""), ("&offer=a", "query_malformed", ""),
      ("offer=%", "query_malformed", ""), ("offer=%4", "query_malformed", ""),
      ("offer=%4g", "query_malformed", ""), ("offer=%FF", "query_malformed", ""),
      ("%=a", "query_malformed", ""), ("offer=%C3", "query_malformed", ""),
      ("other=1", "unknown_parameter", "/other"), ("Offer=1", "unknown_parameter", "/Offer"),
      ("=1", "unknown_parameter", "/"), ("e%CC%81=1", "unknown_parameter", "/e\u{301}"),
      ("offer=a&offer=a", "duplicate_parameter", "/offer"),
      ("offer=a&%6Fffer=b", "duplicate_parameter", "/offer"),
    ])
  func `anything else is refused with its place`(
    query: String, code: String, pointer: String
  ) throws {
    let found = problem { () throws(ServerProblem) in _ = try QueryString(query, known: known) }
    let fault = try #require(found?.errors.first)
    #expect(found?.status == 422)
    #expect(fault.code == code)
    #expect(Array(fault.pointer.utf8) == Array(pointer.utf8))
  }

  @Test(
    arguments: [
      ("segment=0", 0), ("segment=100", 100), ("offer=a", nil),
      ("segment=%31", 1),
    ] as [(String, Int64?)])
  func `a whole number in its range is read`(query: String, number: Int64?) throws {
    #expect(try QueryString(query, known: known).integer("segment", in: 0...100) == number)
  }

  @Test(
    arguments: [
      "007", "", "-1", "+1", "1.0", "1e1", "0x1", "101", " 1", "١", "9223372036854775808",
      "99999999999999999999999",
    ])
  func `what is no whole number in its range is refused`(value: String) throws {
    let query = try QueryString("segment=" + value, known: known)
    let found = problem { () throws(ServerProblem) in
      _ = try query.integer("segment", in: 0...100)
    }
    #expect(found?.code == "wrong_value")
    #expect(found?.errors.first?.pointer == "/segment")
  }
}

@Suite struct `Idempotency-Key header` {
  private func key(_ values: [String]) throws(ServerProblem) -> String {
    try IdempotencyHeader.key(
      of: request("POST", headers: values.map { ("idempotency-key", $0) }))
  }

  @Test(
    arguments: [
      ("k-1", "k-1"), (#""k-1""#, "k-1"), (#""a\"b""#, #"a"b"#), (#""a\\b""#, #"a\b"#),
      (#"a"b"#, #"a"b"#), (#"a\b"#, #"a\b"#), (#""\"""#, #"""#), ("!~", "!~"),
      (String(repeating: "k", count: 255), String(repeating: "k", count: 255)),
      ("\"" + String(repeating: "k", count: 255) + "\"", String(repeating: "k", count: 255)),
      ("\"" + String(repeating: #"\\"#, count: 255) + "\"", String(repeating: #"\"#, count: 255)),
    ])
  func `bare and quoted give the key`(value: String, key expected: String) throws {
    #expect(try key([value]) == expected)
  }

  @Test(
    arguments: [
      [""], [#""""#], [#"""#], [#""k"#], [#""k\""#], [#""a"b""#], [#""a\b""#], [#""k"x"#],
      ["a b"], [#""a b""#], ["\u{1}"], ["a\tb"], ["a\u{7F}"], ["é"], [#""é""#], ["a", "a"],
      ["a", "b"], ["", "a"], [String(repeating: "k", count: 256)],
      ["\"" + String(repeating: "k", count: 256) + "\""],
    ])
  func `anything else is malformed`(values: [String]) {
    let found = problem { () throws(ServerProblem) in _ = try key(values) }
    #expect(found?.code == "idempotency_key_malformed")
    #expect(found?.status == 400)
  }

  @Test func `none at all is told apart`() {
    let found = problem { () throws(ServerProblem) in _ = try key([]) }
    #expect(found?.code == "idempotency_key_missing")
    #expect(found?.status == 400)
  }
}
