import HTTPTransport
import PayCore

/// Notification payloads, one for each recipient.
struct NotificationRoutes: Sendable {
  let engine: PaymentEngine

  var routes: [Route] {
    [
      Route("POST", "/v1/notifications", .backend) { (call) async throws(ServerProblem) in
        try await issue(call)
      }
    ]
  }

  private func issue(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    let scope = try call.idempotencyScope()
    let body = try call.json()
    let order = try reading { () throws(JSONFaults) in try NotificationOrder(json: body) }
    let outcome = try await performing { () async throws(EngineError) in
      try await engine.issue(order, scope: scope)
    }
    return try .answer(outcome, status: 201)
  }
}
