import Foundation
import TestSupport
import Testing

/// An output never takes the place of what a command reads.
@Suite struct OutputCheckTests {
  private let settled: SettlementShop
  private var shop: Shop { settled.shop }

  init() throws { settled = try SettlementShop() }

  private func isRefused(_ finished: Finished, _ sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    #expect(finished.status == 2, sourceLocation: sourceLocation)
    #expect(finished.output.isEmpty, sourceLocation: sourceLocation)
    let problem = try document(finished.errors)
    #expect(problem["code"] as? String == "output_is_input", sourceLocation: sourceLocation)
  }

  @Test func `a settlement file is not replaced, by whatever name`() throws {
    let file = try settled.file("s.csv", [settled.sale(0)])
    let before = FileManager.default.contents(atPath: file)
    let (hard, soft) = (shop.folder.file("hard.csv"), shop.folder.file("soft.csv"))
    try FileManager.default.linkItem(atPath: file, toPath: hard)
    try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: file)
    for output in [file, shop.folder.path + "/./s.csv", hard, soft] {
      try isRefused(try settled.reconcile([file], "-o", output, "--json"))
      try isRefused(
        try shop.paytool(
          "reconcile", file, "--profile", SettlementShop.profile, "-o", output, "--json"))
    }
    #expect(FileManager.default.contents(atPath: file) == before)
    // Nothing was read, so nothing is remembered.
    #expect(!FileManager.default.fileExists(atPath: shop.data + "/settlements.sqlite"))
    let other = try shop.file("report.csv", "old")
    #expect(try settled.reconcile([file], "-o", other).status == 0)
  }

  @Test(arguments: ["settlements.sqlite", "settlements.sqlite-wal", "keys/new.pem"])
  func `a place of the data directory's own files is none for an output`(name: String) throws {
    try FileManager.default.createDirectory(
      atPath: shop.data + "/keys", withIntermediateDirectories: true)
    let path = shop.data + "/" + name
    try isRefused(try shop.paytool("offers", "--json", "-o", path))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a file of the configuration is not replaced`() throws {
    let copy = shop.folder.file("configuration")
    try FileManager.default.copyItem(atPath: shop.configuration, toPath: copy)
    try isRefused(
      try shop.paytool("offers", "--config", copy, "--json", "-o", copy + "/offers.json"))
    #expect(try shop.paytool("check", "--config", copy).status == 0)
  }

  @Test func `what comes through standard input is not replaced either`() throws {
    let file = try settled.file("s.csv", [settled.sale(0)])
    let finished = try run(
      "/bin/sh",
      [
        "-c",
        "exec \"$0\" reconcile - --profile \(SettlementShop.profile) --json -o \"$1\" < \"$1\"",
        binaryDirectory + "/paytool", file,
      ], environment: ["PAY_CONFIG": shop.configuration, "PAY_DATA": shop.data])
    try isRefused(finished)
  }

  @Test func `no file of the data directory is replaced, by any command`() throws {
    try settled.capture([0])
    _ = try settled.report(try settled.file("s.csv", [settled.sale(0)]))
    let names = try FileManager.default.subpathsOfDirectory(atPath: shop.data)
    let files = names.map { shop.data + "/" + $0 }.filter {
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
    #expect(files.contains(shop.data + "/settlements.sqlite"))
    #expect(files.contains(shop.data + "/store/pay.sqlite"))
    #expect(files.contains { $0.contains("/keys/") })
    for file in files { try isRefused(try shop.paytool("quote", "--json", "-o", file)) }
    try isRefused(
      try settled.reconcile([], "--json", "-o", shop.data + "/settlements.sqlite"))
    // A new file beside them is nobody's yet.
    #expect(try shop.paytool("quote", "-o", shop.data + "/quote.txt").status == 0)
  }

  @Test func `a link that leads back to its own folder ends the search`() throws {
    try settled.capture([0])
    try FileManager.default.createSymbolicLink(
      atPath: shop.data + "/loop", withDestinationPath: shop.data)
    let file = try shop.file("quote.txt", "old")
    #expect(try shop.paytool("quote", "-o", file).status == 0)
    try isRefused(
      try shop.paytool("quote", "--json", "-o", shop.data + "/loop/store/pay.sqlite"))
  }

  @Test func `a document that a command checks is not replaced by the verdict`() throws {
    let payload = try shop.file("payload.json", "{}")
    try isRefused(try shop.paytool("notification", "check", payload, "--json", "-o", payload))
    #expect(try String(contentsOfFile: payload, encoding: .utf8) == "{}")
  }
}
