import PayCore

/// The CMS SignedData (RFC 5652) of a payment token, taken apart: detached, one signer, in Apple's
/// BER or in DER.
///
/// Every byte that no signature covers is compared with the only value it may have, so that a
/// message has one spelling but for its outer lengths (definite or not, each in its shortest form)
/// and an absent or NULL parameter of SHA-256.
struct TokenMessage: Sendable {
  /// The contents of the certificates field: two certificates one after another.
  let certificates: ArraySlice<UInt8>
  /// Issuer and serial number of the signer's certificate, with their tags and lengths.
  let signerIdentifier: ArraySlice<UInt8>
  let attributes: TokenAttributes
  let algorithm: SignatureAlgorithm
  let signature: ArraySlice<UInt8>

  /// Throws `cms`, `cmsTrailing`, `cmsContent`, `cmsSigners`, `cmsAttributes`, `cmsAlgorithm`.
  init(_ bytes: [UInt8]) throws(PaymentTokenFault) {
    var cursor = BERCursor(bytes)
    try Self.openSignedData(&cursor)
    try Self.readDigestAlgorithms(&cursor)
    try Self.readContentInfo(&cursor)
    guard cursor.enter(DER.context0), let certificates = cursor.readRest() else {
      throw .cms("it has no certificates")
    }
    if cursor.read(DER.context1) != nil, !TokenCheck.revocations.isOff {
      throw .cms("it has revocation lists")
    }
    guard cursor.enter(DER.set) else { throw .cms("it has no signers") }
    guard cursor.enter(DER.sequence) else { throw .cmsSigners }
    guard let version = cursor.read(DER.integer),
      version.elementsEqual([1]) || TokenCheck.signerVersion.isOff,
      let signerIdentifier = cursor.read(DER.sequence)
    else { throw .cms("the signer is not named by issuer and serial number") }
    guard let digest = cursor.read(DER.sequence),
      Self.isSHA256(digest) || TokenCheck.signerDigestAlgorithm.isOff
    else { throw .cmsAlgorithm("a signer's digest other than SHA-256") }
    guard let signed = cursor.read(DER.context0) else {
      throw .cmsAttributes("there are none")
    }
    guard let contents = cursor.read(DER.sequence), let algorithm = SignatureAlgorithm(contents)
    else { throw .cmsAlgorithm("a signature other than ECDSA or RSA with SHA-256") }
    guard let signature = cursor.read(DER.octetString) else { throw .cms("it has no signature") }
    if cursor.read(DER.context1) != nil, !TokenCheck.unsignedAttributes.isOff {
      throw .cms("the signer has unsigned attributes")
    }
    guard cursor.leave() else { throw .cms("something follows the signature") }
    guard cursor.isElementAtEnd || TokenCheck.oneSigner.isOff else { throw .cmsSigners }
    if !cursor.isElementAtEnd { _ = cursor.read(DER.sequence) }
    for _ in 0..<4 where !cursor.leave() { throw .cms("something follows its signers") }
    guard cursor.isAtEnd || TokenCheck.trailing.isOff else { throw .cmsTrailing }
    self.certificates = certificates
    self.signerIdentifier = signerIdentifier
    self.algorithm = algorithm
    self.signature = signature
    attributes = try TokenAttributes(signed, algorithm: algorithm)
  }

  private static func openSignedData(_ cursor: inout BERCursor) throws(PaymentTokenFault) {
    guard cursor.enter(DER.sequence), let type = cursor.read(DER.objectIdentifier),
      type.elementsEqual(ObjectIdentifiers.signedData.dropFirst(2)), cursor.enter(DER.context0),
      cursor.enter(DER.sequence), let version = cursor.read(DER.integer),
      version.elementsEqual([1]) || TokenCheck.messageVersion.isOff
    else { throw .cms("it does not begin as a SignedData of version 1") }
  }

  private static func readDigestAlgorithms(_ cursor: inout BERCursor) throws(PaymentTokenFault) {
    guard cursor.enter(DER.set), let digest = cursor.read(DER.sequence),
      isSHA256(digest) || TokenCheck.messageDigestAlgorithm.isOff, cursor.leave()
    else { throw .cmsAlgorithm("a digest other than SHA-256") }
  }

  private static func readContentInfo(_ cursor: inout BERCursor) throws(PaymentTokenFault) {
    guard cursor.enter(DER.sequence), let type = cursor.read(DER.objectIdentifier),
      type.elementsEqual(ObjectIdentifiers.data.dropFirst(2)) || TokenCheck.encapsulatedType.isOff
    else { throw .cms("its content is not of the type data") }
    if !cursor.isElementAtEnd {
      guard TokenCheck.content.isOff, cursor.enter(DER.context0), cursor.readRest() != nil else {
        throw .cmsContent
      }
    }
    guard cursor.leave() else { throw .cmsContent }
  }

