import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

private func permissions(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return attributes[.posixPermissions] as? Int ?? -1
}

@Suite struct KeyGenerationTests {
  @Test func `every file has its place, and only its owner reads it`() throws {
    let keys = try TestKeys()
    let kid = try #require(keys.generated.inventory.tokenKeys.first).kid
    let expected = [
      "api-keys.json", "auth-header", "payment-processing-ec.key", "payment-processing-ec.pem",
      "payment-processing-rsa.key", "payment-processing-rsa.pem", "root.pem", "session-signer.key",
      "session-signer.pem",
      "token-\(kid).pem", "token-signing-key", "token-vault.key",
    ]
    #expect(try Set(Files.names(in: keys.directory.keys)) == Set(expected))
    #expect(
      try Files.names(in: keys.directory.authority) == [
        "intermediate.key", "root.key", "token-intermediate.key", "token-signer-ec.key",
        "token-signer-ec.pem", "token-signer-rsa.key", "token-signer-rsa.pem",
      ])
    #expect(try Files.names(in: keys.directory.data) == ["ca", "keys", "keys.lock"])
    for folder in [keys.directory.keys, keys.directory.authority] {
      #expect(try permissions(folder) == 0o700)
      for name in try Files.names(in: folder) {
        #expect(try permissions(folder + "/" + name) == 0o600, "\(name)")
      }
    }
  }

  @Test func `the API key is shown once and kept as a hash`() throws {
    let keys = try TestKeys()
    let text = keys.generated.apiKey.reveal()
    #expect(try Regex("pay_test_[0-9a-f]{48}").wholeMatch(in: text) != nil)
    #expect("\(keys.generated)".contains("[redacted]"))
    #expect(!"\(keys.generated)".contains(text))
    let header = try Files.read(keys.directory.authHeader, limit: 1000)
    #expect(String(decoding: header, as: UTF8.self) == "Authorization: Bearer \(text)\n")
    let file = String(
      decoding: try Files.read(keys.directory.apiKeys, limit: 10_000), as: UTF8.self)
    #expect(!file.contains(text.dropFirst("pay_test_".count)))
    let hash = Hex.lower(sha256(Array(text.utf8)))
    #expect(file.contains("\"sha256\":\"\(hash)\""))
    #expect(keys.generated.apiKeyID == "key_" + hash.prefix(12))
    #expect(keys.generated.inventory.apiKeys.map(\.id) == [keys.generated.apiKeyID])
  }

  @Test func `the certificates are those of a strict PKI`() throws {
    let keys = try TestKeys(at: .current())
    let authority = try keys.intermediate().certificate
    let finished = try runOpenSSL(
      "verify", "-x509_strict", "-purpose", "any", "-CAfile", keys.directory.root, "-untrusted",
      authority, keys.directory.signerChain)
    #expect(finished.status == 0, "\(finished.errors)")
    func text(_ path: String) throws -> String {
      String(
        decoding: try mustRunOpenSSL("x509", "-in", path, "-noout", "-text"), as: UTF8.self)
    }
    let root = try text(keys.directory.root)
    let middle = try text(authority)
    let signer = try text(keys.directory.signerChain)
    for certificate in [root, middle, signer] {
      #expect(certificate.contains("Version: 3"))
      #expect(certificate.contains("CN = Development "))
      #expect(certificate.contains("ASN1 OID: prime256v1"))
      #expect(certificate.contains("X509v3 Basic Constraints: critical"))
      #expect(certificate.contains("X509v3 Key Usage: critical"))
      #expect(certificate.contains("X509v3 Subject Key Identifier"))
      #expect(!certificate.contains("Extended Key Usage"))
    }
    #expect(root.contains("CA:TRUE\n"))
    #expect(middle.contains("CA:TRUE, pathlen:0"))
    #expect(middle.contains("X509v3 Authority Key Identifier"))
    #expect(signer.contains("CA:FALSE"))
    #expect(signer.contains("X509v3 Authority Key Identifier"))
    #expect(signer.contains("critical\n                Digital Signature\n"))
    #expect(signer.contains("UID = \(TestKeys.merchantIdentifier)"))
  }

  @Test func `validity runs from an hour ago for 10 years, 5 years and 25 months`() throws {
    let certificates = try TestKeys().generated.inventory.certificates
    #expect(
      certificates.map(\.role) == [
        "root", "intermediate", "sessionSigner", "tokenIntermediate", "tokenSigner", "tokenSigner",
        "paymentProcessing", "paymentProcessing",
      ])
    let days: [Int64] = [3652, 1826, 760, 1826, 760, 760, 760, 760]
    for (certificate, days) in zip(certificates, days) {
      #expect(certificate.notBefore == TestKeys.now.adding(seconds: -3600))
      #expect(certificate.notAfter == TestKeys.now.adding(seconds: days * 86_400))
    }
  }

  @Test func `serial numbers are positive, of 16 bytes, and never twice the same`() throws {
    var serials: Set<String> = []
    for random in [
      secureRandomBytes, { [UInt8](repeating: 0, count: $0) },
      { [UInt8](repeating: 255, count: $0) },
    ] {
      let folder = try TemporaryDirectory()
      var keys = SharedKeys()
      let made = try KeyGeneration.generate(
        in: KeyDirectory(data: folder.path), merchantIdentifier: "m", at: TestKeys.now,
        random: random
      ) { kind throws(CryptoFailure) in try keys.make(kind) }
      for certificate in made.inventory.certificates {
        serials.insert(certificate.serial)
        #expect(certificate.serial.count == 32)
        #expect(try #require(UInt8(certificate.serial.prefix(2), radix: 16)) >> 6 == 1)
      }
    }
    #expect(serials.count == 10)
  }

  @Test func `the inventory agrees with stock openssl`() throws {
    let keys = try TestKeys(at: .current())
    for certificate in keys.generated.inventory.certificates
    where !certificate.role.lowercased().hasSuffix("intermediate") {
      let text = String(
        decoding: try mustRunOpenSSL(
          "x509", "-in", certificate.file, "-noout", "-fingerprint", "-sha256", "-serial",
          "-subject", "-issuer", "-nameopt", "rfc2253", "-startdate", "-enddate", "-dateopt",
          "iso_8601"), as: UTF8.self)
      let colons = text.replacing(":", with: "").lowercased()
      #expect(colons.contains("sha256 fingerprint=\(certificate.fingerprint)"))
      #expect(text.contains("serial=\(certificate.serial)"))
      #expect(text.contains("subject=\(certificate.subject)"))
      #expect(text.contains("issuer=\(certificate.issuer)"))
      let start = certificate.notBefore.description.replacing("T", with: " ")
      let end = certificate.notAfter.description.replacing("T", with: " ")
      #expect(text.contains("notBefore=\(start)"))
      #expect(text.contains("notAfter=\(end)"))
    }
  }

  @Test func `a merchant identifier of 255 bytes has room`() throws {
    let folder = try TemporaryDirectory()
    let name = "merchant." + String(repeating: "a", count: 246)
    let made = try KeyGeneration.generate(
      in: KeyDirectory(data: folder.path), merchantIdentifier: name, at: TestKeys.now,
      random: secureRandomBytes)
    for certificate in made.inventory.certificates
    where ["sessionSigner", "paymentProcessing"].contains(certificate.role) {
      #expect(certificate.subject.contains("UID=\(name)"))
    }
  }
}

