import PayCore

extension TokenFaultKind {
  /// The signature and its time.
  static let signature: [TokenFaultKind] = [
    TokenFaultKind(
      "digest-changed", "payment_token_digest",
      "another payload, well encrypted, under the signature of the first"
    ) { recipe in
      let other = recipe
      recipe.changeAfterSigning = { (parts) throws(CryptoFailure) in
        let sealed = try other.encrypted(other.payload)
        parts.data = sealed.data
        parts.keyMaterial = sealed.keyMaterial
      }
    },
    TokenFaultKind("other-transaction", "payment_token_digest", "another transaction id") {
      $0.changeAfterSigning = { $0.transactionID[31] ^= 1 }
    },
    TokenFaultKind(
      "application-data-changed", "payment_token_digest", "the hash of other application data"
    ) { recipe in
      recipe.applicationData = recipe.applicationData ?? recipe.random(32)
      recipe.changeAfterSigning = { $0.applicationData?[0] ^= 1 }
    },
    TokenFaultKind(
      "application-data-removed", "payment_token_digest",
      "signed with application data, sent without"
    ) { recipe in
      recipe.applicationData = recipe.applicationData ?? recipe.random(32)
      recipe.changeAfterSigning = { $0.applicationData = nil }
    },
    TokenFaultKind(
      "application-data-added", "payment_token_digest",
      "signed without application data, sent with"
    ) { recipe in
      let hash = recipe.applicationData ?? recipe.random(32)
      recipe.applicationData = nil
      recipe.changeAfterSigning = { $0.applicationData = hash }
    },
    TokenFaultKind(
      "bad-signature", "payment_token_bad_signature", "signed with another key than the leaf's"
    ) { (recipe) throws(CryptoFailure) in
      let leaf = recipe.message.signers[0]
      recipe.message.signers = [
        IssuedKey(key: try .generate(leaf.key.kind), certificate: leaf.certificate)
      ]
    },
    TokenFaultKind("stale", "payment_token_stale", "signed six minutes earlier") {
      $0.message.signingTime = $0.message.signingTime.adding(seconds: -360)
    },
    TokenFaultKind("from-future", "payment_token_from_future", "signed two minutes ahead") {
      $0.message.signingTime = $0.message.signingTime.adding(seconds: 120)
    },
  ]

  /// The merchant's key and the encryption.
  static let opening: [TokenFaultKind] = [
    TokenFaultKind("wrong-key-hash", "payment_token_no_key", "a key hash that no key has") {
      recipe in
      let hash = recipe.random(32)
      recipe.changeBeforeSigning = { $0.publicKeyHash = hash }
    },
    TokenFaultKind(
      "wrong-key-kind", "payment_token_key_kind", "the hash of the key of the other version"
    ) {
      let other = $0.issuer.identity(for: $0.version == .ecV1 ? .rsaV1 : .ecV1)
      $0.changeBeforeSigning = { $0.publicKeyHash = other.recipient.publicKey.spkiHash }
    },
    TokenFaultKind(
      "point-not-on-curve", "payment_token_ephemeral_key", "an ephemeral key off the curve",
      versions: [.ecV1]
    ) { $0.changeBeforeSigning = { $0.keyMaterial[90] ^= 1 } },
    TokenFaultKind(
      "point-at-infinity", "payment_token_ephemeral_key", "an ephemeral key of zeros",
      versions: [.ecV1]
    ) {
      $0.changeBeforeSigning = {
        $0.keyMaterial = $0.keyMaterial.prefix(27) + [UInt8](repeating: 0, count: 64)
      }
    },
    TokenFaultKind(
      "compressed-point", "payment_token_ephemeral_key", "an ephemeral key in another form",
      versions: [.ecV1]
    ) { $0.changeBeforeSigning = { $0.keyMaterial = compressed($0.keyMaterial) } },
    TokenFaultKind(
      "key-trailing-byte", "payment_token_ephemeral_key", "a byte after the ephemeral key",
      versions: [.ecV1]
    ) { $0.changeBeforeSigning = { $0.keyMaterial.append(0) } },
    TokenFaultKind(
      "transaction-cut", "payment_token_undecryptable",
      "the transaction's id stands where the data end, or the data's end where it stood"
    ) {
      $0.changeAfterSigning = { parts in
        if let hash = parts.applicationData {
          parts.data += parts.transactionID
          parts.transactionID = hash
          parts.applicationData = nil
        } else {
          parts.applicationData = parts.transactionID
          parts.transactionID = Array(parts.data.suffix(32))
          parts.data.removeLast(32)
        }
      }
    },
    cut("payment_token_ephemeral_key", .ecV1), cut("payment_token_undecryptable", .rsaV1),
    TokenFaultKind(
      "wrong-merchant", "payment_token_undecryptable", "encrypted for another merchant identifier",
      versions: [.ecV1]
    ) { $0.merchantIdentifierHash = $0.random(32) },
    TokenFaultKind("tag-flipped", "payment_token_undecryptable", "one bit of the tag is wrong") {
      $0.changeBeforeSigning = { $0.data[$0.data.count - 1] ^= 1 }
    },
    TokenFaultKind("short-data", "payment_token_undecryptable", "fewer bytes than a tag has") {
      $0.changeBeforeSigning = { $0.data.removeLast($0.data.count - 15) }
    },
    TokenFaultKind(
      "oaep-sha1", "payment_token_undecryptable", "a key wrapped with SHA-1", versions: [.rsaV1]
    ) { $0.wrappingDigest = "SHA1" },
    TokenFaultKind(
      "long-wrapped-key", "payment_token_undecryptable", "a key of 32 bytes, not 16",
      versions: [.rsaV1]
    ) { $0.wrappedKeyBytes = 32 },
    TokenFaultKind(
      "wrapped-key-changed", "payment_token_undecryptable", "one bit of the wrapped key is wrong",
      versions: [.rsaV1]
    ) { $0.changeBeforeSigning = { $0.keyMaterial[200] ^= 1 } },
  ]

  /// The signed bytes do not say where the key ends and the data begins.
  private static func cut(_ code: String, _ version: SealedToken.Version) -> TokenFaultKind {
    TokenFaultKind(
      version == .ecV1 ? "ephemeral-key-cut" : "wrapped-key-cut", code,
      "the last byte of the key stands before the data: the signed bytes are the same",
      versions: [version]
    ) {
      $0.changeAfterSigning = { $0.data.insert($0.keyMaterial.removeLast(), at: 0) }
    }
  }

  /// The SubjectPublicKeyInfo of a point of P-256 with the compressed form of the same point
  /// (SEC 1 2.3.3).
  private static func compressed(_ info: [UInt8]) -> [UInt8] {
    let algorithm = info[2..<23]
    let point = [info[90] & 1 == 0 ? 2 : 3] + info[27..<59]
    return DER.element(DER.sequence, algorithm + DER.element(DER.bitString, [0] + point))
  }
}
