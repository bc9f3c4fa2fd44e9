import HTTPTransport
import PayCore

/// The only place where an error becomes a status: RFC 9457 problem details.
struct ProblemDetails: Sendable {
  let status: Int
  let code: String
  let title: String
  let detail: String
  let errors: [JSONFault]
  /// Headers beyond the content type.
  let headers: [(name: String, value: String)]

  private init(
    _ status: Int, _ code: String, _ title: String, _ detail: String, errors: [JSONFault] = [],
    headers: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
    self.errors = errors
    self.headers = headers
  }

  init(_ problem: ServerProblem) {
    self =
      switch problem {
      case .engine(let error): Self.engine(error)
      case .noPrice(let error, let pointer): Self.noPrice(error, at: pointer)
      case .json(let error):
        Self(400, error.code.rawValue, "Body is not JSON", "\(error)")
      case .faults(let faults):
        Self(
          422, faults.count == 1 ? faults[0].code : "invalid_request", "Request is not valid",
          faults.map(\.description).joined(separator: "; "), errors: faults)
      case .unauthorized: Self.unauthorized
      case .forbidden:
        Self(403, "forbidden", "Not allowed", "this credential does not open this route")
      case .notFound: Self(404, "not_found", "Not found", "there is nothing here, or not for you")
      case .methodNotAllowed(let allowed):
        Self(
          405, "method_not_allowed", "Method is not allowed",
          "this route takes \(allowed.joined(separator: ", "))",
          headers: [("Allow", allowed.joined(separator: ", "))])
      case .unsupportedMediaType:
        Self(
          415, "unsupported_media_type", "Media type is not supported",
          "send Content-Type: application/json")
      case .idempotencyKeyMissing:
        Self(
          400, "idempotency_key_missing", "Idempotency-Key is missing",
          "send an Idempotency-Key header of your own choice, and the same one when you retry")
      case .idempotencyKeyMalformed:
        Self(
          400, "idempotency_key_malformed", "Idempotency-Key is malformed",
          "an Idempotency-Key is one header of 1 to \(Limits.idempotencyKeyBytes) visible ASCII "
            + "characters")
      case .idempotencyKeyReused:
        Self(
          422, "idempotency_key_reused", "Idempotency-Key is already used",
          "this key was used for another request: choose a new one")
      case .rateLimited(let seconds):
        Self(
          429, "rate_limited", "Too many requests", "try again after \(seconds) s",
          headers: [("Retry-After", String(seconds))])
      case .notReady(let reason):
        Self(503, "not_ready", "Not ready", reason, headers: Self.retrySoon)
      case .refused(let refusal):
        Self(refusal.status, refusal.code, "Request is refused", refusal.detail)
      }
  }

  /// The same to the byte whatever the reason, which only the log tells.
  private static let unauthorized = Self(
    401, "unauthorized", "Credential is missing or not good",
    "send Authorization: Bearer with an API key, a notification's offer token or the intent's own "
      + "token",
    headers: [("WWW-Authenticate", "Bearer")])
  private static let retrySoon = [(name: "Retry-After", value: "1")]

  private static func engine(_ error: EngineError) -> Self {
    switch error {
    case .quote(.withdrawn(let id)):
      Self(
        409, error.code, "Offer is withdrawn", QuoteError.withdrawn(id).description)
    case .quote(let error): noPrice(error, at: "/" + error.member)
    case .notification(let error):
      Self(409, error.code, "No notification can be made", error.description)
    case .token: unauthorized
    case .intent(let error): intent(error)
    case .paymentToken: paymentTokenRefused
    case .store(let error): store(error)
    case .crypto:
      Self(500, "crypto_failure", "Internal error", "the service could not sign its answer")
    }
  }

  /// The same to the byte whatever the reason: whoever forges tokens learns nothing by trying.
  private static let paymentTokenRefused = Self(
    422, "payment_token_refused", "Payment token is refused",
    "this payment token is not good for this purchase now: ask the person to pay again",
    errors: [
      JSONFault(
        pointer: "/paymentToken", code: "payment_token_refused", detail: "must be a good token")
    ])

  private static func noPrice(_ error: QuoteError, at pointer: String) -> Self {
    Self(
      422, error.code, "No such price", error.description,
      errors: [JSONFault(pointer: pointer, code: error.code, detail: error.description)])
  }

  private static func intent(_ error: IntentError) -> Self {
    switch error {
    case .unknown: Self(404, error.code, "Not found", error.description)
    case .notificationUsed: unauthorized
    case .tokenUsed: paymentTokenRefused
    case .notAllowed, .noSession, .noToken, .expired, .approvalTooLate, .approvedTwice,
      .tokenHandedOver, .tokenWiped, .refundRepeated, .disputeRepeated,
      .disputeUnknown, .disputeDecided:
      Self(409, error.code, "State does not allow this", error.description)
    case .attestationRefused: refused("/attested", error)
    case .refundExceedsCaptured, .disputeExceedsCaptured, .wrongAmount: refused("/amount", error)
    }
  }

  /// A request that says one thing that cannot be done.
  private static func refused(_ pointer: String, _ error: IntentError) -> Self {
    Self(
      422, error.code, "Request cannot be carried out", error.description,
      errors: [JSONFault(pointer: pointer, code: error.code, detail: error.description)])
  }

  private static func store(_ error: StoreError) -> Self {
    switch error {
    case .full, .overloaded, .closed:
      Self(
        503, error.code, "Store is not available",
        "send the same request again, a purchase with the same Idempotency-Key",
        headers: retrySoon)
    case .locked, .missing, .readOnly, .io, .corrupt, .olderSchema, .newerSchema:
      Self(
        503, error.code, "Store is not available",
        "the operator must see to it; then send the same request, a purchase with the same "
          + "Idempotency-Key")
    }
  }

  /// The response, which names the request it belongs to.
  func response(requestID: String) -> HTTPResponse {
    let body: JSONValue = [
      "type": .string("urn:pay:problem:" + code), "title": .string(title),
      "status": .integer(Int64(status)), "detail": .string(detail),
      "instance": .string("urn:pay:request:" + requestID), "code": .string(code),
      "errors": .array(
        errors.map { fault in
          [
            "pointer": .string(fault.pointer), "code": .string(fault.code),
            "detail": .string(fault.detail),
          ]
        }), "requestId": .string(requestID),
    ]
    var headers = HTTPHeaders([("Content-Type", "application/problem+json")])
    for header in self.headers { headers.add(header.name, header.value) }
    return HTTPResponse(status: status, headers: headers, body: body.bytes)
  }
}
