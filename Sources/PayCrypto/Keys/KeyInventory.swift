package import PayCore

/// What a key directory holds, without any secret: for `keys list`.
package struct KeyInventory: Sendable, Hashable {
  /// Root, intermediate, session signer.
  package let certificates: [CertificateSummary]
  package let tokenKeys: [TokenKeySummary]
  /// Revoked ones included, in the order of their making.
  package let apiKeys: [APIKey]

  /// Reads everything but the authorities' private keys.
  package init(_ directory: KeyDirectory) throws(KeyError) {
    let chain = try directory.readCertificates(directory.signerChain, count: 2)
    let root = try directory.readCertificates(directory.root, count: 1)[0]
    certificates = try [
      (root, "root", directory.root), (chain[1], "intermediate", directory.signerChain),
      (chain[0], "sessionSigner", directory.signerChain),
    ].map { certificate, role, file throws(KeyError) in
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

/// One certificate as a person compares it.
package struct CertificateSummary: Sendable, Hashable {
  /// `root`, `intermediate` or `sessionSigner`.
  package let role: String
  /// RFC 4514.
  package let subject: String
  package let issuer: String
  /// Upper-case hex.
  package let serial: String
  package let notBefore: Timestamp
  package let notAfter: Timestamp
  /// Lower-case hex SHA-256 of the certificate in DER.
  package let fingerprint: String
  package let file: String

  init(_ certificate: Certificate, role: String, file: String) throws(CryptoFailure) {
    self.role = role
    self.file = file
    subject = try certificate.subject()
    issuer = try certificate.issuer()
    // The contents of an INTEGER under 128 bytes, without the zero that marks it positive.
    serial = Hex.upper(try certificate.serialDER().dropFirst(2).drop { $0 == 0 })
    notBefore = certificate.notBefore
    notAfter = certificate.notAfter
    fingerprint = Hex.lower(sha256(certificate.der))
  }
}

/// One token key.
package struct TokenKeySummary: Sendable, Hashable {
  package let kid: String
  /// Whether new tokens are signed with it.
  package let signs: Bool
  package let file: String
}
