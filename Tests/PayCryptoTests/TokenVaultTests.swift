import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// What keeps payment tokens encrypted while they wait.
@Suite struct TokenVaultTests {
  private let folder: TemporaryDirectory
  private let directory: KeyDirectory

  init() throws {
    folder = try TemporaryDirectory()
    directory = KeyDirectory(data: folder.path)
    try Files.makeDirectory(directory.keys, mode: 0o700)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 5000])
  func `what is sealed opens again, with the same key and context only`(count: Int) throws {
    let bytes = [UInt8](repeating: 0x41, count: count)
    let vault = try AESTokenVault(directory)
    let sealed = try vault.seal(bytes, for: "buy_1")
    #expect(sealed.count == count + 29)
    #expect(try vault.open(sealed, for: "buy_1") == bytes)
    #expect(try vault.open(sealed, for: "buy_2") == nil)
    // The key is on disk: another process opens it too.
    #expect(try AESTokenVault(directory).open(sealed, for: "buy_1") == bytes)
    let other = AESTokenVault(key: Secret(count: 32) { _ in })
    #expect(try other.open(sealed, for: "buy_1") == nil)
    // Never the same bytes twice.
    #expect(try vault.seal(bytes, for: "buy_1") != sealed)
  }

  @Test func `with any bit changed or anything cut off it does not open`() throws {
    let vault = try AESTokenVault(directory)
    let sealed = try vault.seal(Array("token".utf8), for: "buy_1")
    for bit in 0..<(sealed.count * 8) {
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(try vault.open(changed, for: "buy_1") == nil)
    }
    for count in 0..<sealed.count {
      #expect(try vault.open(Array(sealed.prefix(count)), for: "buy_1") == nil)
    }
    #expect(try vault.open(sealed + [0], for: "buy_1") == nil)
  }

  @Test func `its key is made once, for its owner alone`() throws {
    _ = try AESTokenVault(directory)
    let first = try Files.readPrivate(directory.vaultKey, limit: 256)
    _ = try AESTokenVault(directory)
    #expect(try Files.readPrivate(directory.vaultKey, limit: 256) == first)
    #expect(first.count == 45)
  }

  @Test(arguments: ["", "AAAA", "not Base64", String(repeating: "A", count: 43) + "=\n\n"])
  func `a damaged key is told, and nothing is made in its place`(text: String) throws {
    try Files.create(directory.vaultKey, with: Array(text.utf8), mode: 0o600)
    let error = #expect(throws: KeyError.self) { try AESTokenVault(directory) }
    #expect(error?.code == "key_file_malformed")
    #expect(try Files.readPrivate(directory.vaultKey, limit: 256) == Array(text.utf8))
  }

  @Test func `a key that others may read is refused`() throws {
    let text = String(repeating: "A", count: 43) + "="
    try Files.create(directory.vaultKey, with: Array(text.utf8), mode: 0o644)
    let error = #expect(throws: KeyError.self) { try AESTokenVault(directory) }
    #expect(error?.code == "key_file")
  }
}
