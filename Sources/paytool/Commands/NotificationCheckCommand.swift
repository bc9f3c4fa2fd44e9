import PayCore
import PaySystem

extension CommandSpec {
  static let notificationCheck = CommandSpec(
    ["notification", "check"], "whether APNs takes a payload and the device uses all of it",
    operands: ["FILE"],
    options: [
      OptionSpec("--voip", help: "the limit of VoIP payloads: 5120 bytes instead of 4096")
    ],
    examples: [
      "paytool notification check payload.json", "paytool notification check - --json",
    ],
    notes:
      "Any payload, not only ours. The file's bytes count as they are, needless spaces included,\n"
      + "but for one line feed at the end. Exits 1 on an error; a warning is only told."
  ) { (invocation) throws(Failure) in
    let path = invocation.arguments.operands[0]
    let bytes = try invocation.file(at: path, limit: Limits.checkedNotificationBytes)
    let lint = PayloadLint(
      bytes,
      limit: invocation.arguments.has("--voip")
        ? Limits.voipNotificationBytes : Limits.notificationBytes)
    let findings = FindingList(findings: lint.findings)
    if invocation.isJSON {
      try invocation.output.write(lint.json)
    } else {
      try invocation.output.write(
        lint.summary + findings.table(style: invocation.output.headStyle))
    }
    if let failure = findings.failure("payload_invalid", of: path, asJSON: invocation.isJSON) {
      throw failure
    }
  }
}

extension PayloadLint {
  fileprivate var json: JSONValue {
    let document: JSONValue = [
      "object": "notificationCheck", "valid": .bool(isAccepted), "bytes": .integer(Int64(size)),
      "limit": .integer(Int64(limit)), "left": .integer(Int64(limit - size)),
    ]
    return document.with("compactBytes", compactSize.map { .integer(Int64($0)) })
      .with("findings", FindingList(findings: findings).json)
  }

  /// The size on one line, and what it could be.
  fileprivate var summary: String {
    let rest = size <= limit ? "\(limit - size) left" : "\(size - limit) too many"
    let compact =
      compactSize.flatMap { compact in
        compact < size ? " (\(compact) without needless spaces and escapes)" : nil
      } ?? ""
    return "\(counted(size, "byte")) of \(limit), \(rest)\(compact)\n"
  }
}
