import COpenSSL
import PayCore

/// The one root that we trust.
final class TrustStore: @unchecked Sendable {
  // Filled in `init`; an X509_STORE that is only read may be shared by all threads.
  private let pointer: OpaquePointer
  let root: Certificate

  init(root: Certificate) throws(CryptoFailure) {
    guard let pointer = X509_STORE_new() else { throw .openSSL("make a trust store") }
    self.pointer = pointer
    self.root = root
    let added = root.withPointer { X509_STORE_add_cert(pointer, $0) }
    guard added == 1 else { throw .openSSL("trust the root") }
  }

  deinit { X509_STORE_free(pointer) }

  /// Why the chain signer, intermediate, root does not hold at `moment`; nil if it does. Without a
  /// moment, dates are not looked at.
  func fault(
    of signer: Certificate, issuedBy intermediate: Certificate, at moment: Timestamp?
  ) throws(CryptoFailure) -> String? {
    guard let context = X509_STORE_CTX_new(), let untrusted = pay_certificates_new() else {
      throw .openSSL("check a chain")
    }
    defer {
      X509_STORE_CTX_free(context)
      pay_certificates_free(untrusted)
    }
    let pushed = intermediate.withPointer { pay_certificates_push(untrusted, $0) }
    let isReady = signer.withPointer { X509_STORE_CTX_init(context, pointer, $0, untrusted) }
    guard pushed == 1, isReady == 1, let parameters = X509_STORE_CTX_get0_param(context) else {
      throw .openSSL("check a chain")
    }
    X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY)
    var flags = UInt(X509_V_FLAG_X509_STRICT)
    if let moment {
      X509_VERIFY_PARAM_set_time(parameters, Int(moment.seconds))
    } else {
      flags |= UInt(X509_V_FLAG_NO_CHECK_TIME)
    }
    X509_VERIFY_PARAM_set_flags(parameters, flags)
    return verdict(context)
  }

  private func verdict(_ context: OpaquePointer) -> String? {
    let isTrusted = X509_verify_cert(context) == 1
    drainOpenSSLErrors()
    guard isTrusted else {
      return String(cString: X509_verify_cert_error_string(Int(X509_STORE_CTX_get_error(context))))
    }
    guard pay_certificates_count(X509_STORE_CTX_get0_chain(context)) == 3 else {
      return "the chain is not signer, intermediate, root"
    }
    return nil
  }
}
