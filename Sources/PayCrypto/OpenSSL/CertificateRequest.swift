import COpenSSL
import PayCore

/// What a certificate is to say.
struct CertificateRequest {
  enum Role {
    /// Signs itself; may issue authorities.
    case root
    /// Issues signers, but no authorities.
    case intermediate
    /// Signs, and issues nothing.
    case signer
    /// Issues signers of payment tokens.
    case tokenIntermediate
    /// Signs payment tokens.
    case tokenSigner
    /// Payment tokens are encrypted for it: the merchant's, by the SHA-256 of the merchant ID.
    case paymentProcessing(merchantIdentifierHash: [UInt8])
    /// Whatever its extensions say, in OpenSSL's configuration syntax: for faulty chains.
    case custom(extensions: [(name: String, value: String)])
  }

  let role: Role
  let commonName: String
  /// The merchant it is for, as the subject's UID: Apple's merchant certificates have it there too.
  let userID: String?
  let key: PrivateKey
  /// 16 random bytes.
  let serial: [UInt8]
  let notBefore: Timestamp
  let notAfter: Timestamp

  /// The certificate, signed with `issuerKey`; without an issuer it is its own.
  func issue(
    by issuer: Certificate? = nil, with issuerKey: PrivateKey
  ) throws(CryptoFailure) -> Certificate {
    guard let pointer = X509_new() else { throw .openSSL("make a certificate") }
    let draft = Draft(pointer: pointer)
    try draft.fill(self)
    try draft.name(issuer: issuer, extensions: extensions)
    return try draft.signed(with: issuerKey)
  }
}

/// An X509 under construction.
private struct Draft: ~Copyable {
  private let pointer: OpaquePointer

  init(pointer: OpaquePointer) { self.pointer = pointer }

  deinit { X509_free(pointer) }

  func fill(_ request: CertificateRequest) throws(CryptoFailure) {
    // A serial number is positive and, with a first bit of 01, always 16 bytes long.
    var serial = request.serial
    serial[0] = serial[0] & 0x3F | 0x40
    let isFilled =
      X509_set_version(pointer, Int(X509_VERSION_3)) == 1
      && ASN1_STRING_set(X509_get_serialNumber(pointer), serial, Int32(serial.count)) == 1
      && ASN1_TIME_set(X509_getm_notBefore(pointer), Int(request.notBefore.seconds)) != nil
      && ASN1_TIME_set(X509_getm_notAfter(pointer), Int(request.notAfter.seconds)) != nil
      && request.key.withPointer { X509_set_pubkey(pointer, $0) } == 1
    guard isFilled else { throw .openSSL("make a certificate") }
    try addName("CN", request.commonName)
    if let userID = request.userID { try addName("UID", userID) }
  }

  func name(
    issuer: Certificate?, extensions: [(name: String, value: String)]
  ) throws(CryptoFailure) {
    let issuer = issuer.map { $0.withPointer { $0 } } ?? pointer
    guard X509_set_issuer_name(pointer, X509_get_subject_name(issuer)) == 1 else {
      throw .openSSL("name the issuer")
    }
    for (name, value) in extensions { try add(name, value, issuer: issuer) }
  }

  consuming func signed(with key: PrivateKey) throws(CryptoFailure) -> Certificate {
    let size = key.withPointer { X509_sign(pointer, $0, EVP_sha256()) }
    guard size > 0, X509_up_ref(pointer) == 1 else { throw .openSSL("sign a certificate") }
    return try Certificate(owning: pointer)
  }

  private func addName(_ field: String, _ value: String) throws(CryptoFailure) {
    let bytes = Array(value.utf8)
    let added = X509_NAME_add_entry_by_txt(
      X509_get_subject_name(pointer), field, MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0)
    guard added == 1 else { throw .openSSL("name a certificate's subject") }
  }

  private func add(
    _ name: String, _ value: String, issuer: OpaquePointer
  ) throws(CryptoFailure) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer, pointer, nil, nil, 0)
    guard let item = X509V3_EXT_nconf(nil, &context, name, value) else {
      throw .openSSL("write a certificate's extension")
    }
    defer { X509_EXTENSION_free(item) }
    guard X509_add_ext(pointer, item, -1) == 1 else {
      throw .openSSL("write a certificate's extension")
    }
  }
}

extension CertificateRequest {
  /// Names and values in OpenSSL's configuration syntax (x509v3_config(5)), in the order of
  /// writing: a root's authority key identifier would need its subject key identifier first, and
  /// is left out.
  fileprivate var extensions: [(name: String, value: String)] {
    switch role {
    case .root:
      [
        ("basicConstraints", "critical,CA:TRUE"), ("keyUsage", "critical,keyCertSign,cRLSign"),
        ("subjectKeyIdentifier", "hash"),
      ]
    case .intermediate: Self.intermediate
    case .tokenIntermediate: Self.intermediate + [Self.apple(.tokenIntermediate, Self.null)]
    // No extended key usage: these keys sign, and stand for no server, client or mail.
    case .signer: Self.leaf(usage: "digitalSignature")
    case .tokenSigner:
      Self.leaf(usage: "digitalSignature") + [Self.apple(.tokenSigner, Self.null)]
    case .custom(let extensions): extensions
    case .paymentProcessing(let hash):
      Self.leaf(usage: key.kind == .p256 ? "keyAgreement" : "keyEncipherment") + [
        Self.apple(
          .merchantIdentifierHash, DER.element(DER.utf8String, Array(Hex.upper(hash).utf8)))
      ]
    }
  }

  private static let null: [UInt8] = [0x05, 0x00]

  private static let intermediate = [
    ("basicConstraints", "critical,CA:TRUE,pathlen:0"),
    ("keyUsage", "critical,keyCertSign,cRLSign"), ("subjectKeyIdentifier", "hash"),
    ("authorityKeyIdentifier", "keyid:always"),
  ]

  private static func apple(
    _ name: AppleExtension, _ value: [UInt8]
  ) -> (name: String, value: String) {
    (name.rawValue, "DER:" + Hex.upper(value))
  }

  private static func leaf(usage: String) -> [(name: String, value: String)] {
    [
      ("basicConstraints", "critical,CA:FALSE"), ("keyUsage", "critical," + usage),
      ("subjectKeyIdentifier", "hash"), ("authorityKeyIdentifier", "keyid:always"),
    ]
  }
}
