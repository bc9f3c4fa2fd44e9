import Foundation
import PayCore
import TestSupport
import Testing

/// Payloads of other people's senders, each of which APNs takes; there in a full checkout only.
private let vectors: [String] = ["apns2", "apnswift"].flatMap { name in
  let path = packageRoot + "/../shared/vectors/apns/\(name)-expected-payloads.jsonl"
  let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  return text.split(separator: "\n").map(String.init)
}

@Suite struct PayloadLintTests {
  private func lint(_ text: String, limit: Int = Limits.notificationBytes) -> PayloadLint {
    PayloadLint(Array(text.utf8), limit: limit)
  }

  /// Each finding as `code severity pointer`, the severity only where it is a warning.
  private func found(_ text: String) -> [String] {
    lint(text).findings.map {
      "\($0.code) \($0.pointer)" + ($0.severity == .warning ? " (warning)" : "")
    }
  }

  @Test(arguments: vectors)
  func `a payload of another sender has no error`(payload: String) {
    #expect(lint(payload).isAccepted, "\(found(payload))")
  }

  @Test(arguments: [
    #"{"aps":{}}"#, #"{"aps":{},"mdm":"x","event":1,"timestamp":"t"}"#, #"{"aps":{"alert":"a"}}"#,
    #"{"aps":{"alert":{"title":"t","subtitle":"s","body":"b","launch-image":"l"}}}"#,
    #"{"aps":{"alert":{"loc-key":"k","loc-args":["a"],"title-loc-key":"t","title-loc-args":[]}}}"#,
    #"{"aps":{"badge":0,"sound":"default","thread-id":"t","target-content-id":"c"}}"#,
    #"{"aps":{"sound":{"critical":1,"name":"n","volume":0.5},"filter-criteria":"f"}}"#,
    #"{"aps":{"content-available":1,"mutable-content":1,"interruption-level":"passive"}}"#,
    #"{"aps":{"relevance-score":0}}"#, #"{"aps":{"relevance-score":-0}}"#,
    #"{"aps":{"relevance-score":1}}"#, #"{"aps":{"relevance-score":1.000}}"#,
    #"{"aps":{"relevance-score":1e0}}"#, #"{"aps":{"relevance-score":10E-1}}"#,
    #"{"aps":{"relevance-score":0.1}}"#, #"{"aps":{"relevance-score":1e-999999999999999999999}}"#,
    #"{"aps":{"event":"start","timestamp":1,"stale-date":2,"attributes-type":"T","attributes":{}}}"#,
    #"{"aps":{"event":"update","timestamp":1,"content-state":{},"relevance-score":75}}"#,
  ])
  func `nothing is said about a good payload`(payload: String) {
    #expect(found(payload) == [])
  }

