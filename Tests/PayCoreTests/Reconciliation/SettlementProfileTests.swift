import Foundation
import PayCore
import TestSupport
import Testing

@Suite struct SettlementProfileTests {
  static let minimal: JSONValue = [
    "settlementDays": 2, "cutoffZone": "+01:00",
    "columns": ["type": "Type", "reference": "Id"],
    "date": ["column": "Date", "format": "yyyy-MM-dd", "zone": "UTC"],
    "gross": ["mode": "signed", "amount": "Amount", "currency": "Currency"],
    "types": ["Sale": "sale"],
  ]

  static func profile(
    _ json: JSONValue, name: String = "sample"
  ) throws(SettlementProfileError)
    -> SettlementProfile
  { try SettlementProfile(parsing: json.bytes, name: name) }

  static func shipped(_ name: String) throws -> SettlementProfile {
    let path = packageRoot + "/merchant-config/settlement-profiles/\(name).json"
    let data = try #require(FileManager.default.contents(atPath: path))
    return try SettlementProfile(parsing: Array(data), name: name)
  }

  @Test(arguments: ["adyen-settlement-details", "stripe-payout-reconciliation"])
  func `the profiles that we ship are in order`(name: String) throws {
    let profile = try Self.shipped(name)
    #expect(profile.name == name)
    #expect(profile.settlementDays == 3)
    #expect(profile.cutoffOffsetSeconds == 0)
  }

  @Test func `a small profile has defaults for the rest`() throws {
    let profile = try Self.profile(Self.minimal)
    #expect(profile.settlementDays == 2)
    #expect(profile.cutoffOffsetSeconds == 3600)
  }

  @Test(
    arguments: [
      ("name", "other", ["/name wrong_value"]),
      ("delimiter", ",,", ["/delimiter unknown_value"]),
      ("delimiter", "\"", ["/delimiter unknown_value"]),
      ("decimalMark", "'", ["/decimalMark unknown_value"]),
      ("unit", "cents", ["/unit unknown_value"]),
      ("psp", "adyan", ["/psp unknown_value"]), ("psp", 1, ["/psp wrong_type"]),
      ("psp", "adyen", ["/psp wrong_value"]),
      ("headerRow", 0, ["/headerRow out_of_range"]),
      ("headerRow", 101, ["/headerRow out_of_range"]),
      ("settlementDays", -1, ["/settlementDays out_of_range"]),
      ("settlementDays", "3", ["/settlementDays wrong_type"]),
      ("cutoffZone", "PST", ["/cutoffZone wrong_value"]),
      ("cutoffZone", "+1:00", ["/cutoffZone wrong_value"]),
      ("cutoffZone", "+15:00", ["/cutoffZone wrong_value"]),
      ("controlTotal", "none", ["/controlTotal unknown_value"]),
      ("types", [:], ["/types empty"]),
      ("types", ["Sale": "sales"], ["/types/Sale unknown_value"]),
      ("types", ["Sale": ["kind": "sale", "sign": 1]], ["/types/Sale/sign unknown_member"]),
      ("fees", ["columns": ["A", "A"], "costs": "positive"], ["/fees/columns duplicate"]),
      ("fees", ["columns": ["A"]], ["/fees/costs missing_member"]),
      ("fees", ["columns": ["Amount"], "costs": "positive"], ["/fees/columns duplicate"]),
      (
        "net", ["mode": "debit-credit", "debit": "A", "credit": "Fee", "currency": "C"],
        ["/fees/columns duplicate"]
      ),
      (
        "types", ["Sale": ["kind": "sale", "direction": "debit"]],
        ["/types/Sale/direction wrong_value"]
      ),
      (
        "types", ["R": ["kind": "refund", "direction": "credit"]],
        ["/types/R/direction wrong_value"]
      ),
      (
        "columns", ["type": "T", "reference": "R", "rowReference": []],
        ["/columns/rowReference empty"]
      ),
      (
        "columns", ["type": "T", "reference": "R", "rowReference": ["A", "A"]],
        ["/columns/rowReference duplicate"]
      ),
      ("columns", ["type": "", "reference": "R"], ["/columns/type empty"]),
      (
        "columns", ["type": "T", "reference": "R", "psp": "X"],
        ["/columns/psp unknown_member"]
      ),
      (
        "date", ["column": "D", "format": "dd.MM.yy", "zone": "UTC"],
        ["/date/format wrong_value"]
      ),
      ("date", ["column": "D", "format": "yyyy-MM-dd"], ["/date wrong_value"]),
      (
        "date", ["column": "D", "format": "yyyy-MM-dd", "zone": "Mars"],
        ["/date/zone wrong_value"]
      ),
      (
        "gross", ["mode": "sign", "amount": "A", "currency": "C"],
        ["/gross/mode unknown_value"]
      ),
      (
        "gross", ["mode": "debit-credit", "debit": "A", "credit": "A", "currency": "C"],
        ["/gross/credit duplicate"]
      ),
      (
        "net", ["mode": "signed", "debit": "A"],
        ["/net/amount missing_member", "/net/currency missing_member", "/net/debit unknown_member"]
      ),
      ("extra", 1, ["/extra unknown_member"]),
      ("gross", nil, ["/gross missing_member"]),
    ] as [(String, JSONValue?, [String])])
  func `a fault is told with its place`(member: String, value: JSONValue?, expected: [String]) {
    let feeColumn: JSONValue = ["columns": ["Fee"], "costs": "positive"]
    let json = Self.minimal.replacing("fees", feeColumn).replacing(member, value)
    let error = #expect(throws: SettlementProfileError.self) { try Self.profile(json) }
    #expect(error?.faults.map { "\($0.pointer) \($0.code)" } == expected)
  }

