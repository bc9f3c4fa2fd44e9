import PayCore
import Testing

@Suite struct ExtensionPropertyListTests {
  private static let prefix = "UNNotificationExtension"
  private static let attributes: [(String, String)] = [
    (prefix + "Category", "<string>BUY_OFFER</string>"),
    (prefix + "InitialContentSizeRatio", "<real>0.5</real>"),
    (prefix + "UserInteractionEnabled", "<true/>"),
  ]
  private static let node: [(String, String)] = [
    (
      "NSExtensionPointIdentifier",
      "<string>com.apple.usernotifications.content-extension</string>"
    ),
    (
      "NSExtensionPrincipalClass",
      "<string>$(PRODUCT_MODULE_NAME).NotificationViewController</string>"
    ),
  ]

  private static func dictionary(_ entries: [(String, String)]) -> String {
    "<dict>" + entries.map { "<key>\($0.0)</key>\n\($0.1)\n" }.joined() + "</dict>"
  }

  /// An Info.plist, good unless some of its entries are replaced (nil: left out).
  static func document(_ changes: [String: String?] = [:]) -> String {
    func changed(_ entries: [(String, String)]) -> [(String, String)] {
      entries.compactMap { name, value in (changes[name] ?? value).map { (name, $0) } }
    }
    let known = (Self.attributes + Self.node).map(\.0)
    let added = changes.compactMap { name, value in
      known.contains(name) ? nil : value.map { (name, $0) }
    }
    let attributes = dictionary(changed(Self.attributes) + added)
    let node = dictionary(changed(Self.node) + [("NSExtensionAttributes", attributes)])
    return "<plist version=\"1.0\">" + dictionary([("NSExtension", node)]) + "</plist>"
  }

  private func found(_ text: String) throws -> [String] {
    let list = try PropertyList(parsing: Array(text.utf8))
    return ExtensionPropertyList(checking: list, category: "BUY_OFFER").findings.map {
      "\($0.code) \($0.pointer.split(separator: "/").last ?? "")"
        + ($0.severity == .warning ? " (warning)" : "")
    }
  }

  @Test(
    arguments: [
      [:], [prefix + "Category": "<array><string>x</string><string>BUY_OFFER</string></array>"],
      [prefix + "InitialContentSizeRatio": "<integer>1</integer>"],
      [prefix + "DefaultContentHidden": "<true/>"], [prefix + "OverridesDefaultTitle": "<false/>"],
      ["SomethingElse": "<true/>"],
    ] as [[String: String]])
  func `a good list has no finding`(changes: [String: String]) throws {
    #expect(try found(Self.document(changes)) == [])
  }

  @Test(
    arguments: [
      ("Category", "<string>buy_offer</string>", "plist_category_mismatch"),
      ("Category", "<string>OTHER</string>", "plist_category_mismatch"),
      ("Category", "<array/>", "plist_category_mismatch"),
      ("Category", "<true/>", "wrong_type"), ("Category", nil, "missing_member"),
      ("InitialContentSizeRatio", nil, "missing_member"),
      ("InitialContentSizeRatio", "<string>0.5</string>", "wrong_type"),
      ("InitialContentSizeRatio", "<real>0.0</real>", "out_of_range"),
      ("InitialContentSizeRatio", "<integer>-1</integer>", "out_of_range"),
      ("UserInteractionEnabled", nil, "missing_member"),
      ("UserInteractionEnabled", "<false/>", "plist_interaction_disabled"),
      ("UserInteractionEnabled", "<string>YES</string>", "wrong_type"),
      ("UserInteractionEnabled", "<integer>1</integer>", "wrong_type"),
      ("DefaultContentHidden", "<string>NO</string>", "wrong_type"),
      ("OverridesDefaultTitle", "<integer>0</integer>", "wrong_type"),
      ("UserInteractionEnable", "<true/>", "unknown_member"),
    ] as [(String, String?, String)])
  func `a fault of the attributes is found`(name: String, value: String?, code: String) throws {
    let warning = code == "unknown_member" ? " (warning)" : ""
    #expect(
      try found(Self.document([Self.prefix + name: value]))
        == ["\(code) \(Self.prefix)\(name)\(warning)"])
  }

  @Test(
    arguments: [
      ("NSExtensionPointIdentifier", nil, "missing_member"),
      ("NSExtensionPointIdentifier", "<string>com.apple.widget</string>", "wrong_value"),
      ("NSExtensionPointIdentifier", "<true/>", "wrong_type"),
      ("NSExtensionPrincipalClass", nil, "missing_member"),
      ("NSExtensionPrincipalClass", "<string/>", "empty"),
      ("NSExtensionPrincipalClass", "<true/>", "wrong_type"),
    ] as [(String, String?, String)])
  func `a fault of the extension is found`(name: String, value: String?, code: String) throws {
    #expect(try found(Self.document([name: value])) == ["\(code) \(name)"])
  }

  @Test func `a storyboard stands for the class`() throws {
    let text = Self.document().replacing(
      "NSExtensionPrincipalClass", with: "NSExtensionMainStoryboard")
    #expect(try found(text) == [])
  }

  @Test func `a list of something else is told as that`() throws {
    #expect(try found("<plist><array/></plist>") == ["wrong_type "])
    #expect(try found("<plist><dict/></plist>") == ["missing_member NSExtension"])
    let noAttributes = Self.document().replacing("NSExtensionAttributes", with: "Other")
    #expect(try found(noAttributes) == ["missing_member NSExtensionAttributes"])
  }

  @Test func `a miss names both categories and the capitals`() throws {
    let text = Self.document([Self.prefix + "Category": "<string>Buy_Offer</string>"])
    let list = try PropertyList(parsing: Array(text.utf8))
    let findings = ExtensionPropertyList(checking: list, category: "BUY_OFFER").findings
    let message = try #require(findings.first?.message)
    #expect(message.contains("'Buy_Offer'") && message.contains("'BUY_OFFER'"))
    #expect(message.contains("differs in capitals"))
  }
}
