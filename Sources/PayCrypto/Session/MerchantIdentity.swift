package import PayCore
import PaySystem

/// The certificate and key by which a merchant identifies itself to Apple's gateway.
package struct MerchantIdentity: Sendable {
  /// In PEM: the merchant's own, then what else the file holds.
  package let certificates: [UInt8]
  /// In PEM, without a passphrase.
  package let key: Secret

  /// Reads both from one file, PEM, DER or PKCS #12, or the key from one of its own; a file with a
  /// key in it must be its owner's alone. A certificate that names another merchant than
  /// `merchant` is refused.
  package init(
    certificateFile: String, keyFile: String?, passphrase: Passphrase? = nil,
    merchant: String? = nil, at moment: Timestamp
  ) throws(MerchantIdentityError) {
    let file = try Self.read(certificateFile, passphrase)
    guard let own = file.certificates.first else { throw .noCertificate(path: certificateFile) }
    // Both of a merchant's certificates name the merchant; only this one stands for a TLS client.
    guard own.isClient || own.merchantIdentifierHash == nil else {
      throw .paymentProcessing(path: certificateFile)
    }
    if let merchant, let named = own.merchantIdentifierHash,
      named != sha256(Array(merchant.utf8))
    {
      throw .otherMerchant(path: certificateFile, merchant: merchant)
    }
    guard own.notBefore <= moment else {
      throw .notYetValid(path: certificateFile, from: own.notBefore)
    }
    guard moment < own.notAfter else { throw .expired(path: certificateFile, at: own.notAfter) }
    let keyPath = keyFile ?? certificateFile
    let found = keyFile == nil ? file : try Self.read(keyPath, passphrase)
    guard let privateKey = found.privateKey else {
      throw .malformed(
        path: keyPath, cause: "it holds no private key: name its file with --identity-key")
    }
    guard privateKey.publicKey == own.publicKey else {
      throw .mismatch(key: keyPath, certificate: certificateFile)
    }
    do {
      key = try privateKey.pem()
      var texts: [UInt8] = []
      for certificate in file.certificates { texts += try certificate.pem() }
      certificates = texts
    } catch {
      throw .malformed(path: keyPath, cause: error.detail)
    }
  }

  private static func read(
    _ path: String, _ passphrase: Passphrase?
  ) throws(MerchantIdentityError) -> KeyFile {
    do {
      return try KeyFile(path, passphrase: passphrase)
    } catch .file(let error) {
      throw .file(error)
    } catch {
      throw .keys(error)
    }
  }
}
