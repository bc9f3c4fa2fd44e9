import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// Keys on P-256 and of RSA: their signatures and hashes, against stock openssl.
@Suite struct PrivateKeyTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static func key(_ algorithm: KeyAlgorithm) throws -> PrivateKey {
    try algorithm == .ec ? .generate(.p256) : SharedKeys.rsaKey()
  }

  private func publicFile(_ key: PrivateKey) throws -> String {
    let path = folder.file("public.der")
    try Files.replace(path, with: key.publicKey.spki)
    return path
  }

  @Test(arguments: KeyAlgorithm.allCases)
  func `openssl takes our signature and we take its own`(algorithm: KeyAlgorithm) throws {
    let key = try Self.key(algorithm)
    #expect(key.kind == algorithm.kind)
    let message = sampleContent()
    let files = (content: folder.file("content"), signature: folder.file("signature"))
    try Files.replace(files.content, with: message)
    for _ in 0..<8 {
      try Files.replace(files.signature, with: try key.sign(message))
      let finished = try runOpenSSL(
        "dgst", "-sha256", "-keyform", "DER", "-verify", try publicFile(key), "-signature",
        files.signature, files.content)
      #expect(finished.status == 0, "\(finished.errors)")
    }
    let pem = folder.file("private.pem")
    try Files.create(pem, with: try key.pem())
    let theirs = try mustRunOpenSSL("dgst", "-sha256", "-sign", pem, input: message)
    #expect(key.publicKey.isValid(theirs, digest: sha256(message)))
  }

  @Test(arguments: KeyAlgorithm.allCases)
  func `every changed bit of a signature and another digest are refused`(
    algorithm: KeyAlgorithm
  ) throws {
    let key = try Self.key(algorithm)
    let digest = sha256([1, 2, 3])
    let signature = try key.sign([1, 2, 3])
    #expect(key.publicKey.isValid(signature, digest: digest))
    for bit in 0..<(8 * signature.count) {
      var changed = signature
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(!key.publicKey.isValid(changed, digest: digest), "bit \(bit)")
    }
    for other in [[], Array(signature.dropLast()), signature + [0], [0] + signature] {
      #expect(!key.publicKey.isValid(other, digest: digest))
    }
    #expect(!key.publicKey.isValid(signature, digest: sha256([1, 2])))
    #expect(drainOpenSSLErrors() == [])
  }

  @Test func `a signature of RSA by PSS or over another digest is refused`() throws {
    let key = try SharedKeys.rsaKey()
    let pem = folder.file("private.pem")
    try Files.create(pem, with: try key.pem())
    for arguments in [
      ["-sha256", "-sigopt", "rsa_padding_mode:pss"], ["-sha1"], ["-sha512"],
    ] {
      let made = try run(openssl, ["dgst", "-sign", pem] + arguments, input: [1])
      #expect(made.status == 0)
      #expect(!key.publicKey.isValid(made.standardOutput, digest: sha256([1])))
    }
  }

  @Test(arguments: KeyAlgorithm.allCases)
  func `the hash of a public key is that of its SubjectPublicKeyInfo`(
    algorithm: KeyAlgorithm
  ) throws {
    let key = try Self.key(algorithm)
    let pem = folder.file("private.pem")
    try Files.create(pem, with: try key.pem())
    let theirs = try mustRunOpenSSL("pkey", "-in", pem, "-pubout", "-outform", "DER")
    #expect(key.publicKey.spki == theirs)
    #expect(key.publicKey.spkiHash == sha256(theirs))
  }

  @Test func `a compressed point is hashed as Apple does, uncompressed`() throws {
    let pem = folder.file("plain.pem")
    let key = try PrivateKey.generate(.p256)
    try Files.create(pem, with: try key.pem())
    var text = try mustRunOpenSSL("ec", "-in", pem, "-conv_form", "compressed")
    let file = try KeyFile("compressed", contents: Secret(wiping: &text))
    let compressed = try #require(file.privateKey)
    #expect(compressed.publicKey == key.publicKey)
    #expect(compressed.publicKey.spki.count == 91)
  }

  @Test(arguments: [
    (["RSA", "rsa_keygen_bits:1024"], "RSA 1024"), (["EC", "ec_paramgen_curve:P-384"], "EC P-384"),
    (["EC", "ec_paramgen_curve:secp256k1"], "EC secp256k1"), (["ED25519"], "ED25519"),
  ])
  func `other kinds are named, not used`(kind: [String], name: String) throws {
    let pem = folder.file("other.pem")
    let options = kind.dropFirst().flatMap { ["-pkeyopt", $0] }
    let made = try run(openssl, ["genpkey", "-algorithm", kind[0], "-out", pem] + options)
    #expect(made.status == 0)
    let error = keyError { _ = try KeyFile(pem) }
    #expect(
      error
        == .wrongKind(path: pem, kind: name, wanted: "EC P-256, or RSA of 2048 to 4096 bits"))
    #expect(throws: CryptoFailure.self) { try PrivateKey.generate(.other(name)) }
  }

  @Test func `a key of RSA has no JWK`() throws {
    let key = try SharedKeys.rsaKey().publicKey
    #expect(key.jsonWebKey == nil && key.thumbprint == nil && key.point == nil)
  }

  @Test func `a token key of RSA is refused by its kind`() throws {
    let keys = try TestKeys()
    let path = keys.directory.tokenKey(String(repeating: "A", count: 43))
    try Files.create(path, with: try SharedKeys.rsaKey().pem())
    #expect(
      keyError { _ = try ES256TokenKeys(keys.directory) }
        == .wrongKind(path: path, kind: "RSA 2048", wanted: "EC P-256"))
  }
}
