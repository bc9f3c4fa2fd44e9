import PayCore
import PayReports
import Testing

@Suite struct CSVReportTests {
  /// A reader of RFC 4180 that forgives nothing.
  private func records(_ text: String) throws -> [[String]] {
    var records: [[String]] = [[]]
    var field = ""
    var isQuoted = false
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"":
        field.unicodeScalars.append(scalar)
        scalars.removeFirst()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        records[records.count - 1].append(field)
        field = ""
      case "\r" where !isQuoted:
        try #require(scalars.popFirst() == "\n")
        records[records.count - 1].append(field)
        field = ""
        records.append([])
      default:
        try #require(isQuoted || scalar != "\n")
        field.unicodeScalars.append(scalar)
      }
    }
    try #require(!isQuoted && field.isEmpty && records.last == [])
    return records.dropLast()
  }

  private func row(_ reconciliation: Reconciliation) throws -> [String: String] {
    let records = try records(text(reconciliation, .csv))
    try #require(records.count == 2)
    try #require(records[0].count == records[1].count)
    return Dictionary(uniqueKeysWithValues: zip(records[0], records[1]))
  }

  @Test(arguments: [
    ("plain", "plain"), ("a,b", "a,b"), ("a\"b\"", "a\"b\""), ("two\r\nlines", "two\r\nlines"),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@sum", "'@sum"), ("\tx", "'\tx"),
    ("\rx", "'\rx"), ("\nx", "'\nx"), ("\u{FF1D}1", "'\u{FF1D}1"),
    ("=cmd|' /C calc'!\"A\",1", "'=cmd|' /C calc'!\"A\",1"), ("a=1", "a=1"), ("'x", "'x"),
    ("e\u{301}", "e\u{301}"), ("", ""),
  ])
  func `text from outside comes back, and never as a formula`(
    hostile: String, expected: String
  ) throws {
    let (reconciliation, _) = Sample.hostile(hostile)
    let row = try row(reconciliation)
    for column in [
      "ledgerPspReference", "pspReference", "parentReference", "payoutReference", "profile",
      "account", "type", "text", "file",
    ] {
      #expect(row[column].map { Array($0.utf8) } == Array(expected.utf8), "\(column)")
    }
    // Ids are ours, and a minus before an amount stays a minus.
    #expect(row["intent"] == hostile)
    #expect(row["ledgerAmount"] == "-5.00")
    #expect(row["settledAmount"] == "-7.00")
    #expect(row["difference"] == "-2.00")
    #expect(row["fees"] == "-0.01")
    #expect(row["net"] == "-7.01")
  }

  @Test func `every line is one record`() throws {
    let records = try records(text(Sample.small, .csv))
    #expect(records.map(\.count) == [Int](repeating: records[0].count, count: 5))
    #expect(records.dropFirst().map { $0[1] } == Sample.small.lines.map(\.status.rawValue))
  }

  @Test(arguments: [
    ("JPY", Int64(500), "500"), ("KWD", -1234, "-1.234"), ("CLF", 5, "0.0005"),
    ("USD", .max, "92233720368547758.07"), ("USD", .min, "-92233720368547758.08"),
  ])
  func `amounts have exactly their currency's digits`(
    code: String, minorUnits: Int64, expected: String
  ) throws {
    let amount = Sample.money(minorUnits, code)
    let line = Sample.line(
      .missingInPSP, "not_settled", Sample.captured(amount), nil, difference: amount)
    let row = try row(
      Reconciliation(asOf: Sample.asOf, inputs: [], totals: [], findings: [], lines: [line]))
    #expect(row["ledgerAmount"] == expected)
    #expect(row["ledgerCurrency"] == code)
    #expect(row["settledAmount"] == "")
    #expect(row["ageDays"] == "10")
  }
}
