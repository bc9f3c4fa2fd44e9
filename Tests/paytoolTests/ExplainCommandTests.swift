import Foundation
import TestSupport
import Testing

@Suite struct ExplainCommandTests {
  private let settled: SettlementShop
  private var shop: Shop { settled.shop }
  private typealias Usual = SettlementShop

  init() throws {
    settled = try SettlementShop()
    try settled.capture([0, 1])
  }

  private func id(_ number: Int, in report: SettlementReport) throws -> String {
    try #require(report.line(number)?["id"] as? String)
  }

  @Test func `a line is told with both sides, each step and what to do`() throws {
    let file = try settled.file(
      "s.csv", [settled.sale(0), settled.sale(1, gross: "20.10", net: "19.50")])
    let report = try settled.report(file)
    let line = try id(1, in: report)
    let text = try shop.ok("explain", line, "--as-of", Usual.asOf)
    for part in [
      line, "amount_diff", settled.intent(1), "20.00 USD", "20.10 USD", "0.10 USD", "PSP1",
      "s.csv, row 3", "1. ", "What to do: ",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    let json = try shop.json("explain", line, "--as-of", Usual.asOf)
    #expect(json["object"] as? String == "lineExplanation")
    #expect((json["line"] as? [String: Any])?["id"] as? String == line)
    #expect((json["steps"] as? [Any])?.isEmpty == false)
    #expect(json["asOf"] as? String == "2026-03-31T00:00:00Z")
  }

  @Test func `the beginning of an id will do`() throws {
    let line = try id(0, in: try settled.report())
    let arguments = ["--profile", Usual.profile, "--as-of", Usual.asOf]
    let finished = try shop.paytool(["explain", String(line.prefix(13))] + arguments)
    #expect(finished.status == 0 && finished.output.contains(line))
  }

  @Test(arguments: ["line_00000000000000000000000000", "line_0", "buy_x", "", "\u{1B}[2J"])
  func `what is no line is exit 2 with a hint`(line: String) throws {
    _ = try settled.report(try settled.file("s.csv", [settled.sale(0)]))
    let finished = try shop.paytool("explain", line, "--as-of", Usual.asOf)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty && finished.errorLines.count == 1)
    #expect(!finished.errors.contains("\u{1B}"))
  }

  @Test func `explaining changes no file`() throws {
    let line = try id(0, in: try settled.report(try settled.file("s.csv", [settled.sale(0)])))
    func files() throws -> [String: Data] {
      let names = try FileManager.default.subpathsOfDirectory(atPath: shop.data)
      return names.filter { !$0.contains(".sqlite-") }.reduce(into: [:]) {
        $0[$1] = FileManager.default.contents(atPath: shop.data + "/" + $1)
      }
    }
    let before = try files()
    _ = try shop.ok("explain", line, "--as-of", Usual.asOf)
    #expect(try files() == before)
  }

  @Test func `without a memory and a profile the profiles are named`() throws {
    let finished = try shop.paytool("explain", "line_000000", "--as-of", Usual.asOf)
    #expect(finished.status == 2)
    #expect(finished.errors.contains(Usual.profile))
  }
}

@Suite struct SettlementProfileCheckTests {
  /// The sample with another profile beside its own.
  private func shop(_ name: String, _ contents: String) throws -> Shop {
    var shop = try Shop()
    let copy = shop.folder.file("config")
    try FileManager.default.copyItem(atPath: shop.configuration, toPath: copy)
    try Data(contents.utf8).write(
      to: URL(fileURLWithPath: copy + "/settlement-profiles/" + name))
    shop.configuration = copy
    return shop
  }

  @Test func `check names the profiles`() throws {
    let profiles = try Shop().json("check")["settlementProfiles"] as? [String]
    #expect(profiles == ["adyen-settlement-details", "stripe-payout-reconciliation"])
    #expect(try Shop().ok("check").contains("adyen-settlement-details"))
  }

  @Test(arguments: ["", "{}", "[]", #"{"columns":1,"colour":"red"}"#, "{\"a\":1,\"a\":2}"])
  func `faults of a profile are the configuration's, with its file`(contents: String) throws {
    let shop = try shop("mine.json", contents)
    let finished = try shop.paytool("check", "--json")
    #expect(finished.status == 1)
    let faults = try #require(try document(finished.output)["faults"] as? [[String: String]])
    #expect(!faults.isEmpty)
    #expect(faults.allSatisfy { $0["file"] == "settlement-profiles/mine.json" })
    // What does not need the profile goes on without it.
    #expect(try shop.paytool("quote").status == 0)
    let used = try shop.paytool("reconcile", "--profile", "mine", "--as-of", "2026-01-01")
    #expect(used.status == 1 && used.errors.contains("settlement-profiles/mine.json"))
  }

  @Test func `faults of all files are told at once`() throws {
    let shop = try shop("mine.json", "{}")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: shop.configuration + "/offers.json"))
    let finished = try shop.paytool("check")
    #expect(finished.status == 1)
    #expect(finished.errors.contains("offers.json: "))
    #expect(finished.errors.contains("settlement-profiles/mine.json: "))
  }
}
