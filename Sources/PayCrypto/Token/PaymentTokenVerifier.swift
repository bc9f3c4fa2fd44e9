package import PayCore

/// Checks that a payment token was signed under one root, lately, and is unaltered. Needs no key.
///
/// Source: Apple, Payment token format reference, "Verify the signature".
package struct PaymentTokenVerifier: PaymentTokenChecker {
  private let roots: [TrustedRoot]
  private let window: Int64
  private let chains: ChainCache<CertificateChain>

  /// Takes tokens signed at most `windowSeconds` ago under one of the roots; remembers up to
  /// `capacity` chains that have held. Throws if a root cannot be used.
  init(
    roots: [Certificate], windowSeconds: Int64 = Limits.defaultTokenWindowSeconds,
    remembering capacity: Int = 16
  ) throws(CryptoFailure) {
    self.roots = try roots.map { (root) throws(CryptoFailure) in try TrustedRoot(root) }
    window = windowSeconds
    chains = ChainCache(capacity: capacity)
  }

  /// Every check that needs no key, in the order of `PaymentTokenFault`, at a moment.
  ///
  /// Certificates are judged at the signing time: most of Apple's signers have expired when an old
  /// token is looked at, and the signing time must then lie in the window.
  package func verify(
    _ token: SealedToken, at now: Timestamp
  ) throws(PaymentTokenFault) -> VerifiedToken {
    let message = try TokenMessage(token.signature)
    let attributes = message.attributes
    let chain = try self.chain(of: message)
    try checkKeyMaterial(of: token)
    guard message.algorithm.fits(token.version) || TokenCheck.algorithm.isOff else {
      throw .cmsAlgorithm("this signature algorithm for \(token.version.rawValue)")
    }
    let digest = sha256(token.signedBytes)
    guard
      constantTimeEqual(Array(attributes.messageDigest), digest) || TokenCheck.digest.isOff
    else { throw .digest }
    guard
      chain.leafKey.isValid(
        message.signature, of: attributes.signedBytes, by: message.algorithm)
        || TokenCheck.signature.isOff
    else { throw .badSignature }
    // Only now is the chain one that a signer has used: anybody can put public certificates into a
    // message, in several spellings, and must not push out the chains that are in use.
    chains.remember(chain, of: message.certificates)
    try checkFreshness(signed: attributes.signingTime, now: now)
    return VerifiedToken(
      token: token, signingTime: attributes.signingTime, signer: chain.leaf.commonName,
      replayKey: digest)
  }

  /// The signed bytes do not say where the key ends, so its size does: a point on P-256, or what
  /// RSA of 2048, 3072 or 4096 bits wraps a key into.
  private func checkKeyMaterial(of token: SealedToken) throws(PaymentTokenFault) {
    switch token.version {
    case .ecV1:
      guard
        CurvePoint(token.keyMaterial[...], on: .p256) != nil || TokenCheck.keyMaterialSize.isOff
      else { throw .ephemeralKey }
    case .rsaV1:
      guard
        [256, 384, 512].contains(token.keyMaterial.count) || TokenCheck.keyMaterialSize.isOff
      else { throw .undecryptable }
    }
  }

  private func checkFreshness(signed: Timestamp, now: Timestamp) throws(PaymentTokenFault) {
    guard now <= signed.adding(seconds: window) || TokenCheck.stale.isOff else {
      throw .stale(signed: signed, now: now)
    }
    guard
      signed <= now.adding(seconds: Limits.tokenClockSkewSeconds) || TokenCheck.fromFuture.isOff
    else { throw .fromFuture(signed: signed, now: now) }
  }

  private func chain(of message: TokenMessage) throws(PaymentTokenFault) -> CertificateChain {
    let moment = message.attributes.signingTime
    do throws(CertificateChain.Fault) {
      if let known = chains.value(of: message.certificates) {
        guard known.leaf.isNamed(message.signerIdentifier) || TokenCheck.signerIsLeaf.isOff else {
          throw .shape("the signer's certificate is not there")
        }
        try known.checkDates(at: moment)
        return known
      }
      let pair = try CertificatePair(message.certificates, signer: message.signerIdentifier)
      guard pair.leaf.extensions.has(ObjectIdentifiers.tokenSigner) || TokenCheck.leafOID.isOff
      else {
        throw .leafOID
      }
      guard
        pair.intermediate.extensions.has(ObjectIdentifiers.integrationAuthority)
          || TokenCheck.intermediateOID.isOff
      else { throw .intermediateOID }
      let issuer = pair.intermediate.issuer
      guard let root = roots.first(where: { $0.fields.subject == issuer }) ?? roots.first else {
        throw .untrusted("no root is trusted")
      }
      return try CertificateChain(pair, root: root, at: moment)
    } catch {
      throw PaymentTokenFault(error)
    }
  }
}

extension SignatureAlgorithm {
  /// EC_v1 is signed with ECDSA, RSA_v1 with RSA, both with SHA-256.
  fileprivate func fits(_ version: SealedToken.Version) -> Bool {
    switch self {
    case .ecdsaWithSHA256: version == .ecV1
    case .rsaWithSHA256: version == .rsaV1
    case .ecdsaWithSHA384: false
    }
  }
}

extension PaymentTokenFault {
  fileprivate init(_ fault: CertificateChain.Fault) {
    switch fault {
    case .shape(let what): self = .certificates(what)
    case .leafOID: self = .leafOID
    case .intermediateOID: self = .intermediateOID
    case .untrusted(let why): self = .untrusted(why)
    case .dates(let why): self = .certificateDates(why)
    }
  }
}
