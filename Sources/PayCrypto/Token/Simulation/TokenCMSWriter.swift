import COpenSSL
import PayCore

/// Writes the detached CMS SignedData (RFC 5652) of a payment token: in BER with indefinite
/// lengths, as Apple's servers do, or in DER.
///
/// Every part can be replaced, so that a message with any one fault can be made.
struct TokenCMSWriter {
  enum Encoding: String, CaseIterable {
    case ber
    case der
  }

  /// The signed attributes that Apple's messages have.
  enum Attribute: CaseIterable {
    case contentType
    case signingTime
    /// CMSAlgorithmProtection (RFC 6211).
    case algorithmProtection
    case messageDigest
  }

  var encoding = Encoding.ber
  /// Whether the digest algorithm has NULL parameters, as in Apple's older messages.
  var hasNullParameters = false
  var signers: [IssuedKey]
  /// In DER, in the order in which Apple has them: leaf, intermediate.
  var certificates: [[UInt8]]
  var signingTime: Timestamp
  /// nil: the signature is made over the content itself.
  var attributes: [Attribute]? = Attribute.allCases
  /// Of the content, and of the signature.
  var digest = SigningDigest.sha256
  var signatureDigest = SigningDigest.sha256
  /// The digest that the message, its signer and CMSAlgorithmProtection name; nil: `digest`.
  var messageDigestName: SigningDigest?
  var signerDigestName: SigningDigest?
  var protectedDigest: SigningDigest?
  /// The digest of the signature that CMSAlgorithmProtection names; nil: the one that is used.
  var protectedSignatureDigest: SigningDigest?
  /// Versions of the message and of its signer.
  var messageVersion: UInt8 = 1
  var signerVersion: UInt8 = 1
  /// What the message and the signed attributes call the content.
  var encapsulatedType = ObjectIdentifiers.data
  var contentType = ObjectIdentifiers.data
  /// The attribute that has its value twice.
  var doubledAttribute: Attribute?
  /// Whether the content stands in the message.
  var carriesContent = false
  /// Complete elements that no signature covers.
  var revocations: [UInt8] = []
  var unsignedAttributes: [UInt8] = []

  init(signer: IssuedKey, intermediate: Certificate, signingTime: Timestamp) {
    signers = [signer]
    certificates = [signer.certificate.der, intermediate.der]
    self.signingTime = signingTime
  }

  /// The message over `content`.
  func message(over content: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    var infos: [[UInt8]] = []
    for signer in signers { infos.append(try info(of: signer, content)) }
    var encapsulated = encapsulatedType
    if carriesContent {
      encapsulated += DER.element(DER.context0, DER.element(DER.octetString, content))
    }
    // DER sorts a SET OF by the elements' bytes.
    let ordered = encoding == .der ? sorted(certificates) : certificates
    let certificateSet = ordered.isEmpty ? [] : wrap(DER.context0, ordered.flatMap { $0 })
    let data =
      version(messageVersion) + DER.element(DER.set, identifier(of: messageDigestName))
      + wrap(DER.sequence, encapsulated) + certificateSet + revocations
      + DER.element(DER.set, sorted(infos).flatMap { $0 })
    let explicit = wrap(DER.context0, wrap(DER.sequence, data))
    return wrap(DER.sequence, ObjectIdentifiers.signedData + explicit)
  }

  private func info(of signer: IssuedKey, _ content: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    let algorithm = signatureAlgorithm(signatureDigest, of: signer)
    let name = try signer.certificate.issuerDER() + signer.certificate.serialDER()
    var info =
      version(signerVersion) + DER.element(DER.sequence, name) + identifier(of: signerDigestName)
    var signed = content
    if let attributes {
      var values: [[UInt8]] = []
      for attribute in attributes {
        values.append(try value(of: attribute, by: signer, algorithm: algorithm, content))
      }
      let contents = sorted(values).flatMap { $0 }
      // They are signed as a SET and stand in the message under the tag [0].
      signed = DER.element(DER.set, contents)
      info += DER.element(DER.context0, contents)
    }
    let signature = try signer.key.signature(of: signed, digest: signatureDigest)
    info += DER.element(DER.sequence, algorithm) + DER.element(DER.octetString, signature)
    return DER.element(DER.sequence, info + unsignedAttributes)
  }

