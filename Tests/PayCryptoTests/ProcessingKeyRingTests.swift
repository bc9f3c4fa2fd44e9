import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// Which payment-processing keys are found, and what is refused in their place.
@Suite struct ProcessingKeyRingTests {
  private let keys: TestKeys
  private var directory: KeyDirectory { keys.directory }
  private static let merchantHash = sha256(Array(TestKeys.merchantIdentifier.utf8))

  init() throws { keys = try TestKeys(at: .current()) }

  @Test func `the keys of a directory are found by their hashes`() throws {
    let ring = try ProcessingKeyRing.load(directory)
    #expect(ring.keys.map(\.kind) == [.p256, .rsa2048])
    for algorithm in KeyAlgorithm.allCases {
      let files = directory.processingKey(algorithm)
      let spki = try mustRunOpenSSL("pkey", "-in", files.key, "-pubout", "-outform", "DER")
      let key = try #require(ring.key(forHash: sha256(spki)))
      #expect(key.kind == algorithm.kind && key.file == files.key)
      #expect(key.publicKeyHash == sha256(spki))
      #expect(key.merchantIdentifierHash == Self.merchantHash)
    }
    #expect(ring.key(forHash: Self.merchantHash) == nil && ring.key(forHash: []) == nil)
    try ring.check(merchantIdentifierHash: Self.merchantHash)
  }

  @Test func `during a rotation old and new keys lie side by side`() throws {
    let old = directory.processingKey(.ec)
    let rotated = directory.keys + "/payment-processing-2026"
    try Files.create(rotated + ".key", with: try PrivateKey.generate(.p256).pem())
    let before = try ProcessingKeyRing.load(directory)
    #expect(before.keys.count == 3)
    let new = try #require(before.keys.first { $0.file == rotated + ".key" })
    #expect(new.merchantIdentifierHash == nil)
    #expect(before.key(forHash: new.publicKeyHash)?.file == rotated + ".key")
    #expect(before.keys.contains { $0.file == old.key })
  }

  @Test func `an archive of key and certificate is found as well`() throws {
    let files = directory.processingKey(.ec)
    let passphraseFile = keys.folder.file("passphrase")
    try Files.create(passphraseFile, with: Array("p".utf8))
    let archive = directory.keys + "/payment-processing-old.p12"
    try mustRunOpenSSL(
      "pkcs12", "-export", "-inkey", files.key, "-in", files.certificates, "-passout",
      "file:" + passphraseFile, "-out", archive)
    let closed = try ProcessingKeyRing.load(directory)
    #expect(closed.locked == [.passphraseMissing(path: archive)])
    #expect(closed.keys.count == 2)
    try Files.remove(files.key)
    let ring = try ProcessingKeyRing.load(
      directory, passphrase: try Passphrase(file: passphraseFile))
    #expect(ring.locked.isEmpty)
    #expect(ring.keys.map(\.file) == [directory.processingKey(.rsa).key, archive])
    #expect(ring.keys.map(\.merchantIdentifierHash) == [Self.merchantHash, Self.merchantHash])
  }

  @Test func `files may be named in any order, with authorities' certificates among them`() throws {
    let (ec, rsa) = (directory.processingKey(.ec), directory.processingKey(.rsa))
    let ring = try ProcessingKeyRing.load(files: [
      rsa.certificates, ec.key, directory.root, ec.certificates, rsa.key,
    ])
    #expect(ring.keys.map(\.file) == [ec.key, rsa.key])
    #expect(ring.keys.allSatisfy { $0.merchantIdentifierHash == Self.merchantHash })
    let alone = try ProcessingKeyRing.load(files: [ec.key])
    #expect(alone.keys.map(\.merchantIdentifierHash) == [nil])
    try alone.check(merchantIdentifierHash: [])
    let both = ProcessingKeyRing(alone.keys + ring.keys)
    let hash = ring.keys[0].publicKeyHash
    #expect(both.key(forHash: hash)?.merchantIdentifierHash == Self.merchantHash)
  }

