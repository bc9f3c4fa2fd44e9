import Foundation
import Synchronization

/// What `paytool keys generate` makes, once for each moment in the life of a test program, and a
/// copy of it for every test: making the RSA keys anew takes most of a second.
package struct KeyTemplate: Sendable {
  /// The text of the test API key.
  package let apiKey: String
  private let folders: [String]
  private let files: [(path: String, contents: [UInt8])]

  private static let known = Mutex<[String: KeyTemplate]>([:])

  /// Keys whose certificates begin at `moment`, now if nil.
  package static func made(at moment: String? = nil) throws -> KeyTemplate {
    try known.withLock { known in
      let template = try known[moment ?? ""] ?? KeyTemplate(moment)
      known[moment ?? ""] = template
      return template
    }
  }

  private init(_ moment: String?) throws {
    let data = try TemporaryDirectory()
    let made = try run(
      binaryDirectory + "/paytool",
      ["keys", "generate", "--json", "--data", data.path] + (moment.map { ["--at", $0] } ?? []),
      directory: packageRoot)
    let object = try JSONSerialization.jsonObject(with: Data(made.standardOutput))
    guard let key = (object as? [String: Any])?["apiKey"] as? String else {
      throw NoAnswer(description: "paytool keys generate: \(made.errors)")
    }
    apiKey = key
    var folders: [String] = []
    var files: [(path: String, contents: [UInt8])] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: data.path).sorted() {
      if let contents = FileManager.default.contents(atPath: data.file(path)) {
        files.append((path, [UInt8](contents)))
      } else {
        folders.append(path)
      }
    }
    self.folders = folders
    self.files = files
  }

  /// Puts the keys into a data directory that has none.
  package func write(to data: String) throws {
    for folder in [data] + folders.map({ data + "/" + $0 }) {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    for (path, contents) in files {
      let isMade = FileManager.default.createFile(
        atPath: data + "/" + path, contents: Data(contents),
        attributes: [.posixPermissions: 0o600])
      guard isMade else { throw NoAnswer(description: "cannot write \(path)") }
    }
  }
}
