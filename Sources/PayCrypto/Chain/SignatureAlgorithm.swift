/// How certificates and tokens may be signed.
enum SignatureAlgorithm: Sendable {
  case ecdsaWithSHA256
  case ecdsaWithSHA384
  case rsaWithSHA256

  /// The algorithm of an AlgorithmIdentifier's contents; nil for any other.
  init?(_ contents: ArraySlice<UInt8>) {
    if contents.elementsEqual(ObjectIdentifiers.ecdsaWithSHA256) {
      self = .ecdsaWithSHA256
    } else if contents.elementsEqual(ObjectIdentifiers.ecdsaWithSHA384) {
      self = .ecdsaWithSHA384
    } else if contents.elementsEqual(Self.rsaContents) {
      self = .rsaWithSHA256
    } else {
      return nil
    }
  }

  /// The contents of its AlgorithmIdentifier: that of RSA has a NULL (RFC 4055), those of ECDSA
  /// have nothing (RFC 5758).
  var contents: [UInt8] {
    switch self {
    case .ecdsaWithSHA256: ObjectIdentifiers.ecdsaWithSHA256
    case .ecdsaWithSHA384: ObjectIdentifiers.ecdsaWithSHA384
    case .rsaWithSHA256: Self.rsaContents
    }
  }

  private static let rsaContents = ObjectIdentifiers.sha256WithRSA + DER.null
}
