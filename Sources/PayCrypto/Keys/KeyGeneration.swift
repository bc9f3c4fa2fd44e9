package import PayCore
import PaySystem

/// What `keys generate` made.
package struct GeneratedKeys: Sendable {
  /// The text of the test API key: shown once, kept by the operator.
  package let apiKey: Secret
  package let apiKeyID: String
  /// Everything that was made, as `keys list` shows it.
  package let inventory: KeyInventory
}

/// Makes the keys of a new data directory.
package enum KeyGeneration {
  /// Makes a development PKI, a token key and a test API key, and never overwrites anything.
  ///
  /// Both folders are built beside their places and then given their names, the authorities' first,
  /// while a lock is held. Stopped at any moment, this leaves nothing, or two folders ending in
  /// `.new` that the next call removes, or the authorities' folder alone, which the next call
  /// explains. Of several at once, one makes the keys and the others find them.
  ///
  /// `rsaSigner`: the session signer's key is of RSA, not on P-256.
  ///
  /// Throws `existing`, `interrupted`, `file`, `crypto`.
  package static func generate(
    in directory: KeyDirectory, merchantIdentifier: String, rsaSigner: Bool = false,
    at moment: Timestamp, random: (Int) -> [UInt8]
  ) throws(KeyError) -> GeneratedKeys {
    try generate(
      in: directory, merchantIdentifier: merchantIdentifier, rsaSigner: rsaSigner, at: moment,
      random: random, makeKey: PrivateKey.generate)
  }

  /// The same with keys from elsewhere: making some of RSA takes longer than all else.
  static func generate(
    in directory: KeyDirectory, merchantIdentifier: String, rsaSigner: Bool = false,
    at moment: Timestamp, random: (Int) -> [UInt8],
    makeKey: (KeyKind) throws(CryptoFailure) -> PrivateKey
  ) throws(KeyError) -> GeneratedKeys {
    guard ASN1Time.encodeUTC(moment) != nil else {
      throw .crypto(CryptoFailure("keys of after the year 2049 could sign no session"))
    }
    try KeyError.wrap(files: Files.makeDirectory(directory.data))
    let lock = try KeyError.wrap(files: FileLock.wait(at: directory.lock))
    defer { withExtendedLifetime(lock) {} }
    guard !Files.exists(directory.keys) else { throw .existing(path: directory.keys) }
    guard !Files.exists(directory.authority) else { throw directory.absence }
    let unfinished = directory.unfinished
    let material = try KeyError.wrap(
      library: KeyMaterial(
        merchantIdentifier: merchantIdentifier, signerKind: rsaSigner ? .rsa2048 : .p256,
        at: moment, random: random, makeKey: makeKey))
    for path in [unfinished.keys, unfinished.authority] {
      try KeyError.wrap(files: Files.removeDirectory(path))
      try KeyError.wrap(files: Files.makeDirectory(path, mode: 0o700))
    }
    try material.write(in: unfinished)
    try KeyError.wrap(files: Files.move(unfinished.authority, toNew: directory.authority))
    try KeyError.wrap(files: Files.move(unfinished.keys, toNew: directory.keys))
    return GeneratedKeys(
      apiKey: material.apiKeySecret, apiKeyID: material.apiKey.id,
      inventory: try KeyInventory(directory))
  }
}

/// Everything that `keys generate` makes, before it is written.
private struct KeyMaterial {
  let pki: DevelopmentPKI
  let tokenKey: PrivateKey
  let kid: String
  let apiKey: APIKey
  let apiKeySecret: Secret

  init(
    merchantIdentifier: String, signerKind: KeyKind, at moment: Timestamp,
    random: (Int) -> [UInt8], makeKey: (KeyKind) throws(CryptoFailure) -> PrivateKey
  ) throws(CryptoFailure) {
    pki = try DevelopmentPKI(
      merchantIdentifier: merchantIdentifier, signerKind: signerKind, at: moment, random: random,
      makeKey: makeKey)
    tokenKey = try .generate(.p256)
    guard let thumbprint = tokenKey.publicKey.thumbprint else {
      throw CryptoFailure("cannot make a token key")
    }
    kid = thumbprint
    (apiKey, apiKeySecret) = APIKey.make(kind: .test, label: nil, at: moment, random: random)
  }

  func write(in directory: KeyDirectory) throws(KeyError) {
    try write(pki.root.key, to: directory.rootKey)
    try write(pki.intermediate.key, to: directory.intermediateKey)
    try write(pki.tokenIntermediate.key, to: directory.tokenIntermediateKey)
    for (algorithm, signer) in pki.tokenSigners {
      let files = directory.tokenSigner(algorithm)
      try write(signer.key, to: files.key)
      try write([signer.certificate, pki.tokenIntermediate.certificate], to: files.certificates)
    }
    try write(pki.signer.key, to: directory.signerKey)
    try write([pki.signer.certificate, pki.intermediate.certificate], to: directory.signerChain)
    try write([pki.root.certificate], to: directory.root)
    for (algorithm, processing) in pki.processing {
      let files = directory.processingKey(algorithm)
      try write(processing.key, to: files.key)
      try write([processing.certificate], to: files.certificates)
    }
    try write(tokenKey, to: directory.tokenKey(kid))
    try write(Array("\(kid)\n".utf8), to: directory.tokenSigningKey)
    try KeyError.wrap(files: AESTokenVault.makeKey(in: directory))
    try KeyError.wrap(files: APIKeyFile.create([apiKey], at: directory.apiKeys))
    try KeyError.wrap(files: AuthHeader(directory).write(apiKeySecret))
  }

  private func write(_ key: PrivateKey, to path: String) throws(KeyError) {
    let pem = try KeyError.wrap(library: key.pem())
    try KeyError.wrap(files: Files.create(path, with: pem))
  }

  private func write(_ certificates: [Certificate], to path: String) throws(KeyError) {
    var text: [UInt8] = []
    for certificate in certificates { text += try KeyError.wrap(library: certificate.pem()) }
    try write(text, to: path)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(KeyError) {
    try KeyError.wrap(files: Files.create(path, with: bytes, mode: 0o600))
  }
}
