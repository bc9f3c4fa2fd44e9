import HTTPTransport
import PayCore

/// What the merchant's backend says of an intent after its payment provider has answered: one route
/// for each word, all alike.
struct BackendWordRoutes: Sendable {
  let engine: PaymentEngine
  let log: ServerLog

  var routes: [Route] {
    BackendWord.Verb.allCases.map { verb in
      Route("POST", "\(IntentRoutes.collection)/{id}/\(verb.rawValue)", .backend) {
        (call) async throws(ServerProblem) in try await apply(verb, call)
      }
    }
  }

  private func apply(
    _ verb: BackendWord.Verb, _ call: Call
  ) async throws(ServerProblem) -> HTTPResponse {
    let scope = try call.idempotencyScope()
    // Only a cancellation has nothing that must be said.
    let body = verb == .cancel ? try call.jsonIfAny() : try call.json()
    let word = try reading { () throws(JSONFaults) in try BackendWord(verb, json: body) }
    let intent = call.parameters[0]
    let outcome: IdempotencyOutcome
    do {
      outcome = try await engine.apply(word, to: intent, by: scope.principal, scope: scope)
    } catch {
      noteVoiding(of: word, intent, error)
      throw .engine(error)
    }
    return try .answer(outcome)
  }

  /// An approval that was refused may have moved money: the operator is told which to void.
  private func noteVoiding(of word: BackendWord, _ intent: String, _ error: EngineError) {
    guard case .authorization(let reference, _, _) = word else { return }
    switch error {
    case .intent(.approvalTooLate), .intent(.approvedTwice):
      log.write(
        "a payment must be voided", level: "warning",
        [
          JSONMember("intent", .string(intent)), JSONMember("pspReference", .string(reference)),
          JSONMember("code", .string(error.code)),
        ])
    default: return
    }
  }
}
