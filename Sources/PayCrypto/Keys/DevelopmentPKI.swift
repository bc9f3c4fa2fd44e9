import PayCore

/// A private key and the certificate of it.
struct IssuedKey {
  let key: PrivateKey
  let certificate: Certificate
}

/// The development PKI: under one root, the session signer and its authority, signers of payment
/// tokens and theirs, shaped as Apple's, and the merchant's payment-processing certificates.
struct DevelopmentPKI {
  let root: IssuedKey
  let intermediate: IssuedKey
  let signer: IssuedKey
  let tokenIntermediate: IssuedKey
  /// One for each family of payment tokens.
  let tokenSigners: [KeyAlgorithm: IssuedKey]
  /// Issued by `intermediate`: Apple's too come from another authority than its token signers.
  let processing: [KeyAlgorithm: IssuedKey]

  /// The common name of the root.
  static let rootName = "Development Root"

  /// Days of validity: 10 years, 5 years, and the 25 months that Apple gives a merchant's
  /// certificates.
  private static let rootDays: Int64 = 3652
  private static let intermediateDays: Int64 = 1826
  private static let signerDays: Int64 = 760
  /// Certificates are valid a little earlier than they are made, for machines whose clock is
  /// behind.
  private static let leadSeconds: Int64 = 3600

  /// Makes new keys and certificates at a moment for a merchant; `signerKind` is that of the
  /// session signer's key.
  init(
    merchantIdentifier: String, signerKind: KeyKind, at moment: Timestamp,
    random: (Int) -> [UInt8], makeKey: (KeyKind) throws(CryptoFailure) -> PrivateKey
  ) throws(CryptoFailure) {
    func issue(
      _ role: CertificateRequest.Role, _ name: String, _ kind: KeyKind, days: Int64,
      userID: String? = nil, by issuer: IssuedKey? = nil
    ) throws(CryptoFailure) -> IssuedKey {
      let key = try makeKey(kind)
      let request = CertificateRequest(
        role: role, commonName: name, userID: userID, key: key,
        serial: random(16), notBefore: moment.adding(seconds: -Self.leadSeconds),
        notAfter: moment.adding(seconds: days * 86_400))
      return IssuedKey(
        key: key,
        certificate: try request.issue(by: issuer?.certificate, with: issuer?.key ?? key))
    }
    root = try issue(.root, Self.rootName, .p256, days: Self.rootDays)
    intermediate = try issue(
      .intermediate, "Development Intermediate", .p256, days: Self.intermediateDays, by: root)
    signer = try issue(
      .signer, "Development Session Signer", signerKind, days: Self.signerDays,
      userID: merchantIdentifier,
      by: intermediate)
    tokenIntermediate = try issue(
      .tokenIntermediate, "Development Token Intermediate", .p256, days: Self.intermediateDays,
      by: root)
    var tokenSigners: [KeyAlgorithm: IssuedKey] = [:]
    var processing: [KeyAlgorithm: IssuedKey] = [:]
    let merchant = CertificateRequest.Role.paymentProcessing(
      merchantIdentifierHash: sha256(Array(merchantIdentifier.utf8)))
    for algorithm in KeyAlgorithm.allCases {
      let suffix = algorithm.rawValue.uppercased()
      tokenSigners[algorithm] = try issue(
        .tokenSigner, "Development Token Signer " + suffix, algorithm.kind, days: Self.signerDays,
        by: tokenIntermediate)
      processing[algorithm] = try issue(
        merchant, "Development Payment Processing " + suffix, algorithm.kind, days: Self.signerDays,
        userID: merchantIdentifier, by: intermediate)
    }
    self.tokenSigners = tokenSigners
    self.processing = processing
  }
}
