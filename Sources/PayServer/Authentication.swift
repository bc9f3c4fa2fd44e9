import HTTPTransport
import PayCore
import PayCrypto

/// Who sends a request, once the credential has been checked.
enum Principal: Sendable, Hashable {
  /// The merchant's backend, by the id of its API key.
  case backend(keyID: String)
  /// A device, by the offer token of its notification, which may have expired.
  case offer(OfferCredential)
  /// A device, by the token of its own intent.
  case device(intent: String)

  /// The name under which idempotency keys and allowances are counted.
  var name: String {
    switch self {
    case .backend(let keyID): "key:" + keyID
    case .offer(let credential): "note:" + credential.token.notification
    case .device(let intent): "intent:" + intent
    }
  }
}

/// Who may use a route.
enum Access: Sendable {
  /// Everybody.
  case open
  /// An API key.
  case backend
  /// An API key, or an offer token; what it buys is the route's to check.
  case backendOrOffer
  /// An API key, or the token of the intent that the path names.
  case backendOrOwnIntent
}

/// Checks the credential of a request.
struct Authentication: Sendable {
  let engine: PaymentEngine
  let keys: LiveAPIKeys
  let now: @Sendable () -> Timestamp
  /// `--dev`: a key for production that is added while the service runs opens nothing.
  var takesTestKeysOnly = false

  /// The principal behind a request's `Authorization: Bearer` header. Throws `unauthorized`.
  func principal(of request: HTTPRequest) throws(ServerProblem) -> Principal {
    let credential = try bearer(of: request)
    return credential.utf8.contains(UInt8(ascii: "."))
      ? try device(credential) : try backend(credential)
  }

  /// Throws the uniform refusal for an offer token that is not good now.
  func checkTime(of principal: Principal?) throws(ServerProblem) {
    guard case .offer(let credential) = principal else { return }
    do { try engine.checkTime(of: credential) } catch { throw .engine(error) }
  }

  private func bearer(of request: HTTPRequest) throws(ServerProblem) -> String {
    let values = request.headers.values("Authorization")
    guard let value = values.first else { throw .unauthorized(reason: "credential_missing") }
    let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard values.count == 1, parts.count == 2, parts[0].lowercased() == "bearer",
      !parts[1].isEmpty
    else { throw .unauthorized(reason: "credential_malformed") }
    return String(parts[1])
  }

  private func backend(_ credential: String) throws(ServerProblem) -> Principal {
    guard let key = keys.ring.principal(for: credential) else {
      throw .unauthorized(reason: "credential_unknown")
    }
    guard !takesTestKeysOnly || key.kind == .test else {
      throw .unauthorized(reason: "credential_live_in_development")
    }
    return .backend(keyID: key.id)
  }

  private func device(_ credential: String) throws(ServerProblem) -> Principal {
    do throws(TokenFault) {
      // An offer token's expiry is looked at after its idempotency key.
      return .offer(try engine.open(offerToken: credential))
    } catch .wrongType {
      return try ownIntent(credential)
    } catch {
      throw .unauthorized(reason: error.code)
    }
  }

  private func ownIntent(_ credential: String) throws(ServerProblem) -> Principal {
    do {
      let token = try engine.open(intentToken: credential)
      try token.checkTime(at: now())
      return .device(intent: token.intent)
    } catch {
      throw .unauthorized(reason: error.code)
    }
  }
}
