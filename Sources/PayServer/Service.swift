import HTTPTransport
import PayCore
import PaySystem

/// Answers requests: finds the route, checks who asks and how often, runs the route, logs one line.
struct Service: Sendable {
  let router: Router
  let authentication: Authentication
  let limiter: RateLimiter
  let limits: ServerLimits
  let log: ServerLog
  let requestIDs: IDSource
  let now: @Sendable () -> Timestamp

  /// What becomes known of a request while it is answered, for its log line.
  private struct Trace {
    var route: String?
    var principal: Principal?
    var code: String?
    /// What the log is told and the client is not.
    var reason: String?
  }

  /// The answer to a request; problems are problem documents.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let start = monotonicNanoseconds()
    let id = requestIDs.next(at: now())
    var trace = Trace()
    var response: HTTPResponse
    do {
      response = try await run(request, &trace)
    } catch {
      let details = ProblemDetails(error)
      trace.code = details.code
      trace.reason = error.privateReason
      response = details.response(requestID: id)
    }
    response.headers.add("Request-Id", id)
    if response.headers["Cache-Control"] == nil {
      response.headers.add("Cache-Control", "no-store")
    }
    note(request, id, trace, status: response.status, since: start)
    return response
  }

  /// The answer to a request that the transport refuses.
  func answer(_ refusal: Refusal) -> HTTPResponse {
    let id = requestIDs.next(at: now())
    var response = ProblemDetails(.refused(refusal)).response(requestID: id)
    response.headers.add("Request-Id", id)
    response.headers.add("Cache-Control", "no-store")
    log.write(
      "refused", level: "warning",
      [
        JSONMember("requestId", .string(id)), JSONMember("peer", .string(refusal.peer)),
        JSONMember("status", .integer(Int64(refusal.status))),
        JSONMember("code", .string(refusal.code)),
      ])
    return response
  }

  private func run(
    _ request: HTTPRequest, _ trace: inout Trace
  ) async throws(ServerProblem) -> HTTPResponse {
    let (route, parameters) = try router.route(for: request)
    trace.route = route.name
    var principal: Principal?
    if case .open = route.access {
    } else {
      let known = try authentication.principal(of: request)
      principal = known
      trace.principal = known
      try checkRate(known)
      try check(known, may: route.access, parameters)
    }
    let query: QueryString
    do {
      query = try QueryString(request.query, known: route.query)
    } catch {
      // A token that has expired is not told what else is wrong.
      try authentication.checkTime(of: principal)
      throw error
    }
    return try await route.handle(
      Call(
        request: request, route: route.name, principal: principal, parameters: parameters,
        query: query))
  }

  private func checkRate(_ principal: Principal) throws(ServerProblem) {
    let rate =
      switch principal {
      case .backend: limits.requestsPerSecondPerKey
      case .offer, .device: limits.requestsPerSecondPerDevice
      }
    if let seconds = limiter.secondsToWait(principal.name, rate: rate) {
      throw .rateLimited(retryAfterSeconds: seconds)
    }
  }

  /// A device opens its own intent only; another's is as unknown to it as one that does not exist.
  /// An intent's token where an offer's is wanted is a token of the wrong type.
  private func check(
    _ principal: Principal, may access: Access, _ parameters: [String]
  ) throws(ServerProblem) {
    switch (principal, access) {
    case (.backend, _), (_, .open), (.offer, .backendOrOffer): return
    case (.device, .backendOrOffer):
      throw .unauthorized(reason: TokenFault.wrongType(expected: OfferToken.type).code)
    case (.offer(let credential), _):
      do { try authentication.engine.checkTime(of: credential) } catch { throw .engine(error) }
      throw .forbidden
    case (.device, .backend): throw .forbidden
    case (.device(let intent), .backendOrOwnIntent):
      guard let id = parameters.first, id.hasSameBytes(as: intent) else { throw .notFound }
    }
  }

  private func note(
    _ request: HTTPRequest, _ id: String, _ trace: Trace, status: Int, since start: UInt64
  ) {
    var members = [
      JSONMember("requestId", .string(id)), JSONMember("peer", .string(request.peer)),
      JSONMember("method", request.knownMethod.map { .string($0) } ?? .null),
      JSONMember("route", trace.route.map { .string($0) } ?? .null),
      JSONMember("status", .integer(Int64(status))),
      JSONMember("durationMicroseconds", .integer(Int64((monotonicNanoseconds() - start) / 1000))),
    ]
    if let principal = trace.principal {
      members.append(JSONMember("principal", .string(principal.name)))
    }
    if let code = trace.code { members.append(JSONMember("code", .string(code))) }
    if let reason = trace.reason { members.append(JSONMember("reason", .string(reason))) }
    log.write("request", level: status >= 500 ? "error" : "info", members)
  }
}

extension HTTPRequest {
  /// The method, if it is one of HTTP's own: another word could be anything, a credential too, and
  /// the log does not repeat it.
  fileprivate var knownMethod: String? {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
    return known.contains(method) ? method : nil
  }
}

extension ServerProblem {
  /// What the log is told and the client is not.
  fileprivate var privateReason: String? {
    switch self {
    case .unauthorized(let reason): reason
    case .engine(.token(let fault)): fault.code
    case .engine(.paymentToken(let fault)): fault.code
    case .engine(.intent(.notificationUsed)): IntentError.notificationUsed.code
    case .engine(.intent(.tokenUsed)): IntentError.tokenUsed.code
    case .engine(.crypto(let failure)): failure.detail
    case .engine(.store(let error)): error.description
    default: nil
    }
  }
}
