/// The rules of a content extension's Info.plist.
///
/// Source: Apple, UNNotificationContentExtension.
package struct ExtensionPropertyList: Sendable {
  package static let extensionPoint = "com.apple.usernotifications.content-extension"
  private static let source = "Apple: UNNotificationContentExtension"
  private static let prefix = "UNNotificationExtension"
  private static let attributes = "/NSExtension/NSExtensionAttributes"

  /// What is wrong, in the order of the file's structure.
  package private(set) var findings: [Finding] = []

  /// Checks the list against the category that the merchant's payloads carry.
  package init(checking list: PropertyList, category: String) { check(list, category) }

  private mutating func check(_ list: PropertyList, _ category: String) {
    guard case .dictionary = list else {
      return error("wrong_type", "", "must be a dictionary, not \(list.typeName)")
    }
    guard let node = dictionary("NSExtension", of: list, at: "") else { return }
    checkPoint(of: node)
    checkEntry(of: node)
    guard let attributes = dictionary("NSExtensionAttributes", of: node, at: "/NSExtension") else {
      return
    }
    checkCategory(attributes[Self.prefix + "Category"], category)
    checkRatio(attributes[Self.prefix + "InitialContentSizeRatio"])
    checkInteraction(attributes[Self.prefix + "UserInteractionEnabled"])
    for name in ["DefaultContentHidden", "OverridesDefaultTitle"] {
      if let value = attributes[Self.prefix + name] { _ = boolean(value, name) }
    }
    checkNames(of: attributes)
  }

  package var isAccepted: Bool { findings.allSatisfy { $0.severity != .error } }

  private mutating func error(_ code: String, _ pointer: String, _ message: String) {
    findings.append(Finding(code: code, pointer: pointer, message: message, source: Self.source))
  }

  private mutating func attributeError(_ code: String, _ name: String, _ message: String) {
    error(code, "\(Self.attributes)/\(Self.prefix)\(name)", message)
  }

  private mutating func dictionary(
    _ name: String, of list: PropertyList, at pointer: String
  ) -> PropertyList? {
    switch list[name] {
    case .dictionary(let entries)?: return .dictionary(entries)
    case let value?:
      error("wrong_type", "\(pointer)/\(name)", "must be a dictionary, not \(value.typeName)")
    case nil:
      let hint = pointer.isEmpty ? ": is this the app's Info.plist, not the extension's?" : ""
      error("missing_member", "\(pointer)/\(name)", "is missing: a dictionary" + hint)
    }
    return nil
  }

  private mutating func checkPoint(of node: PropertyList) {
    let pointer = "/NSExtension/NSExtensionPointIdentifier"
    switch node["NSExtensionPointIdentifier"] {
    case .string(let text)? where text.hasSameBytes(as: Self.extensionPoint): break
    case .string(let text)?:
      error("wrong_value", pointer, "must be \(Self.extensionPoint), not '\(text)'")
    case let value?: error("wrong_type", pointer, "must be a string, not \(value.typeName)")
    case nil: error("missing_member", pointer, "is missing: \(Self.extensionPoint)")
    }
  }

  /// The view controller comes from a class or from a storyboard.
  private mutating func checkEntry(of node: PropertyList) {
    let names = ["NSExtensionPrincipalClass", "NSExtensionMainStoryboard"]
    var isNamed = false
    for name in names {
      guard let value = node[name] else { continue }
      isNamed = true
      if case .string(let text) = value {
        if text.isEmpty { error("empty", "/NSExtension/\(name)", "must not be empty") }
      } else {
        error("wrong_type", "/NSExtension/\(name)", "must be a string, not \(value.typeName)")
      }
    }
    if !isNamed {
      error(
        "missing_member", "/NSExtension/\(names[0])",
        "is missing: name the view controller's class, or a storyboard in \(names[1])")
    }
  }

  private mutating func checkCategory(_ value: PropertyList?, _ category: String) {
    let name = "Category"
    var listed: [String] = []
    switch value {
    case .string(let text)?: listed = [text]
    case .array(let elements)?:
      for (index, element) in elements.enumerated() {
        if case .string(let text) = element {
          listed.append(text)
        } else {
          attributeError(
            "wrong_type", "\(name)/\(index)", "must be a string, not \(element.typeName)")
        }
      }
    case let value?:
      return attributeError(
        "wrong_type", name, "must be a string or an array of strings, not \(value.typeName)")
    case nil:
      return attributeError("missing_member", name, "is missing: the category '\(category)'")
    }
    guard !listed.contains(where: { $0.hasSameBytes(as: category) }) else { return }
    let shown =
      listed.isEmpty
      ? "no category"
      : listed.prefix(Limits.namesInMessage).map { "'\($0)'" }.joined(separator: ", ")
    let twin = listed.first { $0.lowercased() == category.lowercased() }
    let reason =
      twin.map { "'\($0)' differs in capitals, and the comparison is exact" }
      ?? "a notification with it would not be shown by this extension"
    attributeError(
      "plist_category_mismatch", name,
      "has \(shown), but the configured category is '\(category)': \(reason)")
  }

  private mutating func checkRatio(_ value: PropertyList?) {
    let name = "InitialContentSizeRatio"
    switch value {
    case .integer(let text)?, .real(let text)?:
      guard DecimalLiteral(text)?.isPositive == true else {
        return attributeError(
          "out_of_range", name, "must be greater than 0 (height divided by width), not \(text)")
      }
    case let value?:
      attributeError("wrong_type", name, "must be a number, not \(value.typeName)")
    case nil:
      attributeError(
        "missing_member", name, "is missing: height divided by width, such as <real>0.5</real>")
    }
  }

  private mutating func checkInteraction(_ value: PropertyList?) {
    let name = "UserInteractionEnabled"
    let remedy = "write <true/>, without it no segment can be tapped"
    guard let value else { return attributeError("missing_member", name, "is missing: \(remedy)") }
    if boolean(value, name) == false {
      attributeError("plist_interaction_disabled", name, "is false: \(remedy)")
    }
  }

  /// The value of a switch; the text YES is none, though it reads like one.
  private mutating func boolean(_ value: PropertyList, _ name: String) -> Bool? {
    if case .boolean(let value) = value { return value }
    attributeError("wrong_type", name, "must be <true/> or <false/>, not \(value.typeName)")
    return nil
  }

  private static let names = [
    "Category", "InitialContentSizeRatio", "UserInteractionEnabled", "DefaultContentHidden",
    "OverridesDefaultTitle",
  ].map { prefix + $0 }

  /// A key that looks like one of Apple's and is none is most likely a slip.
  private mutating func checkNames(of attributes: PropertyList) {
    guard case .dictionary(let entries) = attributes else { return }
    for key in entries.map(\.key)
    where key.hasPrefix(Self.prefix) && !Self.names.contains(where: { $0.hasSameBytes(as: key) }) {
      let hint = Suggestion.closest(to: key, among: Self.names).map { "did you mean \($0)?" }
      findings.append(
        Finding(
          code: "unknown_member", severity: .warning,
          pointer: "\(Self.attributes)/\(JSONReader.escaped(key))",
          message: "is no key that we know; " + (hint ?? "remove it if it is a slip"),
          source: Self.source))
    }
  }
}
