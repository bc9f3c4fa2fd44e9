import PayCore
import PaySystem

/// The root that the signers of payment tokens must lead to.
package struct TokenRoot: Sendable {
  let certificate: Certificate
  /// Whether it is Apple's, so that money can be moved with a token under it.
  package let isApple: Bool

  /// SHA-256 of Apple Root CA - G3 in DER, which Apple publishes with the certificate.
  static let appleFingerprint = Hex.decodeLower(
    "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")

  /// Where a configuration directory has Apple's root.
  package static func applePath(_ path: String) -> String {
    path + "/trust/AppleRootCA-G3.pem"
  }

  /// Reads Apple's root from a configuration directory; refuses any certificate but that one.
  /// Throws `file`, `unusable`, `rootFingerprint`.
  package static func apple(_ path: String) throws(KeyError) -> TokenRoot {
    let file = applePath(path)
    let root = try TokenRoot(file: file)
    guard root.isApple else {
      throw .rootFingerprint(path: file, found: Hex.upper(sha256(root.certificate.der)))
    }
    return root
  }

  /// Reads a root of the caller's choice: one certificate in PEM or DER. Throws `file`, `unusable`.
  package init(file path: String) throws(KeyError) {
    let certificates = try KeyFile(path).certificates
    guard certificates.count == 1, certificates[0].isAuthority, certificates[0].isSelfIssued else {
      throw .unusable(path: path, cause: "it is not the certificate of one root")
    }
    self.init(certificates[0])
  }

  /// Reads the development root of a key directory. Throws `missing`, `interrupted`, `file`,
  /// `malformed`.
  package static func development(_ directory: KeyDirectory) throws(KeyError) -> TokenRoot {
    TokenRoot(try directory.readRoot())
  }

  private init(_ certificate: Certificate) {
    self.certificate = certificate
    isApple = sha256(certificate.der) == Self.appleFingerprint
  }
}