@Suite struct KeyGenerationSafetyTests {
  private let folder: TemporaryDirectory
  private let directory: KeyDirectory

  init() throws {
    folder = try TemporaryDirectory()
    directory = KeyDirectory(data: folder.file("deep/down/data"))
  }

  @discardableResult
  private func generate() throws -> GeneratedKeys {
    try KeyGeneration.generate(
      in: directory, merchantIdentifier: "merchant.test", at: TestKeys.now,
      random: secureRandomBytes)
  }

  private func contents() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for folder in [directory.keys, directory.authority] {
      for name in try Files.names(in: folder) {
        files[folder + "/" + name] = try Files.read(folder + "/" + name, limit: 100_000)
      }
    }
    return files
  }

  @Test func `a second call changes nothing and says what is there`() throws {
    try generate()
    let before = try contents()
    let error = keyError { try generate() }
    #expect(error == .existing(path: directory.keys))
    #expect(error?.description.contains(directory.keys) == true)
    #expect(try contents() == before)
  }

  @Test func `keys without the authorities' are kept as well`() throws {
    // An operator has moved the authorities' keys to a safe place.
    try generate()
    try Files.removeDirectory(directory.authority)
    #expect(keyError { try generate() } == .existing(path: directory.keys))
    _ = try ServerKeys.load(directory)
  }

  @Test func `of many calls at once one makes the keys and the others find them`() async throws {
    let outcomes = await withTaskGroup(of: Result<String, any Error>.self) { group in
      for _ in 0..<12 {
        group.addTask { Result { try generate().apiKey.reveal() } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let winners = outcomes.compactMap { try? $0.get() }
    #expect(winners.count == 1)
    for case .failure(let error) in outcomes {
      #expect(error as? KeyError == .existing(path: directory.keys))
    }
    let ring = APIKeyRing(try APIKeyFile(directory).read())
    #expect(ring.principal(for: try #require(winners.first)) != nil)
    _ = try ServerKeys.load(directory)
  }

  @Test func `what a stopped call has left unfinished is cleared away`() throws {
    for path in [directory.keys + ".new", directory.authority + ".new"] {
      try Files.makeDirectory(path)
      try Files.create(path + "/root.key", with: [1])
      try Files.create(path + "/root.pem.123.456.tmp", with: [1])
    }
    try generate()
    #expect(try Files.names(in: directory.data) == ["ca", "keys", "keys.lock"])
    _ = try ServerKeys.load(directory)
  }

  @Test func `a call stopped between its last two steps is explained and nothing is removed`()
    throws
  {
    try generate()
    let before = try contents()
    try Files.move(directory.keys, toNew: directory.keys + ".new")
    let expected = KeyError.interrupted(
      authority: directory.authority, unfinished: directory.keys + ".new")
    #expect(keyError { try generate() } == expected)
    #expect(keyError { _ = try ServerKeys.load(directory) } == expected)
    #expect(keyError { _ = try KeyInventory(directory) } == expected)
    for part in [directory.authority, directory.keys + ".new", "paytool keys generate"] {
      #expect(expected.description.contains(part))
    }
    try Files.move(directory.keys + ".new", toNew: directory.keys)
    #expect(try contents() == before)
    // Doing what the message says helps.
    try Files.removeDirectory(directory.authority)
    try Files.removeDirectory(directory.keys)
    try generate()
  }

  @Test func `a process killed while it makes keys leaves a directory that works again`()
    async throws
  {
    let data = directory.data
    for count in 1...4 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [data = data as String, count = count as Int] in
        var calls = 0
        _ = try KeyGeneration.generate(
          in: KeyDirectory(data: data), merchantIdentifier: "m", at: TestKeys.now
        ) { size in
          calls += 1
          if calls == count { kill(getpid(), SIGKILL) }
          return secureRandomBytes(size)
        }
      }
      #expect(!Files.exists(directory.keys))
      #expect(!Files.exists(directory.authority))
    }
    try generate()
  }

  @Test func `a data directory that cannot be written is named`() throws {
    try Files.makeDirectory(folder.file("deep/down"))
    try Files.create(folder.file("deep/down/data"), with: [])
    let error = keyError { try generate() }
    #expect(error?.code == "key_file")
    #expect(error?.description.contains(directory.data) == true)
  }
}
