import PayCore
import PaySystem

/// What a key directory holds, without any secret: for `keys list`.
package struct KeyInventory: Sendable, Hashable {
  /// Root, intermediate, session signer; then, where they are, the token intermediate and token
  /// signers, and the payment-processing certificates.
  package let certificates: [CertificateSummary]
  package let tokenKeys: [TokenKeySummary]
  /// Revoked ones included, in the order of their making.
  package let apiKeys: [APIKey]

  /// Reads everything but the authorities' private keys.
  package init(_ directory: KeyDirectory) throws(KeyError) {
    let chain = try directory.readCertificates(directory.signerChain, count: 2)
    let root = try directory.readCertificates(directory.root, count: 1)[0]
    var listed = [
      (root, "root", directory.root), (chain[1], "intermediate", directory.signerChain),
      (chain[0], "sessionSigner", directory.signerChain),
    ]
    // The authorities' folder may have been moved to a safe place.
    for algorithm in KeyAlgorithm.allCases {
      let file = directory.tokenSigner(algorithm).certificates
      guard Files.exists(file) else { continue }
      let chain = try directory.readCertificates(file, count: 2)
      if !listed.contains(where: { $0.1 == "tokenIntermediate" }) {
        listed.append((chain[1], "tokenIntermediate", file))
      }
      listed.append((chain[0], "tokenSigner", file))
    }
    for file in try directory.processingKeyFiles() where Files.exists(file.certificates) {
      // It comes from elsewhere, in whatever form.
      for certificate in try KeyFile(file.certificates).certificates.prefix(1) {
        listed.append((certificate, "paymentProcessing", file.certificates))
      }
    }
    certificates = try listed.map { certificate, role, file throws(KeyError) in
      try KeyError.wrap(library: CertificateSummary(certificate, role: role, file: file))
    }
    let keys = try ES256TokenKeys(directory)
    tokenKeys = try directory.tokenKeyIDs().map { kid in
      TokenKeySummary(
        kid: kid, signs: kid == keys.signingKeyID, file: directory.tokenKey(kid))
    }
    apiKeys = try APIKeyFile(directory).read()
  }
}

/// One token key.
package struct TokenKeySummary: Sendable, Hashable {
  package let kid: String
  /// Whether new tokens are signed with it.
  package let signs: Bool
  package let file: String
}
