import Foundation

/// What a finished program left: its exit status and its two outputs.
package struct Finished: Sendable {
  package let status: Int32
  package let standardOutput: [UInt8]
  package let standardError: [UInt8]
  package var output: String { String(decoding: standardOutput, as: UTF8.self) }
  package var errors: String { String(decoding: standardError, as: UTF8.self) }
}

/// Runs a program to its end. Standard input is `input`; the environment is the test's own plus `environment`.
package func run(
  _ executable: String, _ arguments: [String], input: [UInt8] = [],
  environment: [String: String] = [:], directory: String? = nil
) throws -> Finished {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: executable)
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
  let folder = try TemporaryDirectory()
  for (name, contents) in [("in", Data(input)), ("out", Data()), ("err", Data())] {
    try contents.write(to: URL(fileURLWithPath: folder.file(name)))
  }
  process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.file("in")))
  process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("out")))
  process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("err")))
  try process.run()
  process.waitUntilExit()
  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }
  return Finished(
    status: process.terminationStatus, standardOutput: try bytes("out"),
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
