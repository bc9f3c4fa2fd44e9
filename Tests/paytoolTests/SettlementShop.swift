import Foundation
import TestSupport

/// A merchant with sales in the ledger and the provider's files about them.
final class SettlementShop {
  let shop: Shop
  private var intents: [Int: String] = [:]
  static let profile = "adyen-settlement-details"
  static let asOf = "2026-03-31"

  init() throws { shop = try Shop() }

  // MARK: Ledger

  /// The intent of a number; for one that was never sold, an id that no intent has.
  func intent(_ number: Int) -> String { intents[number] ?? "buy_nobody\(number)" }

  /// Sells for 20.00 USD, each number at noon of its own day of January 2026 (0 on the first), with
  /// the provider's reference `PSP` and the number.
  func capture(_ numbers: [Int]) throws {
    if intents.isEmpty {
      try KeyTemplate.made(at: "2026-01-01T00:00:00Z").write(to: shop.data)
    }
    for number in numbers {
      let day = number + 1
      let at = ["--at", "2026-01-\(day < 10 ? "0" : "")\(day)T12:00:00Z"]
      let made = try ok(["intent", "create", "--segment", "2", "--json"] + at)
      let id = try document(made)["id"] as? String ?? ""
      intents[number] = id
      let reference = ["--psp-reference", "PSP\(number)"]
      _ = try ok(
        ["intent", "authorization", id, "--result", "approved", "--attested"] + reference + at)
      _ = try ok(["intent", "capture", id] + reference + at)
    }
  }

  private func ok(_ arguments: [String]) throws -> String {
    let finished = try shop.paytool(arguments)
    guard finished.status == 0 else { throw UnexpectedExit(arguments, finished) }
    return finished.output
  }

  // MARK: Files

  private static let header = """
    Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,\
    Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),\
    Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),\
    Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,\
    Modification Merchant Reference,Batch Number,Reserved4,Reserved5,Reserved6,Reserved7,\
    Reserved8,Reserved9,Reserved10
    """

  /// A settled sale; the fee is 0.60.
  func sale(
    _ number: Int, gross: String = "20.00", net: String = "19.40", psp: String? = nil,
    batch: Int = 1
  ) -> String {
    "Co,M,\(psp ?? "PSP\(number)"),\(intent(number)),visa,2026-01-31 10:00:00,UTC,Settled,"
      + "X\(number),USD,,\(gross),1,USD,,\(net),0.60,,,,visa,,\(batch),,,,,,,"
  }

  func fee(_ amount: String, batch: Int = 1) -> String {
    "Co,M,,,,2026-01-31 10:00:00,UTC,Fee,\"Transaction Fees, January\",USD,,,,USD,\(amount),,,,,,,,"
      + "\(batch),,,,,,,"
  }

  /// A file with these rows.
  func file(_ name: String, _ rows: [String], lineEnd: String = "\r\n") throws -> String {
    try shop.file(name, ([Self.header] + rows).map { $0 + lineEnd }.joined())
  }

  // MARK: Runs

  /// Runs the command at the usual moment with the usual profile.
  func reconcile(_ files: [String], _ more: String...) throws -> Finished {
    try shop.paytool(
      ["reconcile"] + files.flatMap { ["--settlement", $0] }
        + ["--profile", Self.profile, "--as-of", Self.asOf] + more)
  }

  /// Removes what is remembered of files.
  func forget() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: shop.data)
    where name.hasPrefix("settlements.sqlite") {
      try FileManager.default.removeItem(atPath: shop.data + "/" + name)
    }
  }

  func report(_ files: String..., more: [String] = []) throws -> SettlementReport {
    try report(files, more: more)
  }

  /// The report as JSON.
  func report(_ files: [String], more: [String] = []) throws -> SettlementReport {
    let finished = try shop.paytool(
      ["reconcile"] + files
        + ["--profile", Self.profile, "--as-of", Self.asOf, "--format", "json"] + more)
    guard finished.status == 0 else { throw UnexpectedExit(["reconcile"], finished) }
    return SettlementReport(try document(finished.output), errors: finished.errors)
  }
}

/// A report as its readers see it.
struct SettlementReport {
  let json: [String: Any]
  let errors: String
  let lines: [[String: Any]]

  init(_ json: [String: Any], errors: String) {
    self.json = json
    self.errors = errors
    lines = json["lines"] as? [[String: Any]] ?? []
  }

  /// How many lines have each status, of those that have any.
  var counts: [String: Int] {
    (json["counts"] as? [String: Int] ?? [:]).filter { $0.value > 0 }
  }

  var inputs: [String] {
    (json["inputs"] as? [[String: Any]] ?? []).compactMap { $0["file"] as? String }
  }

  /// The line with a reference of the provider.
  func line(_ number: Int) -> [String: Any]? {
    lines.first { $0["pspReference"] as? String == "PSP\(number)" }
  }

  func status(_ number: Int) -> String? { line(number)?["status"] as? String }

  /// Everything but the names of files and the places in them.
  var content: String {
    var rest = json
    rest["inputs"] = nil
    rest["lines"] = lines.map { line in line.filter { $0.key != "source" } }
    let data = try? JSONSerialization.data(withJSONObject: rest, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
