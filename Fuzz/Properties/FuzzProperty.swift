internal import PayCore

/// What must hold for any bytes: the fuzzer checks it, and every test run does for all inputs that
/// are kept.
package enum FuzzProperty: String, Sendable, CaseIterable {
  case amount, json
  case paymentRequest = "payment-request"
  case paymentToken = "payment-token"
  case tokenSignature = "token-signature"
  case tokenPayload = "token-payload"
  case validationURL = "validation-url"
  case appleSession = "apple-session"
  case keyFile = "key-file"
  case auditEntry = "audit-entry"
  case auditFrontier = "audit-frontier"
  case auditCheckpoint = "audit-checkpoint"

  /// Throws if it does not hold for `bytes`.
  package func check(_ bytes: [UInt8]) throws(Violation) {
    do {
      switch self {
      case .amount: try AmountProperty.check(bytes)
      case .json: try JSONProperty.check(bytes)
      case .paymentRequest: try PaymentRequestProperty.check(bytes)
      case .paymentToken: try PaymentTokenProperty.check(bytes)
      case .tokenSignature: try TokenSignatureProperty.check(bytes)
      case .tokenPayload: try TokenPayloadProperty.check(bytes)
      case .validationURL: try ValidationURLProperty.check(bytes)
      case .appleSession: try AppleSessionProperty.check(bytes)
      case .keyFile: try KeyFileProperty.check(bytes)
      case .auditEntry: try AuditEntryProperty.check(bytes)
      case .auditFrontier: try AuditFrontierProperty.check(bytes)
      case .auditCheckpoint: try AuditCheckpointProperty.check(bytes)
      }
    } catch {
      throw Violation(property: self, what: error.what, input: bytes)
    }
  }
}

/// A property that does not hold, and the bytes that show it.
package struct Violation: Error, CustomStringConvertible {
  package let property: FuzzProperty
  /// What should have been so.
  package let what: String
  package let input: [UInt8]

  package var description: String {
    "\(property.rawValue): \(what); the input in hex: \(Hex.lower(input))"
  }
}

/// A claim that does not hold.
struct BrokenClaim: Error {
  let what: String
}

/// Throws `what` unless `condition` holds.
func claim(_ condition: Bool, _ what: @autoclosure () -> String) throws(BrokenClaim) {
  if !condition { throw BrokenClaim(what: what()) }
}
