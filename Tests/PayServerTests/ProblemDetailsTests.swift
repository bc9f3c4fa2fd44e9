import Foundation
import Testing

@testable import HTTPTransport
@testable import PayCore
@testable import PayServer

/// Each problem's status, code and document.
@Suite struct `Problem details` {
  struct Expected: Sendable, CustomTestStringConvertible {
    let problem: ServerProblem
    let status: Int
    let code: String
    let header: [String: String]

    init(
      _ problem: ServerProblem, _ status: Int, _ code: String, _ header: [String: String] = [:]
    ) {
      self.problem = problem
      self.status = status
      self.code = code
      self.header = header
    }

    var testDescription: String { "\(problem)" }
  }

  private static let fault = JSONFault(pointer: "/a", code: "wrong_type", detail: "must be b")
  private static let secret = "a detail for the operator"
  private static let soon = ["Retry-After": "1"]

  /// Only what passes by itself is worth asking again for.
  private static func store(_ error: StoreError, passes: Bool = false) -> Expected {
    Expected(.engine(.store(error)), 503, error.code, passes ? soon : [:])
  }

  private static let own = [
    Expected(.json(JSONError(code: .unexpectedEnd, offset: 3)), 400, "json_unexpected_end"),
    Expected(.faults([fault]), 422, "wrong_type"),
    Expected(.faults([fault, fault]), 422, "invalid_request"),
    Expected(
      .unauthorized(reason: secret), 401, "unauthorized", ["WWW-Authenticate": "Bearer"]),
    Expected(.forbidden, 403, "forbidden"), Expected(.notFound, 404, "not_found"),
    Expected(
      .methodNotAllowed(allowed: ["GET", "HEAD"]), 405, "method_not_allowed",
      ["Allow": "GET, HEAD"]),
    Expected(.unsupportedMediaType, 415, "unsupported_media_type"),
    Expected(.idempotencyKeyMissing, 400, "idempotency_key_missing"),
    Expected(.idempotencyKeyMalformed, 400, "idempotency_key_malformed"),
    Expected(.idempotencyKeyReused, 422, "idempotency_key_reused"),
    Expected(.rateLimited(retryAfterSeconds: 7), 429, "rate_limited", ["Retry-After": "7"]),
    Expected(.notReady("stopping"), 503, "not_ready", soon),
    Expected(.refused(Refusal(.bodyTooLarge, peer: "::1")), 413, "body_too_large"),
    Expected(.refused(Refusal(.headerTimeout, peer: "::1")), 408, "request_timeout"),
  ]

  private static let noShipping = QuoteError.unknownShipping(
    "sled", offer: "x", segment: 0, known: ["express"])

  private static let engine = [
    Expected(.engine(.quote(.unknownOffer("x", known: ["y"]))), 422, "offer_unknown"),
    Expected(
      .engine(.quote(.unknownSegment(9, offer: "x", count: 3))), 422, "segment_unknown"),
    Expected(.engine(.quote(noShipping)), 422, "shipping_unknown"),
    Expected(.noPrice(noShipping, pointer: "/shipping"), 422, "shipping_unknown"),
    Expected(.engine(.quote(.notOnOffer("x"))), 422, "offer_not_valid_now"),
    Expected(.engine(.quote(.withdrawn("x"))), 409, "offer_withdrawn"),
    Expected(.engine(.notification(.notConfigured)), 409, "notification_not_configured"),
    Expected(.engine(.token(.expired)), 401, "unauthorized", ["WWW-Authenticate": "Bearer"]),
    Expected(.engine(.intent(.unknown)), 404, "intent_unknown"),
    Expected(
      .engine(.intent(.notificationUsed)), 401, "unauthorized", ["WWW-Authenticate": "Bearer"]),
    Expected(.engine(.intent(.approvalTooLate(in: .canceled))), 409, "approval_too_late"),
    Expected(.engine(.intent(.approvedTwice(by: "P"))), 409, "approved_twice"),
    Expected(.engine(.intent(.refundRepeated("R"))), 409, "refund_repeated"),
    Expected(.engine(.intent(.disputeRepeated("D"))), 409, "dispute_repeated"),
    Expected(.engine(.intent(.disputeUnknown("D"))), 409, "dispute_unknown"),
    Expected(.engine(.intent(.disputeDecided("D"))), 409, "dispute_decided"),
    Expected(.engine(.intent(.attestationRefused)), 422, "attestation_refused"),
    Expected(.engine(.intent(.wrongAmount(.syntax))), 422, "amount_syntax"),
    Expected(.engine(.intent(.notAllowed(in: .captured, .canceled))), 409, "intent_state"),
    Expected(.engine(.intent(.noSession(in: .canceled))), 409, "intent_state"),
    Expected(.engine(.intent(.expired)), 409, "intent_expired"),
    Expected(.engine(.crypto(CryptoFailure(secret))), 500, "crypto_failure"),
    store(.locked(holder: secret)), store(.newerSchema(found: 9, known: 1)),
    store(.missing(path: secret)), store(.corrupt(detail: secret)), store(.io(detail: secret)),
    store(.readOnly), store(.full, passes: true), store(.overloaded, passes: true),
    store(.closed, passes: true),
  ]

