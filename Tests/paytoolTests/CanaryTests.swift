import Foundation
import TestSupport
import Testing

@testable import paytool

/// No key gets out of the files that hold it, whatever the programs are asked.
@Suite struct `Canary` {
  /// The forms in which a secret could be left, each with text of other lengths before it.
  private static let plants: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
    ("bytes", { $0 }),
    ("hex", { Array($0.map { String(format: "%02x", $0) }.joined().utf8) }),
    ("upper-case hex", { Array($0.map { String(format: "%02X", $0) }.joined().utf8) }),
    (
      "hex as openssl prints it",
      { Array($0.map { String(format: "%02x:\n    ", $0) }.joined().utf8) }
    ),
    ("Base64", { Array(Data($0).base64EncodedString().utf8) }),
    ("Base64 after one byte", { Array(Data([1] + $0).base64EncodedString().utf8) }),
    ("Base64 after two bytes", { Array(Data([1, 2] + $0).base64EncodedString().utf8) }),
    (
      "Base64 in lines",
      { Array(Data($0).base64EncodedString(options: [.lineLength64Characters]).utf8) }
    ),
    (
      "base64url",
      {
        let text = Data($0).base64EncodedString().replacingOccurrences(of: "+", with: "-")
        return Array(text.replacingOccurrences(of: "/", with: "_").utf8)
      }
    ),
    (
      "Base64 lines in JSON",
      {
        let text = Data($0).base64EncodedString().replacingOccurrences(of: "/", with: #"\/"#)
        return Array((text.prefix(9) + #"\n"# + text.dropFirst(9)).utf8)
      }
    ),
    ("a Swift array", { Array("\([UInt8]($0))".utf8) }),
    ("its first half", { Array($0.prefix($0.count / 2)) }),
    ("its last half", { Array($0.suffix($0.count / 2)) }),
  ]

  @Test(arguments: plants.indices)
  func `a secret that was planted is found`(_ index: Int) throws {
    let (form, plant) = Self.plants[index]
    var random = SplitMix64(seed: UInt64(index))
    let secret = (0..<41).map { _ in UInt8.random(in: 0...255, using: &random) }
    var hunt = SecretHunt()
    hunt.add(CanarySecret(name: "secret", bytes: secret))
    for length in 0..<9 {
      let before = Array(String(repeating: "x", count: length).utf8)
      let text = before + [0x20] + plant(secret) + Array("; and so on".utf8)
      #expect(!hunt.findings(in: text).isEmpty, "\(form) after \(length)")
    }
    #expect(hunt.findings(in: plant(secret.map { $0 ^ 1 })).isEmpty)
    #expect(hunt.findings(in: Array(secret.prefix(11)) + secret.prefix(11)).isEmpty)
  }

  @Test func `every command has a canary line`() {
    let named = Set(CanaryCommands(places: CanaryPlaces()).lines.keys)
    #expect(named == Set(PaytoolMain.commands.map(\.name)))
  }

  @Test func `the secrets of every key are known, and found where they belong`() throws {
    let run = try CanaryRun()
    let keys = run.secretFiles.filter { $0.hasSuffix(".key") || $0.contains("/token-") }
    // Authorities, token signers, session signer, token key, processing keys.
    #expect(keys.count >= 9)
    for path in keys {
      let found = run.hunt.findings(in: try CanaryRun.contents(path))
      #expect(!found.isEmpty, "\(path)")
    }
    let header = run.secretFiles.filter { $0.hasSuffix("/auth-header") }
    #expect(header.count == 1)
    for path in header {
      #expect(run.hunt.findings(in: try CanaryRun.contents(path)) == ["API key (raw)"])
    }
  }

  @Test func `no command tells a secret`() throws {
    let run = try CanaryRun()
    try run.playCommands()
    let (findings, searched) = try run.search()
    #expect(findings == [])
    #expect(searched > 300)
  }

  @Test func `no token command tells a secret, the file of reveal apart`() throws {
    let run = try CanaryRun()
    try run.playTokens()
    let (findings, searched) = try run.search()
    #expect(findings == [])
    #expect(searched > 300)
  }

  @Test func `no server tells a secret`() throws {
    let run = try CanaryRun()
    try run.playServer()
    let (findings, searched) = try run.search()
    #expect(findings == [])
    #expect(searched > 40)
  }
}