  @Test func `a directory without such keys has an empty ring`() throws {
    for algorithm in KeyAlgorithm.allCases {
      try Files.remove(directory.processingKey(algorithm).key)
    }
    #expect(try ProcessingKeyRing.load(directory).keys.isEmpty)
    let elsewhere = KeyDirectory(data: keys.folder.file("elsewhere"))
    #expect(
      keyError { _ = try ProcessingKeyRing.load(elsewhere) } == .missing(path: elsewhere.keys))
  }

  @Test func `a key and a certificate that do not match are named`() throws {
    let (ec, rsa) = (directory.processingKey(.ec), directory.processingKey(.rsa))
    #expect(
      keyError { _ = try ProcessingKeyRing.load(files: [ec.key, rsa.certificates]) }
        == .mismatch(key: ec.key, certificate: rsa.certificates))
    #expect(
      keyError { _ = try ProcessingKeyRing.load(files: [ec.certificates]) }
        == .privateKeyMissing(path: ec.certificates))
    let certificate = try Files.read(rsa.certificates, limit: 10_000)
    try Files.replace(ec.certificates, with: certificate)
    #expect(
      keyError { _ = try ProcessingKeyRing.load(directory) }
        == .mismatch(key: ec.key, certificate: ec.certificates))
  }

  @Test func `a certificate for another merchant is told by both hashes`() throws {
    let ring = try ProcessingKeyRing.load(directory)
    let other = sha256(Array("merchant.com.example.other".utf8))
    #expect(
      keyError { try ring.check(merchantIdentifierHash: other) }
        == .otherMerchant(
          path: directory.processingKey(.ec).key, found: Hex.upper(Self.merchantHash),
          wanted: Hex.upper(other)))
  }

  @Test func `a merchant identity certificate is refused, with its merchant in it or without`()
    throws
  {
    let hash = Hex.upper(Self.merchantHash)
    let identity = TestKeys.signerExtensions + ["extendedKeyUsage=clientAuth"]
    for (name, extensions) in [
      ("bare", identity), ("named", identity + ["1.2.840.113635.100.6.32=ASN1:UTF8:\(hash)"]),
    ] {
      let pair = try keys.issue(
        name, by: try keys.intermediate(), extensions: extensions, key: ["rsa:2048"])
      #expect(
        keyError { _ = try ProcessingKeyRing.load(files: [pair.key, pair.certificate]) }
          == .identityCertificate(path: pair.certificate))
    }
  }

  @Test func `a certificate on another curve is refused by its kind`() throws {
    let pair = try keys.issue(
      "p384", by: try keys.intermediate(), key: ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"])
    #expect(
      keyError {
        _ = try ProcessingKeyRing.load(files: [directory.processingKey(.ec).key, pair.certificate])
      }
        == .wrongKind(
          path: pair.certificate, kind: "EC P-384", wanted: "EC P-256, or RSA of 2048 to 4096 bits")
    )
  }

  @Test(arguments: ["ASN1:NULL", "ASN1:UTF8:AB", "DER:0C40" + String(repeating: "5A", count: 64)])
  func `an extension that is no hash names no merchant`(value: String) throws {
    let pair = try keys.issue(
      "odd", by: try keys.intermediate(),
      extensions: TestKeys.signerExtensions + ["1.2.840.113635.100.6.32=" + value])
    let ring = try ProcessingKeyRing.load(files: [pair.key, pair.certificate])
    #expect(ring.keys.map(\.merchantIdentifierHash) == [nil])
  }

  @Test func `nothing of a key is printed`() throws {
    let ring = try ProcessingKeyRing.load(directory)
    let text = try Files.read(directory.processingKey(.ec).key, limit: 10_000)
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n")[1]
    #expect(!"\(ring)".contains(line) && !"\(ring.keys[0])".contains("PRIVATE"))
  }
}

@Suite struct TokenRootTests {
  private let folder: TemporaryDirectory
  private let shipped = packageRoot + "/merchant-config"

  init() throws { folder = try TemporaryDirectory() }

  @Test func `Apple's root is shipped and known by its fingerprint`() throws {
    let root = try TokenRoot.apple(shipped)
    #expect(root.isApple)
    #expect(root.certificate.publicKey.kind == .other("EC P-384"))
    let text = String(
      decoding: try mustRunOpenSSL(
        "x509", "-in", TokenRoot.applePath(shipped), "-noout", "-fingerprint", "-sha256"),
      as: UTF8.self)
    let fingerprint = try #require(TokenRoot.appleFingerprint)
    #expect(text.filter { $0 != ":" }.contains("Fingerprint=" + Hex.upper(fingerprint)))
    #expect(try TokenRoot(file: TokenRoot.applePath(shipped)).isApple)
  }

  @Test func `another certificate in its place is refused by its fingerprint`() throws {
    let keys = try TestKeys()
    let path = TokenRoot.applePath(folder.path)
    try Files.makeDirectory(folder.file("trust"))
    try Files.create(path, with: try Files.read(keys.directory.root, limit: 10_000))
    let root = try keys.directory.readCertificates(keys.directory.root, count: 1)[0]
    #expect(
      keyError { _ = try TokenRoot.apple(folder.path) }
        == .rootFingerprint(path: path, found: Hex.upper(sha256(root.der))))
    #expect(keyError { _ = try TokenRoot.apple(folder.file("none")) }?.code == "key_file")
  }

  @Test func `a root of the caller's choice and the development root are not Apple's`() throws {
    let keys = try TestKeys()
    #expect(try !TokenRoot(file: keys.directory.root).isApple)
    let development = try TokenRoot.development(keys.directory)
    #expect(!development.isApple)
    let root = try keys.directory.readCertificates(keys.directory.root, count: 1)[0]
    #expect(development.certificate.der == root.der)
  }

  @Test func `what is no root is refused`() throws {
    let keys = try TestKeys()
    let two = folder.file("two.pem")
    let root = try Files.read(keys.directory.root, limit: 10_000)
    try Files.create(two, with: root + root)
    for path in [
      two, keys.directory.signerChain, keys.directory.processingKey(.ec).certificates,
      keys.directory.signerKey,
    ] {
      let error = keyError { _ = try TokenRoot(file: path) }
      #expect(error?.code == "key_form")
      #expect(error?.description.contains(path) == true)
    }
  }
}
