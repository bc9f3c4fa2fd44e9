import PayCore
import PayCrypto
import PaySystem

/// Why a command did not do what was asked: the exit code, a stable code, and what to tell.
struct Failure: Error, Sendable {
  let exitCode: ExitCode
  let code: String
  /// One line: what was wrong and what to do.
  let message: String
  /// Places in documents, each told on a line of its own.
  let details: [Detail]

  struct Detail: Sendable {
    let file: String?
    let fault: JSONFault
  }

  init(_ exitCode: ExitCode, _ code: String, _ message: String, details: [Detail] = []) {
    self.exitCode = exitCode
    self.code = code
    self.message = message
    self.details = details
  }

  static func usage(_ message: String) -> Failure { Failure(.usage, "usage", message) }

  /// The problem document for `--json`.
  var json: JSONValue {
    [
      "type": .string("urn:pay:problem:" + code), "title": .string(title), "code": .string(code),
      "detail": .string(message), "exitCode": .integer(Int64(exitCode.rawValue)),
      "errors": .array(
        details.map { detail in
          let base: JSONValue = [
            "pointer": .string(detail.fault.pointer), "code": .string(detail.fault.code),
            "detail": .string(detail.fault.detail),
          ]
          return base.with("file", detail.file.map { .string($0) })
        }),
    ]
  }

  private var title: String {
    switch exitCode {
    case .ok: "Done"
    case .foundBad: "Checked and found bad"
    case .usage: "Not a command line of paytool"
    case .cancelled: "Cancelled"
    case .credential: "Key or credential"
    case .storage: "File or store"
    case .remote: "Remote service"
    case .internal: "Internal error"
    }
  }
}

// Each error type has its exit code here, and nowhere else.
extension Failure {
  init(_ error: FileError) { self.init(.storage, "file", error.description) }

  init(_ error: StoreError) { self.init(.storage, error.code, error.description) }

  init(_ error: KeyError) { self.init(.credential, error.code, error.description) }

  init(_ error: CryptoFailure) { self.init(.credential, "crypto_failure", error.detail) }

  init(_ error: QuoteError) { self.init(.usage, error.code, error.description) }

  init(_ error: IntentError) {
    switch error {
    case .unknown: self.init(.usage, error.code, error.description)
    case .notAllowed, .noSession, .expired: self.init(.foundBad, error.code, error.description)
    }
  }

  init(_ error: EngineError) {
    switch error {
    case .quote(let error): self.init(error)
    case .intent(let error): self.init(error)
    case .store(let error): self.init(error)
    case .crypto(let failure): self.init(failure)
    }
  }

  init(_ error: ConfigurationLoadError, directory: String) {
    switch error {
    case .file(let error):
      let advice = error.isMissing ? " (give --config DIR or set PAY_CONFIG)" : ""
      self.init(.storage, "file", error.description + advice)
    case .faults(let error):
      let count = error.faults.count
      self.init(
        .foundBad, "configuration",
        "the configuration in \(directory) has \(count) fault\(count == 1 ? "" : "s")",
        details: error.faults.map { Detail(file: $0.file, fault: $0.fault) })
    }
  }
}
