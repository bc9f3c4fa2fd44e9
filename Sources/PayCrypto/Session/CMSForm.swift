import PayCore

/// The detached CMS SignedData (RFC 5652) that our signer writes for one pair of certificates.
///
/// Everything but signed attributes and signature value is constant: it is laid out once, so that
/// signing costs little more than the signature, and so that a verifier can demand these very
/// bytes.
struct CMSForm: Sendable {
  /// From the version of SignedData to the last certificate.
  private let dataHead: [UInt8]
  /// From the version of SignerInfo to the digest algorithm.
  private let infoHead: [UInt8]

  /// The AlgorithmIdentifier of the signature.
  private let algorithm: [UInt8]

  private static let version1: [UInt8] = [DER.integer, 1, 1]
  private static let sha256 = DER.element(DER.sequence, ObjectIdentifiers.sha256)

  /// `algorithm` is that of the signer's key.
  init(
    signer: CertificateFields, intermediate: CertificateFields, algorithm: SignatureAlgorithm
  ) {
    // DER sorts a SET OF by the elements' bytes.
    let certificates = [signer.der, intermediate.der].sorted { $0.lexicographicallyPrecedes($1) }
    dataHead =
      Self.version1
      + DER.element(DER.set, Self.sha256)
      + DER.element(DER.sequence, ObjectIdentifiers.data)
      + DER.element(DER.context0, Array(certificates.joined()))
    infoHead =
      Self.version1 + DER.element(DER.sequence, Array(signer.issuer) + signer.serial) + Self.sha256
    self.algorithm = DER.element(DER.sequence, algorithm.contents)
  }

  /// The message with these attributes and this signature value.
  func message(_ attributes: SignedAttributes, signature: [UInt8]) -> [UInt8] {
    let info =
      infoHead.count + SignedAttributes.count + algorithm.count
      + DER.elementCount(signature.count)
    let infos = DER.elementCount(info)
    let data = dataHead.count + DER.elementCount(infos)
    let explicit = DER.elementCount(data)
    let content = ObjectIdentifiers.signedData.count + DER.elementCount(explicit)
    var output: [UInt8] = []
    output.reserveCapacity(DER.elementCount(content))
    DER.appendHeader(DER.sequence, content, to: &output)
    output += ObjectIdentifiers.signedData
    DER.appendHeader(DER.context0, explicit, to: &output)
    DER.appendHeader(DER.sequence, data, to: &output)
    output += dataHead
    DER.appendHeader(DER.set, infos, to: &output)
    DER.appendHeader(DER.sequence, info, to: &output)
    output += infoHead
    // The attributes are signed as a SET and stand in the message under the tag [0].
    DER.appendHeader(DER.context0, attributes.contents.count, to: &output)
    output += attributes.contents
    output += algorithm
    DER.appendHeader(DER.octetString, signature.count, to: &output)
    output += signature
    return output
  }
}

/// What differs from one message to another, taken from where the form has it and not yet checked.
struct CMSParts: Sendable {
  /// The contents of the certificates field: two certificates one after another.
  let certificates: ArraySlice<UInt8>
  /// The contents of the signer's IssuerAndSerialNumber.
  let signerIdentifier: ArraySlice<UInt8>
  let attributes: SignedAttributes
  let signature: ArraySlice<UInt8>

  /// nil if the message has not so much as the outline of the form.
  init?(_ message: [UInt8]) {
    var outer = DERReader(message[...])
    guard var content = outer.enter(DER.sequence), content.read(DER.objectIdentifier) != nil,
      var explicit = content.enter(DER.context0), var data = explicit.enter(DER.sequence),
      data.read(DER.integer) != nil, data.read(DER.set) != nil, data.read(DER.sequence) != nil,
      let certificates = data.read(DER.context0), var infos = data.enter(DER.set),
      var info = infos.enter(DER.sequence), info.read(DER.integer) != nil,
      let signerIdentifier = info.read(DER.sequence), info.read(DER.sequence) != nil,
      let contents = info.read(DER.context0), info.read(DER.sequence) != nil,
      let signature = info.read(DER.octetString),
      let attributes = SignedAttributes(contents: contents)
    else { return nil }
    self.certificates = certificates
    self.signerIdentifier = signerIdentifier
    self.attributes = attributes
    self.signature = signature
  }
}
