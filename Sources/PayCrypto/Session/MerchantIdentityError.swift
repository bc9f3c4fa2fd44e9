package import PayCore
package import PaySystem

/// Why a file is no identity to call Apple's gateway with.
package enum MerchantIdentityError: Error, Sendable, Hashable {
  /// It cannot be read, or others may read it.
  case file(FileError)
  /// It is no file of keys or certificates, or its passphrase is missing or wrong.
  case keys(KeyError)
  /// It holds no certificate.
  case noCertificate(path: String)
  /// A certificate or a key in it cannot be used.
  case malformed(path: String, cause: String)
  /// The key is not that of the certificate.
  case mismatch(key: String, certificate: String)
  /// The merchant's other certificate, for which payment tokens are encrypted.
  case paymentProcessing(path: String)
  /// The certificate is that of another merchant.
  case otherMerchant(path: String, merchant: String)
  case notYetValid(path: String, from: Timestamp)
  case expired(path: String, at: Timestamp)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .file: "identity_file"
    case .keys(let error): error.code
    case .noCertificate: "identity_no_certificate"
    case .malformed: "identity_malformed"
    case .mismatch: "identity_mismatch"
    case .paymentProcessing: "identity_is_payment_processing"
    case .otherMerchant: "identity_other_merchant"
    case .notYetValid: "identity_not_yet_valid"
    case .expired: "identity_expired"
    }
  }
}

extension MerchantIdentityError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let error): error.description
    case .keys(let error): error.description
    case .noCertificate(let path):
      "\(path) holds no certificate: put the merchant identity certificate in it, or name "
        + "the file that has it with --identity and the key's with --identity-key"
    case .malformed(let path, let cause): "\(path) cannot be used: \(cause)"
    case .mismatch(let key, let certificate):
      "the key in \(key) is not that of the first certificate in \(certificate)"
    case .paymentProcessing(let path):
      "the payment processing certificate is not the merchant identity: \(path) holds the one for "
        + "which payment tokens are encrypted; the gateway wants the merchant identity certificate"
    case .otherMerchant(let path, let merchant):
      "the certificate in \(path) is not that of \(merchant): use the merchant identity of the "
        + "configured merchant"
    case .notYetValid(let path, let moment):
      "the certificate in \(path) is valid from \(moment) only: look at the clock"
    case .expired(let path, let moment):
      "the certificate in \(path) expired at \(moment): make a new merchant identity certificate "
        + "in the developer account"
    }
  }
}
