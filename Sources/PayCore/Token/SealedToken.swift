/// A payment token as it comes from the device: read, and nothing of it checked yet.
///
/// Source: Apple, Payment token format reference.
package struct SealedToken: Sendable, Hashable {
  /// How the payload is encrypted. No signature covers it: it only decides how the rest is read,
  /// and the rest must fit.
  package enum Version: String, Sendable, CaseIterable {
    /// ECDH on P-256, AES-256-GCM.
    case ecV1 = "EC_v1"
    /// RSA-OAEP, AES-128-GCM; China.
    case rsaV1 = "RSA_v1"
  }

  package let version: Version
  /// Ciphertext and 16 bytes of GCM tag.
  package let data: [UInt8]
  /// Detached CMS SignedData in BER or DER.
  package let signature: [UInt8]
  /// EC_v1: the ephemeral public key as SubjectPublicKeyInfo; RSA_v1: the wrapped key.
  package let keyMaterial: [UInt8]
  /// SHA-256 of the SubjectPublicKeyInfo of the merchant's payment processing certificate.
  package let publicKeyHash: [UInt8]
  /// 32 bytes, the same whatever the letter case in which they came.
  package let transactionID: [UInt8]
  /// SHA-256 of the payment request's `applicationData`; nil if the request had none.
  package let applicationData: [UInt8]?

  package init(
    version: Version, data: [UInt8], signature: [UInt8], keyMaterial: [UInt8],
    publicKeyHash: [UInt8], transactionID: [UInt8], applicationData: [UInt8]?
  ) {
    self.version = version
    self.data = data
    self.signature = signature
    self.keyMaterial = keyMaterial
    self.publicKeyHash = publicKeyHash
    self.transactionID = transactionID
    self.applicationData = applicationData
  }

  /// The exact bytes that the signature covers.
  package var signedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(keyMaterial.count + data.count + 64)
    bytes += keyMaterial
    bytes += data
    bytes += transactionID
    bytes += applicationData ?? []
    return bytes
  }
}

extension SealedToken: CustomStringConvertible, CustomReflectable {
  /// What a log may have of it.
  package var description: String {
    "[payment token \(version.rawValue) \(Hex.lower(transactionID))]"
  }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A payment token that is Apple's (or, under another root, whose that is), recent and unaltered.
package struct VerifiedToken: Sendable, Hashable {
  package let token: SealedToken
  /// When it was signed, to the second.
  package let signingTime: Timestamp
  /// The common name of the certificate that signed it.
  package let signer: String
  /// What makes two tokens the same payment, for ever: the SHA-256 of the bytes that were signed,
  /// 32 bytes. No spelling of the JSON, of the hex or of the CMS has a part in it. The
  /// transaction's id alone would not do: the signed bytes do not say where one part ends and the
  /// next begins, so that a token can be cut otherwise, into one with another id, under the same
  /// signature.
  package let replayKey: [UInt8]

  package init(token: SealedToken, signingTime: Timestamp, signer: String, replayKey: [UInt8]) {
    self.token = token
    self.signingTime = signingTime
    self.signer = signer
    self.replayKey = replayKey
  }
}
