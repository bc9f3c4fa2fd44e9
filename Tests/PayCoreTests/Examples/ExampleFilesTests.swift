import Foundation
import PayCore
import TestSupport
import Testing

/// What the example's files that are not Swift say, and that all say the same.
@Suite struct ExampleFilesTests {
  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(packageRoot)/\(Example.root)/\(name)"))
  }

  private func category() throws -> String {
    let source = String(decoding: try data("App/BuyOfferCategory.swift"), as: UTF8.self)
    let line = try #require(source.split(separator: "\n").first { $0.contains("identifier = ") })
    return try #require(line.split(separator: "\"").dropFirst().first.map(String.init))
  }

  @Test func `the property list has what a content extension needs`() throws {
    let list = try PropertyList(parsing: [UInt8](try data("Extension/Info.plist")))
    let checked = ExtensionPropertyList(checking: list, category: try category())
    #expect(checked.findings == [])
    // A key that is optional is written out all the same: the reader shall see that it exists.
    let text = String(decoding: try data("Extension/Info.plist"), as: UTF8.self)
    for key in ["DefaultContentHidden", "OverridesDefaultTitle", "InitialContentSizeRatio"] {
      #expect(text.contains("<key>UNNotificationExtension\(key)</key>"))
    }
    #expect(text.contains("<string>$(PRODUCT_MODULE_NAME).NotificationViewController</string>"))
  }

  @Test func `the sample payload is one that the extension can show`() throws {
    let bytes = [UInt8](try data("App/SamplePayload.json"))
    #expect(PayloadLint(bytes).findings == [])
    let content = try NotificationContent(parsing: bytes, attachments: 0)
    let offer = try #require(content.offer)
    #expect(offer.segments.map(\.amount) == ["5.00", "10.00", "20.00"])
    #expect(TimeOrderedIDs.isID(offer.notification, prefix: "note_"))
    #expect(offer.endpoint == "http://127.0.0.1:8080/v1/purchase-intents")
    let payload = try JSONValue(parsing: bytes)
    #expect(payload["aps"]?["category"] == .string(try category()))
  }

  /// The sample has no signature, so that nobody takes it for a token that once was good.
  @Test func `the sample token cannot be one of ours`() throws {
    let content = try NotificationContent(
      parsing: [UInt8](try data("App/SamplePayload.json")), attachments: 0)
    let token = try #require(content.offer?.token)
    #expect(throws: TokenFault.self) { try IntentTokenTests.open(token) }
  }

  @Test func `the sample merchant's notifications are of the same category`() throws {
    let path = packageRoot + "/merchant-config/notification.json"
    let file = try #require(FileManager.default.contents(atPath: path))
    let template = try JSONValue(parsing: [UInt8](file))
    #expect(template["category"] == .string(try category()))
  }
}
