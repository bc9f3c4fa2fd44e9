/// What is to be said about one notification payload, whoever made it: its size as it would be
/// sent, and every finding.
///
/// Source: Apple, Generating a remote notification.
package struct PayloadLint: Sendable, Hashable {
  /// Bytes of the payload as it is given, needless spaces and escapes included; one line feed at
  /// the end is the file's, not the payload's.
  package let size: Int
  /// Bytes that are allowed.
  package let limit: Int
  /// Bytes of the same document without needless spaces and escapes; nil if it is not JSON.
  package let compactSize: Int?
  /// The size first, then the document from its beginning to its end.
  package let findings: [Finding]

  package init(_ file: [UInt8], limit: Int = Limits.notificationBytes) {
    let payload = file.last == UInt8(ascii: "\n") ? Array(file.dropLast()) : file
    var rules = PayloadRules()
    let json: JSONValue?
    do throws(JSONError) {
      let parsed = try JSONValue(parsing: payload, limit: Limits.checkedNotificationBytes)
      rules.check(parsed)
      json = parsed
    } catch {
      rules.error(error.code.rawValue, "", "is not JSON: \(error)", source: "RFC 8259")
      json = nil
    }
    size = payload.count
    self.limit = limit
    compactSize = json.map(\.bytes.count)
    let sizeFinding = Self.sizeFinding(size: size, limit: limit, compact: compactSize)
    findings = (sizeFinding.map { [$0] } ?? []) + rules.findings
  }

  /// Whether APNs would take it and the device would use it: no finding is an error.
  package var isAccepted: Bool { findings.allSatisfy { $0.severity != .error } }

  private static func sizeFinding(size: Int, limit: Int, compact: Int?) -> Finding? {
    guard size > limit else { return nil }
    let remedy =
      compact.map { compact in
        compact <= limit
          ? "send it without needless spaces and escapes: \(compact) bytes" : "shorten the alert"
      } ?? "send less"
    return Finding(
      code: "payload_too_large",
      message:
        "is \(size) bytes, \(size - limit) more than the \(limit) that APNs takes: \(remedy)",
      source: PayloadRules.generating)
  }
}
