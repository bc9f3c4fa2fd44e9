import COpenSSL
import PayCore

extension CryptoFailure {
  /// The failure of an operation, a verb phrase such as `sign`, with the reasons that OpenSSL left
  /// in this thread's error queue, which is empty afterwards.
  static func openSSL(_ operation: String) -> CryptoFailure {
    let reasons = drainOpenSSLErrors()
    let cause = reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", ")
    return CryptoFailure("cannot " + operation + cause)
  }
}

/// Empties this thread's error queue, so that no later failure reports an older one's reasons.
@discardableResult
func drainOpenSSLErrors() -> [String] {
  var reasons: [String] = []
  while case let code = ERR_get_error(), code != 0 {
    if let reason = ERR_reason_error_string(code) { reasons.append(String(cString: reason)) }
  }
  return reasons
}
