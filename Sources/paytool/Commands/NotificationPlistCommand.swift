import PayCore
import PaySystem

extension CommandSpec {
  static let notificationPlist = CommandSpec(
    ["notification", "plist"], "whether a content extension's Info.plist fits the configuration",
    operands: ["FILE"],
    examples: [
      "paytool notification plist NotificationContent/Info.plist",
      "paytool notification plist Info.plist --json",
    ],
    notes:
      "Checks the extension point, the category against that of notification.json, and the keys\n"
      + "without which no segment can be tapped. Takes XML; plutil -convert xml1 makes it of a\n"
      + "binary list. Exits 1 on an error."
  ) { (invocation) throws(Failure) in
    let path = invocation.arguments.operands[0]
    guard let category = try invocation.configuration().notification?.category else {
      throw Failure(
        .foundBad, NotificationError.notConfigured.code,
        "\(invocation.configurationDirectory): \(NotificationError.notConfigured)")
    }
    let bytes = try invocation.file(at: path, limit: Limits.propertyListBytes)
    let list: PropertyList
    do throws(PropertyListError) {
      list = try PropertyList(parsing: bytes)
    } catch {
      throw Failure(
        .foundBad, error.code.rawValue, "\(path) is not a property list in XML: \(error)")
    }
    let rules = ExtensionPropertyList(checking: list, category: category)
    let findings = FindingList(findings: rules.findings)
    if invocation.isJSON {
      try invocation.output.write([
        "object": "notificationPlist", "valid": .bool(rules.isAccepted),
        "category": .string(category), "findings": findings.json,
      ])
    } else {
      let verdict = rules.isAccepted ? "fits" : "does not fit"
      try invocation.output.write(
        Table.facts([[path, "\(verdict) the category \(category)"]])
          + findings.table(style: invocation.output.headStyle))
    }
    if let failure = findings.failure("plist_invalid", of: path, asJSON: invocation.isJSON) {
      throw failure
    }
  }
}
