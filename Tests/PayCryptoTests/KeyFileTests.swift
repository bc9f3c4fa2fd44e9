import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// Keys and certificates in every form that stock openssl writes.
@Suite struct KeyFileTests {
  private let folder: TemporaryDirectory
  private let passphraseFile: String
  private let passphrase: Passphrase

  init() throws {
    folder = try TemporaryDirectory()
    passphraseFile = folder.file("passphrase")
    try Files.create(passphraseFile, with: Array("a pass phrase\nanother line\n".utf8))
    passphrase = try Passphrase(file: passphraseFile)
  }

  /// A key, its certificate, both as plain files, and a place for what is made of them.
  private struct Made {
    let key: PrivateKey
    let pem: String
    let certificate: String
    let path: String
  }

  private func make(_ algorithm: KeyAlgorithm) throws -> Made {
    let key = try algorithm == .ec ? PrivateKey.generate(.p256) : SharedKeys.rsaKey()
    let made = Made(
      key: key, pem: folder.file("plain.pem"), certificate: folder.file("certificate.pem"),
      path: folder.file("made"))
    try Files.create(made.pem, with: try key.pem())
    try mustRunOpenSSL(
      "req", "-x509", "-key", made.pem, "-subj", "/CN=form", "-days", "30", "-out",
      made.certificate)
    return made
  }

  /// What `openssl` with these arguments, `IN` and `CERT` replaced, writes, read back.
  private func read(
    _ made: Made, _ arguments: String, passphrase: Passphrase? = nil
  ) throws -> KeyFile {
    let words = arguments.split(separator: " ").map { word in
      switch word {
      case "IN": made.pem
      case "CERT": made.certificate
      case "PASS": "file:" + passphraseFile
      default: String(word)
      }
    }
    let finished = try run(openssl, words, input: [])
    guard finished.status == 0 else { throw PreparationFailure(output: finished.errors) }
    try Files.replace(made.path, with: finished.standardOutput, mode: 0o600)
    return try KeyFile(made.path, passphrase: passphrase)
  }

  private static let plainForms: [(KeyAlgorithm, String)] = [
    (.ec, "pkey -in IN"), (.rsa, "pkey -in IN"),
    (.ec, "pkey -in IN -traditional"), (.rsa, "pkey -in IN -traditional"),
    (.ec, "pkey -in IN -outform DER"), (.rsa, "pkey -in IN -outform DER"),
    (.ec, "pkey -in IN -outform DER -traditional"),
    (.rsa, "pkey -in IN -outform DER -traditional"),
    (.ec, "pkcs8 -topk8 -nocrypt -in IN -outform DER"),
    (.rsa, "pkcs8 -topk8 -nocrypt -in IN -outform DER"),
  ]

