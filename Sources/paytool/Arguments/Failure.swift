import PayCore

/// Why a command did not do what was asked: the exit code, a stable code, and what to tell.
struct Failure: Error, Sendable {
  let exitCode: ExitCode
  /// Stable code, snake_case.
  let code: String
  /// What was wrong and what to do, on one line.
  let message: String
  /// Places in documents, each told on a line of its own.
  let details: [Detail]

  struct Detail: Sendable {
    /// The document's file; nil if the command has only one.
    let file: String?
    let fault: JSONFault
  }

  init(_ exitCode: ExitCode, _ code: String, _ message: String, details: [Detail] = []) {
    self.exitCode = exitCode
    self.code = code
    self.message = message
    self.details = details
  }

  /// The same failure, and what else is to be said of it.
  func adding(_ remark: String) -> Failure {
    Failure(exitCode, code, "\(message); \(remark)", details: details)
  }

  static func usage(_ message: String) -> Failure { Failure(.usage, "usage", message) }

  /// The problem document (RFC 9457) that `--json` writes to standard error.
  var json: JSONValue {
    let errors = details.map { detail -> JSONValue in
      let base: JSONValue = [
        "pointer": .string(detail.fault.pointer), "code": .string(detail.fault.code),
        "detail": .string(detail.fault.detail),
      ]
      return base.with("file", detail.file.map { .string($0) })
    }
    return [
      "type": .string("urn:pay:problem:" + code), "title": .string(exitCode.title),
      "detail": .string(message), "code": .string(code),
      "exitCode": .integer(Int64(exitCode.rawValue)), "errors": .array(errors),
    ]
  }

  /// The lines that a person reads.
  var lines: [String] {
    [message]
      + details.map { detail in
        let place = [detail.file, detail.fault.pointer].compactMap { $0 }.filter { !$0.isEmpty }
        return "  " + (place + [detail.fault.detail]).joined(separator: ": ")
      }
  }
}
