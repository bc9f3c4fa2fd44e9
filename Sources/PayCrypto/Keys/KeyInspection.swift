import PayCore

/// What files of keys and certificates hold, without any secret: for `keys inspect`.
package struct KeyInspection: Sendable {
  package let files: [InspectedFile]

  /// Reads files in whatever form. Throws `file`, `unusable`, `passphraseMissing`,
  /// `passphraseWrong`, `legacyEncryption`, `wrongKind`.
  package init(_ paths: [String], passphrase: Passphrase?) throws(KeyError) {
    var read: [KeyFile] = []
    for path in paths { read.append(try KeyFile(path, passphrase: passphrase)) }
    try self.init(read)
  }

  /// Reads what came from a file, without a passphrase. Throws as the other does, but for `file`.
  package init(_ path: String, contents: Secret) throws(KeyError) {
    try self.init([KeyFile(path, contents: contents)])
  }

  private init(_ read: [KeyFile]) throws(KeyError) {
    let certificates = read.flatMap { file in
      file.certificates.map { (certificate: $0, path: file.path) }
    }
    files = try read.map { file throws(KeyError) in
      try InspectedFile(file, among: certificates)
    }
  }

  /// A private key that should have a certificate among the files and has none: its own file brings
  /// others, or it is the only key beside certificates. A key that stands among several pairs may
  /// have no certificate at all.
  package var mismatch: KeyError? {
    let keys = files.compactMap(\.privateKey)
    let withCertificates = files.filter { !$0.certificates.isEmpty }
    for key in keys where key.certificateFile == nil {
      let own = withCertificates.first { $0.path == key.path }
      let only = keys.count == 1 ? withCertificates.first : nil
      if let meant = own ?? only { return .mismatch(key: key.path, certificate: meant.path) }
    }
    return nil
  }

  /// Whether keys and certificates belong together; nil if there are not both.
  package var isMatch: Bool? {
    guard files.contains(where: { !$0.certificates.isEmpty }),
      files.contains(where: { $0.privateKey != nil })
    else { return nil }
    return files.compactMap(\.privateKey).allSatisfy { $0.certificateFile != nil }
  }
}

/// What one file holds.
package struct InspectedFile: Sendable {
  package let path: String
  package let privateKey: InspectedKey?
  package let certificates: [InspectedCertificate]

  fileprivate init(
    _ file: KeyFile, among certificates: [(certificate: Certificate, path: String)]
  ) throws(KeyError) {
    path = file.path
    privateKey = file.privateKey.map { key in
      let own = certificates.first { $0.certificate.publicKey == key.publicKey }
      return InspectedKey(
        path: file.path, kind: key.kind, publicKeyHash: key.publicKey.spkiHash,
        certificateFile: own?.path)
    }
    self.certificates = try file.certificates.map { certificate throws(KeyError) in
      try KeyError.wrap(library: InspectedCertificate(certificate, file: file.path))
    }
  }
}

/// A private key, as far as it may be seen.
package struct InspectedKey: Sendable {
  package let path: String
  package let kind: KeyKind
  /// SHA-256 of its SubjectPublicKeyInfo, 32 bytes.
  package let publicKeyHash: [UInt8]
  /// Which of the files that were named holds the certificate of this key; nil if none does.
  package let certificateFile: String?
}

/// A certificate, and what it seems to be for.
package struct InspectedCertificate: Sendable {
  package let summary: CertificateSummary
  package let publicKeyHash: [UInt8]
  /// SHA-256 of a merchant ID, 32 bytes; nil if it names none.
  package let merchantIdentifierHash: [UInt8]?
  package let isAuthority: Bool

  fileprivate init(_ certificate: Certificate, file: String) throws(CryptoFailure) {
    summary = try CertificateSummary(certificate, role: certificate.role.rawValue, file: file)
    publicKeyHash = certificate.publicKey.spkiHash
    merchantIdentifierHash = certificate.merchantIdentifierHash
    isAuthority = certificate.isAuthority
  }
}

/// What a certificate seems to be for, by what it says of itself: its chain is not checked.
enum CertificateRole: String {
  case appleRoot, root, intermediate, tokenIntermediate, tokenSigner, paymentProcessing
  case merchantIdentity, sessionSigner, unknown
}

extension Certificate {
  var role: CertificateRole {
    if isAuthority {
      if sha256(der) == TokenRoot.appleFingerprint { return .appleRoot }
      if isSelfIssued { return .root }
      return has(.tokenIntermediate) ? .tokenIntermediate : .intermediate
    }
    if has(.tokenSigner) { return .tokenSigner }
    if merchantIdentifierHash != nil { return isClient ? .merchantIdentity : .paymentProcessing }
    if isClient { return .merchantIdentity }
    let isSigner = CertificateFields(der[...])?.extensions.areOfSigner ?? false
    return isSigner ? .sessionSigner : .unknown
  }
}
