import COpenSSL
import PayCore

/// An X.509 certificate, parsed once from DER.
// Unchecked: an X509 that is only read may be shared by all threads (openssl-threads(7)).
final class Certificate: @unchecked Sendable {
  private let pointer: OpaquePointer
  /// The certificate as it was read.
  let der: [UInt8]
  let publicKey: PublicKey
  /// Valid from `notBefore` on and until before `notAfter`, where OpenSSL counts it as expired.
  let notBefore: Timestamp
  let notAfter: Timestamp

  /// Takes the X509 over; its DER must be `der`, if that is given.
  init(owning pointer: OpaquePointer, der expected: [UInt8]? = nil) throws(CryptoFailure) {
    self.pointer = pointer
    do throws(CryptoFailure) {
      der = try encodedDER("write a certificate") { i2d_X509(pointer, $0) }
      guard expected == nil || expected == der else {
        throw CryptoFailure("the certificate is not in DER")
      }
      guard let key = X509_get0_pubkey(pointer) else { throw .openSSL("read a certificate's key") }
      publicKey = try PublicKey(of: key)
      notBefore = try Self.timestamp(X509_get0_notBefore(pointer))
      notAfter = try Self.timestamp(X509_get0_notAfter(pointer))
    } catch {
      X509_free(pointer)
      throw error
    }
  }

  deinit { X509_free(pointer) }

  /// Reads one certificate from the whole of `bytes`; anything that DER would spell otherwise is
  /// refused, since no signature covers the outermost bytes of a certificate.
  convenience init(der bytes: [UInt8]) throws(CryptoFailure) {
    let parsed = bytes.withUnsafeBufferPointer { buffer in
      var next = buffer.baseAddress
      return d2i_X509(nil, &next, buffer.count)
    }
    guard let pointer = parsed else { throw .openSSL("read a certificate") }
    try self.init(owning: pointer, der: bytes)
  }

  /// Reads all certificates of a PEM text, in order; text between them is allowed.
  static func readAll(pem: [UInt8]) throws(CryptoFailure) -> [Certificate] {
    let pointers = try pem.withUnsafeBufferPointer { bytes throws(CryptoFailure) in
      try MemoryBIO.reading(UnsafeRawBufferPointer(bytes)) { bio throws(CryptoFailure) in
        var pointers: [OpaquePointer] = []
        while let pointer = PEM_read_bio_X509(bio, nil, refusePassword, nil) {
          pointers.append(pointer)
        }
        return pointers
      }
    }
    let isComplete = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
    guard isComplete else {
      for pointer in pointers { X509_free(pointer) }
      throw .openSSL("read certificates")
    }
    drainOpenSSLErrors()
    var certificates: [Certificate] = []
    for (index, pointer) in pointers.enumerated() {
      do {
        certificates.append(try Certificate(owning: pointer))
      } catch {
        for unowned in pointers[(index + 1)...] { X509_free(unowned) }
        throw error
      }
    }
    return certificates
  }

  func pem() throws(CryptoFailure) -> [UInt8] {
    try MemoryBIO.written("write a certificate") {
      PEM_write_bio_X509($0, pointer)
    } _: {
      [UInt8]($0)
    }
  }

  /// The subject as RFC 4514 writes it.
  func subject() throws(CryptoFailure) -> String {
    try Self.text(of: X509_get_subject_name(pointer))
  }

  func issuer() throws(CryptoFailure) -> String {
    try Self.text(of: X509_get_issuer_name(pointer))
  }

  /// The issuer's name in DER.
  func issuerDER() throws(CryptoFailure) -> [UInt8] {
    try encodedDER("write a name") { i2d_X509_NAME(X509_get_issuer_name(pointer), $0) }
  }

  /// The serial number as an INTEGER in DER.
  func serialDER() throws(CryptoFailure) -> [UInt8] {
    try encodedDER("write a number") { i2d_ASN1_INTEGER(X509_get0_serialNumber(pointer), $0) }
  }

  /// Whether it says of itself that it may issue certificates.
  var isAuthority: Bool { X509_check_ca(pointer) == 1 }

  /// Whether its name and key identifier are those of its own issuer.
  var isSelfIssued: Bool { X509_check_issued(pointer, pointer) == X509_V_OK }

  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }

  private static func text(of name: OpaquePointer?) throws(CryptoFailure) -> String {
    try MemoryBIO.written("write a name") {
      pay_print_name($0, name)
    } _: {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func timestamp(
    _ time: UnsafePointer<ASN1_TIME>?
  ) throws(CryptoFailure) -> Timestamp {
    var days: Int32 = 0
    var seconds: Int32 = 0
    let epoch = ASN1_TIME_set(nil, 0)
    defer { ASN1_TIME_free(epoch) }
    guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
      throw .openSSL("read a certificate's dates")
    }
    return Timestamp(seconds: Int64(days) * 86_400 + Int64(seconds))
  }
}
