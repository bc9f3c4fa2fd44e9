import HTTPTransport
import PayCore

/// Payment tokens: the device brings one for its intent, the merchant's backend asks about one.
struct PaymentTokenRoutes: Sendable {
  let engine: PaymentEngine

  var routes: [Route] {
    [
      Route("POST", "\(IntentRoutes.collection)/{id}/authorize", .backendOrOwnIntent) {
        (call) async throws(ServerProblem) in try await authorize(call)
      },
      Route("POST", "\(IntentRoutes.collection)/{id}/payment-token", .backend) {
        (call) async throws(ServerProblem) in try await handOver(call)
      },
      Route("POST", "/v1/payment-tokens/validate", .backend) {
        (call) async throws(ServerProblem) in try await validate(call)
      },
    ]
  }

  /// `{"paymentToken":{...}}`. Answers when the backend has spoken, or has not in time.
  private func authorize(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    let scope = try call.idempotencyScope()
    var reader = JSONReader(try call.json())
    let token = reader.object("paymentToken")
    let faults = reader.finish()
    guard faults.isEmpty, let token else { throw .faults(faults) }
    let outcome = try await checking(token, in: call) { (sealed) async throws(EngineError) in
      try await engine.authorize(
        sealed, from: token, forIntent: call.parameters[0], by: scope.principal, scope: scope)
    }
    return try .answer(outcome)
  }

  /// The token for the backend's payment provider. The body says nothing: empty, or an empty
  /// object.
  private func handOver(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    let scope = try call.idempotencyScope()
    var reader = JSONReader(try call.jsonIfAny())
    let faults = reader.finish()
    guard faults.isEmpty else { throw .faults(faults) }
    let token = try await performing { () async throws(EngineError) in
      try await engine.handOver(call.parameters[0], to: scope)
    }
    var response = HTTPResponse.json(token.json.bytes)
    if token.isRepeated { response.headers.add("Idempotent-Replayed", "true") }
    return response
  }

  /// `{"paymentToken":{...},"intent":"buy_..."}`. Nothing is decrypted and nothing is kept: whoever
  /// hands the token on keeps its `replayKey` and takes none twice.
  private func validate(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    var reader = JSONReader(try call.json())
    let token = reader.object("paymentToken")
    let intent = reader.string("intent")
    let faults = reader.finish()
    guard faults.isEmpty, let token, let intent else { throw .faults(faults) }
    let verified = try await checking(token, in: call) { (sealed) async throws(EngineError) in
      try await engine.verify(sealed, forIntent: intent)
    }
    return .json(verified.validation(boundTo: intent).bytes)
  }

  /// Reads the token and does something with it.
  private func checking<Value: Sendable>(
    _ token: JSONValue, in call: Call,
    _ step: (SealedToken) async throws(EngineError) -> Value
  ) async throws(ServerProblem) -> Value {
    guard engine.checksPaymentTokens else {
      throw .notReady("payment tokens cannot be checked here: the operator's log says why")
    }
    return try await performing { () async throws(EngineError) in
      let count = call.request.body.count
      guard count <= Limits.paymentTokenBytes else { throw .paymentToken(.tooLarge(count)) }
      let sealed: SealedToken
      do throws(PaymentTokenFault) {
        sealed = try SealedToken(json: token)
      } catch {
        throw .paymentToken(error)
      }
      return try await step(sealed)
    }
  }
}

extension VerifiedToken {
  fileprivate func validation(boundTo intent: String) -> JSONValue {
    [
      "object": "paymentTokenValidation", "valid": true,
      "version": .string(token.version.rawValue),
      "transactionId": .string(Hex.lower(token.transactionID)),
      "signingTime": .string(signingTime.description),
      "replayKey": .string(Hex.lower(replayKey)), "intent": .string(intent),
      // The amount is inside the ciphertext, and no store has been asked.
      "amountProven": false, "replayChecked": false, "findings": [],
    ]
  }
}