  @Test(
    arguments: [
      ("delimiter", "\"", "is none of the known words; known: \\t , ; |"),
      ("unit", "minors", "is none of the known words; did you mean minor?"),
    ] as [(String, JSONValue, String)])
  func `an unknown word is answered with those that are known`(
    member: String, value: JSONValue, expected: String
  ) {
    let error = #expect(throws: SettlementProfileError.self) {
      try Self.profile(Self.minimal.replacing(member, value))
    }
    #expect(error?.faults.map(\.detail) == [expected])
  }

  @Test(
    arguments: [
      ["kind": "sale", "direction": "credit"], ["kind": "fee", "direction": "credit"],
      ["kind": "payout", "direction": "credit"], ["kind": "reserve", "direction": "debit"],
    ] as [JSONValue])
  func `a direction that the kind leaves open, or repeats, is taken`(type: JSONValue) {
    #expect(throws: Never.self) {
      try Self.profile(Self.minimal.replacing("types", ["A": type]))
    }
  }

  @Test func `all faults are told at once`() {
    let json = Self.minimal.replacing("unit", "x").replacing("date", nil).replacing("zzz", 1)
      .replacing("types", ["A": "b", "C": "d"])
    let error = #expect(throws: SettlementProfileError.self) { try Self.profile(json) }
    #expect(error?.faults.count == 5)
    #expect(error?.code == "settlement_profile")
    #expect(error?.description.hasPrefix("settlement profile sample: ") == true)
  }

  @Test(arguments: ["", "A", "a.b", "../x", "a b"])
  func `a name is lower-case letters, digits and hyphens`(name: String) {
    #expect(throws: SettlementProfileError.self) { try Self.profile(Self.minimal, name: name) }
  }

  @Test func `what is not JSON is refused with its byte`() {
    let error = #expect(throws: SettlementProfileError.self) {
      try SettlementProfile(parsing: Array("{".utf8), name: "sample")
    }
    #expect(error?.faults.map(\.code) == ["json_unexpected_end"])
  }

  @Test func `every key is in the profiles' README`() throws {
    let path = packageRoot + "/merchant-config/settlement-profiles/README.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let error = #expect(throws: SettlementProfileError.self) {
      try Self.profile(
        [
          "?": 1, "columns": ["?": 1], "date": ["?": 1], "fees": ["?": 1],
          "gross": ["mode": "", "?": 1], "types": ["A": ["?": 1]],
        ])
    }
    let lists = (error?.faults ?? []).filter { $0.code == "unknown_member" }
      .compactMap { $0.detail.components(separatedBy: "known: ").last }
    #expect(lists.count == 6)
    for key in lists.flatMap({ $0.components(separatedBy: ", ") }) {
      #expect(text.contains("| `\(key)`") || text.contains(".\(key)`"), "\(key)")
    }
  }
}
