import PayCore

/// A leaf and the intermediate authority that issued it, to be judged against one root.
struct CertificateChain: Sendable {
  let leaf: CertificateFields
  let intermediate: CertificateFields
  let leafKey: VerifyingKey
  /// When leaf, intermediate and root are all valid.
  let validity: Range<Timestamp>

  /// Why a chain does not hold.
  enum Fault: Error {
    /// The certificates are not a leaf and an authority.
    case shape(String)
    /// The leaf, or the intermediate, lacks Apple's mark.
    case leafOID
    case intermediateOID
    case untrusted(String)
    case dates(String)

    var reason: String {
      switch self {
      case .shape(let reason), .untrusted(let reason), .dates(let reason): reason
      case .leafOID, .intermediateOID: "a certificate is not marked for its use"
      }
    }

    var isShape: Bool { if case .shape = self { true } else { false } }
  }

  /// Checks everything about the chain: names, usages, signatures, and its dates at `moment`, if
  /// that is given.
  init(_ pair: CertificatePair, root: TrustedRoot, at moment: Timestamp? = nil) throws(Fault) {
    leaf = pair.leaf
    intermediate = pair.intermediate
    guard leaf.issuer == intermediate.subject || TokenCheck.leafIssuer.isOff else {
      throw .untrusted("the leaf names another issuer than the intermediate")
    }
    guard intermediate.issuer == root.fields.subject || TokenCheck.intermediateIssuer.isOff else {
      throw .untrusted("the intermediate names another issuer than the root")
    }
    guard intermediate.subject != root.fields.subject || TokenCheck.intermediateIsRoot.isOff else {
      throw .untrusted("the root stands in the place of the intermediate")
    }
    try Self.checkUsages(leaf, intermediate)
    guard let leafKey = VerifyingKey(leaf.publicKeyInfo),
      let issuingKey = VerifyingKey(intermediate.publicKeyInfo)
    else { throw .untrusted("a key is neither on P-256 or P-384 nor RSA of 2048 to 4096 bits") }
    // The leaf's comes first: it is the cheaper of the two where the root is on P-384.
    guard issuingKey.hasSigned(leaf) || TokenCheck.leafSignature.isOff else {
      throw .untrusted("the leaf's signature is not the intermediate's")
    }
    guard root.key.hasSigned(intermediate) || TokenCheck.intermediateSignature.isOff else {
      throw .untrusted("the intermediate's signature is not the root's")
    }
    self.leafKey = leafKey
    validity = leaf.validity.clamped(to: intermediate.validity).clamped(to: root.fields.validity)
    if let moment { try checkDates(at: moment) }
  }

  /// A chain that holds at one moment holds at all at which its certificates are valid.
  func checkDates(at moment: Timestamp) throws(Fault) {
    guard validity.contains(moment) || TokenCheck.certificateDates.isOff else {
      throw .dates(
        "the certificates are valid from \(validity.lowerBound) to \(validity.upperBound), and the "
          + "signature is of \(moment)")
    }
  }

  private static func checkUsages(
    _ leaf: CertificateFields, _ intermediate: CertificateFields
  ) throws(Fault) {
    let authority = intermediate.extensions
    guard authority.isAuthority || TokenCheck.authority.isOff else {
      throw .untrusted("the intermediate is not the certificate of an authority")
    }
    guard authority.allows(CertificateExtensions.keyCertSign) || TokenCheck.authorityUsage.isOff
    else { throw .untrusted("the intermediate's key may not sign certificates") }
    let signer = leaf.extensions
    guard !signer.isAuthority || TokenCheck.leafIsAuthority.isOff else {
      throw .untrusted("the leaf is the certificate of an authority")
    }
    guard !signer.has(ObjectIdentifiers.extendedKeyUsage) || TokenCheck.leafExtendedUsage.isOff
    else { throw .untrusted("the leaf carries an extended key usage") }
    guard signer.allows(CertificateExtensions.digitalSignature) || TokenCheck.leafUsage.isOff else {
      throw .untrusted("the leaf's key may not sign")
    }
    guard
      !authority.hasUnknownCritical && !signer.hasUnknownCritical
        || TokenCheck.criticalExtensions.isOff
    else { throw .untrusted("a critical extension is unknown") }
  }
}

/// The two certificates that a message brings, in whatever order.
struct CertificatePair {
  /// The one that the signer names.
  let leaf: CertificateFields
  let intermediate: CertificateFields

  /// Takes exactly two certificates; `identifier` is the contents of the signer's
  /// IssuerAndSerialNumber. Throws `shape`.
  init(
    _ certificates: ArraySlice<UInt8>, signer identifier: ArraySlice<UInt8>
  ) throws(CertificateChain.Fault) {
    var reader = DERReader(certificates)
    var read: [CertificateFields] = []
    while read.count <= 2, let der = reader.readElement(DER.sequence) {
      read.append(try Self.fields(der))
    }
    guard reader.isAtEnd,
      read.count == 2 || read.count > 2 && TokenCheck.certificateCount.isOff
    else {
      throw .shape("there are not exactly two certificates, the signer's and an authority's")
    }
    let named = read.firstIndex { $0.isNamed(identifier) }
    guard let index = named ?? (TokenCheck.signerIsLeaf.isOff ? 0 : nil) else {
      throw .shape("the signer's certificate is not there")
    }
    leaf = read[index]
    intermediate = read[index == 0 ? 1 : 0]
  }

  /// Throws `shape`.
  init(leaf: Certificate, intermediate: Certificate) throws(CertificateChain.Fault) {
    self.leaf = try Self.fields(leaf.der[...])
    self.intermediate = try Self.fields(intermediate.der[...])
  }

  private static func fields(
    _ der: ArraySlice<UInt8>
  ) throws(CertificateChain.Fault) -> CertificateFields {
    guard let fields = CertificateFields(der) else {
      throw .shape("a certificate is not X.509 v3 in DER")
    }
    return fields
  }
}

extension VerifyingKey {
  fileprivate func hasSigned(_ certificate: CertificateFields) -> Bool {
    isValid(certificate.signature, of: certificate.signedPart, by: certificate.algorithm)
  }
}

/// The certificate at which a chain must end: ours, never one that a message brings.
struct TrustedRoot: Sendable {
  let fields: CertificateFields
  let key: VerifyingKey

  init(_ certificate: Certificate) throws(CryptoFailure) {
    guard let fields = CertificateFields(certificate.der[...]), fields.extensions.isAuthority,
      let key = VerifyingKey(fields.publicKeyInfo)
    else { throw CryptoFailure("the root is not a certificate in DER with an EC or RSA key") }
    self.fields = fields
    self.key = key
  }
}