  private func value(
    of attribute: Attribute, by signer: IssuedKey, algorithm: [UInt8], _ content: [UInt8]
  ) throws(CryptoFailure) -> [UInt8] {
    switch attribute {
    case .contentType: return entry(attribute, ObjectIdentifiers.contentType, contentType)
    case .signingTime:
      guard let time = ASN1Time.encodeUTC(signingTime) else {
        throw CryptoFailure("a signing time cannot lie after the year 2049")
      }
      return entry(
        attribute, ObjectIdentifiers.signingTime, DER.element(DER.utcTime, time))
    case .algorithmProtection:
      let named = protectedSignatureDigest.map { signatureAlgorithm($0, of: signer) } ?? algorithm
      let pair = identifier(of: protectedDigest) + DER.element(DER.context1, named)
      return entry(
        attribute, ObjectIdentifiers.algorithmProtection, DER.element(DER.sequence, pair))
    case .messageDigest:
      let value = DER.element(DER.octetString, try digest.hash(content))
      return entry(attribute, ObjectIdentifiers.messageDigest, value)
    }
  }

  /// The AlgorithmIdentifier of a digest, or of the one that is used.
  private func identifier(of name: SigningDigest?) -> [UInt8] {
    DER.element(DER.sequence, (name ?? digest).identifier + (hasNullParameters ? DER.null : []))
  }

  /// The contents of the AlgorithmIdentifier of a signer's signature.
  private func signatureAlgorithm(_ digest: SigningDigest, of signer: IssuedKey) -> [UInt8] {
    signer.key.isElliptic ? digest.ecdsaIdentifier : digest.rsaIdentifier + DER.null
  }

  /// An element around others, of the length form that its messages have.
  private func wrap(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    encoding == .der ? DER.element(tag, contents) : [tag, 0x80] + contents + [0, 0]
  }

  private func sorted(_ elements: [[UInt8]]) -> [[UInt8]] {
    elements.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func entry(_ attribute: Attribute, _ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
    let values = attribute == doubledAttribute ? value + value : value
    return DER.element(DER.sequence, type + DER.element(DER.set, values))
  }

  private func version(_ number: UInt8) -> [UInt8] { [DER.integer, 1, number] }
}

/// The digest that a message is signed with; Apple's have SHA-256.
enum SigningDigest {
  case sha1
  case sha256
  case sha384

  /// OpenSSL's algorithm of that name.
  private var algorithm: OpaquePointer? {
    switch self {
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    }
  }

  func hash(_ bytes: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard EVP_Digest(bytes, bytes.count, &output, &count, algorithm, nil) == 1 else {
      throw .openSSL("digest a message")
    }
    return Array(output.prefix(Int(count)))
  }

  fileprivate func sign(
    _ bytes: [UInt8], with key: OpaquePointer
  ) throws(CryptoFailure) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw .openSSL("sign") }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(key)))
    var count = signature.count
    guard EVP_DigestSignInit(context, nil, algorithm, nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1
    else { throw .openSSL("sign") }
    return Array(signature.prefix(count))
  }

  /// id-sha1, id-sha256, id-sha384.
  var identifier: [UInt8] {
    switch self {
    case .sha1: DER.element(DER.objectIdentifier, [0x2B, 0x0E, 0x03, 0x02, 0x1A])
    case .sha256: ObjectIdentifiers.sha256
    case .sha384:
      DER.element(
        DER.objectIdentifier, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02])
    }
  }

  /// ecdsa-with-SHA1, ecdsa-with-SHA256, ecdsa-with-SHA384.
  var ecdsaIdentifier: [UInt8] {
    switch self {
    case .sha1:
      DER.element(DER.objectIdentifier, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x01])
    case .sha256: ObjectIdentifiers.ecdsaWithSHA256
    case .sha384: ObjectIdentifiers.ecdsaWithSHA384
    }
  }

  /// sha1WithRSAEncryption, sha256WithRSAEncryption, sha384WithRSAEncryption.
  var rsaIdentifier: [UInt8] {
    let last: UInt8 =
      switch self {
      case .sha1: 0x05
      case .sha256: 0x0B
      case .sha384: 0x0C
      }
    return DER.element(
      DER.objectIdentifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, last])
  }
}

extension PrivateKey {
  /// The signature of this key, on a curve or RSA with PKCS #1 padding, over the digest of `bytes`.
  fileprivate func signature(
    of bytes: [UInt8], digest: SigningDigest
  ) throws(CryptoFailure) -> [UInt8] {
    let signed = withPointer { key in
      Result { () throws(CryptoFailure) in try digest.sign(bytes, with: key) }
    }
    return try signed.get()
  }

  fileprivate var isElliptic: Bool { kind == .p256 }
}
