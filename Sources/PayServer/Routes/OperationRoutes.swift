import HTTPTransport
import PayCore

/// What operators and verifiers ask, without a credential.
struct OperationRoutes: Sendable {
  let health: StoreHealth
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

  /// Ready: not stopping, and the store takes writes.
  private func ready() async throws(ServerProblem) -> HTTPResponse {
    if isDraining() { throw .notReady("the service is stopping") }
    if let failure = await health.failure() {
      throw .notReady("the store takes no writes (\(failure.code))")
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
