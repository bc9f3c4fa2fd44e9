import HTTPTransport
import PayCore

/// Purchase intents: the buy action, reading, merchant sessions, and what the backend asks.
struct IntentRoutes: Sendable {
  let engine: PaymentEngine

  private static let collection = "/v1/purchase-intents"

  var routes: [Route] {
    let base = Self.collection
    return [
      Route("POST", base, .backend) { (call) async throws(ServerProblem) in try await create(call)
      },
      Route("GET", base, .backend, query: ["limit", "startingAfter"]) {
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
    let key = try IdempotencyHeader.key(of: call.request)
    let body = try call.json()
    let purchase = try checking { () throws(JSONFaults) in try Purchase(json: body) }
    let scope = IdempotencyScope(
      principal: call.principal?.name ?? "", route: "POST " + Self.collection, key: key)
    let outcome = try await engine { () async throws(EngineError) in
      try await engine.createIntent(purchase, scope: scope)
    }
    switch outcome {
    case .performed(let answer): return created(answer)
    case .replayed(let answer):
      var response = created(answer)
      response.headers.add("Idempotent-Replayed", "true")
      return response
    case .keyReused: throw .idempotencyKeyReused
    case .refused(let refusal): throw .engine(.intent(refusal))
    }
  }

  private func created(_ answer: RecordedAnswer) -> HTTPResponse {
    var response = HTTPResponse.json(answer.body, status: 201)
    response.headers.add("Location", Self.collection + "/" + answer.subject)
    return response
  }

  private func show(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    let intent = try await engine { () async throws(EngineError) in
      try await engine.intent(call.parameters[0])
    }
    return .json(intent.json().bytes)
  }

  private func list(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    let limit =
      Int(
        try call.query.integer("limit", in: 1...Int64(Limits.pageSize))
          ?? Int64(Limits.defaultPageSize))
    let before = call.query["startingAfter"]
    if let before, !TimeOrderedIDs.isID(before, prefix: PurchaseIntent.idPrefix) {
      throw .fault("/startingAfter", "wrong_value", "must be the id of a purchase intent")
    }
    let page = try await engine { () async throws(EngineError) in
      try await engine.intents(before: before, limit: limit + 1)
    }
    let hasMore = page.count > limit
    let data = page.prefix(limit)
    let body: JSONValue = [
      "object": "list", "url": .string(Self.collection), "hasMore": .bool(hasMore),
      "data": .array(data.map { $0.json() }),
    ]
    var response = HTTPResponse.json(body.bytes)
    if hasMore, let last = data.last {
      let next = "\(Self.collection)?limit=\(limit)&startingAfter=\(last.id)"
      response.headers.add("Link", "<\(next)>; rel=\"next\"")
    }
    return response
  }

  private func validate(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    var reader = JSONReader(try call.json())
    let token = reader.string("intentToken")
    let faults = reader.finish()
    guard faults.isEmpty, let token else { throw .faults(faults) }
    let validation = try await engine { () async throws(EngineError) in
      try await engine.validate(intentToken: token)
    }
    return .json(validation.json.bytes)
  }

  /// The body says nothing: empty, or an empty object.
  private func session(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    if !call.request.body.isEmpty {
      var reader = JSONReader(try call.json())
      let faults = reader.finish()
      guard faults.isEmpty else { throw .faults(faults) }
    }
    let session = try await engine { () async throws(EngineError) in
      try await engine.session(forIntent: call.parameters[0])
    }
    return .json(session.json.bytes)
  }

  private func engine<Value: Sendable>(
    _ operation: () async throws(EngineError) -> Value
  ) async throws(ServerProblem) -> Value {
    do {
      return try await operation()
    } catch {
      throw .engine(error)
    }
  }

  private func checking<Value>(
    _ operation: () throws(JSONFaults) -> Value
  ) throws(ServerProblem) -> Value {
    do {
      return try operation()
    } catch {
      throw .faults(error.faults)
    }
  }
}

extension HTTPResponse {
  /// A JSON answer.
  static func json(_ body: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: HTTPHeaders([("Content-Type", "application/json")]), body: body)
  }
}
