import COpenSSL
import PayCore
import PayCrypto
import PaySystem

/// Sessions and payment tokens beside bare operations of OpenSSL, all on one thread, in operations
/// per second of its CPU time.
struct TokenBenchmark {
  private let keys: KeyDirectory
  private let moment = Timestamp.current()
  private let bare = BareOperations()

  /// Makes keys in a new folder below `scratch`.
  init(scratch: String) throws {
    keys = KeyDirectory(data: scratch + "/token-benchmark")
    _ = try KeyGeneration.generate(
      in: keys, merchantIdentifier: "merchant.com.sample.ApplePayAction", at: moment,
      random: secureRandomBytes)
  }

  func measurements() throws -> [Measurement] {
    try [signing()] + sessions() + tokens(.ecV1) + tokens(.rsaV1)
  }

  private func signing() throws -> Measurement {
    let signer = try CMSSessionSigner(keys)
    let content = secureRandomBytes(600)
    let (ours, limit) = try alternating(
      { for _ in 0..<500 { _ = try signer.sign(content, at: moment) } },
      { for _ in 0..<500 { bare.sign() } })
    return Measurement(
      name: "session signing, CMS of 600 bytes", ours: ours, unit: "/s", other: limit,
      otherName: "raw EVP_PKEY_sign", target: .atLeast(0.90))
  }

  private func sessions() throws -> [Measurement] {
    let content = secureRandomBytes(600)
    let signature = try CMSSessionSigner(keys).sign(content, at: moment)
    return try [(false, 4000.0, 3), (true, 15_000, 1)].map { isCached, atLeast, checks in
      let verifier = try CMSSessionVerifier(keys, remembering: isCached ? 4 : 0)
      let (ours, limit) = try alternating(
        {
          for _ in 0..<100 {
            let fault = verifier.fault(signature: signature, content: content, signedAt: moment)
            guard fault == nil else {
              throw CryptoFailure("the session is refused: \(fault as Any)")
            }
          }
        }, { for _ in 0..<100 * checks { bare.verify() } }, count: 100)
      return Measurement(
        name: "session verification, " + Self.cached(isCached), ours: ours, unit: "/s",
        other: limit, otherName: "its \(checks) raw EVP_PKEY_verify alone", target: nil,
        atLeast: atLeast)
    }
  }

  /// From the text of the token on.
  private func tokens(_ version: SealedToken.Version) throws -> [Measurement] {
    let simulator = try TokenSimulator(keys, random: secureRandomBytes)
    guard let currency = Currency(code: "USD") else { throw CryptoFailure("no USD") }
    let text = try simulator.token(
      for: SimulatedPayment(
        price: Money(minorUnits: 2000, currency: currency), applicationData: [1]),
      version: version, at: moment)
    let root = try TokenRoot.development(keys)
    let opener = PaymentTokenOpener(ring: try ProcessingKeyRing.load(keys))
    var measurements: [Measurement] = []
    for (isCached, atLeast, checks) in [(false, 4000.0, 3), (true, 15_000, 1)] {
      let verifier = try PaymentTokenVerifier(root: root, remembering: isCached ? 16 : 0)
      let name = "\(version.rawValue) token, " + Self.cached(isCached)
      let verify = { () throws -> VerifiedToken in
        try verifier.verify(try SealedToken(parsing: text), at: moment)
      }
      let (verified, verifyLimit) = try alternating(
        { for _ in 0..<100 { _ = try verify() } },
        { for _ in 0..<100 { bare.verify(checks, version) } }, count: 100)
      measurements.append(
        Measurement(
          name: name + ": verification", ours: verified, unit: "/s", other: verifyLimit,
          otherName: "its signature checks alone", target: nil,
          atLeast: version == .ecV1 ? atLeast : nil))
      let (opened, openLimit) = try alternating(
        { for _ in 0..<100 { _ = try opener.open(try verify()) } },
        {
          for _ in 0..<100 {
            bare.verify(checks, version)
            bare.agree(version)
          }
        }, count: 100)
      measurements.append(
        Measurement(
          name: name + ": verification and opening", ours: opened, unit: "/s", other: openLimit,
          otherName: "its key agreement and signature checks alone",
          target: version == .ecV1 ? .atLeast(0.6) : nil))
    }
    return measurements
  }

  private static func cached(_ isCached: Bool) -> String {
    isCached ? "certificates cached" : "nothing cached"
  }
}

/// Operations per CPU-second of two steps of `count` operations each, run in turn.
private func alternating(
  _ ours: () throws -> Void, _ limit: () throws -> Void, count: Int = 500
) rethrows -> (ours: Double, limit: Double) {
  let rounds = 40
  var seconds = (ours: 0.0, limit: 0.0)
  try ours()
  try limit()
  for _ in 0..<rounds {
    let start = threadSeconds()
    try ours()
    let middle = threadSeconds()
    try limit()
    seconds.ours += middle - start
    seconds.limit += threadSeconds() - middle
  }
  let operations = Double(count * rounds)
  return (operations / seconds.ours, operations / seconds.limit)
}

