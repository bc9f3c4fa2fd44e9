import Foundation

/// One breach of a rule of the house.
struct Violation: Hashable, CustomStringConvertible {
  enum Rule: String {
    case wrongImport, floatingPoint, longFile, longFunction, longLine, forcedTry, forcedCast
    case fatalError, unfinished, unprovenSendable
  }

  let rule: Rule
  let line: Int
  let what: String

  var description: String { "line \(line): \(rule.rawValue): \(what)" }
}

/// The rules that a source file keeps, as pure functions over its text.
struct SourceRules {
  static let fileLines = 400
  static let testFileLines = 600
  static let functionLines = 70
  static let columns = 100

  /// What each target may import. A target that is not named here is a violation itself.
  static let imports: [String: Set<String>] = [
    "PayCore": [],
    "PaySystem": ["PayCore", "CLinux", "Glibc", "Synchronization"],
    "PayCrypto": ["PayCore", "PaySystem", "COpenSSL", "Glibc", "Synchronization"],
    "PayStore": [
      "PayCore", "PaySystem", "CSQLite", "CPostgres", "CLinux", "Glibc", "Synchronization",
    ],
    "PayReports": ["PayCore"],
    "HTTPTransport": ["CLinux", "COpenSSL", "Glibc", "Synchronization"],
    "HTTPClient": ["CCurl", "Glibc", "Synchronization"],
    "PayServer": [
      "PayCore", "PaySystem", "PayCrypto", "PayStore", "HTTPTransport", "CLinux", "Glibc",
      "Synchronization",
    ],
    "paytool": [
      "PayCore", "PaySystem", "PayCrypto", "PayStore", "PayReports", "HTTPClient", "CLinux",
      "Glibc", "Synchronization",
    ],
  ]

  private let source: String
  private let target: String
  private let code: SwiftCode
  private let withComments: SwiftCode
  private let tokens: [Token]
  private let rawLines: [String]

  init(_ source: String, target: String) {
    self.source = source
    self.target = target
    code = SwiftCode(source)
    withComments = SwiftCode(source, keepsComments: true)
    tokens = code.tokens
    rawLines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Every violation of the file, by line.
  var violations: [Violation] {
    let found =
      wrongImports + floatingPoint + Self.longFile(source, target: target) + longFunctions
      + longLines + forcedOperations
      + unfinished + unprovenSendable
    return found.sorted { ($0.line, $0.rule.rawValue) < ($1.line, $1.rule.rawValue) }
  }

  private func violation(_ rule: Violation.Rule, _ offset: Int, _ what: String) -> Violation {
    Violation(rule: rule, line: code.line(of: offset), what: what)
  }

  /// The modules that the file imports, and where.
  var importedModules: [(name: String, at: Int)] {
    let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"]
    return tokens.indices.compactMap { index in
      guard tokens[index].text == "import", index + 1 < tokens.count else { return nil }
      let next = index + (kinds.contains(tokens[index + 1].text) ? 2 : 1)
      return next < tokens.count ? (tokens[next].text, tokens[index].at) : nil
    }
  }

  private var wrongImports: [Violation] {
    importedModules.filter { Self.imports[target]?.contains($0.name) != true }
      .map { violation(.wrongImport, $0.at, "\(target) must not import \($0.name)") }
  }

  /// PayCore is where money is; the other targets may time a loop as they like.
  private var floatingPoint: [Violation] {
    guard target == "PayCore" else { return [] }
    let types = [
      "Double", "Float", "Float16", "Float32", "Float64", "Float80", "CGFloat", "Decimal",
    ]
    return tokens.filter { types.contains($0.text) || $0.isFloatingLiteral }
      .map { violation(.floatingPoint, $0.at, $0.text) }
  }

  static func longFile(_ source: String, target: String) -> [Violation] {
    let count = source.utf8.count { $0 == UInt8(ascii: "\n") }
    let limit = target.hasSuffix("Tests") ? testFileLines : fileLines
    guard count > limit else { return [] }
    return [Violation(rule: .longFile, line: limit + 1, what: "\(count) lines, at most \(limit)")]
  }

  private var longLines: [Violation] {
    rawLines.enumerated().filter { $0.element.count > Self.columns }
      .map { Violation(rule: .longLine, line: $0.offset + 1, what: "\($0.element.count) columns") }
  }

  private var forcedOperations: [Violation] {
    zip(tokens, tokens.dropFirst()).compactMap { first, second in
      guard second.at == first.at + first.text.utf8.count else { return nil }
      return switch (first.text, second.text) {
      case ("try", "!"): violation(.forcedTry, first.at, "try!")
      case ("as", "!"): violation(.forcedCast, first.at, "as!")
      case ("fatalError", "("): violation(.fatalError, first.at, "fatalError")
      default: nil
      }
    }
  }

  /// Comments count here; strings do not, for XXX is a currency's code.
  private var unfinished: [Violation] {
    withComments.tokens.filter { ["TODO", "FIXME", "XXX"].contains($0.text) }
      .map { violation(.unfinished, $0.at, $0.text) }
  }

  /// The comment that proves it stands right above the line that claims it.
  private var unprovenSendable: [Violation] {
    tokens.indices.compactMap { index in
      guard tokens[index].text == "unchecked", index > 0, tokens[index - 1].text == "@" else {
        return nil
      }
      let line = code.line(of: tokens[index].at)
      let above = line >= 2 ? rawLines[line - 2].drop { $0 == " " } : ""
      guard !above.hasPrefix("//") else { return nil }
      return Violation(rule: .unprovenSendable, line: line, what: "no comment proves it")
    }
  }
}

// MARK: Functions

extension SourceRules {
  private var longFunctions: [Violation] {
    tokens.indices.compactMap { index in
      guard isDeclaration(at: index), let body = body(after: index),
        let close = closingBrace(of: body)
      else { return nil }
      let count = code.line(of: tokens[close].at) - code.line(of: tokens[index].at) + 1
      guard count > Self.functionLines else { return nil }
      let name = index + 1 < tokens.count ? tokens[index + 1].text : ""
      return violation(.longFunction, tokens[index].at, "\(name) has \(count) lines")
    }
  }