  @Test(arguments: plainForms)
  func `a key that is not encrypted is read`(algorithm: KeyAlgorithm, command: String) throws {
    let made = try make(algorithm)
    let file = try read(made, command)
    #expect(file.privateKey?.publicKey == made.key.publicKey)
    #expect(file.certificates.isEmpty)
    #expect(
      try file.privateKey?.publicKey.isValid(
        #require(file.privateKey).sign([1]), digest: sha256([1])) == true)
  }

  private static let encryptedForms: [(KeyAlgorithm, String)] = KeyAlgorithm.allCases.flatMap {
    algorithm in
    [
      "pkcs8 -topk8 -in IN -v2 aes256 -passout PASS",
      "pkcs8 -topk8 -in IN -v2 aes-128-cbc -v2prf hmacWithSHA1 -passout PASS",
      "pkcs8 -topk8 -in IN -scrypt -scrypt_N 1024 -passout PASS",
      "pkcs8 -topk8 -in IN -v2 aes256 -passout PASS -outform DER",
      "pkey -in IN -traditional -aes256 -passout PASS",
      "pkcs12 -export -inkey IN -in CERT -passout PASS",
      "pkcs12 -export -inkey IN -nocerts -passout PASS",
    ].map { (algorithm, $0) }
  }

  @Test(arguments: encryptedForms)
  func `an encrypted key opens with its passphrase only`(
    algorithm: KeyAlgorithm, command: String
  ) throws {
    let made = try make(algorithm)
    let file = try read(made, command, passphrase: passphrase)
    #expect(file.privateKey?.publicKey == made.key.publicKey)
    #expect(file.certificates.count == (command.contains("CERT") ? 1 : 0))
    #expect(keyError { _ = try KeyFile(made.path) } == .passphraseMissing(path: made.path))
    for wrong in ["a pass phras", "a pass phrase ", "", "\u{1F511}"] {
      let path = folder.file("wrong")
      try Files.replace(path, with: Array(wrong.utf8), mode: 0o600)
      let error = keyError { _ = try KeyFile(made.path, passphrase: try Passphrase(file: path)) }
      #expect(error == .passphraseWrong(path: made.path))
    }
    #expect(drainOpenSSLErrors() == [])
  }

  /// Of 600 wrong ones the cipher's padding lets two or three pass.
  @Test func `no wrong passphrase of the old form is taken for a damaged file`() throws {
    let made = try make(.ec)
    _ = try read(made, "pkey -in IN -traditional -aes256 -passout PASS", passphrase: passphrase)
    let path = folder.file("wrong")
    for number in 0..<600 {
      try Files.replace(path, with: Array("wrong \(number)".utf8), mode: 0o600)
      let error = keyError { _ = try KeyFile(made.path, passphrase: try Passphrase(file: path)) }
      #expect(error == .passphraseWrong(path: made.path))
    }
  }

  @Test func `PKCS12 with an empty passphrase needs none`() throws {
    let made = try make(.ec)
    let file = try read(made, "pkcs12 -export -inkey IN -in CERT -passout pass:")
    #expect(file.privateKey?.publicKey == made.key.publicKey)
  }

  @Test func `PKCS12 without a MAC is told as that, whatever the passphrase`() throws {
    let made = try make(.ec)
    for given in [passphrase, nil] {
      let error = keyError {
        _ = try read(
          made, "pkcs12 -export -nomac -inkey IN -in CERT -passout PASS", passphrase: given)
      }
      #expect(error?.code == "key_form" && error?.description.contains("no MAC") == true)
    }
  }

  @Test func `PKCS12 gives the key's certificate first, then its authorities'`() throws {
    let keys = try TestKeys(at: .current())
    let path = folder.file("signer.p12")
    try mustRunOpenSSL(
      "pkcs12", "-export", "-inkey", keys.directory.signerKey, "-in", keys.directory.signerChain,
      "-passout", "file:" + passphraseFile, "-out", path)
    let file = try KeyFile(path, passphrase: passphrase)
    let chain = try keys.directory.readCertificates(keys.directory.signerChain, count: 2)
    #expect(file.certificates.map(\.der) == chain.map(\.der))
    #expect(file.privateKey?.publicKey == chain[0].publicKey)
  }

  @Test func `PKCS12 encrypted with RC2 is told to be old, and the advice helps`() throws {
    let made = try make(.ec)
    let error = keyError {
      _ = try read(
        made, "pkcs12 -export -legacy -inkey IN -in CERT -passout PASS", passphrase: passphrase)
    }
    #expect(error?.code == "key_encryption_legacy")
    #expect(error?.description.contains("openssl pkcs12 -legacy -in OLD.p12 -out NEW.pem") == true)
    let converted = folder.file("NEW.pem")
    let again = folder.file("again")  // of one file, openssl would take the second line
    try Files.create(again, with: Array("a pass phrase\n".utf8))
    try mustRunOpenSSL(
      "pkcs12", "-legacy", "-in", made.path, "-out", converted, "-passin",
      "file:" + passphraseFile, "-passout", "file:" + again)
    let file = try KeyFile(converted, passphrase: passphrase)
    #expect(file.privateKey?.publicKey == made.key.publicKey)
    #expect(file.certificates.count == 1)
  }

  @Test func `a key with DES in its header is told to be old or opens`() throws {
    let made = try make(.rsa)
    let error = keyError {
      let command = "pkcs8 -topk8 -in IN -v1 PBE-MD5-DES -passout PASS -provider legacy "
      _ = try read(made, command + "-provider default", passphrase: passphrase)
    }
    #expect(error?.code == "key_encryption_legacy")
  }

  @Test(arguments: KeyAlgorithm.allCases)
  func `one file may hold a key and a certificate, in any order`(
    algorithm: KeyAlgorithm
  ) throws {
    let made = try make(algorithm)
    let key = try mustRunOpenSSL("pkey", "-in", made.pem, "-traditional")
    let certificate = try Files.read(made.certificate, limit: 10_000)
    let remark = Array("Bag Attributes\n    friendlyName: x\n".utf8)
    for text in [key + certificate, remark + certificate + remark + key] {
      try Files.replace(made.path, with: text, mode: 0o600)
      let file = try KeyFile(made.path)
      #expect(file.privateKey?.publicKey == made.key.publicKey)
      #expect(file.certificates.map(\.publicKey) == [made.key.publicKey])
    }
  }

  @Test func `SEC1 with its parameters in front is read`() throws {
    let made = try make(.ec)
    let parameters = try mustRunOpenSSL("ecparam", "-name", "prime256v1")
    let key = try mustRunOpenSSL("ec", "-in", made.pem)
    try Files.replace(made.path, with: parameters + key, mode: 0o600)
    #expect(try KeyFile(made.path).privateKey?.publicKey == made.key.publicKey)
  }

  @Test func `a certificate is read in PEM and DER, and may be readable by all`() throws {
    let made = try make(.rsa)
    for format in ["PEM", "DER"] {
      let bytes = try mustRunOpenSSL("x509", "-in", made.certificate, "-outform", format)
      try Files.replace(made.path, with: bytes, mode: 0o644)
      let file = try KeyFile(made.path)
      #expect(file.certificates.map(\.publicKey) == [made.key.publicKey])
      #expect(file.privateKey == nil)
    }
  }

  @Test(arguments: [0o640, 0o604, 0o644, 0o660])
  func `a file with a key that others may use is refused`(mode: Int) throws {
    let made = try make(.ec)
    for command in ["pkey -in IN", "pkcs12 -export -inkey IN -nocerts -passout PASS"] {
      _ = try read(made, command, passphrase: passphrase)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: made.path)
      let error = keyError { _ = try KeyFile(made.path, passphrase: passphrase) }
      #expect(error?.code == "key_file")
      #expect(error?.description.contains("chmod 600") == true)
    }
  }

