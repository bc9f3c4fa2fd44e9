import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct KeyLoadingTests {
  private let keys: TestKeys
  private var directory: KeyDirectory { keys.directory }

  init() throws { keys = try TestKeys() }

  private func loadError() -> KeyError? { keyError { _ = try ServerKeys.load(directory) } }

  @Test func `the keys that were made load`() throws {
    let loaded = try ServerKeys.load(directory)
    let signature = try loaded.sessionSigner.sign([1, 2], at: TestKeys.now)
    let fault = loaded.sessionVerifier.fault(
      signature: signature, content: [1, 2], signedAt: TestKeys.now)
    #expect(fault == nil)
    #expect(loaded.apiKeys.ring.principal(for: keys.generated.apiKey.reveal()) != nil)
  }

  @Test func `a whole session goes through the engine's own types`() throws {
    let loaded = try ServerKeys.load(directory)
    let moment = TestKeys.now
    let token = try CompactJWS.sign(["sub": "buy_1"], type: "intent+jwt", keys: loaded.tokenKeys)
    let parsed = try CompactJWS(parsing: token)
    #expect(try parsed.verified(type: "intent+jwt", keys: loaded.tokenKeys) == ["sub": "buy_1"])
    let configuration = try ConfigurationDirectory.load(packageRoot + "/merchant-config")
    let session = MerchantSession(
      configuration.merchant, intent: nil, at: moment, randomBytes: secureRandomBytes,
      digest: OpenSSLDigest())
    let signed = try SignedSession(session, signer: loaded.sessionSigner)
    let read = try SignedSession(json: try JSONValue(parsing: signed.json.bytes))
    let fault = read.fault(
      merchant: configuration.merchant, digest: OpenSSLDigest(),
      verifier: loaded.sessionVerifier, at: moment)
    #expect(fault == nil)
  }

  @Test func `a directory without keys tells what to run`() throws {
    let empty = KeyDirectory(data: keys.folder.file("elsewhere"))
    let errors = [
      keyError { _ = try ServerKeys.load(empty) }, keyError { _ = try KeyInventory(empty) },
      keyError { _ = try CMSSessionVerifier(empty) }, keyError { _ = try ES256TokenKeys(empty) },
      keyError { _ = try APIKeyFile(empty).read() },
      keyError { _ = try APIKeyFile(empty).revoke("key_1", at: TestKeys.now) },
    ]
    for error in errors {
      #expect(error == .missing(path: empty.keys))
      #expect(error?.description.contains("run `paytool keys generate`") == true)
    }
    #expect(!Files.exists(empty.data), "reading makes nothing")
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o601])
  func `a private file that others may use is refused with its remedy`(mode: Int) throws {
    let kid = keys.generated.inventory.tokenKeys[0].kid
    for path in [directory.signerKey, directory.tokenKey(kid), directory.apiKeys] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let error = try #require(loadError())
      #expect(error.code == "key_file")
      #expect(error.description.contains(path))
      #expect(error.description.contains("chmod 600"))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    #expect(loadError() == nil)
  }

  @Test(arguments: [0o720, 0o702, 0o777])
  func `keys in a folder that others may write in are refused with the remedy`(mode: Int) throws {
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.keys)
    let ringError = keyError { _ = try ProcessingKeyRing.load(directory) }
    for error in [loadError(), ringError] {
      #expect(error?.code == "key_file")
      #expect(error?.description.contains("\(directory.keys): others may write in it") == true)
      #expect(error?.description.contains("chmod 700") == true)
    }
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.keys)
    #expect(loadError() == nil)
  }

  @Test func `the root certificate may be readable by all`() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: directory.root)
    #expect(loadError() == nil)
  }

  @Test func `each missing file is named`() throws {
    let kid = keys.generated.inventory.tokenKeys[0].kid
    for path in [
      directory.signerKey, directory.signerChain, directory.root, directory.tokenSigningKey,
      directory.tokenKey(kid), directory.apiKeys,
    ] {
      try Files.move(path, toNew: path + ".away")
      #expect(loadError() == .missing(path: path))
      try Files.move(path + ".away", toNew: path)
    }
    #expect(loadError() == nil)
  }

  @Test func `each broken file is named, and nothing of it is shown`() throws {
    let kid = keys.generated.inventory.tokenKeys[0].kid
    for path in [
      directory.signerKey, directory.signerChain, directory.root, directory.tokenSigningKey,
      directory.tokenKey(kid), directory.apiKeys,
    ] {
      let good = try Files.read(path, limit: 100_000)
      for bytes in [
        [], Array("SECRET-TEXT".utf8), Array(good.dropLast(good.count / 2)), good + good,
      ] {
        try Files.replace(path, with: bytes, mode: 0o600)
        // A file of one word may be followed by more text: the first line counts.
        guard let error = loadError() else {
          #expect(bytes == good + good)
          continue
        }
        #expect(error.code == "key_file_malformed", "\(error)")
        #expect(error.description.contains(path))
        #expect(!error.description.contains("SECRET"))
      }
      try Files.replace(path, with: good, mode: 0o600)
    }
    #expect(loadError() == nil)
  }

  @Test func `a key that is not the certificate's is refused`() throws {
    let other = try TestKeys()
    let key = try Files.read(other.directory.signerKey, limit: 10_000)
    try Files.replace(directory.signerKey, with: key, mode: 0o600)
    let error = loadError()
    #expect(error == .mismatch(key: directory.signerKey, certificate: directory.signerChain))
    #expect(error?.description.contains(directory.signerKey) == true)
  }

  @Test func `a pair that does not lead to the root is refused`() throws {
    let other = try TestKeys()
    for (from, to) in [
      (other.directory.signerKey, directory.signerKey),
      (other.directory.signerChain, directory.signerChain),
    ] {
      try Files.replace(to, with: try Files.read(from, limit: 10_000), mode: 0o600)
    }
    let error = loadError()
    #expect(error?.code == "key_chain_untrusted")
    #expect(error?.description.contains(directory.root) == true)
  }

  @Test func `a signer that no verifier would take is refused at start`() throws {
    let keys = try TestKeys(at: .current())
    let authority = try keys.intermediate()
    let pair = try keys.issue(
      "server", by: authority,
      extensions: TestKeys.signerExtensions + ["extendedKeyUsage=serverAuth"])
    let chain =
      try Files.read(pair.certificate, limit: 9999)
      + Files.read(authority.certificate, limit: 9999)
    try Files.replace(keys.directory.signerChain, with: chain)
    try Files.replace(
      keys.directory.signerKey, with: try Files.read(pair.key, limit: 9999), mode: 0o600)
    let error = keyError { _ = try ServerKeys.load(keys.directory) }
    #expect(error?.code == "key_chain_untrusted")
    #expect(error?.description.contains("extended key usage") == true)
  }

  @Test func `a chain in the wrong order is a key that does not match`() throws {
    let chain = try directory.readCertificates(directory.signerChain, count: 2)
    try Files.replace(directory.signerChain, with: try chain[1].pem() + chain[0].pem())
    #expect(loadError()?.code == "key_certificate_mismatch")
  }

  @Test func `a root that is no root is refused`() throws {
    let chain = try directory.readCertificates(directory.signerChain, count: 2)
    for certificate in chain {
      try Files.replace(directory.root, with: try certificate.pem())
      #expect(loadError()?.code == "key_file_malformed")
    }
  }

  @Test func `an encrypted key is refused and nobody is asked for a password`() async throws {
    let path = keys.folder.file("encrypted.key")
    try mustRunOpenSSL(
      "pkcs8", "-topk8", "-in", directory.signerKey, "-out", path, "-passout", "pass:secret",
      "-v2", "aes256")
    let encrypted = try Files.read(path, limit: 10_000)
    try Files.replace(directory.signerKey, with: encrypted, mode: 0o600)
    #expect(loadError() == .passphraseMissing(path: directory.signerKey))
    // Without a terminal, OpenSSL would ask on standard error.
    let data = directory.data
    let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [data = data as String] in
      _ = keyError { _ = try CMSSessionSigner(KeyDirectory(data: data)) }
    }
    let asked = String(decoding: child?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!asked.contains("pass phrase"))
  }

  @Test(arguments: [
    ["RSA", "rsa_keygen_bits:2048"], ["EC", "ec_paramgen_curve:P-384"], ["ED25519"],
  ])
  func `a key of another kind is refused`(kind: [String]) throws {
    let path = keys.folder.file("other.key")
    let arguments = ["genpkey", "-algorithm", kind[0], "-out", path]
    let made = try run(openssl, arguments + kind.dropFirst().flatMap { ["-pkeyopt", $0] })
    #expect(made.status == 0)
    try Files.replace(
      directory.signerKey, with: try Files.read(path, limit: 10_000), mode: 0o600)
    let error = loadError()
    let isRSA = kind[0] == "RSA"
    #expect(error?.code == (isRSA ? "key_certificate_mismatch" : "key_kind"))
    #expect(isRSA || error?.description.contains("P-256") == true)
  }

  @Test func `a failure leaves no error behind in the library's queue`() throws {
    try Files.replace(directory.signerKey, with: Array("nothing".utf8), mode: 0o600)
    _ = loadError()
    #expect(drainOpenSSLErrors() == [])
  }

  @Test func `every error has a code of its own and says what to do`() {
    let errors: [KeyError] = [
      .existing(path: "P"), .interrupted(authority: "P", unfinished: "Q"), .missing(path: "P"),
      .file(FileError(path: "P", operation: "read", cause: "run chmod 600 on it")),
      .malformed(path: "P", cause: "C"), .unusable(path: "P", cause: "C"),
      .passphraseMissing(path: "P"), .passphraseWrong(path: "P"), .passphraseSource("name P"),
      .legacyEncryption(path: "P", cause: "C"), .identityCertificate(path: "P"),
      .otherMerchant(path: "P", found: "F", wanted: "W"), .privateKeyMissing(path: "P"),
      .rootFingerprint(path: "P", found: "F"), .wrongKind(path: "P", kind: "K", wanted: "W"),
      .mismatch(key: "P", certificate: "Q"), .untrusted(path: "P", root: "Q", cause: "C"),
      .unknownAPIKey(id: "key_1", path: "P"), .tooManyAPIKeys(path: "P"), .label,
      .crypto(CryptoFailure("cannot sign")),
    ]
    #expect(Set(errors.map(\.code)).count == errors.count)
    for error in errors.dropLast(2) { #expect(error.description.contains("P")) }
    let remedies = [
      "paytool keys", "move it away", "chmod", "take the oldest", "name ", "wanted are",
      "give its passphrase", "it is the first line", "restore the file",
    ]
    for error in errors.dropLast(2) {
      #expect(remedies.contains { error.description.contains($0) }, "\(error)")
    }
  }
}
