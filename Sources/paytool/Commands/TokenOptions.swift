import PayCore
import PayCrypto
import PaySystem

// What the commands that read payment tokens have in common.

extension OptionSpec {
  static let tokenKey = OptionSpec(
    "--key", value: "FILE", isRepeatable: true,
    help: "processing key and its certificate; repeatable (else DATA/keys)")
  static let merchantIdentifier = OptionSpec(
    "--merchant-identifier", value: "ID",
    help: "whose token it is (the key's certificate says it if left out)")
  static let merchantIdentifierHash = OptionSpec(
    "--merchant-identifier-hash", value: "HEX", help: "its SHA-256 instead, 64 hex digits")
  static let tokenRoot = OptionSpec(
    "--root", value: "FILE", help: "root certificate in PEM (Apple Root CA - G3 if left out)")
  static let tokenWindow = OptionSpec(
    "--window", value: "SECONDS", help: "how long ago it may be signed, 1 to 600 (300 if left out)")
}

/// What a token is judged by.
struct TokenJudge {
  let verifier: PaymentTokenVerifier
  let root: TokenRoot
  let moment: Timestamp
  /// Where the development root is.
  fileprivate let developmentRoot: String

  func verify(_ token: SealedToken) throws(Failure) -> VerifiedToken {
    do {
      return try verifier.verify(token, at: moment)
    } catch {
      throw refusal(error)
    }
  }

  /// A refusal, with what to try if the token is one of ours.
  private func refusal(_ fault: PaymentTokenFault) -> Failure {
    guard case .untrusted = fault, root.isApple else { return Failure(fault) }
    return Failure(fault).adding("a simulated token wants --root \(developmentRoot)")
  }
}

extension Invocation {
  /// The payment token in the file operand.
  func sealedToken() throws(Failure) -> SealedToken {
    // What is somewhat too large is refused as a token, and not as a file.
    let bytes = try file(at: arguments.operands[0], limit: 64 * Limits.paymentTokenBytes)
    do { return try SealedToken(parsing: bytes) } catch { throw Failure(error) }
  }

  /// What `--root`, `--window` and `--at` say.
  func tokenJudge() throws(Failure) -> TokenJudge {
    let moment = try now()
    let window = try tokenWindow()
    let root = try keys { (_) throws(KeyError) in
      if let file = arguments.value("--root") { return try TokenRoot(file: file) }
      return try TokenRoot.apple(configurationDirectory)
    }
    do throws(CryptoFailure) {
      let verifier = try PaymentTokenVerifier(root: root, windowSeconds: window)
      return TokenJudge(
        verifier: verifier, root: root, moment: moment, developmentRoot: keyDirectory.root)
    } catch {
      throw Failure(error)
    }
  }

  private func tokenWindow() throws(Failure) -> Int64 {
    guard let text = arguments.value("--window") else { return Limits.defaultTokenWindowSeconds }
    let allowed = Limits.tokenWindowSeconds
    guard let seconds = Int64(text), String(seconds) == text, allowed.contains(seconds) else {
      throw .usage(
        "--window \(quoted(text)) is not a number of seconds from \(allowed.lowerBound) to "
          + "\(allowed.upperBound)")
    }
    return seconds
  }

  /// The keys of `--key`, else all payment-processing keys of the data directory.
  func processingKeys() throws(Failure) -> ProcessingKeyRing {
    let files = arguments.values("--key")
    let passphrase = try passphrase()
    return try keys { (directory) throws(KeyError) in
      files.isEmpty
        ? try ProcessingKeyRing.load(directory, passphrase: passphrase)
        : try ProcessingKeyRing.load(files: files, passphrase: passphrase)
    }
  }

  /// SHA-256 of the merchant ID that a token was encrypted for: what the command line says, if the
  /// key's certificate does not contradict, else nil where the certificate says it, else the
  /// configured merchant's.
  func merchantIdentifierHash(
    for token: SealedToken, _ ring: ProcessingKeyRing
  ) throws(Failure) -> [UInt8]? {
    let key = ring.key(forHash: token.publicKeyHash)
    if let hash = try givenMerchantIdentifierHash() {
      return try keys { (_) throws(KeyError) in
        if let key { try ProcessingKeyRing([key]).check(merchantIdentifierHash: hash) }
        return hash
      }
    }
    guard token.version == .ecV1, let key else { return nil }
    let isNamed = key.merchantIdentifierHash != nil
    // A key that was named with its certificate may be another merchant's; ours may not.
    guard !isNamed || arguments.values("--key").isEmpty else { return nil }
    let configured = OpenSSLDigest().sha256(Array(try configuration().merchant.identifier.utf8))
    guard isNamed else { return configured }
    return try keys { (_) throws(KeyError) in
      try ProcessingKeyRing([key]).check(merchantIdentifierHash: configured)
      return nil
    }
  }

  private func givenMerchantIdentifierHash() throws(Failure) -> [UInt8]? {
    let identifier = arguments.value("--merchant-identifier")
    let hash = arguments.value("--merchant-identifier-hash")
    switch (identifier, hash) {
    case (""?, nil): throw .usage("--merchant-identifier is empty")
    case (let identifier?, nil): return OpenSSLDigest().sha256(Array(identifier.utf8))
    case (nil, let hash?):
      guard let bytes = Hex.decode(hash), bytes.count == 32 else {
        throw .usage("--merchant-identifier-hash \(quoted(hash)) is not 64 hex digits")
      }
      return bytes
    case (nil, nil): return nil
    case (.some, .some):
      throw .usage("give --merchant-identifier or --merchant-identifier-hash, not both")
    }
  }
}
