/// Object identifiers in DER, tag and length included.
enum ObjectIdentifiers {
  // RFC 5652 and RFC 6211.
  static let data = pkcs([7, 1])
  static let signedData = pkcs([7, 2])
  static let contentType = pkcs([9, 3])
  static let messageDigest = pkcs([9, 4])
  static let signingTime = pkcs([9, 5])
  static let algorithmProtection = pkcs([9, 52])

  // RFC 5754 and RFC 5758.
  /// 2.16.840.1.101.3.4.2.1
  static let sha256 = identifier([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01])
  /// 1.2.840.10045.4.3.2
  static let ecdsaWithSHA256 = identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
  /// 1.2.840.10045.4.3.3
  static let ecdsaWithSHA384 = identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03])
  static let sha256WithRSA = pkcs([1, 11])

  // RFC 5280.
  static let commonName = identifier([0x55, 0x04, 0x03])
  static let keyUsage = identifier([0x55, 0x1D, 0x0F])
  static let basicConstraints = identifier([0x55, 0x1D, 0x13])
  static let extendedKeyUsage = identifier([0x55, 0x1D, 0x25])

  // Apple's, 1.2.840.113635.100.6 and more.
  /// The leaf of a payment token's signature.
  static let tokenSigner = apple([29])
  /// Apple Application Integration CA - G3.
  static let integrationAuthority = apple([2, 14])

  /// 1.2.840.113549.1 and two more.
  private static func pkcs(_ last: [UInt8]) -> [UInt8] {
    identifier([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01] + last)
  }

  private static func apple(_ last: [UInt8]) -> [UInt8] {
    identifier([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06] + last)
  }

  private static func identifier(_ contents: [UInt8]) -> [UInt8] {
    DER.element(DER.objectIdentifier, contents)
  }
}