  /// SHA-256 without parameters (RFC 5754 2), or with the NULL of older senders.
  fileprivate static func isSHA256(_ contents: ArraySlice<UInt8>) -> Bool {
    contents.elementsEqual(ObjectIdentifiers.sha256)
      || contents.elementsEqual(ObjectIdentifiers.sha256 + DER.null)
  }
}

/// The signed attributes of a payment token. All are covered by the signature; those that we know
/// must be there once, others are let be.
struct TokenAttributes: Sendable {
  /// The SET OF Attribute that the signature covers: in the message it stands under `[0]`.
  let signedBytes: [UInt8]
  let signingTime: Timestamp
  let messageDigest: ArraySlice<UInt8>

  /// Reads the contents of the SET. Throws `cmsAttributes`.
  init(
    _ contents: ArraySlice<UInt8>, algorithm: SignatureAlgorithm
  ) throws(PaymentTokenFault) {
    let attributes = try Self.read(contents)
    let contentType = try Self.value(ObjectIdentifiers.contentType, "content type", attributes)
    guard
      contentType?.elementsEqual(ObjectIdentifiers.data) == true || TokenCheck.contentType.isOff
    else { throw .cmsAttributes("the content type is missing or not data") }
    guard let time = try Self.value(ObjectIdentifiers.signingTime, "signing time", attributes),
      let signingTime = Self.moment(time)
    else { throw .cmsAttributes("the signing time is missing or not a moment") }
    guard let digest = try Self.value(ObjectIdentifiers.messageDigest, "digest", attributes),
      let messageDigest = Self.octets(digest), messageDigest.count == 32
    else { throw .cmsAttributes("the message digest is missing or not that of SHA-256") }
    let protection = try Self.value(
      ObjectIdentifiers.algorithmProtection, "algorithm protection", attributes)
    if let protection, !Self.protects(protection, algorithm), !TokenCheck.algorithmProtection.isOff
    {
      throw .cmsAttributes("the algorithm protection (RFC 6211) names other algorithms")
    }
    self.signingTime = signingTime
    self.messageDigest = messageDigest
    signedBytes = DER.element(DER.set, Array(contents))
  }

  private typealias Attribute = (type: ArraySlice<UInt8>, values: ArraySlice<UInt8>)

  private static func read(
    _ contents: ArraySlice<UInt8>
  ) throws(PaymentTokenFault) -> [Attribute] {
    var reader = DERReader(contents)
    var attributes: [Attribute] = []
    attributes.reserveCapacity(4)
    while !reader.isAtEnd {
      guard var attribute = reader.enter(DER.sequence),
        let identifier = attribute.readElement(DER.objectIdentifier),
        let values = attribute.read(DER.set), attribute.isAtEnd
      else { throw .cmsAttributes("they are malformed") }
      attributes.append((identifier, values))
    }
    return attributes
  }

  /// The values of an attribute; nil if it is absent. Throws if it is there twice.
  private static func value(
    _ type: [UInt8], _ name: String, _ attributes: [Attribute]
  ) throws(PaymentTokenFault) -> ArraySlice<UInt8>? {
    var found: ArraySlice<UInt8>?
    for (identifier, values) in attributes where identifier.elementsEqual(type) {
      guard found == nil || TokenCheck.attributeOnce.isOff else {
        throw .cmsAttributes("there are two of \(name)")
      }
      found = found ?? values
    }
    return found
  }

  private static func moment(_ value: ArraySlice<UInt8>) -> Timestamp? {
    var reader = DERReader(value)
    guard let moment = ASN1Time.read(&reader),
      reader.isAtEnd || TokenCheck.attributeValueOnce.isOff
    else { return nil }
    return moment
  }

  private static func octets(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var reader = DERReader(value)
    guard let octets = reader.read(DER.octetString),
      reader.isAtEnd || TokenCheck.attributeValueOnce.isOff
    else { return nil }
    return octets
  }

  /// Whether a CMSAlgorithmProtection names SHA-256 and this signature algorithm.
  private static func protects(
    _ value: ArraySlice<UInt8>, _ algorithm: SignatureAlgorithm
  ) -> Bool {
    var outer = DERReader(value)
    guard var reader = outer.enter(DER.sequence), outer.isAtEnd,
      let digest = reader.read(DER.sequence), let signature = reader.read(DER.context1),
      reader.isAtEnd
    else { return false }
    return TokenMessage.isSHA256(digest) && signature.elementsEqual(algorithm.contents)
  }
}