  @Test func `what is neither key nor certificate is refused, and nothing of it is shown`() throws {
    let made = try make(.ec)
    let key = try Files.read(made.pem, limit: 10_000)
    let der = try mustRunOpenSSL("pkey", "-in", made.pem, "-outform", "DER")
    let request = try mustRunOpenSSL("req", "-new", "-key", made.pem, "-subj", "/CN=x")
    let cases: [[UInt8]] = [
      [], Array("SECRET-TEXT".utf8), Array(key.dropLast(key.count / 2)), key + key, der + [0],
      Array(der.dropLast()), request, try mustRunOpenSSL("pkey", "-in", made.pem, "-pubout"),
      Array("-----BEGIN PRIVATE KEY-----\nSECRET\n-----END PRIVATE KEY-----\n".utf8),
    ]
    for bytes in cases {
      try Files.replace(made.path, with: bytes, mode: 0o600)
      let error = keyError { _ = try KeyFile(made.path, passphrase: passphrase) }
      #expect(error?.code == "key_form", "\(bytes.count) bytes")
      #expect(error?.description.contains(made.path) == true)
      #expect(error?.description.contains("SECRET") == false)
    }
    try Files.replace(made.path, with: request, mode: 0o600)
    let error = keyError { _ = try KeyFile(made.path) }
    #expect(error?.description.contains("request for a certificate") == true)
    let large = [UInt8](repeating: 0x30, count: KeyLimits.pemBytes + 1)
    try Files.replace(made.path, with: large, mode: 0o600)
    #expect(keyError { _ = try KeyFile(made.path) }?.code == "key_file")
    #expect(drainOpenSSLErrors() == [])
  }

  @Test func `changed bytes of every form give an error or a key, never a crash`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let made = try make(.ec)
    for command in [
      "pkey -in IN -outform DER", "pkcs8 -topk8 -in IN -scrypt -scrypt_N 2 -passout PASS",
      "pkcs12 -export -inkey IN -in CERT -iter 1 -passout PASS", "x509 -in CERT -outform DER",
    ] {
      _ = try read(made, command, passphrase: passphrase)
      let good = try Files.read(made.path, limit: 10_000)
      for _ in 0..<200 {
        var bytes = good
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
          1
          << Int.random(
            in: 0..<8, using: &random)
        let error = keyError {
          _ = try KeyFile("f", contents: Secret(wiping: &bytes), passphrase: passphrase)
        }
        #expect(error?.code != "crypto_failure", "seed \(seed)")
        #expect(drainOpenSSLErrors() == [], "seed \(seed)")
      }
    }
  }
}

@Suite struct PassphraseTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func text(_ passphrase: Passphrase) -> String? {
    passphrase.withCString { $0.map { String(cString: $0) } }
  }

  @Test(arguments: [
    ("secret", "secret"), ("secret\n", "secret"), ("secret\r\nmore", "secret"), ("\n", ""),
    (" a b ", " a b "), (String(repeating: "x", count: 1023), String(repeating: "x", count: 1023)),
  ])
  func `it is the first line`(contents: String, expected: String) throws {
    try Files.create(folder.file("p"), with: Array(contents.utf8))
    let passphrase = try Passphrase(file: folder.file("p"))
    #expect(text(passphrase) == expected)
    #expect(!"\(passphrase)".contains("secret"))
    #expect(text(try Passphrase(credential: "p", directory: folder.path)) == expected)
  }

  @Test(arguments: ["a\0b", String(repeating: "x", count: 1024)])
  func `one that the library cannot take is refused, not cut`(contents: String) throws {
    try Files.create(folder.file("p"), with: Array(contents.utf8))
    let error = keyError { _ = try Passphrase(file: folder.file("p")) }
    #expect(error?.code == "key_passphrase_source")
    #expect(error?.description.contains("xx") == false)
  }

  @Test func `others must not be able to read it`() throws {
    try Files.create(folder.file("p"), with: [0x61], mode: 0o644)
    #expect(keyError { _ = try Passphrase(file: folder.file("p")) }?.code == "key_file")
  }

  @Test(arguments: ["", ".", "..", "a/b", "/etc/passwd"])
  func `a credential is a plain name`(name: String) {
    let error = keyError { _ = try Passphrase(credential: name, directory: "/") }
    #expect(error?.code == "key_passphrase_source")
  }

  @Test func `without systemd there are no credentials`() {
    let error = keyError { _ = try Passphrase(credential: "p", directory: nil) }
    #expect(error?.code == "key_passphrase_source")
    #expect(error?.description.contains("LoadCredential") == true)
  }
}
