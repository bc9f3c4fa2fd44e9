import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct ES256TokenKeysTests {
  private let keys: TestKeys
  private let tokens: ES256TokenKeys
  private let message = Array("eyJhbGciOiJFUzI1NiJ9.e30".utf8)

  init() throws {
    keys = try TestKeys()
    tokens = try ES256TokenKeys(keys.directory)
  }

  /// The DER of the public key as stock openssl sees it; its last 64 bytes are x and y.
  private func publicKey() throws -> [UInt8] {
    try mustRunOpenSSL(
      "pkey", "-in", keys.directory.tokenKey(tokens.signingKeyID), "-pubout", "-outform", "DER")
  }

  @Test func `a signature of ours is 64 bytes and verifies`() throws {
    for _ in 0..<300 {
      let signature = try tokens.sign(message)
      #expect(signature.count == 64)
      #expect(tokens.isValid(signature, of: message, keyID: tokens.signingKeyID) == true)
    }
  }

  @Test func `a signature has one spelling`() throws {
    for _ in 0..<50 {
      let signature = try #require(ECDSASignature(raw: try tokens.sign(message)))
      #expect(signature.isCanonical)
      let negated = try #require(signature.negated)
      #expect(!negated.isCanonical)
      #expect(negated.canonical == signature)
      #expect(tokens.isValid(negated.raw, of: message, keyID: tokens.signingKeyID) == false)
    }
  }

  @Test func `stock openssl verifies a token's signature and ours verifies its`() throws {
    let folder = keys.folder
    try Files.replace(folder.file("message"), with: message)
    let value = try #require(ECDSASignature(raw: try tokens.sign(message)))
    try Files.replace(folder.file("signature"), with: value.der)
    try mustRunOpenSSL(
      "pkey", "-in", keys.directory.tokenKey(tokens.signingKeyID), "-pubout", "-out",
      folder.file("public.pem"))
    let verified = try runOpenSSL(
      "dgst", "-sha256", "-verify", folder.file("public.pem"), "-signature",
      folder.file("signature"), folder.file("message"))
    #expect(verified.status == 0)
    let theirs = try mustRunOpenSSL(
      "dgst", "-sha256", "-sign", keys.directory.tokenKey(tokens.signingKeyID),
      folder.file("message"))
    let raw = try #require(ECDSASignature(der: theirs)).canonical.raw
    #expect(tokens.isValid(raw, of: message, keyID: tokens.signingKeyID) == true)
  }

  @Test func `every flipped bit of signature and message is refused`() throws {
    let signature = try tokens.sign(message)
    for bit in 0..<signature.count * 8 {
      var flipped = signature
      flipped[bit / 8] ^= 1 << (bit % 8)
      #expect(tokens.isValid(flipped, of: message, keyID: tokens.signingKeyID) == false)
    }
    for bit in 0..<message.count * 8 {
      var flipped = message
      flipped[bit / 8] ^= 1 << (bit % 8)
      #expect(tokens.isValid(signature, of: flipped, keyID: tokens.signingKeyID) == false)
    }
  }

  @Test func `a signature of another length or in DER is refused`() throws {
    let signature = try tokens.sign(message)
    let der = try #require(ECDSASignature(raw: signature)).der
    for other in [[], Array(signature.dropLast()), signature + [0], [0] + signature, der] {
      #expect(tokens.isValid(other, of: message, keyID: tokens.signingKeyID) == false)
    }
  }

  @Test func `numbers out of range are refused`() throws {
    // CVE-2022-21449: r and s of zero passed for everything.
    for raw in [
      [UInt8](repeating: 0, count: 64), [UInt8](repeating: 255, count: 64),
      ECDSASignature.order + ECDSASignature.order,
    ] {
      #expect(tokens.isValid(raw, of: message, keyID: tokens.signingKeyID) == false)
    }
  }

  @Test(arguments: ["", "x", "\u{212A}"])
  func `a key id that is not ours is told apart from a bad signature`(suffix: String) throws {
    let signature = try tokens.sign(message)
    let other = String(tokens.signingKeyID.dropLast()) + suffix
    #expect(tokens.isValid(signature, of: message, keyID: other) == nil)
  }

  @Test func `the key id is the RFC 7638 thumbprint of the public key`() throws {
    let point = try publicKey().suffix(64)
    let x = Base64.encodeURL(Array(point.prefix(32)))
    let y = Base64.encodeURL(Array(point.suffix(32)))
    let members = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"\(x)\",\"y\":\"\(y)\"}"
    let digest = try mustRunOpenSSL("dgst", "-sha256", "-binary", input: Array(members.utf8))
    #expect(tokens.signingKeyID == Base64.encodeURL(digest))
  }

  @Test func `the key set is that of RFC 7517 and holds no private member`() throws {
    let point = try publicKey().suffix(64)
    let expected: JSONValue = [
      "keys": [
        [
          "kty": "EC", "crv": "P-256",
          "x": .string(Base64.encodeURL(Array(point.prefix(32)))),
          "y": .string(Base64.encodeURL(Array(point.suffix(32)))),
          "kid": .string(tokens.signingKeyID), "alg": "ES256", "use": "sig",
        ]
      ]
    ]
    #expect(tokens.keySet == expected)
  }

  @Test func `after a rotation the old key still verifies and the new one signs`() throws {
    let new = try PrivateKey.generate(.p256)
    let kid = try #require(new.publicKey.thumbprint)
    let old = try tokens.sign(message)
    try Files.create(keys.directory.tokenKey(kid), with: try new.pem())
    #expect(try ES256TokenKeys(keys.directory).signingKeyID == tokens.signingKeyID)
    try Files.replace(
      keys.directory.tokenSigningKey, with: Array("\(kid)\n".utf8), mode: 0o600)
    let rotated = try ES256TokenKeys(keys.directory)
    #expect(rotated.signingKeyID == kid)
    #expect(rotated.isValid(old, of: message, keyID: tokens.signingKeyID) == true)
    let fresh = try rotated.sign(message)
    #expect(rotated.isValid(fresh, of: message, keyID: kid) == true)
    #expect(rotated.isValid(fresh, of: message, keyID: tokens.signingKeyID) == false)
    #expect(tokens.isValid(fresh, of: message, keyID: kid) == nil)
    guard case .array(let set)? = rotated.keySet["keys"] else {
      Issue.record("no keys")
      return
    }
    #expect(Set(set.map { $0["kid"] }) == [.string(kid), .string(tokens.signingKeyID)])
    let inventory = try KeyInventory(keys.directory).tokenKeys
    #expect(inventory.filter(\.signs).map(\.kid) == [kid])
    #expect(inventory.count == 2)
  }

  @Test func `a key file under another key's name is refused`() throws {
    let kid = try #require(PrivateKey.generate(.p256).publicKey.thumbprint)
    let other = try PrivateKey.generate(.p256)
    try Files.create(keys.directory.tokenKey(kid), with: try other.pem())
    let error = keyError { _ = try ES256TokenKeys(keys.directory) }
    #expect(error?.code == "key_file_malformed")
    #expect(error?.description.contains(keys.directory.tokenKey(kid)) == true)
  }

  @Test func `half-written files beside the keys are left alone`() throws {
    let path = keys.directory.tokenKey(tokens.signingKeyID) + ".17.4711.tmp"
    try Files.create(path, with: [1, 2, 3])
    #expect(try ES256TokenKeys(keys.directory).signingKeyID == tokens.signingKeyID)
  }

  @Test func `many threads sign and verify with one set of keys`() async throws {
    let tokens = tokens
    let verdicts = try await withThrowingTaskGroup(of: Bool?.self) { group in
      for index in 0..<64 as Range<UInt8> {
        group.addTask {
          let signature = try tokens.sign([index])
          return tokens.isValid(signature, of: [index], keyID: tokens.signingKeyID)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(verdicts == [Bool?](repeating: true, count: 64))
  }
}
