import PayCore

/// A root, an intermediate authority and a session signer for development.
struct DevelopmentPKI {
  let rootKey: PrivateKey
  let root: Certificate
  let intermediateKey: PrivateKey
  let intermediate: Certificate
  let signerKey: PrivateKey
  let signer: Certificate

  /// Days of validity: 10 years, 5 years, and the 25 months that Apple gives a merchant's
  /// certificates.
  private static let rootDays: Int64 = 3652
  private static let intermediateDays: Int64 = 1826
  private static let signerDays: Int64 = 760
  /// Certificates are valid a little earlier than they are made, for machines whose clock is
  /// behind.
  private static let leadSeconds: Int64 = 3600

  /// Makes new keys and certificates at a moment for a merchant.
  init(
    merchantIdentifier: String, at moment: Timestamp, random: (Int) -> [UInt8]
  ) throws(CryptoFailure) {
    func request(
      _ role: CertificateRequest.Role, _ name: String, _ key: PrivateKey, days: Int64,
      userID: String? = nil
    ) -> CertificateRequest {
      CertificateRequest(
        role: role, commonName: name, userID: userID, key: key, serial: random(16),
        notBefore: moment.adding(seconds: -Self.leadSeconds),
        notAfter: moment.adding(seconds: days * 86_400))
    }
    rootKey = try .generate()
    intermediateKey = try .generate()
    signerKey = try .generate()
    root = try request(.root, "Development Root", rootKey, days: Self.rootDays)
      .issue(with: rootKey)
    intermediate = try request(
      .intermediate, "Development Intermediate", intermediateKey, days: Self.intermediateDays
    ).issue(by: root, with: rootKey)
    signer = try request(
      .signer, "Development Session Signer", signerKey, days: Self.signerDays,
      userID: merchantIdentifier
    ).issue(by: intermediate, with: intermediateKey)
  }
}
