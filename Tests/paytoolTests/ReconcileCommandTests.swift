import Foundation
import PaySystem
import TestSupport
import Testing

@Suite struct ReconcileCommandTests {
  private let settled: SettlementShop
  private var shop: Shop { settled.shop }
  private typealias Usual = SettlementShop

  init() throws { settled = try SettlementShop() }

  private func memory() throws -> Data? {
    FileManager.default.contents(atPath: shop.data + "/settlements.sqlite")
  }

  @Test func `planted faults are all named, with their difference`() throws {
    try settled.capture([0, 1, 2])
    let file = try settled.file(
      "s.csv",
      [
        settled.sale(0), settled.sale(1, gross: "20.10", net: "19.50"),
        settled.sale(9, psp: "PSPX"),
        settled.fee("1.00"),
      ])
    let report = try settled.report(file)
    #expect(
      report.counts == [
        "matched": 1, "amount_diff": 1, "missing_in_psp": 1, "missing_in_ledger": 1, "non_sale": 1,
      ])
    #expect(report.status(0) == "matched" && report.status(2) == "missing_in_psp")
    #expect(report.line(1)?["difference"] as? String == "0.10")
    #expect(report.errors.contains("1 matched, 1 amount_diff, 1 missing_in_psp"))
    #expect(report.errors.contains("difference 0.10 USD"))
    #expect(report.inputs == ["s.csv"])
  }

  @Test func `a second month leaves the first matched`() throws {
    try settled.capture([0, 1])
    let january = try settled.file("jan.csv", [settled.sale(0)])
    let february = try settled.file("feb.csv", [settled.sale(1, batch: 2)])
    let first = try settled.report(january)
    #expect(first.status(0) == "matched" && first.status(1) == "missing_in_psp")
    let second = try settled.report(february)
    #expect(second.counts == ["matched": 2])
    #expect(second.line(0)?["id"] as? String == first.line(0)?["id"] as? String)
    #expect(second.line(1)?["id"] as? String == first.line(1)?["id"] as? String)
    #expect(second.inputs == ["feb.csv", "jan.csv"])
    // And without a file the report is about what is known.
    #expect(try settled.report().content == second.content)
  }

  @Test func `files in one run or in several, in any order, give one report`() throws {
    try settled.capture([0, 1, 2])
    let rows = [
      settled.sale(0), settled.sale(1), settled.sale(1), settled.fee("1.00"),
      settled.sale(9, psp: "PSPX"),
    ]
    let parts = [
      try settled.file("a.csv", Array(rows[3...].reversed()), lineEnd: "\n"),
      try settled.file("b.csv", Array(rows[..<3].reversed())),
    ]
    let orders = [
      [try settled.file("all.csv", rows)], [try settled.file("reversed.csv", rows.reversed())],
      parts, parts.reversed(),
    ]
    let contents = try orders.map { files in
      try settled.forget()
      return try settled.report(files).content
    }
    #expect(contents[0].contains("duplicate") && Set(contents).count == 1)
    // One after the other, from the memory of the last run on.
    #expect(try settled.report(parts).content == contents[0])
    #expect(try settled.report().content == contents[0])
  }

  @Test func `a line that stands in two files is one line`() throws {
    try settled.capture([0])
    let files = try ["a.csv", "b.csv"].map { try settled.file($0, [settled.sale(0)]) }
    let report = try settled.report(files)
    #expect(report.counts == ["matched": 1])
    #expect(report.inputs == ["a.csv", "b.csv"])
    #expect((report.lines[0]["source"] as? [String: Any])?["file"] as? String == "b.csv")
  }

  @Test func `the same file again changes nothing and is told`() throws {
    try settled.capture([0, 1])
    let file = try settled.file("s.csv", [settled.sale(0), settled.fee("1.00")])
    let first = try settled.report(file)
    let again = try settled.report(file)
    #expect(again.content == first.content)
    #expect(again.inputs == first.inputs)
    #expect(again.errors.contains("s.csv was imported before: 2 of 2 lines known"))
    let more = try settled.file("more.csv", [settled.sale(0), settled.sale(1)])
    #expect(try settled.report(more).errors.contains("more.csv has 1 new lines, 1 of 2"))
  }

  @Test func `a file that is not good is told by its places, and no file is remembered`() throws {
    try settled.capture([0])
    let good = try settled.file("good.csv", [settled.sale(0)])
    let bad = try settled.file(
      "bad.csv", [settled.sale(1, gross: "1,0"), settled.sale(2, net: "--1"), settled.sale(3)])
    let finished = try settled.reconcile([good, bad])
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty)
    #expect(finished.errors.contains("bad.csv has"))
    #expect(finished.errors.contains("record 2"))
    #expect(try memory() == nil)
    _ = try settled.report(good)
    let before = try memory()
    #expect(try settled.reconcile([bad, good]).status == 1)
    #expect(try memory() == before)
  }

  @Test(arguments: ["not a csv at all", "", "\0\0\0", "a,b\n\"", "{}"])
  func `what is no settlement file is refused`(contents: String) throws {
    let finished = try settled.reconcile([try shop.file("x.csv", contents)])
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty && finished.errors.contains("x.csv"))
    #expect(!finished.errors.contains("\0"))
    #expect(try memory() == nil)
  }

  @Test func `a file that is not there is exit 5`() throws {
    let finished = try settled.reconcile([shop.folder.file("nowhere.csv")])
    #expect(finished.status == 5)
    #expect(finished.errors.contains("nowhere.csv"))
    #expect(try settled.reconcile([shop.folder.path]).status == 5)
  }

  @Test(arguments: [
    ["--as-of", "yesterday"], ["--as-of", "2026-02-30"], ["--from", "2026-01"], ["--to", "x"],
    ["--from", "2026-02-01", "--to", "2026-02-01"], ["--format", "pdf"], ["--fail-on", "x"],
    ["--fail-on", "unmatched,x"], ["--fail-on", ""], ["--fail-on", "unmatched,"],
    ["--profile", "adyen-settlement-detail"], ["--profile", "../../etc/passwd"],
    ["--profile", ""],
  ])
  func `a command line that cannot be is exit 2, and nothing is done`(more: [String]) throws {
    let file = try settled.file("s.csv", [settled.sale(0)])
    var arguments = ["reconcile", file] + more
    if more[0] != "--profile" { arguments += ["--profile", Usual.profile] }
    let finished = try shop.paytool(arguments)
    #expect(finished.status == 2, "\(finished.errors)")
    #expect(finished.output.isEmpty)
    #expect(try memory() == nil)
  }

  @Test func `a profile that is not there comes with those that are`() throws {
    let file = try settled.file("s.csv", [settled.sale(0)])
    let slip = try shop.paytool("reconcile", file, "--profile", "adyen-settlement-detials")
    #expect(slip.errors.contains("did you mean adyen-settlement-details?"))
    #expect(slip.errors.contains("stripe-payout-reconciliation"))
    let none = try shop.paytool("reconcile", file)
    #expect(none.status == 2 && none.errors.contains("--profile NAME is needed"))
  }

  @Test func `with -o the report is in the file alone, and exit 1 comes after it`() throws {
    try settled.capture([0, 1])
    let file = try settled.file("s.csv", [settled.sale(0)])
    let path = shop.folder.file("report.json")
    let finished = try settled.reconcile(
      [file], "--json", "-o", path, "--fail-on", "unmatched")
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty)
    let report = try document(try String(contentsOfFile: path, encoding: .utf8))
    #expect((report["lines"] as? [Any])?.count == 2)
    let problem = try #require(finished.errorLines.last)
    #expect(try document(problem + "\n")["code"] as? String == "unmatched_lines")
    let more = try settled.file("t.csv", [settled.sale(1)])
    #expect(try settled.reconcile([more], "--fail-on", "unmatched").status == 0)
  }

  @Test func `a place that cannot be written is known before anything is remembered`() throws {
    let file = try settled.file("s.csv", [settled.sale(0)])
    let finished = try settled.reconcile([file], "-o", "/nowhere/report.json")
    #expect(finished.status == 5)
    #expect(try memory() == nil)
  }

  @Test func `without purchases the ledger is empty, and that is told`() throws {
    let report = try settled.report(try settled.file("s.csv", [settled.sale(0)]))
    #expect(report.counts == ["missing_in_ledger": 1])
    #expect(report.errors.contains("the ledger is empty"))
    #expect(!FileManager.default.fileExists(atPath: shop.data + "/store"))
  }

  @Test func `without a file and without a memory the ledger stands alone`() throws {
    try settled.capture([0])
    let report = try settled.report()
    #expect(report.counts == ["missing_in_psp": 1])
    #expect(report.errors.contains("no settlement file was read yet"))
    #expect(try memory() == nil)
  }

  @Test func `the period has its first day and ends before its last`() throws {
    try settled.capture([0, 1, 2])
    let report = try settled.report(more: ["--from", "2026-01-02", "--to", "2026-01-03"])
    #expect(report.lines.count == 1 && report.status(1) == "missing_in_psp")
  }

  @Test func `as-of is a date or a time, and else now, which is told`() throws {
    try settled.capture([0])
    for text in ["2026-01-01", "2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00"] {
      let report = try shop.json("reconcile", "--profile", Usual.profile, "--as-of", text)
      #expect(report["asOf"] as? String == "2026-01-01T00:00:00Z")
    }
    let now = try shop.paytool("reconcile", "--profile", Usual.profile)
    #expect(now.status == 0 && now.errors.contains("which is now"))
  }

  @Test func `whoever reads files is named to the next, and readers go on`() throws {
    let file = try settled.file("s.csv", [settled.sale(0)])
    _ = try settled.report(file)
    let lock = try FileLock.take(shop.data + "/settlements.lock", as: "paytool")
    let finished = try settled.reconcile([file])
    #expect(finished.status == 5)
    #expect(finished.output.isEmpty)
    #expect(finished.errors.contains("paytool (process \(getpid()))"))
    #expect(try settled.report().lines.count == 1)
    withExtendedLifetime(lock) {}
  }

  @Test func `it works while PayServer holds the store`() throws {
    try settled.capture([0])
    let lock = try FileLock.take(shop.data + "/store/lock", as: "PayServer")
    #expect(try settled.report(try settled.file("s.csv", [settled.sale(0)])).status(0) == "matched")
    withExtendedLifetime(lock) {}
  }

  @Test func `a memory that is none is left alone and told with a remedy`() throws {
    try FileManager.default.createDirectory(atPath: shop.data, withIntermediateDirectories: true)
    let path = shop.data + "/settlements.sqlite"
    try Data(String(repeating: "hello\n", count: 999).utf8).write(to: URL(fileURLWithPath: path))
    let finished = try settled.reconcile([try settled.file("s.csv", [settled.sale(0)])])
    #expect(finished.status == 5)
    #expect(finished.errors.contains("settlements.sqlite") && finished.errors.contains("backup"))
    #expect(try memory()?.count == 5994)
  }

  @Test func `standard input is a file, and a hostile name cannot steer the terminal`() throws {
    try settled.capture([0])
    let file = try settled.file("\u{1B}[2J\u{202E}s.csv", [settled.sale(0)])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let input = try shop.paytool(
      "reconcile", "-", "--profile", Usual.profile, "--as-of", Usual.asOf, "--json", input: text)
    #expect(input.status == 0 && input.output.contains(#""file":"standard input""#))
    let again = try settled.reconcile([file])
    #expect(again.status == 0 && again.errors.contains("s.csv was imported before"))
    for text in [again.errors, again.output] {
      #expect(!text.contains("\u{1B}") && !text.unicodeScalars.contains("\u{202E}"))
    }
    #expect(try settled.reconcile(["-", "-"]).status == 2)
  }

  @Test(arguments: ["table", "json", "csv", "html"])
  func `each form is written, and with -q nothing else`(format: String) throws {
    try settled.capture([0])
    let file = try settled.file("s.csv", [settled.sale(0), settled.fee("1.00")])
    let finished = try settled.reconcile([file], "--format", format, "-q")
    #expect(finished.status == 0)
    #expect(finished.output.contains("20.00") && finished.errors.isEmpty)
    let loud = try settled.reconcile([], "--format", format)
    #expect(loud.output == finished.output)
    // No progress for a pipe: whole lines of text only.
    #expect(!loud.errors.contains("\r") && !loud.errors.contains("\u{1B}"))
  }
}
