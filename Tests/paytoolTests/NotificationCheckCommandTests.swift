import Foundation
import TestSupport
import Testing

@Suite struct NotificationCheckCommandTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test func `the budget is told, and what could be left out`() throws {
    let path = try shop.file("p.json", #"{ "aps": {"alert": "a"} }"# + "\n")
    #expect(
      try shop.ok("notification", "check", path)
        == "25 bytes of 4096, 4071 left (21 without needless spaces and escapes)\n")
    let verdict = try shop.json("notification", "check", path)
    #expect(verdict["object"] as? String == "notificationCheck")
    #expect(verdict["valid"] as? Bool == true)
    #expect(verdict["bytes"] as? Int == 25 && verdict["limit"] as? Int == 4096)
    #expect(verdict["left"] as? Int == 4071 && verdict["compactBytes"] as? Int == 21)
    #expect(try shop.json("notification", "check", path, "--voip")["limit"] as? Int == 5120)
  }

  @Test func `a fault is a row, and a line on standard error says how many`() throws {
    let text = #"{"aps":{"badge":"1","url-args":["a"]},"category":"B"}"#
    let finished = try shop.paytool("notification", "check", "-", input: text)
    #expect(finished.status == 1)
    #expect(finished.errors == "paytool: standard input has 2 errors\n")
    let lines = finished.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.contains { $0.hasPrefix("error     /aps/badge") })
    #expect(lines.contains { $0.hasPrefix("warning   /aps/url-args") })
  }

  @Test func `with --json the findings are data and the reason a problem`() throws {
    let text = #"{"aps":{"relevance-score":1.5}}"#
    let finished = try shop.paytool("notification", "check", "-", "--json", input: text)
    #expect(finished.status == 1)
    let verdict = try document(finished.output)
    #expect(verdict["valid"] as? Bool == false)
    let findings = try #require(verdict["findings"] as? [[String: String]])
    #expect(findings.map { $0["pointer"] } == ["/aps/relevance-score"])
    let problem = try document(finished.errors)
    #expect(problem["code"] as? String == "out_of_range")
    #expect((problem["errors"] as? [Any])?.count == 1)
  }

  @Test func `names from outside steer no terminal`() throws {
    let text = #"{"aps":{"\u001b[2J\u202e":1}}"#
    let finished = try shop.paytool("notification", "check", "-", input: text)
    #expect(finished.status == 1)
    #expect(finished.output.contains("\\u{1b}[2J") && !finished.output.contains("\u{1B}"))
  }

  @Test func `4096 bytes pass and 4097 do not`() throws {
    for (size, status) in [(4096, 0), (4097, 1)] as [(Int, Int32)] {
      let body = String(repeating: "x", count: size - 20)
      let text = #"{"aps":{"alert":""# + body + #""}}"# + "\n"
      let finished = try shop.paytool("notification", "check", "-", input: text)
      #expect(finished.status == status)
      #expect(finished.output.hasPrefix("\(size) bytes of 4096, "))
    }
    #expect(try shop.paytool("notification", "check", "/nowhere").status == 5)
  }
}

@Suite struct NotificationPlistCommandTests {
  private var shop: Shop

  init() throws { shop = try Shop() }

  private func list(category: String, interaction: String = "<true/>") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>NSExtension</key><dict>
    <key>NSExtensionPointIdentifier</key>
    <string>com.apple.usernotifications.content-extension</string>
    <key>NSExtensionPrincipalClass</key><string>NotificationViewController</string>
    <key>NSExtensionAttributes</key><dict>
    <key>UNNotificationExtensionCategory</key>\(category)
    <key>UNNotificationExtensionInitialContentSizeRatio</key><real>0.5</real>
    <key>UNNotificationExtensionUserInteractionEnabled</key>\(interaction)
    </dict></dict></dict></plist>
    """
  }

  @Test func `a list that fits the sample's category passes`() throws {
    for category in [
      "<string>BUY_OFFER</string>", "<array><string>x</string><string>BUY_OFFER</string></array>",
    ] {
      let path = try shop.file("Info.plist", list(category: category))
      #expect(try shop.ok("notification", "plist", path).hasSuffix("fits the category BUY_OFFER\n"))
      #expect(try shop.json("notification", "plist", path)["valid"] as? Bool == true)
    }
  }

  @Test func `a list that does not fit is told with both categories`() throws {
    let path = try shop.file(
      "Info.plist",
      list(category: "<string>buy_offer</string>", interaction: "<string>YES</string>"))
    let finished = try shop.paytool("notification", "plist", path)
    #expect(finished.status == 1)
    #expect(finished.errors == "paytool: \(path) has 2 errors\n")
    #expect(finished.output.contains("has 'buy_offer', but the configured category is 'BUY_OFFER'"))
    #expect(finished.output.contains("must be <true/> or <false/>, not a string"))
  }

  @Test(arguments: [
    ("bplist00", "plist_binary"), ("<plist><array/></plist>", "wrong_type"),
    (#"<!DOCTYPE plist [<!ENTITY a "a">]><plist><dict/></plist>"#, "plist_declaration"),
  ])
  func `what is no list of ours is refused by name`(text: String, code: String) throws {
    let finished = try shop.paytool("notification", "plist", "-", "--json", input: text)
    #expect(finished.status == 1)
    #expect(try document(finished.errors)["code"] as? String == code)
  }

  @Test func `without notification json there is nothing to compare with`() throws {
    let folder = try TemporaryDirectory()
    for name in ["merchant.json", "offers.json"] {
      try FileManager.default.copyItem(
        atPath: packageRoot + "/merchant-config/" + name, toPath: folder.file(name))
    }
    let finished = try shop.paytool(
      ["notification", "plist", "-", "--config", folder.path],
      input: list(category: "<string>BUY_OFFER</string>"))
    #expect(finished.status == 1)
    #expect(finished.errors.contains("notification.json"))
  }
}
