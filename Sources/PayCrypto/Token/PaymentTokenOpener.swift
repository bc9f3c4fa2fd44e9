package import PayCore

/// Decrypts payment tokens that have been verified, with the key that each names.
///
/// Source: Apple, Payment token format reference, "Restoring the symmetric key".
package struct PaymentTokenOpener: Sendable {
  private let ring: ProcessingKeyRing
  private let merchantIdentifierHash: [UInt8]?

  /// `merchantIdentifierHash` is the SHA-256 of the merchant identifier; nil: what the certificate
  /// of each key says.
  package init(ring: ProcessingKeyRing, merchantIdentifierHash: [UInt8]? = nil) {
    self.ring = ring
    self.merchantIdentifierHash = merchantIdentifierHash
  }

  /// The key that a token names, if it fits the token's version. Throws `noKey`, `keyKind`.
  package func key(for token: SealedToken) throws(PaymentTokenFault) -> ProcessingKey {
    guard let key = ring.key(forHash: token.publicKeyHash) ?? strangerAllowed else {
      // Only keys of the other kind: that is what is wrong, whichever of them was meant.
      let isOtherKind =
        !ring.keys.isEmpty && ring.locked.isEmpty
        && !ring.keys.contains { $0.kind.opens(token.version) }
      throw isOtherKind ? .keyKind(token.version) : .noKey(hash: token.publicKeyHash)
    }
    guard key.kind.opens(token.version) else { throw .keyKind(token.version) }
    return key
  }

  /// Throws `noKey`, `keyKind`, `noMerchant`, `ephemeralKey`, `undecryptable`, `payload`,
  /// `library`.
  package func open(_ verified: VerifiedToken) throws(PaymentTokenFault) -> OpenedToken {
    let token = verified.token
    let key = try key(for: token)
    let symmetricKey: Secret
    switch token.version {
    case .ecV1:
      guard let merchant = merchantIdentifierHash ?? key.merchantIdentifierHash else {
        throw .noMerchant
      }
      symmetricKey = try TokenKeyAgreement.symmetricKey(
        key.key, ephemeralKey: token.keyMaterial, merchantHash: merchant)
    case .rsaV1: symmetricKey = try TokenKeyAgreement.unwrap(token.keyMaterial, with: key.key)
    }
    let payload: Secret?
    do {
      payload = try TokenCipher.of(token.version).open(token.data, with: symmetricKey)
    } catch {
      throw .library(error)
    }
    guard let payload else { throw .undecryptable }
    return try OpenedToken(verified, payload: payload)
  }

  /// Without the check of the hash, any key would be tried.
  private var strangerAllowed: ProcessingKey? { TokenCheck.keyHash.isOff ? ring.keys.first : nil }
}

extension KeyKind {
  fileprivate func opens(_ version: SealedToken.Version) -> Bool {
    switch (self, version) {
    case (.p256, .ecV1), (.rsa, .rsaV1): true
    default: false
    }
  }
}
