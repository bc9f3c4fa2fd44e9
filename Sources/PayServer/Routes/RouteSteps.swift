import HTTPTransport
import PayCore

// What routes have in common: errors of the stages as problems, and answers.

/// Runs a step of the engine.
func performing<Value: Sendable>(
  _ step: () async throws(EngineError) -> Value
) async throws(ServerProblem) -> Value {
  do {
    return try await step()
  } catch {
    throw .engine(error)
  }
}

/// Reads what a body says.
func reading<Value>(_ step: () throws(JSONFaults) -> Value) throws(ServerProblem) -> Value {
  do {
    return try step()
  } catch {
    throw .faults(error.faults)
  }
}

extension Call {
  /// Where the request's `Idempotency-Key` counts. Throws `idempotencyKeyMissing` and
  /// `idempotencyKeyMalformed`.
  func idempotencyScope() throws(ServerProblem) -> IdempotencyScope {
    IdempotencyScope(
      principal: principal?.name ?? "", route: route, key: try IdempotencyHeader.key(of: request))
  }
}

extension HTTPResponse {
  /// A JSON answer.
  static func json(_ body: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: HTTPHeaders([("Content-Type", "application/json")]), body: body)
  }

  /// The answer to a request with an idempotency key, the same bytes each time; what was made is
  /// to be found under its id `in` a collection. Throws `idempotencyKeyReused` and `engine`.
  static func answer(
    _ outcome: IdempotencyOutcome, status: Int = 200, in collection: String? = nil
  ) throws(ServerProblem) -> HTTPResponse {
    let recorded: RecordedAnswer
    var isReplayed = false
    switch outcome {
    case .performed(let answer): recorded = answer
    case .replayed(let answer):
      recorded = answer
      isReplayed = true
    case .keyReused: throw .idempotencyKeyReused
    case .refused(let refusal): throw .engine(.intent(refusal))
    }
    var response = HTTPResponse.json(recorded.body, status: status)
    if let collection { response.headers.add("Location", collection + "/" + recorded.subject) }
    if isReplayed { response.headers.add("Idempotent-Replayed", "true") }
    return response
  }
}