  @Test(arguments: [
    ("", "json_unexpected_end "), ("not JSON", "json_unexpected_byte "),
    (#"{"aps":{},"aps":{}}"#, "json_duplicate_member "), ("[]", "wrong_type "),
    ("{}", "missing_member /aps"), (#"{"APS":{}}"#, "missing_member /aps"),
    (#"{"aps":"foo"}"#, "payload_aps_reserved /aps"), (#"{"aps":[]}"#, "payload_aps_reserved /aps"),
    (#"{"aps":{},"category":"B"}"#, "payload_key_misplaced /category"),
    (#"{"aps":{},"badge":1}"#, "payload_key_misplaced /badge (warning)"),
    (#"{"aps":{"offer":1}}"#, "payload_custom_key_in_aps /aps/offer"),
    (#"{"aps":{"catgory":"B"}}"#, "payload_custom_key_in_aps /aps/catgory"),
    (#"{"aps":{"a/b~":1}}"#, "payload_custom_key_in_aps /aps/a~1b~0"),
    (#"{"aps":{"alert":1}}"#, "wrong_type /aps/alert"),
    (#"{"aps":{"alert":{"title":1}}}"#, "wrong_type /aps/alert/title"),
    (#"{"aps":{"alert":{"titel":"t"}}}"#, "unknown_member /aps/alert/titel"),
    (#"{"aps":{"alert":{"loc-args":"a"}}}"#, "wrong_type /aps/alert/loc-args"),
    (#"{"aps":{"alert":{"loc-args":["a",1]}}}"#, "wrong_type /aps/alert/loc-args/1"),
    (
      #"{"aps":{"alert":{"action-loc-key":"a"}}}"#,
      "payload_legacy_key /aps/alert/action-loc-key (warning)"
    ),
    (#"{"aps":{"content-changed":true}}"#, "payload_legacy_key /aps/content-changed (warning)"),
    (#"{"aps":{"badge":"1"}}"#, "wrong_type /aps/badge"),
    (#"{"aps":{"badge":1.0}}"#, "wrong_type /aps/badge"),
    (#"{"aps":{"badge":-1}}"#, "out_of_range /aps/badge"),
    (#"{"aps":{"sound":1}}"#, "wrong_type /aps/sound"),
    (#"{"aps":{"sound":{"critical":true}}}"#, "wrong_type /aps/sound/critical"),
    (#"{"aps":{"sound":{"volume":1.01}}}"#, "out_of_range /aps/sound/volume"),
    (#"{"aps":{"sound":{"volume":"1"}}}"#, "wrong_type /aps/sound/volume"),
    (#"{"aps":{"sound":{"nmae":"n"}}}"#, "unknown_member /aps/sound/nmae"),
    (#"{"aps":{"thread-id":1}}"#, "wrong_type /aps/thread-id"),
    (#"{"aps":{"category":1}}"#, "wrong_type /aps/category"),
    (#"{"aps":{"category":""}}"#, "empty /aps/category"),
    (#"{"aps":{"content-available":true}}"#, "wrong_type /aps/content-available"),
    (#"{"aps":{"content-available":2}}"#, "wrong_value /aps/content-available"),
    (#"{"aps":{"mutable-content":0}}"#, "wrong_value /aps/mutable-content (warning)"),
    (#"{"aps":{"interruption-level":"Active"}}"#, "unknown_value /aps/interruption-level"),
    (#"{"aps":{"interruption-level":1}}"#, "wrong_type /aps/interruption-level"),
    (#"{"aps":{"relevance-score":1.5}}"#, "out_of_range /aps/relevance-score"),
    (#"{"aps":{"relevance-score":1.00000000000000000001}}"#, "out_of_range /aps/relevance-score"),
    (#"{"aps":{"relevance-score":-0.1}}"#, "out_of_range /aps/relevance-score"),
    (#"{"aps":{"relevance-score":1e999999999999999999999}}"#, "out_of_range /aps/relevance-score"),
    (#"{"aps":{"relevance-score":"0.1"}}"#, "wrong_type /aps/relevance-score"),
    (#"{"aps":{"event":"stop"}}"#, "unknown_value /aps/event"),
    (#"{"aps":{"timestamp":"1"}}"#, "wrong_type /aps/timestamp"),
    (#"{"aps":{"content-state":1}}"#, "wrong_type /aps/content-state"),
    (#"{"aps":{},"items":{}}"#, "wrong_type /items (warning)"),
    (
      #"{"aps":{},"items":[{"title":"t","text":"t"}]}"#,
      "missing_member /items/0/imageUrl (warning)"
    ),
    (#"{"aps":{},"offer":1}"#, "wrong_type /offer"),
  ])
  func `a fault is found at its place`(payload: String, finding: String) {
    #expect(found(payload) == [finding])
  }

  @Test func `everything is told at once, each with its source`() {
    let text = #"{"aps":{"badge":"1","catgory":"B"},"category":"B"}"#
    let findings = lint(text).findings
    #expect(findings.count == 3)
    #expect(findings.allSatisfy { $0.source == "Apple: Generating a remote notification" })
    #expect(findings[1].message.contains("did you mean category?"))
  }

  @Test func `an offer of ours is read as the device reads it`() {
    let offer = Fixture.notificationOffer()
    let good: JSONValue = ["aps": ["alert": "a", "category": "B"], "offer": offer.json]
    #expect(found(good.text) == [])
    let plain: JSONValue = ["aps": ["alert": "a"], "offer": offer.json]
    #expect(found(plain.text) == ["payload_category_missing /aps/category"])
    let broken: JSONValue = [
      "aps": ["category": "B"],
      "offer": offer.json.replacing("token", nil).replacing("default", 9),
    ]
    #expect(found(broken.text) == ["missing_member /offer/token", "out_of_range /offer/default"])
  }

  // MARK: Size

  /// A payload of exactly `size` bytes.
  private func payload(_ size: Int) -> String {
    let frame = #"{"aps":{"alert":""}}"#
    let body = String(repeating: "x", count: size - frame.utf8.count)
    return #"{"aps":{"alert":"\#(body)"}}"#
  }

  @Test func `4096 bytes pass and 4097 do not, with one line feed at the end or without`() {
    for end in ["", "\n"] {
      let most = lint(payload(4096) + end)
      #expect(most.isAccepted && most.size == 4096)
      let more = lint(payload(4097) + end)
      #expect(more.findings.map(\.code) == ["payload_too_large"] && more.size == 4097)
      #expect(more.findings.first?.message.contains("4097 bytes, 1 more than the 4096") == true)
    }
    #expect(lint(payload(4096) + "\n\n").isAccepted == false)
    #expect(lint(payload(5120), limit: Limits.voipNotificationBytes).isAccepted)
    #expect(!lint(payload(5121), limit: Limits.voipNotificationBytes).isAccepted)
  }

  @Test func `bytes count, not characters`() {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
    let text = #"{"aps":{"alert":"\#(String(repeating: family, count: 170))"}}"#
    #expect(text.count < 200)
    #expect(lint(text).findings.map(\.code) == ["payload_too_large"])
  }

  @Test func `needless spaces and escapes count, and the size without them is told`() {
    let spaced = #"{ "aps": {"alert":"\/\#(String(repeating: "x", count: 4074))"}}"#
    let lint = lint(spaced)
    #expect(lint.size == 4098 && lint.compactSize == 4095)
    #expect(lint.findings.first?.message.contains("escapes: 4095 bytes") == true)
  }

  @Test func `a payload far too large still gets its size and its faults`() {
    let text = #"{"aps":{"badge":"1"},"x":["\#(String(repeating: "y", count: 16_000))"]}"#
    #expect(lint(text).findings.map(\.code) == ["payload_too_large", "wrong_type"])
  }
}

@Suite struct DecimalLiteralTests {
  @Test(arguments: [
    ("0", true, false), ("-0", true, false), ("0.000", true, false), ("0e9", true, false),
    ("1", true, true), ("1.0", true, true), ("100e-2", true, true), ("0.01e2", true, true),
    ("00001", true, true), ("+1", true, true), ("0.999", true, true), ("0.5", true, true),
    ("1.0001", false, true), ("2", false, true), ("10", false, true), ("0.1e2", false, true),
    ("-0.1", false, false), ("-1", false, false),
    ("1e-99999999999999999999", true, true), ("1e99999999999999999999", false, true),
  ])
  func `a number is compared exactly`(text: String, isUnit: Bool, isPositive: Bool) throws {
    let number = try #require(DecimalLiteral(text))
    #expect(number.isUnitInterval == isUnit)
    #expect(number.isPositive == isPositive)
  }

  @Test(arguments: [
    "", "-", ".5", "5.", "1e", "1e+", "e1", "1.2.3", "nan", "inf", "0x1", "1 ", " 1", "1,5", "١",
    "--1",
  ])
  func `anything else is no number`(text: String) {
    #expect(DecimalLiteral(text) == nil)
  }
}
