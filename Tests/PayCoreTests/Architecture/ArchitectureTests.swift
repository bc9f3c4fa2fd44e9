import Foundation
import TestSupport
import Testing

/// A Swift file of this package, by its path from the package's root.
struct SourceFile: CustomTestStringConvertible, Sendable {
  let path: String

  var testDescription: String { path }

  /// `Sources/PayCore/Money/Money.swift` belongs to PayCore.
  var target: String { String(path.split(separator: "/")[1]) }

  func text() throws -> String {
    try String(contentsOfFile: packageRoot + "/" + path, encoding: .utf8)
  }

  static func all(under folder: String) -> [SourceFile] {
    let names = FileManager.default.enumerator(atPath: packageRoot + "/" + folder)
    return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      .map { SourceFile(path: folder + "/" + $0) }
  }
}

@Suite struct ArchitectureTests {
  @Test(arguments: SourceFile.all(under: "Sources"))
  func `a source file keeps every rule`(file: SourceFile) throws {
    let violations = SourceRules(try file.text(), target: file.target).violations
    #expect(violations.map(\.description).joined(separator: "\n") == "")
  }

  @Test(arguments: SourceFile.all(under: "Tests"))
  func `a test file keeps its length`(file: SourceFile) throws {
    #expect(SourceRules.longFile(try file.text(), target: "AnyTests") == [])
  }

  @Test func `the sources are found`() {
    let targets = Set(SourceFile.all(under: "Sources").map(\.target))
    #expect(targets == Set(SourceRules.imports.keys))
  }

  private func manifest() throws -> String {
    try String(contentsOfFile: packageRoot + "/Package.swift", encoding: .utf8)
  }

  @Test func `dependencies run one way only`() throws {
    #expect(declaredDependencies(manifest: try manifest()).count == SourceRules.imports.count)
    #expect(dependencyViolations(manifest: try manifest()) == [])
  }

  /// An import that works only because a dependency brings the module along breaks one day.
  @Test(arguments: SourceFile.all(under: "Sources"))
  func `what a file imports is declared`(file: SourceFile) throws {
    let own = try #require(declaredDependencies(manifest: try manifest())[file.target])
    let imported = SourceRules(try file.text(), target: file.target).importedModules.map(\.name)
    #expect(Set(imported).subtracting(own).subtracting(["Glibc", "Synchronization"]) == [])
  }

  /// Permitted imports form layers: whoever is imported must not import back.
  @Test func `the table of permitted imports has no cycle`() {
    var remaining = SourceRules.imports
    while let (free, _) = remaining.first(where: { entry in
      entry.value.allSatisfy { remaining[$0] == nil }
    }) {
      remaining[free] = nil
    }
    #expect(remaining.isEmpty)
  }
}
