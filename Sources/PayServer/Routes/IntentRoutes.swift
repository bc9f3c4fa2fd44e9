import HTTPTransport
import PayCore

/// Purchase intents: the buy action, reading, merchant sessions, and what the backend asks.
struct IntentRoutes: Sendable {
  let engine: PaymentEngine

  static let collection = "/v1/purchase-intents"

  var routes: [Route] {
    let base = Self.collection
    return [
      Route("POST", base, .backendOrOffer) { (call) async throws(ServerProblem) in
        try await create(call)
      },
      Route("GET", base, .backend, query: ["limit", "startingAfter", "state", "wait"]) {
        (call) async throws(ServerProblem) in try await list(call)
      },
      Route("POST", base + "/validate", .backend) { (call) async throws(ServerProblem) in
        try await validate(call)
      },
      Route("GET", base + "/{id}", .backendOrOwnIntent) { (call) async throws(ServerProblem) in
        try await show(call)
      },
      Route("POST", base + "/{id}/merchant-session", .backendOrOwnIntent) {
        (call) async throws(ServerProblem) in try await session(call)
      },
    ]
  }

  private func create(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    let credential: OfferCredential? =
      if case .offer(let credential) = call.principal { credential } else { nil }
    let (scope, purchase) = try request(call, by: credential)
    let outcome = try await performing { () async throws(EngineError) in
      try await engine.createIntent(purchase, by: credential, scope: scope)
    }
    return try .answer(outcome, status: 201, in: Self.collection)
  }

  /// What is asked for, under which key. A token that has expired is not told what else is wrong.
  private func request(
    _ call: Call, by credential: OfferCredential?
  ) throws(ServerProblem) -> (IdempotencyScope, Purchase) {
    do throws(ServerProblem) {
      let scope = try call.idempotencyScope()
      let body = try call.json()
      return (scope, try reading { () throws(JSONFaults) in try Purchase(json: body) })
    } catch {
      if let credential {
        do { try engine.checkTime(of: credential) } catch { throw .engine(error) }
      }
      throw error
    }
  }

  private func show(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    let intent = try await performing { () async throws(EngineError) in
      try await engine.intent(call.parameters[0])
    }
    return .json(intent.json().bytes)
  }

  private func list(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    let limit =
      Int(
        try call.query.integer("limit", in: 1...Int64(Limits.pageSize))
          ?? Int64(Limits.defaultPageSize))
    if call.query["state"] != nil || call.query["wait"] != nil {
      return try await listVerified(call, limit: limit)
    }
    let before = call.query["startingAfter"]
    if let before, !TimeOrderedIDs.isID(before, prefix: PurchaseIntent.idPrefix) {
      throw .fault("/startingAfter", "wrong_value", "must be the id of a purchase intent")
    }
    let page = try await performing { () async throws(EngineError) in
      try await engine.intents(before: before, limit: limit + 1)
    }
    let hasMore = page.count > limit
    let data = page.prefix(limit)
    var response = Self.list(data, hasMore: hasMore)
    if hasMore, let last = data.last {
      let next = "\(Self.collection)?limit=\(limit)&startingAfter=\(last.id)"
      response.headers.add("Link", "<\(next)>; rel=\"next\"")
    }
    return response
  }

  /// What awaits the backend's word, the oldest first: there is no next page, since those at the
  /// front go as soon as it speaks.
  private func listVerified(_ call: Call, limit: Int) async throws(ServerProblem) -> HTTPResponse {
    guard call.query["state"] == IntentState.verified.rawValue else {
      throw .fault("/state", "unknown_value", "must be verified, alone or with wait")
    }
    guard call.query["startingAfter"] == nil else {
      throw .fault(
        "/startingAfter", "wrong_value", "goes without state: those at the front go first")
    }
    let seconds = try call.query.integer("wait", in: 0...Limits.wordWaitSeconds) ?? 0
    let found = try await performing { () async throws(EngineError) in
      try await engine.verifiedIntents(limit: limit + 1, waitSeconds: seconds)
    }
    return Self.list(found.prefix(limit), hasMore: found.count > limit)
  }

  private static func list(_ data: ArraySlice<PurchaseIntent>, hasMore: Bool) -> HTTPResponse {
    let body: JSONValue = [
      "object": "list", "url": .string(Self.collection), "hasMore": .bool(hasMore),
      "data": .array(data.map { $0.json() }),
    ]
    return .json(body.bytes)
  }

  private func validate(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    var reader = JSONReader(try call.json())
    let token = reader.string("intentToken")
    let faults = reader.finish()
    guard faults.isEmpty, let token else { throw .faults(faults) }
    let validation = try await performing { () async throws(EngineError) in
      try await engine.validate(intentToken: token)
    }
    return .json(validation.json.bytes)
  }

  /// The body says nothing: empty, or an empty object.
  private func session(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    var reader = JSONReader(try call.jsonIfAny())
    let faults = reader.finish()
    guard faults.isEmpty else { throw .faults(faults) }
    let session = try await performing { () async throws(EngineError) in
      try await engine.session(forIntent: call.parameters[0])
    }
    return .json(session.json.bytes)
  }
}
