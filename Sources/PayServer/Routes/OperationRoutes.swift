import HTTPTransport
import PayCore

/// What operators and verifiers ask, without a credential.
struct OperationRoutes: Sendable {
  let store: any PaymentStore
  let tokenKeys: any TokenKeys
  let isDraining: @Sendable () -> Bool

  var routes: [Route] {
    [
      Route("GET", "/livez", .open) { (_) throws(ServerProblem) in .text("ok\n") },
      Route("GET", "/readyz", .open) { (_) async throws(ServerProblem) in try await ready() },
      Route("GET", "/.well-known/jwks.json", .open) { (_) throws(ServerProblem) in
        var response = HTTPResponse.json(tokenKeys.keySet.bytes)
        response.headers.add("Cache-Control", "public, max-age=300")
        return response
      },
    ]
  }

  /// Ready: not stopping, and the store answers.
  private func ready() async throws(ServerProblem) -> HTTPResponse {
    if isDraining() { throw .notReady("the service is stopping") }
    do {
      _ = try await store.intents(before: nil, limit: 1)
    } catch {
      throw .notReady("the store does not answer (\(error.code))")
    }
    return .text("ok\n")
  }
}

extension HTTPResponse {
  fileprivate static func text(_ text: String) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: HTTPHeaders([("Content-Type", "text/plain; charset=utf-8")]),
      body: Array(text.utf8))
  }
}
