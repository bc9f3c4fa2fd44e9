import COpenSSL
import PayCore

/// Apple's extensions of certificates, by their object identifiers.
package enum AppleExtension: String, Sendable {
  /// Of the authority that issues the signers of payment tokens; its value is NULL.
  case tokenIntermediate = "1.2.840.113635.100.6.2.14"
  /// Of a signer of payment tokens; its value is NULL.
  case tokenSigner = "1.2.840.113635.100.6.29"
  /// Of a merchant's payment-processing certificate; its value is a UTF8String, the SHA-256 of the
  /// merchant ID in 64 upper-case hex digits.
  case merchantIdentifierHash = "1.2.840.113635.100.6.32"
}

extension Certificate {
  /// The DER in an extension of that identifier; nil without one, or with several.
  func value(of name: AppleExtension) -> [UInt8]? {
    guard let identifier = OBJ_txt2obj(name.rawValue, 1) else { return nil }
    defer { ASN1_OBJECT_free(identifier) }
    return withPointer { pointer in
      let index = X509_get_ext_by_OBJ(pointer, identifier, -1)
      guard index >= 0, X509_get_ext_by_OBJ(pointer, identifier, index) < 0,
        let value = X509_EXTENSION_get_data(X509_get_ext(pointer, index)),
        let bytes = ASN1_STRING_get0_data(value)
      else { return nil }
      return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(ASN1_STRING_length(value))))
    }
  }

  func has(_ name: AppleExtension) -> Bool { value(of: name) != nil }

  /// Whether it may stand for a TLS client. A merchant identity certificate does; it names its
  /// merchant in the same extension as a payment-processing one, which does not.
  var isClient: Bool {
    withPointer { pointer in
      X509_get_extension_flags(pointer) & UInt32(EXFLAG_XKUSAGE) != 0
        && X509_get_extended_key_usage(pointer) & UInt32(XKU_SSL_CLIENT) != 0
    }
  }

  /// The SHA-256 of the merchant ID that a payment-processing certificate is for, 32 bytes; nil
  /// without the extension, or if its value is not 64 hex digits.
  var merchantIdentifierHash: [UInt8]? {
    guard let value = value(of: .merchantIdentifierHash), value.count == 66,
      value.starts(with: [DER.utf8String, 64])
    else { return nil }
    return Hex.decodeLower(String(decoding: value[2...], as: UTF8.self).lowercased())
  }
}
