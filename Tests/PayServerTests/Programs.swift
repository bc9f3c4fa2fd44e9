import Foundation
import TestSupport
import Testing

/// Runs a program that has to end by itself; after 30 seconds it is ended and its status is 124.
func runInTime(
  _ executable: String, _ arguments: [String], input: String = ""
) throws -> Finished {
  try run(
    "/usr/bin/timeout", ["30", executable] + arguments, input: Array(input.utf8),
    directory: packageRoot)
}

/// Runs paytool on a data folder; it has to succeed.
@discardableResult
func paytool(_ data: TemporaryDirectory, _ arguments: [String]) throws -> Finished {
  let finished = try runInTime(
    binaryDirectory + "/paytool", arguments + ["--data", data.path])
  try #require(finished.status == 0, "\(arguments): \(finished.errors)")
  return finished
}

/// The JSON object that a successful paytool writes.
func paytoolObject(_ data: TemporaryDirectory, _ arguments: [String]) throws -> [String: Any] {
  try jsonObject(try paytool(data, arguments + ["--json"]).standardOutput)
}

func jsonObject(_ bytes: [UInt8]) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
}

/// A moment so many seconds from now, as `--at` takes it.
func moment(secondsFromNow seconds: Double) -> String {
  ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: seconds))
}
