import Testing

/// Proof that each rule can fail, and does not fail where it should not.
@Suite struct SourceRulesTests {
  struct Snippet: CustomTestStringConvertible, Sendable {
    let source: String
    let target: String
    let expected: [String]

    init(_ source: String, in target: String = "PayCore", _ expected: String...) {
      self.source = source
      self.target = target
      self.expected = expected
    }

    var testDescription: String { "\(target): \(source.prefix(60))" }
  }

  static let imports: [Snippet] = [
    Snippet("import Foundation", "1 wrongImport"),
    Snippet("package import Glibc", "1 wrongImport"),
    Snippet("@_exported import struct Foundation.Data", in: "PaySystem", "1 wrongImport"),
    Snippet("\n@preconcurrency import Dispatch", in: "HTTPTransport", "2 wrongImport"),
    Snippet("import PayCore", in: "HTTPTransport", "1 wrongImport"),
    Snippet("import CSQLite", in: "PayCrypto", "1 wrongImport"),
    Snippet("import COpenSSL", in: "PayServer", "1 wrongImport"),
    Snippet("import HTTPTransport", in: "paytool", "1 wrongImport"),
    Snippet("import Glibc", in: "Unheard", "1 wrongImport"),
    Snippet("#if os(Linux)\nimport Glibc\n#endif", "2 wrongImport"),
    Snippet("// import Foundation\nlet a = \"import Glibc\""),
    Snippet("package import PayCore\nimport COpenSSL", in: "PayCrypto"),
    Snippet("import CLinux\nimport Glibc\nimport Synchronization", in: "HTTPTransport"),
  ]

  static let floatingPoint: [Snippet] = [
    Snippet("let rate: Double", "1 floatingPoint"),
    Snippet("let a = [Float]()", "1 floatingPoint"),
    Snippet("let a: CGFloat? = nil", "1 floatingPoint"),
    Snippet("let a: Decimal", "1 floatingPoint"),
    Snippet("let a = 1.5", "1 floatingPoint"),
    Snippet("let a = 1e5", "1 floatingPoint"),
    Snippet("let a = 0x1p3", "1 floatingPoint"),
    Snippet("let a = \"\\(1.5)\"", "1 floatingPoint"),
    Snippet("let a = \"\\(f(\"x)\", 1.5))\"", "1 floatingPoint"),
    Snippet("let a = #\"\\#(2.5)\"#", "1 floatingPoint"),
    Snippet("/* /* Double */ 1.5 */ let a = 1_0.5", "1 floatingPoint"),
    Snippet("let a: Double", in: "PayServer"),
    Snippet("// Double 1.5"),
    Snippet("/* outer /* inner */ Double */"),
    Snippet("let a = \"Double \\\" 1.5\""),
    Snippet("let a = #\"Float \" \\(1.5)\"#"),
    Snippet("let a = \"\"\"\n  Double \" 1.5\n  \"\"\""),
    Snippet("let a = b.0.1, c = 0...9, d = 0x1e5, e = `Double`, DoubleEntry = 5"),
  ]

  static let forced: [Snippet] = [
    Snippet("let a = try! f()", "1 forcedTry"),
    Snippet("let a = b as! Int", "1 forcedCast"),
    Snippet("\n\nfatalError(\"no\")", "3 fatalError"),
    Snippet("let a = \"\\(try! f())\"", "1 forcedTry"),
    Snippet("let a = try f() // try! as! fatalError()"),
    Snippet("if try !f(), let b = c as? Int {}; fatalErrors(1)"),
  ]

  static let remarks: [Snippet] = [
    Snippet("// TODO: later", "1 unfinished"),
    Snippet("let a = 1 // FIXME", "1 unfinished"),
    Snippet("/*\n XXX */", "2 unfinished"),
    Snippet("let a = 1 /* \"x */ // XXX: \"", "1 unfinished"),
    Snippet("let a = \"XXX\" // TODOs"),
    Snippet("let TODOLIST = 1, method = \"todo\""),
    Snippet("final class A: @unchecked Sendable {}", "1 unprovenSendable"),
    Snippet("// Proof.\n\nfinal class A: @unchecked Sendable {}", "3 unprovenSendable"),
    Snippet("let a = 1\nextension A: @unchecked Sendable {}", "2 unprovenSendable"),
    Snippet("// Immutable after init.\nfinal class A: @unchecked Sendable {}"),
    Snippet("// says @unchecked Sendable"),
  ]

  static let lengths: [Snippet] = [
    Snippet(String(repeating: "x", count: 101), "1 longLine"),
    Snippet(String(repeating: "é", count: 100)),
    Snippet(String(repeating: "\n", count: 401), "401 longFile"),
    Snippet(String(repeating: "\n", count: 400)),
    Snippet(String(repeating: "\n", count: 601), in: "SomeTests", "601 longFile"),
    Snippet(String(repeating: "\n", count: 600), in: "SomeTests"),
    Snippet(function("func f(_ a: () -> Void = {}) -> Int", lines: 71), "1 longFunction"),
    Snippet(function("func f() -> Int", lines: 70)),
    Snippet(function("init?(a: Int) throws(E)", lines: 71), "1 longFunction"),
    Snippet(function("deinit", lines: 71), "1 longFunction"),
    Snippet(function("subscript(a: Int) -> Int", lines: 71), "1 longFunction"),
    Snippet(function("var a: [Int: (Int, Int)]", lines: 71), "1 longFunction"),
    Snippet(function("static func < (a: A, b: A) -> Bool", lines: 71), "1 longFunction"),
    Snippet("struct A {\n" + function("func f()", lines: 71) + "\n}", "2 longFunction"),
    Snippet(function("struct A", lines: 90)),
    Snippet(
      "protocol A {\n  func f() -> Int\n  var a: Int { get }\n  func g()\n}\n"
        + function("struct B", lines: 90)),
    Snippet("let a = A.init()\n" + function("enum B", lines: 90)),
  ]

  static func function(_ head: String, lines: Int) -> String {
    head + " {\n" + String(repeating: "  g(\"}\") // {\n", count: lines - 2) + "}"
  }

  @Test(arguments: imports + floatingPoint + forced + remarks + lengths)
  func `a rule finds exactly its violations`(snippet: Snippet) {
    let found = SourceRules(snippet.source, target: snippet.target).violations
    #expect(found.map { "\($0.line) \($0.rule.rawValue)" } == snippet.expected)
  }

  @Test(arguments: [
    (
      ".target(name: \"PayCore\", dependencies: [\"PaySystem\"], swiftSettings: a)",
      ["PayCore -> PaySystem"]
    ),
    (
      ".target(\n name: \"PaySystem\", dependencies: [\n\"PayCore\",\n\"PayStore\",])",
      ["PaySystem -> PayStore"]
    ),
    (
      ".target(name: \"HTTPTransport\", dependencies: [\"PayCore\", \"PayCrypto\"])",
      ["HTTPTransport -> PayCore", "HTTPTransport -> PayCrypto"]
    ),
    (
      ".executableTarget(name: \"paytool\", dependencies: [\"HTTPTransport\"])",
      ["paytool -> HTTPTransport"]
    ),
    (".target(name: \"PayCore\"), .target(name: \"Other\", dependencies: [\"Q\"])", []),
    (".executableTarget(name: \"PayServer\", dependencies: [\"PayCore\", \"CLinux\"])", []),
  ])
  func `a dependency against the grain is found`(manifest: String, expected: [String]) {
    #expect(dependencyViolations(manifest: manifest) == expected)
  }
}
