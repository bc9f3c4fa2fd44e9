import HTTPTransport
import PayCore

/// What the merchant's backend asks before it hands a payment token to its provider.
struct PaymentTokenRoutes: Sendable {
  let engine: PaymentEngine

  var routes: [Route] {
    [
      Route("POST", "/v1/payment-tokens/validate", .backend) {
        (call) async throws(ServerProblem) in try await validate(call)
      }
    ]
  }

  /// `{"paymentToken":{...},"intent":"buy_..."}`. Nothing is decrypted and nothing is kept: whoever
  /// hands the token on keeps its `replayKey` and takes none twice.
  private func validate(_ call: Call) async throws(ServerProblem) -> HTTPResponse {
    let count = call.request.body.count
    var reader = JSONReader(try call.json())
    let token = reader.object("paymentToken")
    let intent = reader.string("intent")
    let faults = reader.finish()
    guard faults.isEmpty, let token, let intent else { throw .faults(faults) }
    guard engine.checksPaymentTokens else {
      throw .notReady("payment tokens cannot be checked here: the operator's log says why")
    }
    let verified = try await performing { () async throws(EngineError) in
      let sealed: SealedToken
      guard count <= Limits.paymentTokenBytes else { throw .paymentToken(.tooLarge(count)) }
      do throws(PaymentTokenFault) {
        sealed = try SealedToken(json: token)
      } catch {
        throw .paymentToken(error)
      }
      return try await engine.verify(sealed, forIntent: intent)
    }
    return .json(verified.validation(boundTo: intent).bytes)
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
