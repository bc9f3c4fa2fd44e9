import PayCore

/// The fields of an X.509 v3 certificate (RFC 5280 4.1) by which a chain is judged, read from
/// strict DER and not yet checked.
///
/// OpenSSL takes three times as long to read a certificate as to check its signature, and takes
/// other spellings of the outer parts that no signature covers.
struct CertificateFields: Sendable {
  /// The certificate as it was read.
  let der: ArraySlice<UInt8>
  /// What its issuer's signature covers.
  let signedPart: ArraySlice<UInt8>
  /// Each with tag and length.
  let serial: ArraySlice<UInt8>
  let issuer: ArraySlice<UInt8>
  let subject: ArraySlice<UInt8>
  let publicKeyInfo: ArraySlice<UInt8>
  /// From `notBefore` until before `notAfter`, where OpenSSL counts it as expired.
  let validity: Range<Timestamp>
  let extensions: CertificateExtensions
  let algorithm: SignatureAlgorithm
  let signature: ArraySlice<UInt8>

  /// Reads one certificate from the whole of `der`; nil if it is anything else.
  init?(_ der: ArraySlice<UInt8>) {
    var outer = DERReader(der)
    guard var certificate = outer.enter(DER.sequence), outer.isAtEnd,
      let signedPart = certificate.readElement(DER.sequence),
      let outerAlgorithm = certificate.read(DER.sequence),
      let signature = certificate.read(DER.bitString), signature.first == 0,
      certificate.isAtEnd
    else { return nil }
    var whole = DERReader(signedPart)
    guard var fields = whole.enter(DER.sequence),
      fields.read(DER.context0)?.elementsEqual([DER.integer, 1, 2]) == true,
      let serial = fields.readElement(DER.integer),
      // The algorithm stands twice; only this one is signed.
      let signedAlgorithm = fields.read(DER.sequence),
      signedAlgorithm == outerAlgorithm || TokenCheck.certificateAlgorithms.isOff,
      let algorithm = SignatureAlgorithm(signedAlgorithm),
      let issuer = fields.readElement(DER.sequence),
      var dates = fields.enter(DER.sequence), let notBefore = ASN1Time.read(&dates),
      let notAfter = ASN1Time.read(&dates), dates.isAtEnd,
      let subject = fields.readElement(DER.sequence),
      let publicKeyInfo = fields.readElement(DER.sequence),
      let extensions = CertificateExtensions(&fields), fields.isAtEnd
    else { return nil }
    self.der = der
    self.signedPart = signedPart
    self.serial = serial
    self.issuer = issuer
    self.subject = subject
    self.publicKeyInfo = publicKeyInfo
    // One that ends before it begins is never valid.
    self.validity = notBefore..<max(notBefore, notAfter)
    self.extensions = extensions
    self.algorithm = algorithm
    self.signature = signature.dropFirst()
  }

  /// Whether the contents of an IssuerAndSerialNumber name this certificate.
  func isNamed(_ identifier: ArraySlice<UInt8>) -> Bool {
    identifier.count == issuer.count + serial.count && identifier.starts(with: issuer)
      && identifier.dropFirst(issuer.count) == serial
  }

  /// The subject's last common name; empty if it has none.
  var commonName: String {
    var outer = DERReader(subject)
    guard var names = outer.enter(DER.sequence) else { return "" }
    var name = ""
    while var set = names.enter(DER.set) {
      guard var pair = set.enter(DER.sequence),
        pair.readElement(DER.objectIdentifier)?.elementsEqual(ObjectIdentifiers.commonName) == true,
        let tag = pair.tag, let text = pair.read(tag)
      else { continue }
      name = String(decoding: text, as: UTF8.self)
    }
    return name
  }
}

/// The extensions of a certificate (RFC 5280 4.2) as far as they decide what it may do.
struct CertificateExtensions: Sendable {
  /// Whether it says that it may issue certificates.
  private(set) var isAuthority = false
  /// Bits of the key usage, the first one highest; nil if it says nothing.
  private(set) var keyUsage: UInt8?
  private(set) var hasUnknownCritical = false
  private var identifiers: [ArraySlice<UInt8>] = []

  static let digitalSignature: UInt8 = 0x80
  static let keyCertSign: UInt8 = 0x04

  /// Reads the last field of a certificate, which may be absent; nil if it is malformed, or has an
  /// extension twice.
  init?(_ fields: inout DERReader) {
    guard !fields.isAtEnd else { return }
    guard var wrapped = fields.enter(DER.context3), let list = wrapped.read(DER.sequence),
      wrapped.isAtEnd
    else { return nil }
    identifiers.reserveCapacity(12)
    var reader = DERReader(list)
    while !reader.isAtEnd {
      guard var item = reader.enter(DER.sequence),
        let identifier = item.readElement(DER.objectIdentifier),
        !has(identifier) || TokenCheck.extensionOnce.isOff,
        let isCritical = Self.criticality(&item), let value = item.read(DER.octetString),
        item.isAtEnd, note(identifier, value, isCritical: isCritical)
      else { return nil }
      identifiers.append(identifier)
    }
  }

  func has(_ identifier: some Collection<UInt8>) -> Bool {
    identifiers.contains { $0.elementsEqual(identifier) }
  }

  /// Whether it says of a key that it signs messages, and nothing else of it.
  var areOfSigner: Bool {
    !isAuthority && !has(ObjectIdentifiers.extendedKeyUsage) && allows(Self.digitalSignature)
  }

  func allows(_ usage: UInt8) -> Bool { keyUsage.map { $0 & usage != 0 } ?? false }

  /// BOOLEAN DEFAULT FALSE, which DER leaves out where it is false.
  private static func criticality(_ item: inout DERReader) -> Bool? {
    guard item.tag == DER.boolean else { return false }
    return item.read(DER.boolean)?.elementsEqual([0xFF]) == true ? true : nil
  }

  private mutating func note(
    _ identifier: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, isCritical: Bool
  ) -> Bool {
    var reader = DERReader(value)
    if identifier.elementsEqual(ObjectIdentifiers.basicConstraints) {
      guard var constraints = reader.enter(DER.sequence), reader.isAtEnd else { return false }
      if constraints.tag == DER.boolean {
        guard constraints.read(DER.boolean)?.elementsEqual([0xFF]) == true else { return false }
        isAuthority = true
      }
      // A path length is never exceeded: below every authority here stands a leaf.
      if !constraints.isAtEnd, constraints.read(DER.integer) == nil { return false }
      return constraints.isAtEnd
    }
    if identifier.elementsEqual(ObjectIdentifiers.keyUsage) {
      guard let bits = reader.read(DER.bitString), reader.isAtEnd, (2...3).contains(bits.count)
      else { return false }
      keyUsage = bits[bits.startIndex + 1]
      return true
    }
    if isCritical { hasUnknownCritical = true }
    return true
  }
}