  @Test(arguments: own + engine)
  func `a problem has its status, its code, its headers and every member`(
    _ expected: Expected
  ) throws {
    let response = ProblemDetails(expected.problem).response(requestID: "req_1")
    #expect(response.status == expected.status)
    #expect(response.headers["Content-Type"] == "application/problem+json")
    #expect(response.headers.fields.count == 1 + expected.header.count)
    for (name, value) in expected.header { #expect(response.headers[name] == value) }
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    #expect(
      Set(document.keys) == [
        "type", "title", "status", "detail", "instance", "code", "errors", "requestId",
      ])
    #expect(document["status"] as? Int == expected.status)
    #expect(document["code"] as? String == expected.code)
    #expect(document["type"] as? String == "urn:pay:problem:" + expected.code)
    #expect(document["instance"] as? String == "urn:pay:request:req_1")
    #expect(document["requestId"] as? String == "req_1")
    #expect((document["title"] as? String)?.isEmpty == false)
    #expect((document["detail"] as? String)?.isEmpty == false)
    #expect(!String(decoding: response.body, as: UTF8.self).contains(Self.secret))
  }

  @Test func `a code has one title`() {
    var titles: [String: Set<String>] = [:]
    for expected in Self.own + Self.engine {
      let problem = ProblemDetails(expected.problem)
      titles[problem.code, default: []].insert(problem.title)
    }
    for (code, titles) in titles { #expect(titles.count == 1, "\(code): \(titles)") }
  }

  @Test func `every fault stands in the document with its place`() throws {
    let faults = [Self.fault, JSONFault(pointer: "/c/0", code: "unknown_member", detail: "no")]
    let response = ProblemDetails(.faults(faults)).response(requestID: "req_1")
    let document = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
    let errors = try #require(document?["errors"] as? [[String: String]])
    #expect(
      errors == [
        ["pointer": "/a", "code": "wrong_type", "detail": "must be b"],
        ["pointer": "/c/0", "code": "unknown_member", "detail": "no"],
      ])
  }

  @Test func `an unknown price names the member at fault`() {
    let offer = ProblemDetails(.engine(.quote(.unknownOffer("x", known: ["y"]))))
    #expect(offer.errors.map(\.pointer) == ["/offer"])
    let segment = ProblemDetails(.engine(.quote(.unknownSegment(9, offer: "x", count: 3))))
    #expect(segment.errors.map(\.pointer) == ["/segment"])
  }

  @Test func `every refusal of a credential is the same to the byte`() {
    let problems: [ServerProblem] = [
      .unauthorized(reason: "credential_unknown"), .unauthorized(reason: "token_wrong_type"),
      .engine(.token(.expired)), .engine(.token(.otherOffer)), .engine(.intent(.notificationUsed)),
    ]
    let responses = problems.map { ProblemDetails($0).response(requestID: "req_1") }
    #expect(Set(responses.map(\.body)).count == 1)
    #expect(responses.allSatisfy { $0.status == 401 && $0.headers.fields.count == 2 })
  }
}
