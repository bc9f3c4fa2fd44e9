import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct APIKeyTests {
  private let keys: TestKeys
  private let file: APIKeyFile
  private var directory: KeyDirectory { keys.directory }

  init() throws {
    keys = try TestKeys()
    file = APIKeyFile(keys.directory)
  }

  private func add(_ kind: APIKey.Kind, _ label: String? = nil) throws -> (APIKey, Secret) {
    try file.add(kind: kind, label: label, at: TestKeys.now, random: secureRandomBytes)
  }

  @Test func `a key that was added is good until it is revoked`() throws {
    let (key, secret) = try add(.live, "checkout backend")
    let text = secret.reveal()
    #expect(try Regex("pay_live_[0-9a-f]{48}").wholeMatch(in: text) != nil)
    #expect(key.id == "key_" + Hex.lower(sha256(Array(text.utf8))).prefix(12))
    #expect(try APIKeyRing(file.read()).principal(for: text) == key)
    let later = TestKeys.now.adding(seconds: 60)
    let revoked = try file.revoke(key.id, at: later)
    #expect(revoked.revokedAt == later)
    #expect(try APIKeyRing(file.read()).principal(for: text) == nil)
    #expect(try file.read().last == revoked)
    #expect(try APIKeyRing(file.read()).principal(for: keys.generated.apiKey.reveal()) != nil)
  }

  @Test func `revoking twice keeps the first time`() throws {
    let (key, _) = try add(.test)
    let first = try file.revoke(key.id, at: TestKeys.now)
    #expect(try file.revoke(key.id, at: TestKeys.now.adding(seconds: 9)) == first)
  }

  @Test(arguments: ["", "key_", "key_000000000000", "pay_test_0"])
  func `revoking an unknown id changes nothing`(id: String) throws {
    let before = try Files.read(directory.apiKeys, limit: 10_000)
    let error = keyError { _ = try file.revoke(id, at: TestKeys.now) }
    #expect(error == .unknownAPIKey(id: id, path: directory.apiKeys))
    #expect(error?.description.contains("paytool keys list") == true)
    #expect(try Files.read(directory.apiKeys, limit: 10_000) == before)
  }

  @Test func `a ring knows exactly its own keys`() throws {
    let texts = try (0..<5).map { _ in try add(.test).1.reveal() }
    let ring = APIKeyRing(try file.read())
    for text in texts {
      #expect(ring.principal(for: text) != nil)
      for index in text.utf8.indices {
        // Another character at any place, and the same in a wider alphabet.
        let next = text.utf8.index(after: index)
        let digit = text[index] == "0" ? "1" : "0"
        #expect(ring.principal(for: text[..<index] + digit + text[next...]) == nil)
        #expect(ring.principal(for: text[..<index] + "\u{FF10}" + text[next...]) == nil)
      }
      for other in [
        text.uppercased(), text + " ", " " + text, text + "0", String(text.dropLast()),
        text + "\n", text + "\0", text.replacing("test", with: "live"),
      ] {
        #expect(ring.principal(for: other) == nil)
      }
    }
    #expect(ring.principal(for: "") == nil)
    #expect(ring.principal(for: "pay_test_" + String(repeating: "0", count: 48)) == nil)
    #expect(APIKeyRing([]).principal(for: texts[0]) == nil)
  }

  @Test func `keys added and revoked at once are all remembered`() async throws {
    let file = file
    let first = try (0..<8).map { _ in try add(.live).0.id }
    let added = try await withThrowingTaskGroup(of: String?.self) { group in
      for index in 0..<24 {
        group.addTask {
          try file.add(
            kind: .live, label: "n\(index)", at: TestKeys.now, random: secureRandomBytes
          ).key.id
        }
      }
      for id in first {
        group.addTask {
          _ = try file.revoke(id, at: TestKeys.now)
          return nil
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.compactMap { $0 }
    }
    let all = try file.read()
    #expect(Set(added).isSubset(of: all.map(\.id)))
    #expect(all.count == 1 + 8 + 24)
    #expect(Set(all.filter { $0.revokedAt != nil }.map(\.id)) == Set(first))
  }

  @Test func `the file of keys is full at its limit`() throws {
    let key = try file.read()[0]
    let many = (0..<KeyLimits.apiKeys - 1).map { index in
      APIKey(
        kind: .live, hash: sha256([UInt8(index)]),
        label: String(repeating: "é", count: 32), createdAt: key.createdAt,
        revokedAt: key.createdAt)
    }
    try Files.remove(directory.apiKeys)
    try APIKeyFile.create(many, at: directory.apiKeys)
    _ = try add(.live)
    #expect(try file.read().count == KeyLimits.apiKeys)
    #expect(keyError { _ = try add(.live) } == .tooManyAPIKeys(path: directory.apiKeys))
  }

  @Test(arguments: [
    "", "a\nb", "\u{1B}[31m", "\u{7F}", "\u{85}", String(repeating: "x", count: 65),
  ])
  func `a label that would spoil a table is refused`(label: String) throws {
    let before = try Files.read(directory.apiKeys, limit: 10_000)
    #expect(keyError { _ = try add(.live, label) } == .label)
    #expect(try Files.read(directory.apiKeys, limit: 10_000) == before)
  }

  @Test(arguments: ["x", "Kasse 1 — Zürich", String(repeating: "x", count: 64), "\"quoted\\"])
  func `any other label is kept as it is`(label: String) throws {
    _ = try add(.live, label)
    #expect(try file.read().last?.label == label)
  }
}

@Suite struct AuthHeaderTests {
  private let keys: TestKeys
  private let file: APIKeyFile
  private var path: String { keys.directory.authHeader }

  init() throws {
    keys = try TestKeys()
    file = APIKeyFile(keys.directory)
  }

  private func header() throws -> String {
    String(decoding: try Files.readPrivate(path, limit: 1000), as: UTF8.self)
  }

  private func add(_ kind: APIKey.Kind) throws -> (key: APIKey, secret: Secret) {
    try file.add(kind: kind, label: nil, at: TestKeys.now, random: secureRandomBytes)
  }

  @Test func `it is written once, and again only when it is missing`() throws {
    let first = try header()
    _ = try add(.test)
    #expect(try header() == first)
    try Files.remove(path)
    let (_, secret) = try add(.test)
    #expect(try header() == "Authorization: Bearer \(secret.reveal())\n")
  }

  @Test func `it is never written for a live key`() throws {
    try Files.remove(path)
    _ = try add(.live)
    #expect(!Files.exists(path))
  }

  @Test func `it goes when its key is revoked, and stays when another is`() throws {
    let other = try add(.test).key
    _ = try file.revoke(other.id, at: TestKeys.now)
    #expect(Files.exists(path))
    _ = try file.revoke(keys.generated.apiKeyID, at: TestKeys.now)
    #expect(!Files.exists(path))
    _ = try file.revoke(keys.generated.apiKeyID, at: TestKeys.now)
  }

  @Test(arguments: [
    "", "\n", "Authorization: Bearer ", "Authorization: Bearer \n", "something else\n",
  ])
  func `a header that somebody has written over stays`(text: String) throws {
    try Files.replace(path, with: Array(text.utf8), mode: 0o600)
    _ = try file.revoke(keys.generated.apiKeyID, at: TestKeys.now)
    #expect(try header() == text)
  }
}

@Suite struct APIKeyFileFormTests {
  private let keys: TestKeys

  init() throws { keys = try TestKeys() }

  private static let hash = String(repeating: "ab", count: 32)
  private static let good = """
    {"id":"key_abababababab","kind":"test","sha256":"\(hash)","label":"x",\
    "createdAt":"2026-01-01T00:00:00Z","revokedAt":"2026-01-02T00:00:00Z"}
    """

  private func read(_ text: String) throws -> [APIKey] {
    try Files.replace(keys.directory.apiKeys, with: Array(text.utf8), mode: 0o600)
    return try APIKeyFile(keys.directory).read()
  }

  @Test func `a file of the documented form is read`() throws {
    let read = try read("{\"object\":\"apiKeys\",\"keys\":[\(Self.good)]}")
    let key = try #require(read.first)
    #expect(key.id == "key_abababababab")
    #expect(key.kind == .test)
    #expect(Hex.lower(key.hash) == Self.hash)
    #expect(key.label == "x")
    #expect(key.createdAt == TestKeys.now)
    #expect(key.revokedAt == TestKeys.now.adding(seconds: 86_400))
    #expect(try self.read("{\"object\":\"apiKeys\",\"keys\":[]}") == [])
  }

  @Test(arguments: [
    ("", "json"), ("[]", "object"), ("{}", "keys"), ("{\"object\":\"apiKeys\"}", "keys"),
    ("{\"object\":\"other\",\"keys\":[]}", "/object"),
    ("{\"object\":\"apiKeys\",\"keys\":[],\"more\":1}", "/more"),
    ("{\"object\":\"apiKeys\",\"keys\":[1]}", "/keys/0"),
    ("{\"object\":\"apiKeys\",\"keys\":[],\"keys\":[]}", "twice"),
  ])
  func `a file of another form is refused with the place`(text: String, part: String) throws {
    let error = keyError { _ = try read(text) }
    #expect(error?.code == "key_file_malformed")
    #expect(error?.description.contains(keys.directory.apiKeys) == true)
    if part != "json" { #expect(error?.description.contains(part) == true, "\(error as Any)") }
  }

  @Test(arguments: [
    ("key_abababababab", "key_abababababac"), ("\"test\"", "\"prod\""), ("\"test\"", "1"),
    (hash, String(hash.dropLast(2))), (hash, hash.uppercased()), ("\"x\"", "null"),
    ("2026-01-01T", "2026-02-30T"), ("2026-01-02T00:00:00Z", "yesterday"),
    ("\"label\"", "\"Label\""), ("\"label\":\"x\",", "\"label\":\"x\",\"key\":\"pay_test_\","),
    ("\"sha256\":\"\(hash)\",", ""),
  ])
  func `a key of another form is refused with its place`(old: String, new: String) throws {
    let changed = Self.good.replacing(old, with: new)
    #expect(changed != Self.good)
    let error = keyError { _ = try read("{\"object\":\"apiKeys\",\"keys\":[\(changed)]}") }
    #expect(error?.code == "key_file_malformed")
    #expect(error?.description.contains("/keys/0") == true)
  }
}

@Suite struct LiveAPIKeysTests {
  private let keys: TestKeys
  private let file: APIKeyFile
  private let live: LiveAPIKeys

  init() throws {
    keys = try TestKeys()
    file = APIKeyFile(keys.directory)
    live = try LiveAPIKeys(keys.directory)
  }

  @Test func `a refresh follows what was added and revoked`() throws {
    let made = try file.add(
      kind: .live, label: nil, at: TestKeys.now, random: secureRandomBytes)
    let text = made.secret.reveal()
    #expect(live.ring.principal(for: text) == nil)
    try live.refresh()
    #expect(live.ring.principal(for: text) == made.key)
    _ = try file.revoke(made.key.id, at: TestKeys.now)
    try live.refresh()
    #expect(live.ring.principal(for: text) == nil)
    #expect(live.ring.principal(for: keys.generated.apiKey.reveal()) != nil)
  }

  @Test func `a broken file leaves the last good keys in force and is reported until repaired`()
    throws
  {
    let path = keys.directory.apiKeys
    let good = try Files.read(path, limit: 10_000)
    let text = keys.generated.apiKey.reveal()
    try Files.replace(path, with: Array("{".utf8), mode: 0o600)
    for _ in 0..<2 {
      #expect(keyError { try live.refresh() }?.code == "key_file_malformed")
      #expect(live.ring.principal(for: text) != nil)
    }
    try Files.remove(path)
    #expect(keyError { try live.refresh() } == .missing(path: path))
    #expect(live.ring.principal(for: text) != nil)
    try Files.replace(path, with: good, mode: 0o644)
    #expect(keyError { try live.refresh() }?.code == "key_file")
    try Files.replace(path, with: good, mode: 0o600)
    try live.refresh()
    #expect(live.ring.principal(for: text) != nil)
  }

  @Test func `a change in place is followed as well`() throws {
    // An editor that writes the same number of bytes into the same file.
    let path = keys.directory.apiKeys
    let text = String(decoding: try Files.read(path, limit: 10_000), as: UTF8.self)
    let hash = Hex.lower(sha256(Array(keys.generated.apiKey.reveal().utf8)))
    let other = String(hash.reversed())
    let changed = text.replacing(hash, with: other)
      .replacing("key_" + hash.prefix(12), with: "key_" + other.prefix(12))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data(changed.utf8))
    try handle.close()
    try live.refresh()
    #expect(live.ring.principal(for: keys.generated.apiKey.reveal()) == nil)
  }

  @Test func `threads refresh and ask at the same time`() async throws {
    let live = live
    let file = file
    let text = keys.generated.apiKey.reveal()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5 {
            _ = try file.add(
              kind: .live, label: nil, at: TestKeys.now, random: secureRandomBytes)
            try live.refresh()
            #expect(live.ring.principal(for: text) != nil)
          }
        }
      }
      try await group.waitForAll()
    }
    try live.refresh()
    #expect(try live.ring == APIKeyRing(file.read()))
  }
}