  private func isDeclaration(at index: Int) -> Bool {
    switch tokens[index].text {
    case "func", "deinit", "subscript", "var": true
    case "init": index == 0 || tokens[index - 1].text != "."
    default: false
    }
  }

  /// The index of the brace that opens the body; nil where there is none, as in a protocol.
  private func body(after start: Int) -> Int? {
    let declarations = ["func", "var", "let", "init", "case", "struct", "enum", "extension", "="]
    var depth = 0
    for index in tokens.indices[(start + 1)...] {
      switch tokens[index].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return index
      case "}" where depth == 0: return nil
      // An operator may be named with these characters, right behind `func`.
      case let text where depth == 0 && declarations.contains(text) && index > start + 2: return nil
      default: break
      }
    }
    return nil
  }

  private func closingBrace(of open: Int) -> Int? {
    var depth = 0
    for index in tokens.indices[open...] {
      if tokens[index].text == "{" { depth += 1 }
      if tokens[index].text == "}" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}

// MARK: Manifest

/// The dependencies that a manifest declares for each target of its sources.
func declaredDependencies(manifest: String) -> [String: Set<String>] {
  let compact = manifest.filter { !$0.isWhitespace }
  var declared: [String: Set<String>] = [:]
  for part in compact.split(separator: "arget(name:\"") {
    let name = String(part.prefix { $0 != "\"" })
    guard SourceRules.imports[name] != nil else { continue }
    let declaration = part.components(separatedBy: "swiftSettings:")[0]
    let list = declaration.components(separatedBy: "dependencies:[").dropFirst().first ?? ""
    let names = list.prefix { $0 != "]" }.split(separator: ",")
    declared[name] = Set(names.map { $0.filter { $0 != "\"" } })
  }
  return declared
}

/// Dependencies that the table of permitted imports does not know.
func dependencyViolations(manifest: String) -> [String] {
  declaredDependencies(manifest: manifest).flatMap { name, dependencies in
    dependencies.subtracting(SourceRules.imports[name] ?? []).map { "\(name) -> \($0)" }
  }.sorted()
}
