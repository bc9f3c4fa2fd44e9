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
    try draft.name(issuer: issuer, role: role)
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

  func name(issuer: Certificate?, role: CertificateRequest.Role) throws(CryptoFailure) {
    let issuer = issuer.map { $0.withPointer { $0 } } ?? pointer
    guard X509_set_issuer_name(pointer, X509_get_subject_name(issuer)) == 1 else {
      throw .openSSL("name the issuer")
    }
    for (identifier, value) in role.extensions {
      try add(identifier, value, issuer: issuer)
    }
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
    _ identifier: Int32, _ value: String, issuer: OpaquePointer
  ) throws(CryptoFailure) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, issuer, pointer, nil, nil, 0)
    guard let item = X509V3_EXT_conf_nid(nil, &context, identifier, value) else {
      throw .openSSL("write a certificate's extension")
    }
    defer { X509_EXTENSION_free(item) }
    guard X509_add_ext(pointer, item, -1) == 1 else {
      throw .openSSL("write a certificate's extension")
    }
  }
}

extension CertificateRequest.Role {
  /// NIDs and values in OpenSSL's configuration syntax (x509v3_config(5)), in the order of writing:
  /// a root's authority key identifier would need its subject key identifier first, and is left
  /// out.
  fileprivate var extensions: [(Int32, String)] {
    switch self {
    case .root:
      [
        (NID_basic_constraints, "critical,CA:TRUE"),
        (NID_key_usage, "critical,keyCertSign,cRLSign"),
        (NID_subject_key_identifier, "hash"),
      ]
    case .intermediate:
      [
        (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
        (NID_key_usage, "critical,keyCertSign,cRLSign"),
        (NID_subject_key_identifier, "hash"),
        (NID_authority_key_identifier, "keyid:always"),
      ]
    case .signer:
      // No extended key usage: this key signs sessions, and stands for no server, client or mail.
      [
        (NID_basic_constraints, "critical,CA:FALSE"),
        (NID_key_usage, "critical,digitalSignature"),
        (NID_subject_key_identifier, "hash"),
        (NID_authority_key_identifier, "keyid:always"),
      ]
    }
  }
}
