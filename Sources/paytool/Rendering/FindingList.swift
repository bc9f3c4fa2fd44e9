import PayCore

/// Findings as a command tells them: rows for a person, members of a document, or why it failed.
struct FindingList {
  let findings: [Finding]

  private var errors: [Finding] { findings.filter { $0.severity == .error } }

  var json: JSONValue { .array(findings.map(\.json)) }

  /// One row for each; empty if there are none.
  func table(style: Style) -> String {
    guard !findings.isEmpty else { return "" }
    var table = Table(head: ["SEVERITY", "PLACE", "FINDING"], style: style)
    return table.lines(
      findings.map {
        [
          $0.severity.rawValue, $0.pointer.isEmpty ? "(whole)" : $0.pointer,
          "\($0.message) [\($0.code)]",
        ]
      })
  }

  /// The failure of a command that checked `path` and found an error; nil if it found none. Its
  /// code is the error's own, or `code` if there are several. Only a problem document lists them: a
  /// person has them in the table.
  func failure(_ code: String, of path: String, asJSON: Bool) -> Failure? {
    guard let first = errors.first else { return nil }
    let count = errors.count == 1 ? "one error" : "\(errors.count) errors"
    return Failure(
      .foundBad, errors.count == 1 ? first.code : code, "\(inputName(path)) has \(count)",
      details: (asJSON ? errors : []).map { error in
        Failure.Detail(
          file: nil,
          fault: JSONFault(pointer: error.pointer, code: error.code, detail: error.message))
      })
  }
}
