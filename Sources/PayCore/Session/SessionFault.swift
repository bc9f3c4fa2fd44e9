/// Why a merchant session is not one of ours, in the order of the checks.
package enum SessionFault: Error, Sendable, Hashable {
  /// Members missing, unknown or of the wrong type.
  case shape([JSONFault])
  /// `signedFields` is not exactly the list, in its order.
  case signedFields
  /// `signature` is not canonical lower-case hex.
  case notHex
  /// The CMS is not what the signer would have written for a certificate of ours.
  case notOurForm(String)
  /// The certificates do not lead to our root, or were not valid at the signing time.
  case untrusted(String)
  /// The digest or the signature value is wrong: something that was signed has changed.
  case badSignature
  /// The signing time is not `epochTimestamp`.
  case signingTime
  /// The session names another merchant.
  case otherMerchant
  /// `epochTimestamp` lies in the future.
  case notYetValid
  /// `expiresAt` has passed, or is not after `epochTimestamp`.
  case expired

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .shape: "session_shape"
    case .signedFields: "session_signed_fields"
    case .notHex: "session_signature_not_hex"
    case .notOurForm: "session_signature_form"
    case .untrusted: "session_untrusted"
    case .badSignature: "session_bad_signature"
    case .signingTime: "session_signing_time"
    case .expired: "session_expired"
    case .notYetValid: "session_not_yet_valid"
    case .otherMerchant: "session_other_merchant"
    }
  }
}

extension SessionFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .shape(let faults):
      faults.map { "\($0.pointer) \($0.detail)" }.joined(separator: "; ")
    case .signedFields: "signedFields is not the list of signed fields in its order"
    case .notHex: "signature is not lower-case hex"
    case .notOurForm(let what): "the signature is not in the signer's form: \(what)"
    case .untrusted(let why): "the signer's certificate does not lead to our root: \(why)"
    case .badSignature: "a signed field or the signature has been changed"
    case .signingTime: "the signing time is not epochTimestamp"
    case .expired: "the session has expired"
    case .notYetValid: "the session's time lies in the future"
    case .otherMerchant: "the session is for another merchant"
    }
  }
}
