import Glibc
import PayCore
import PayCrypto
import PayStore
import PaySystem

/// A million rows of the ledger against a million of a settlement file, beside DuckDB's bare join and
/// `wc -l` of the same bytes.
struct ReconciliationBenchmark {
  static let rows = 1_000_000
  /// The first argument with which the join runs in a process of its own, so that its memory is told.
  static let joinArgument = "--join"

  let programs: String
  let scratch: String
  let python: String

  private var ledger: String { scratch + "/ledger.csv" }
  private var settlement: String { scratch + "/settlement.csv" }
  private var data: String { scratch + "/reconciliation" }

  /// Prints a line for each; throws if the two joins do not agree.
  func run() async throws {
    try generate()
    let store = try SQLiteStore.open(directory: data, mode: .readWrite(holder: "Benchmarks"))
    try await store.close()
    _ = try measured(
      "/usr/bin/python3", ["Benchmarks/fill-ledger.py", ledger, data + "/store/pay.sqlite"])
    let floor = try measured("/usr/bin/wc", ["-l", ledger, settlement])
    let peer = try measured(python, ["Benchmarks/duckdb-join.py", ledger, settlement])
    let ours = try measured(programs + "/Benchmarks", [Self.joinArgument, data, settlement])
    let command = try measured(
      programs + "/paytool",
      [
        "reconcile", "--data", data, "--settlement", settlement, "--profile",
        "adyen-settlement-details", "--as-of", "2026-12-31", "--format", "csv", "-o", "/dev/null",
      ])
    let found = ours.words.dropFirst(), expected = peer.words.dropFirst()
    guard found.elementsEqual(expected) else {
      throw BenchmarkError("DuckDB counts \(Array(expected)), ours \(Array(found))")
    }
    print("reconciliation, \(Self.rows) ledger rows against \(Self.rows) settlement rows (to know)")
    print("    ours, SQLite ledger + CSV, read and matched  \(ours)")
    print("    DuckDB, CSV + CSV, the bare join             \(peer)")
    print("    paytool reconcile, remembered and reported   \(command)")
    print("    wc -l of the two files                       \(floor)")
  }

  /// Every hundredth amount differs by a cent; every thousandth row is missing on either side.
  private func generate() throws {
    let book = try PendingFile(for: ledger, mode: 0o600)
    let file = try PendingFile(for: settlement, mode: 0o600)
    try book.append(Array("intent,psp_reference,amount,currency,at_ms\n".utf8))
    try file.append(Array((settlementHead + "\r\n").utf8))
    var mixer: UInt64 = 42
    var books: [UInt8] = []
    var lines: [UInt8] = []
    for number in 0..<Self.rows {
      mixer = mixer &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let cents = Int64(mixer >> 40) % 100_000 + 100
      let reference = "PSP" + String(mixer, radix: 36, uppercase: true) + String(number)
      let intent = "buy_" + padded(number, 26)
      if number % 1000 != 1 {
        books += Array("\(intent),\(reference),\(amount(cents)),USD,1790000000000\n".utf8)
      }
      if number % 1000 != 2 {
        let settled = number % 100 == 3 ? cents + 1 : cents
        let fee: Int64 = 30
        lines += Array(
          ("Sample,Shop,\(reference),\(intent),visa,2026-09-21 14:13:20,UTC,Settled,M\(number),USD,,"
            + "\(amount(settled)),1,USD,,\(amount(settled - fee)),0.30,,,,visa,,7\r\n").utf8)
      }
      if books.count > 1 << 20 { try book.append(books); books = [] }
      if lines.count > 1 << 20 { try file.append(lines); lines = [] }
    }
    try book.append(books)
    try file.append(lines)
    try book.commit()
    try file.commit()
  }

  private var settlementHead: String {
    "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,"
      + "TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),"
      + "Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),"
      + "Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,"
      + "Batch Number"
  }

  private func amount(_ cents: Int64) -> String { "\(cents / 100).\(padded(Int(cents % 100), 2))" }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  // MARK: Children

  /// A program's run: wall seconds, peak memory and the words that it printed.
  private struct Run: CustomStringConvertible {
    let seconds: Double
    let mebibytes: Int
    let words: [Substring]

    var description: String {
      let tenths = Int((seconds * 100).rounded())
      let fraction = tenths % 100
      return "\(tenths / 100).\(fraction < 10 ? "0" : "")\(fraction) s   \(mebibytes) MiB"
    }
  }

  private func measured(_ path: String, _ arguments: [String]) throws -> Run {
    let output = scratch + "/output"
    unlink(output)
    let start = monotonicNanoseconds()
    let child = try ChildProcess(path, arguments, output: output)
    let (succeeded, kibibytes) = child.waitMeasured()
    let seconds = Double(monotonicNanoseconds() - start) / 1e9
    let text = String(decoding: try Files.read(output, limit: 1 << 20), as: UTF8.self)
    guard succeeded else { throw BenchmarkError("\(path) failed: \(text)") }
    return Run(
      seconds: seconds, mebibytes: kibibytes / 1024,
      words: text.split(whereSeparator: \.isWhitespace))
  }

  // MARK: The join, in a process of its own

  /// Reads both sides and matches them; prints seconds and the counts that DuckDB gives as well.
  static func join(data: String, settlement: String) async throws {
    let start = monotonicNanoseconds()
    let store = try SQLiteStore.open(directory: data, mode: .readOnly)
    var ledger: [LedgerRow] = []
    var last: Int64 = 0
    while true {
      let page = try await store.journals(after: last, limit: 10_000)
      guard let end = page.last else { break }
      ledger += page.compactMap { LedgerRow($0.journal) }
      last = end.number
    }
    try await store.close()
    let name = "adyen-settlement-details"
    let profile = try SettlementProfile(
      parsing: try Files.read(
        "merchant-config/settlement-profiles/\(name).json", limit: Limits.configurationBytes),
      name: name)
    let file = try profile.read(try Files.read(settlement, limit: 1 << 30)) { _ in }
    let lines = file.lines.map { SourcedLine(line: $0.line, file: "settlement.csv", row: $0.row) }
    let result = try Reconciler(
      settlementDays: profile.settlementDays, cutoffOffsetSeconds: profile.cutoffOffsetSeconds,
      digest: OpenSSLDigest()
    ).reconcile(
      ledger: ledger, settlement: lines, voidings: [], asOf: Timestamp(seconds: 1_798_675_200),
      period: nil, inputs: [], findings: file.findings)
    let seconds = Double(monotonicNanoseconds() - start) / 1e9
    let counts = result.counts
    let told = [
      .matched, .amountDifference, .missingInPSP, .missingInLedger,
    ].map { (status: ReconciliationStatus) in String(counts[status] ?? 0) }
    print(seconds, told.joined(separator: " "))
  }
}
