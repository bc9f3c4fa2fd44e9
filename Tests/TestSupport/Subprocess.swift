import Foundation

/// What a finished program left: its exit status and its two outputs.
package struct Finished: Sendable {
  package let status: Int32
  package let standardOutput: [UInt8]
  package let standardError: [UInt8]
  package var output: String { String(decoding: standardOutput, as: UTF8.self) }
  package var errors: String { String(decoding: standardError, as: UTF8.self) }
}

/// Runs a program to its end. Standard input is `input`; the environment is the test's own plus
/// `environment`.
package func run(
  _ executable: String, _ arguments: [String], input: [UInt8] = [],
  environment: [String: String] = [:], directory: String? = nil
) throws -> Finished {
  let folder = try TemporaryDirectory()
  for (name, contents) in [("in", Data(input)), ("out", Data()), ("err", Data())] {
    try contents.write(to: URL(fileURLWithPath: folder.file(name)))
  }
  let child = try ChildProcess(
    executable, arguments, input: folder.file("in"), output: folder.file("out"),
    errors: folder.file("err"), environment: environment, directory: directory)
  let status = child.wait()
  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }
  return Finished(
    status: status, standardOutput: try bytes("out"),
    standardError: try bytes("err"))
}

/// The folder in which this package's binaries lie: that of the running test bundle.
package let binaryDirectory: String = {
  let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  return own.path
}()

/// The root of the package, found from this file's own place.
package let packageRoot: String = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
