import PayCore
import PaySystem

/// Who makes simulated tokens: the development root, the authority of its token signers, a signer
/// for each version, and the certificates of the merchant that the tokens are for.
struct TokenIssuer: Sendable {
  /// What tokens of one version are made with.
  struct Identity: Sendable {
    let signer: IssuedKey
    /// The merchant's payment-processing certificate.
    let recipient: Certificate
  }

  let root: IssuedKey
  let intermediate: IssuedKey
  let elliptic: Identity
  let rsa: Identity
  /// SHA-256 of the merchant identifier, which EC_v1 derives its keys from.
  let merchantIdentifierHash: [UInt8]

  func identity(for version: SealedToken.Version) -> Identity {
    switch version {
    case .ecV1: elliptic
    case .rsaV1: rsa
    }
  }

  /// Reads what `keys generate` has written.
  init(_ directory: KeyDirectory) throws(KeyError) {
    guard Files.exists(directory.authority) || !Files.exists(directory.keys) else {
      throw .authorityMissing(path: directory.authority)
    }
    elliptic = try Self.identity(.ec, in: directory).identity
    let other = try Self.identity(.rsa, in: directory)
    rsa = other.identity
    root = IssuedKey(
      key: try directory.readPrivateKey(directory.rootKey),
      certificate: try directory.readCertificates(directory.root, count: 1)[0])
    intermediate = IssuedKey(
      key: try directory.readPrivateKey(directory.tokenIntermediateKey),
      certificate: other.intermediate)
    guard let hash = elliptic.recipient.merchantIdentifierHash else {
      throw .malformed(
        path: directory.processingKey(.ec).certificates,
        cause: "it does not say which merchant it is for")
    }
    merchantIdentifierHash = hash
  }

  /// The same from a PKI that is not written anywhere.
  init(_ pki: DevelopmentPKI, merchantIdentifierHash: [UInt8]) throws(CryptoFailure) {
    func identity(_ algorithm: KeyAlgorithm) throws(CryptoFailure) -> Identity {
      guard let signer = pki.tokenSigners[algorithm], let recipient = pki.processing[algorithm]
      else { throw CryptoFailure("the PKI has no token signer of the kind \(algorithm.rawValue)") }
      return Identity(signer: signer, recipient: recipient.certificate)
    }
    elliptic = try identity(.ec)
    rsa = try identity(.rsa)
    root = pki.root
    intermediate = pki.tokenIntermediate
    self.merchantIdentifierHash = merchantIdentifierHash
  }

  private static func identity(
    _ algorithm: KeyAlgorithm, in directory: KeyDirectory
  ) throws(KeyError) -> (identity: Identity, intermediate: Certificate) {
    let files = directory.tokenSigner(algorithm)
    let chain = try directory.readCertificates(files.certificates, count: 2)
    let key = try directory.readPrivateKey(files.key)
    guard key.publicKey == chain[0].publicKey else {
      throw .mismatch(key: files.key, certificate: files.certificates)
    }
    let recipient = try directory.readCertificates(
      directory.processingKey(algorithm).certificates)[0]
    return (
      Identity(signer: IssuedKey(key: key, certificate: chain[0]), recipient: recipient), chain[1]
    )
  }
}
