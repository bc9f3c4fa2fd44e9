package import PayCore

/// One certificate as a person compares it.
package struct CertificateSummary: Sendable, Hashable {
  /// `root`, `intermediate`, `sessionSigner`, `tokenIntermediate`, `tokenSigner` or
  /// `paymentProcessing`.
  package let role: String
  package let key: KeyKind
  /// RFC 4514.
  package let subject: String
  package let issuer: String
  /// Upper-case hex.
  package let serial: String
  package let notBefore: Timestamp
  package let notAfter: Timestamp
  /// Lower-case hex SHA-256 of the certificate in DER.
  package let fingerprint: String
  package let file: String

  init(_ certificate: Certificate, role: String, file: String) throws(CryptoFailure) {
    self.role = role
    self.file = file
    key = certificate.publicKey.kind
    subject = try certificate.subject()
    issuer = try certificate.issuer()
    // The contents of an INTEGER under 128 bytes, without the zero that marks it positive.
    serial = Hex.upper(try certificate.serialDER().dropFirst(2).drop { $0 == 0 })
    notBefore = certificate.notBefore
    notAfter = certificate.notAfter
    fingerprint = Hex.lower(sha256(certificate.der))
  }
}

extension CertificateSummary {
  /// Whole days until it ends; negative once it has ended.
  package func daysLeft(at moment: Timestamp) -> Int64 {
    let seconds = notAfter.seconds - moment.seconds
    return seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
  }
}
