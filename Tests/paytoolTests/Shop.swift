import Foundation
import TestSupport

/// A merchant's place on disk: the sample configuration and a data directory of a test's own.
struct Shop {
  let folder: TemporaryDirectory
  var configuration = packageRoot + "/merchant-config"

  init() throws { folder = try TemporaryDirectory() }

  /// With keys that other shops have too, whose certificates begin at a moment, now if nil.
  static func withKeys(at moment: String? = nil) throws -> Shop {
    let shop = try Shop()
    try KeyTemplate.made(at: moment).write(to: shop.data)
    return shop
  }

  /// With keys that no other shop has.
  static func withOtherKeys() throws -> Shop {
    let shop = try Shop()
    _ = try shop.ok("keys", "generate")
    return shop
  }

  var data: String { folder.file("data") }

  /// The path of a file with these contents.
  func file(_ name: String, _ contents: String) throws -> String {
    try Data(contents.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  /// Runs the real program.
  func paytool(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Finished {
    let places = ["PAY_CONFIG": configuration, "PAY_DATA": data]
    return try run(
      binaryDirectory + "/paytool", arguments, input: Array(input.utf8),
      environment: places.merging(environment) { $1 })
  }

  func paytool(_ arguments: String..., input: String = "") throws -> Finished {
    try paytool(arguments, input: input)
  }

  /// The output of a run that must succeed without a word on standard error but notes.
  func ok(_ arguments: String..., input: String = "") throws -> String {
    let finished = try paytool(arguments, input: input)
    guard finished.status == 0 else { throw UnexpectedExit(arguments, finished) }
    return finished.output
  }

  /// The JSON document that a run must write, alone on one line.
  func json(_ arguments: String..., input: String = "") throws -> [String: Any] {
    let finished = try paytool(arguments + ["--json"], input: input)
    guard finished.status == 0 else { throw UnexpectedExit(arguments, finished) }
    return try document(finished.output)
  }
}

/// The exit code and the standard error of a run that had to succeed.
struct UnexpectedExit: Error, CustomStringConvertible {
  let description: String

  init(_ arguments: [String], _ finished: Finished) {
    description = "\(arguments) exits \(finished.status): \(finished.errors)"
  }
}

/// One JSON object on one line.
func document(_ text: String) throws -> [String: Any] {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  guard lines.count == 2, lines[1].isEmpty,
    let object = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
  else { throw NotADocument(text: text) }
  return object
}

struct NotADocument: Error {
  let text: String
}

extension Finished {
  /// Lines of standard error.
  var errorLines: [Substring] { errors.split(separator: "\n") }
}
