import HTTPTransport
import PayCore

/// Everything that keeps PayServer from giving the answer that was asked for.
enum ServerProblem: Error, Sendable {
  case engine(EngineError)
  /// There is no such price; what the request says of it at `pointer` names nothing.
  case noPrice(QuoteError, pointer: String)
  /// The body is not JSON.
  case json(JSONError)
  /// The body or the query does not say what it should.
  case faults([JSONFault])
  /// No credential, or none that is good; the reason goes to the log only.
  case unauthorized(reason: String)
  /// A good credential that does not open this.
  case forbidden
  case notFound
  case methodNotAllowed(allowed: [String])
  case unsupportedMediaType
  case idempotencyKeyMissing
  case idempotencyKeyMalformed
  case idempotencyKeyReused
  case rateLimited(retryAfterSeconds: Int)
  /// The service is stopping or not able to work.
  case notReady(String)
  /// The transport refused before any route was looked for.
  case refused(Refusal)
}
