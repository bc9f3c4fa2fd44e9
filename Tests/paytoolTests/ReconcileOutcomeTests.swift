import Foundation
import TestSupport
import Testing

/// What a run of reconcile says of its end: the exit code, and what is remembered.
@Suite struct ReconcileOutcomeTests {
  private let settled: SettlementShop
  private var shop: Shop { settled.shop }

  init() throws { settled = try SettlementShop() }

  /// A file with a type that the profile does not know, which is a finding.
  private func fileWithFinding() throws -> String {
    try settled.file(
      "odd.csv",
      [settled.sale(0), settled.fee("1.00").replacingOccurrences(of: ",Fee,", with: ",Gift,")])
  }

  @Test(
    arguments: [
      (["--fail-on", "findings"], "report_findings"),
      (["--fail-on", "unmatched", "--fail-on", "findings"], "unmatched_lines"),
      (["--fail-on", "findings,unmatched"], "unmatched_lines"),
      (["--fail-on", "unmatched"], "unmatched_lines"), ([], nil),
    ] as [([String], String?)])
  func `the exit code tells what it was asked for`(options: [String], code: String?) throws {
    // Sale 1 is missing at the provider.
    try settled.capture([0, 1])
    _ = try settled.report(try fileWithFinding())
    let finished = try shop.paytool(
      ["reconcile", "--as-of", SettlementShop.asOf, "--json"] + options)
    #expect(finished.status == (code == nil ? 0 : 1))
    #expect(finished.output.contains("settlement_type_unknown"))
    guard let code else { return }
    let problem = try document(String(try #require(finished.errorLines.last)) + "\n")
    #expect(problem["code"] as? String == code)
    let detail = try #require(problem["detail"] as? String)
    #expect(detail.contains("1 finding ") == options.joined().contains("findings"), "\(detail)")
  }

  @Test func `without a finding or a fault there is nothing to fail on`() throws {
    try settled.capture([0])
    let file = try settled.file("s.csv", [settled.sale(0)])
    #expect(try settled.reconcile([file], "--fail-on", "unmatched,findings").status == 0)
  }

  @Test func `a type that the profile learns changes its line and ends its finding`() throws {
    try settled.capture([0])
    let file = try fileWithFinding()
    let before = try settled.report(file)
    #expect((before.json["findings"] as? [Any])?.isEmpty == false)
    // A copy of the profile that knows the type, under a name of its own.
    let copy = shop.folder.file("config")
    try FileManager.default.copyItem(atPath: shop.configuration, toPath: copy)
    let folder = copy + "/settlement-profiles/"
    let text = try String(
      contentsOfFile: folder + SettlementShop.profile + ".json", encoding: .utf8)
    let amended =
      text
      .replacingOccurrences(of: "\"types\": {", with: "\"types\": {\"Gift\": \"fee\",")
      .replacingOccurrences(of: "\"\(SettlementShop.profile)\"", with: "\"mine\"")
    #expect(amended.contains("Gift") && amended.contains("\"mine\""))
    try Data(amended.utf8).write(to: URL(fileURLWithPath: folder + "mine.json"))
    let finished = try shop.paytool(
      "reconcile", file, "--config", copy, "--profile", "mine", "--as-of", SettlementShop.asOf,
      "--json")
    #expect(finished.status == 0, "\(finished.errors)")
    let after = SettlementReport(try document(finished.output), errors: finished.errors)
    #expect(after.lines.count == before.lines.count)
    #expect((after.json["findings"] as? [Any])?.isEmpty == true)
    #expect(after.inputs == ["odd.csv"])
    #expect(
      after.errors.contains("2 of 2 lines known, 2 of them read otherwise than before"),
      "\(after.errors)")
  }

  @Test func `fault 42: an old fraction is told with its decimal, the rest is reconciled`() throws {
    let profile = """
      {"settlementDays": 2, "cutoffZone": "UTC", "unit": "minor", "psp": "stripe",
       "columns": {"type": "Type", "reference": "Id"},
       "date": {"column": "Date", "format": "yyyy-MM-dd", "zone": "UTC"},
       "gross": {"mode": "signed", "amount": "Amount", "currency": "Currency"},
       "types": {"Sale": "sale", "Refund": "refund"}}
      """
    let copy = shop.folder.file("config")
    try FileManager.default.copyItem(atPath: shop.configuration, toPath: copy)
    try Data(profile.utf8).write(
      to: URL(fileURLWithPath: copy + "/settlement-profiles/minor.json"))
    let (head, refund) = ("Date,Type,Id,Amount,Currency\n", "2023-05-01,Refund,b,-4010,ISK\n")
    let both = try shop.file("both.csv", head + "2023-05-01,Sale,a,10000,ISK\n" + refund)
    let only = try shop.file("only.csv", head + refund)
    let options = ["--config", copy, "--profile", "minor", "--as-of", "2023-06-01", "--json"]
    for (file, lines) in [(both, 1), (only, 0)] {
      defer { try? settled.forget() }
      let finished = try shop.paytool(["reconcile", file] + options)
      #expect(finished.status == 0, "\(finished.errors)")
      // Told again when nothing but the memory is read.
      let again = try shop.paytool(["reconcile"] + options + ["--fail-on", "findings"])
      #expect(again.status == 1)
      for output in [finished.output, again.output] {
        let report = SettlementReport(try document(output), errors: "")
        #expect(report.lines.count == lines)
        let finding = try #require((report.json["findings"] as? [[String: Any]])?.first)
        #expect(finding["code"] as? String == "psp_amount_fraction")
        #expect(finding["severity"] as? String == "error")
        #expect((finding["message"] as? String)?.contains("Refund b") == true)
        #expect((finding["message"] as? String)?.contains(": -40.10 ISK as Stripe") == true)
        let totals = report.json["totals"] as? [[String: Any]] ?? []
        #expect(totals.map { $0["net"] as? String } == (lines == 0 ? [] : ["100"]))
      }
    }
  }

  @Test func `a period without a line is told as such`() throws {
    let empty = try settled.report(more: ["--from", "2027-01-01"])
    #expect(empty.errors.contains("neither the ledger nor a settlement has a line"))
    try settled.capture([0])
    let late = try settled.report(more: ["--from", "2027-01-01"])
    #expect(late.lines.isEmpty && late.errors.contains("no line lies in the period"))
    let early = try shop.paytool(
      "reconcile", "--profile", SettlementShop.profile, "--as-of", "2025-12-31")
    #expect(early.errors.contains("no movement of the ledger lies before --as-of"))
  }

  @Test func `a report that fails after its files were read says that they are remembered`()
    throws
  {
    try settled.capture([0])
    let file = try settled.file("s.csv", [settled.sale(0)])
    let store = shop.data + "/store/pay.sqlite"
    for name in [store, store + "-wal", store + "-shm"] {
      try? FileManager.default.removeItem(atPath: name)
    }
    try Data(String(repeating: "hello\n", count: 999).utf8).write(to: URL(fileURLWithPath: store))
    let finished = try settled.reconcile([file])
    #expect(finished.status == 5)
    #expect(finished.errors.contains("the settlement lines are remembered all the same"))
    #expect(try settled.reconcile([file]).errors.contains("s.csv was imported before"))
  }

  @Test func `files that could not be remembered are told to be none`() throws {
    try FileManager.default.createDirectory(atPath: shop.data, withIntermediateDirectories: true)
    try Data("hello".utf8).write(to: URL(fileURLWithPath: shop.data + "/settlements.sqlite"))
    let file = try settled.file("s.csv", [settled.sale(0)])
    let finished = try settled.reconcile([file])
    #expect(finished.status == 5)
    #expect(finished.errors.contains("none of the files is remembered"))
    let missing = try settled.reconcile([file, shop.folder.file("nowhere.csv")])
    #expect(missing.status == 5)
    #expect(missing.errors.contains("none of the files is remembered"))
  }

  @Test func `a file over the limit is refused by its size, before it is read`() throws {
    let path = try shop.file("huge.csv", "")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    // All hole: it takes no room on disk, and would take 3 TiB in memory.
    try file.truncate(atOffset: 3 << 40)
    try file.close()
    let finished = try settled.reconcile([path], "--json")
    #expect(finished.status == 1)
    #expect(try document(finished.errors)["code"] as? String == "settlement_too_large")
  }
}
