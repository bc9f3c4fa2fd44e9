import PayCore
import TestSupport
import Testing

@testable import PayStore

/// When two readings are the same line of the provider, and what is known of it then.
@Suite struct SettlementIdentityTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func remember(_ imports: SettlementImport...) throws -> [ImportCount] {
    try SettlementStore.openToWrite(directory).remember(imports)
  }

  private func contents() throws -> RememberedSettlements {
    try SettlementStore.openToRead(directory).contents()
  }

  @Test(arguments: [
    sale(1, account: "x"), sale(1, type: "x"), sale(1, psp: "x"), sale(1, parent: "x"),
    sale(1, merchant: "x"), sale(1, payout: "x"), sale(1, at: noon.adding(seconds: 1)),
    sale(1, gross: dollars(2001)), sale(1, net: dollars(1941)),
    sale(1, gross: Money(minorUnits: 2000, currency: currency("EUR"))),
    sale(1, net: Money(minorUnits: 1940, currency: currency("EUR"))), sale(1, reference: "x"),
    // The same letters, divided otherwise.
    sale(1, psp: "PSP", parent: "1"),
  ])
  func `what the provider wrote tells a line from another, over files`(
    other: SettlementLine
  ) throws {
    _ = try remember(file("a.csv", [sale(1)]))
    #expect(try remember(file("b.csv", [other], digest: 1)) == [ImportCount(new: 1)])
    #expect(try contents().sources == [sale(1): "a.csv:2", other: "b.csv:2"])
  }

  private static let readings = [
    sale(1, profile: "x"), sale(1, kind: .other), sale(1, text: "x"), sale(1, fees: dollars(-61)),
    sale(1, rate: "1.0"),
  ]

  @Test(arguments: readings)
  func `what a profile makes of a row is replaced by the later reading`(
    reading: SettlementLine
  ) throws {
    _ = try remember(file("a.csv", [sale(1), sale(2)]))
    let counts = try remember(file("b.csv", [reading], digest: 1))
    #expect(counts == [ImportCount(repeated: 1, changed: 1)])
    #expect(try contents().sources == [reading: "b.csv:2", sale(2): "a.csv:3"])
    // And back again.
    #expect(
      try remember(file("c.csv", [sale(1)], digest: 2)) == [ImportCount(repeated: 1, changed: 1)])
    #expect(try contents().sources == [sale(1): "c.csv:2", sale(2): "a.csv:3"])
  }

  @Test func `lines of one file that only their reading tells apart are all kept`() throws {
    let lines = [sale(1)] + Self.readings + [sale(1, text: "e\u{301}"), sale(1, text: "\u{E9}")]
    #expect(try remember(file("a.csv", lines)) == [ImportCount(new: lines.count)])
    #expect(
      try remember(file("b.csv", lines.reversed(), digest: 1))
        == [ImportCount(repeated: lines.count)])
    // One of them in a third file takes no other's place.
    #expect(
      try remember(file("c.csv", [lines[3]], digest: 2)) == [ImportCount(repeated: 1)])
    let contents = try contents()
    #expect(contents.lines.count == lines.count)
    #expect(contents.lines.filter { $0.file == "c.csv" }.map(\.line) == [lines[3]])
  }

  @Test func `a file with one of two rows of an identity takes the other one's place in no order`()
    throws
  {
    let ten = sale(1, gross: dollars(1000), reference: "r")
    var twenty = sale(1, gross: dollars(2000), reference: "r", occurrence: 1)
    _ = try remember(file("both.csv", [ten, twenty]))
    twenty.occurrence = 0
    #expect(try remember(file("one.csv", [twenty], digest: 1)) == [ImportCount(repeated: 1)])
    #expect(Set(try contents().lines.map(\.line.gross)) == [dollars(1000), dollars(2000)])
  }

  @Test func `an older file that is read again undoes no correction`() throws {
    let (first, corrected) = (
      sale(1, gross: dollars(2000), reference: "txn"),
      sale(1, gross: dollars(2010), reference: "txn")
    )
    _ = try remember(file("one.csv", [first]))
    _ = try remember(file("two.csv", [corrected], digest: 1))
    let again = try remember(file("one.csv", [first]))
    #expect(again == [ImportCount(repeated: 1)])
    #expect(try contents().sources == [corrected: "two.csv:2"])
  }

  @Test func `a type that is added to the profile changes the line it was unknown in`() throws {
    let unknown = Finding(code: "settlement_type_unknown", severity: .warning, message: "m")
    let (before, after) = (sale(1, kind: .other), sale(1, kind: .refund))
    _ = try remember(file("a.csv", [before, sale(2)], findings: [unknown]))
    let counts = try remember(file("a.csv", [after, sale(2)]))
    #expect(counts == [ImportCount(repeated: 2, changed: 1)])
    let contents = try contents()
    #expect(contents.sources == [after: "a.csv:2", sale(2): "a.csv:3"])
    #expect(contents.findings == [])
  }

  @Test(arguments: [0, 1])
  func `a file under a copied profile doubles nothing, fetched again or not`(digest: Int) throws {
    func lines(_ profile: String) -> [SettlementLine] {
      [sale(1, profile: profile), sale(1, profile: profile, occurrence: 1)]
    }
    let finding = Finding(code: "x", severity: .warning, message: "m")
    _ = try remember(file("a.csv", lines("adyen"), findings: [finding]))
    _ = try remember(file("a.csv", lines("copy"), digest: digest, profile: "copy"))
    let contents = try contents()
    #expect(Set(contents.lines.map(\.line)) == Set(lines("copy")))
    #expect(contents.inputs.count == 1 && contents.findings == [])
    #expect(try SettlementStore.openToRead(directory).latestProfile() == "copy")
  }

  @Test func `with a row reference a report with more columns doubles nothing`() throws {
    let without = [sale(1, merchant: "", reference: "txn_1"), sale(2, merchant: "")]
    let with = [sale(1, text: "more", reference: "txn_1"), sale(2)]
    _ = try remember(file("a.csv", without))
    #expect(
      try remember(file("b.csv", with, digest: 1))
        == [ImportCount(new: 1, repeated: 1, changed: 1)])
    // Without a reference of the row our own reference is part of what makes the line.
    #expect(Set(try contents().lines.map(\.line)) == [with[0], without[1], with[1]])
  }

  @Test func `rows that are alike but for their row reference are two, in two files too`() throws {
    let lines = [sale(1, reference: "txn_1"), sale(1, reference: "txn_2")]
    _ = try remember(file("a.csv", [lines[0]]))
    #expect(try remember(file("b.csv", [lines[1]], digest: 1)) == [ImportCount(new: 1)])
    #expect(try contents().sources == [lines[0]: "a.csv:2", lines[1]: "b.csv:2"])
  }

  @Test func `the same row reference in two accounts, and twice in a file, are two lines`() throws {
    let lines = [
      sale(1, reference: "txn_1"), sale(1, account: "N", reference: "txn_1"),
      sale(1, type: "fee", reference: "txn_1"),
    ]
    #expect(try remember(file("a.csv", lines)) == [ImportCount(new: 3)])
    #expect(try remember(file("b.csv", lines, digest: 1)) == [ImportCount(repeated: 3)])
  }

  @Test func `files that overlap share the lines of both`() throws {
    _ = try remember(file("a.csv", [sale(1), sale(2), sale(2, occurrence: 1)]))
    let counts = try remember(file("b.csv", [sale(2), sale(3)], digest: 1))
    #expect(counts == [ImportCount(new: 1, repeated: 1)])
    #expect(
      try contents().sources == [
        sale(1): "a.csv:2", sale(2): "b.csv:2", sale(2, occurrence: 1): "a.csv:4",
        sale(3): "b.csv:3",
      ])
  }

  @Test func `an amended profile that no longer tells twins apart still has two lines`() throws {
    _ = try remember(file("a.csv", [sale(1, text: "a"), sale(1, text: "b")]))
    let twins = [sale(1), sale(1, occurrence: 1)]
    #expect(
      try remember(file("b.csv", twins, digest: 1)) == [ImportCount(repeated: 2, changed: 2)])
    #expect(Set(try contents().lines.map(\.line)) == Set(twins))
  }

  @Test func `ten thousand twins are remembered again in one go`() throws {
    let twins = (0..<10_000).map { sale(1, occurrence: $0) }
    #expect(try remember(file("a.csv", twins)) == [ImportCount(new: twins.count)])
    #expect(try remember(file("b.csv", twins, digest: 1)) == [ImportCount(repeated: twins.count)])
  }

  @Test func `a row reference comes back byte for byte`() throws {
    let line = sale(1, reference: "txn\0'; --\u{202E}")
    _ = try remember(file("a.csv", [line]))
    let found = try #require(try contents().lines.first?.line.rowReference)
    #expect(Array(found.utf8) == Array(line.rowReference.utf8))
  }
}