/// OpenSSL and nothing else: contexts made once, one digest and one signature over and over.
private final class BareOperations {
  private let signing: OpaquePointer
  private let verifying: OpaquePointer
  private let rsaVerifying: OpaquePointer
  private let agreeing: OpaquePointer
  private let unwrapping: OpaquePointer
  private let peer: OpaquePointer
  private let digest = secureRandomBytes(32)
  private var signature = [UInt8](repeating: 0, count: 72)
  private var rsaSignature = [UInt8](repeating: 0, count: 256)
  private var wrapped = [UInt8](repeating: 0, count: 256)

  init() {
    guard let key = pay_generate_p256(), let peer = pay_generate_p256(),
      let rsa = pay_generate_rsa(2048), let signing = EVP_PKEY_CTX_new(key, nil),
      let verifying = EVP_PKEY_CTX_new(key, nil), let agreeing = EVP_PKEY_CTX_new(key, nil),
      let rsaVerifying = EVP_PKEY_CTX_new(rsa, nil), let unwrapping = EVP_PKEY_CTX_new(rsa, nil)
    else { fatalError("cannot make a key") }
    self.peer = peer
    self.signing = signing
    self.verifying = verifying
    self.rsaVerifying = rsaVerifying
    self.agreeing = agreeing
    self.unwrapping = unwrapping
    EVP_PKEY_free(key)
    guard EVP_PKEY_sign_init(signing) == 1, EVP_PKEY_derive_init(agreeing) == 1 else {
      fatalError("cannot begin")
    }
    sign()
    prepareRSA(rsa)
    guard EVP_PKEY_verify_init(verifying) == 1 else { fatalError("cannot begin") }
    EVP_PKEY_free(rsa)
  }

  deinit {
    for context in [signing, verifying, rsaVerifying, agreeing, unwrapping] {
      EVP_PKEY_CTX_free(context)
    }
    EVP_PKEY_free(peer)
  }

  func sign() {
    signature = [UInt8](repeating: 0, count: 72)
    var count = signature.count
    guard EVP_PKEY_sign(signing, &signature, &count, digest, digest.count) == 1 else {
      fatalError("cannot sign")
    }
    signature.removeLast(signature.count - count)
  }

  func verify() {
    guard EVP_PKEY_verify(verifying, signature, signature.count, digest, digest.count) == 1 else {
      fatalError("cannot verify")
    }
  }

  /// As many checks as a token's chain has: in RSA_v1 the token's own is of RSA.
  func verify(_ checks: Int, _ version: SealedToken.Version) {
    for index in 0..<checks {
      if version == .rsaV1, index == 0 {
        guard
          EVP_PKEY_verify(rsaVerifying, rsaSignature, rsaSignature.count, digest, digest.count) == 1
        else { fatalError("cannot verify") }
      } else {
        verify()
      }
    }
  }

  func agree(_ version: SealedToken.Version) {
    var secret = [UInt8](repeating: 0, count: 256)
    var count = secret.count
    let isDone =
      switch version {
      case .ecV1:
        EVP_PKEY_derive_set_peer_ex(agreeing, peer, 0) == 1
          && EVP_PKEY_derive(agreeing, &secret, &count) == 1
      case .rsaV1: EVP_PKEY_decrypt(unwrapping, &secret, &count, wrapped, wrapped.count) == 1
      }
    guard isDone else { fatalError("cannot agree on a key") }
  }

  private func prepareRSA(_ key: OpaquePointer) {
    guard let signing = EVP_PKEY_CTX_new(key, nil), let wrapping = EVP_PKEY_CTX_new(key, nil) else {
      fatalError("cannot begin")
    }
    defer {
      EVP_PKEY_CTX_free(signing)
      EVP_PKEY_CTX_free(wrapping)
    }
    var count = rsaSignature.count
    var wrappedCount = wrapped.count
    let symmetric = secureRandomBytes(16)
    let isReady =
      EVP_PKEY_sign_init(signing) == 1
      && EVP_PKEY_CTX_set_rsa_padding(signing, RSA_PKCS1_PADDING) == 1
      && EVP_PKEY_CTX_set_signature_md(signing, EVP_sha256()) == 1
      && EVP_PKEY_sign(signing, &rsaSignature, &count, digest, digest.count) == 1
      && EVP_PKEY_verify_init(rsaVerifying) == 1
      && EVP_PKEY_CTX_set_rsa_padding(rsaVerifying, RSA_PKCS1_PADDING) == 1
      && EVP_PKEY_CTX_set_signature_md(rsaVerifying, EVP_sha256()) == 1
      && EVP_PKEY_encrypt_init(wrapping) == 1
      && EVP_PKEY_CTX_set_rsa_padding(wrapping, RSA_PKCS1_OAEP_PADDING) == 1
      && EVP_PKEY_CTX_set_rsa_oaep_md(wrapping, EVP_sha256()) == 1
      && EVP_PKEY_encrypt(wrapping, &wrapped, &wrappedCount, symmetric, symmetric.count) == 1
      && EVP_PKEY_decrypt_init(unwrapping) == 1
      && EVP_PKEY_CTX_set_rsa_padding(unwrapping, RSA_PKCS1_OAEP_PADDING) == 1
      && EVP_PKEY_CTX_set_rsa_oaep_md(unwrapping, EVP_sha256()) == 1
    guard isReady else { fatalError("cannot prepare RSA") }
  }
}
