import Foundation
import FuzzProperties
import TestSupport
import Testing

/// An input that is kept: a seed that a person wrote, or one at which the fuzzer stopped once.
struct KeptInput: CustomTestStringConvertible, Sendable {
  let property: FuzzProperty
  /// From the package's root.
  let path: String

  var testDescription: String { path }

  func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: packageRoot + "/" + path)))
  }

  static let all: [KeptInput] = FuzzProperty.allCases.flatMap { property in
    ["Fuzz/seeds/", "Fuzz/crashers/"].flatMap { folder in
      let path = folder + property.rawValue
      let names = try? FileManager.default.contentsOfDirectory(atPath: packageRoot + "/" + path)
      return (names ?? []).sorted().map { KeptInput(property: property, path: path + "/" + $0) }
    }
  }
}

/// What the fuzzer checks holds for every input that is kept, on every test run.
@Suite struct FuzzSeedTests {
  @Test(arguments: KeptInput.all)
  func `the property holds`(input: KeptInput) throws {
    try input.property.check(try input.bytes())
  }

  @Test(arguments: FuzzProperty.allCases)
  func `each property has seeds`(property: FuzzProperty) {
    #expect(KeptInput.all.count { $0.property == property && $0.path.contains("/seeds/") } >= 5)
  }

  /// Two hundred neighbours of each, lest a change wait for the fuzzer to be found wrong.
  @Test(arguments: KeptInput.all)
  func `the property holds for what is nearly an input`(input: KeptInput) throws {
    let seed = UInt64(20_260_101)
    var generator = SplitMix64(seed: seed)
    let bytes = try input.bytes()
    for round in 0..<200 {
      let mutated = Mutation.of(bytes, using: &generator)
      do {
        try input.property.check(mutated)
      } catch {
        Issue.record("seed \(seed), round \(round): \(error)")
        return
      }
    }
  }
}

/// Small changes of bytes, as a fuzzer makes them.
enum Mutation {
  /// Bytes that mean something to one of the parsers.
  private static let tokens = [
    "0", "9", "-", ".", ",", " ", "\"", "\\", "{", "}", "[", "]", ":", "~", "/", "null", "true",
    "e9",
    "\u{0}", "\u{7F}", "\u{301}", "\\u0000", "\\ud83d", "-0", "00", "99999999999999999999", "\"\"",
  ].map { Array($0.utf8) }

  static func of(_ bytes: [UInt8], using generator: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<3, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0..<4, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 2:
        bytes.replaceSubrange(start..<end, with: [UInt8.random(in: 0...255, using: &generator)])
      default:
        bytes.replaceSubrange(start..<end, with: tokens.randomElement(using: &generator) ?? [])
      }
    }
    return bytes
  }
}
