import Foundation
import TestSupport
import Testing

/// The check of a payment request through the real PayServer.
@Suite struct `Payment request validation` {
  private let data: TemporaryDirectory
  private let server: ServerProcess
  private let path = "/v1/payment-requests/validate"
  private static let good =
    #"{"merchantCapabilities":["supports3DS"],"supportedNetworks":["visa"],"countryCode":"US","#
    + #""currencyCode":"USD","total":{"label":"Shop","amount":"20.00"}}"#
  private static let bad = good.replacing(#""US""#, with: #""GB2""#)

  init() throws {
    data = try TemporaryDirectory()
    server = try ServerProcess(data: data)
  }

  private func verdict(_ target: String, _ body: String) throws -> [String: Any] {
    let answer = try server.call("POST", target, body: body)
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "application/json")
    return try jsonObject(answer.body)
  }

  private func rules(_ verdict: [String: Any]) throws -> [String?] {
    try #require(verdict["findings"] as? [[String: String]]).map { $0["rule"] }
  }

  @Test func `a good request has no findings, and a quote none either`() throws {
    let good = try verdict(path, Self.good)
    #expect(good["object"] as? String == "validation")
    #expect(good["valid"] as? Bool == true)
    #expect(try rules(good) == [])
    let quote = try server.call("GET", "/v1/quotes?offer=some-product&segment=2")
    #expect(
      try verdict(path, String(decoding: quote.body, as: UTF8.self))["valid"] as? Bool == true)
  }

  @Test func `rules and version stand in the query or in the body`() throws {
    let inQuery = try verdict(path + "?rules=webkit&apiVersion=2", Self.bad)
    #expect(inQuery["valid"] as? Bool == false)
    #expect(try rules(inQuery) == ["webkit.country-code"])
    let wrapped = try verdict(
      path, #"{"paymentRequest":\#(Self.bad),"rules":"webkit","apiVersion":2}"#)
    #expect(try rules(wrapped) == ["webkit.country-code"])
    let findings = try #require(wrapped["findings"] as? [[String: String]])
    #expect(findings.map { $0["pointer"] } == ["/paymentRequest/countryCode"])
    #expect(try rules(verdict(path, Self.bad)).count > 1)
    #expect(
      try rules(verdict(path + "?rules=webkit,apple", Self.bad))
        == ["apple.country-code", "webkit.country-code"])
  }

  @Test(
    arguments: [
      ("?rules=safari", good, 422, "unknown_value", "/rules"),
      ("?rules=apple,safari", good, 422, "unknown_value", "/rules"),
      ("?apiVersion=x", good, 422, "wrong_value", "/apiVersion"),
      ("?apiVersion=0", good, 422, "out_of_range", "/apiVersion"),
      ("?apiVersion=99", good, 422, "out_of_range", "/apiVersion"),
      ("?apiVersion=-1", good, 422, "out_of_range", "/apiVersion"),
      ("?apiVersion=", good, 422, "wrong_value", "/apiVersion"),
      ("?api-version=2", good, 422, "unknown_parameter", "/api-version"),
      ("?rules=apple&rules=apple", good, 422, "duplicate_parameter", "/rules"),
      (
        "?rules=apple", #"{"paymentRequest":{},"rules":"apple"}"#, 422, "duplicate_parameter",
        "/rules"
      ),
      ("", #"{"paymentRequest":{},"rules":"x"}"#, 422, "unknown_value", "/rules"),
      ("", #"{"paymentRequest":{},"apiVersion":99}"#, 422, "out_of_range", "/apiVersion"),
      ("", #"{"paymentRequest":{},"more":1}"#, 422, "unknown_member", "/more"),
      ("", "{", 400, "json_unexpected_end", nil),
      ("", #"{"a":1,"a":1}"#, 400, "json_duplicate_member", nil),
      ("", "", 400, "json_unexpected_end", nil),
      (
        "", #"{"a":""# + String(repeating: "x", count: 70_000) + #""}"#, 413, "body_too_large", nil
      ),
    ] as [(String, String, Int, String, String?)])
  func `what cannot be checked is a problem`(
    _ query: String, _ body: String, _ status: Int, _ code: String, _ pointer: String?
  ) throws {
    let answer = try server.call("POST", path + query, body: body)
    #expect(answer.status == status)
    #expect(answer.headers["content-type"] == "application/problem+json")
    let problem = try jsonObject(answer.body)
    #expect(problem["code"] as? String == code)
    let errors = try #require(problem["errors"] as? [[String: Any]])
    #expect(errors.compactMap { $0["pointer"] as? String } == (pointer.map { [$0] } ?? []))
  }

  /// What is wrong with a query or a body, without its place.
  private func fault(_ query: String, _ body: String) throws -> [String?] {
    let problem = try jsonObject(try server.call("POST", path + query, body: body).body)
    let errors = try #require(problem["errors"] as? [[String: String]])
    try #require(errors.count == 1)
    return [errors[0]["code"], errors[0]["detail"]]
  }

  @Test(arguments: [
    ("?apiVersion=99", #""apiVersion":99"#), ("?rules=webkit,foo", #""rules":"webkit,foo""#),
  ])
  func `one fault has one code and one text, in the query and in the body`(
    query: String, member: String
  ) throws {
    let body = #"{"paymentRequest":\#(Self.good),\#(member)}"#
    #expect(try fault(query, Self.good) == fault("", body))
  }

  @Test func `the word that is no rule set is named`() throws {
    #expect(
      try fault("?rules=webkit,foo", Self.good)
        == ["unknown_value", #""foo" is none of apple, webkit, engine, all"#])
  }

  @Test func `a body that is no request is judged, not refused`() throws {
    for body in ["[]", "null", "7", #"{"paymentRequest":[]}"#, "{}"] {
      #expect(try verdict(path, body)["valid"] as? Bool == false, "\(body)")
    }
  }

  @Test func `only a key opens it, and only POST`() throws {
    #expect(try server.call("POST", path, body: Self.good, credential: "").status == 401)
    let intent = try jsonObject(
      try server.call(
        "POST", "/v1/purchase-intents", body: #"{"offer":"some-product","segment":2}"#, key: "k"
      ).body)
    let token = try #require(intent["intentToken"] as? String)
    #expect(try server.call("POST", path, body: Self.good, credential: token).status == 403)
    #expect(try server.call("GET", path).status == 405)
    let plain = try HTTPConnection(port: server.port).request(
      "POST", path, headers: server.headers() + [("Content-Type", "text/plain")], body: Self.good)
    #expect(plain.status == 415)
  }
}
