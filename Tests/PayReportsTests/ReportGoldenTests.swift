import Foundation
import PayReports
import TestSupport
import Testing

/// Whole reports against files in Golden. With PAY_WRITE_GOLDEN in the environment the files are
/// written instead: read the difference before committing it.
@Suite struct ReportGoldenTests {
  @Test(arguments: ReportFormat.allCases)
  func `a small report is byte for byte the golden one`(format: ReportFormat) throws {
    let path = packageRoot + "/Tests/PayReportsTests/Golden/small.\(format.rawValue)"
    let bytes = written(Sample.small, format).bytes
    if ProcessInfo.processInfo.environment["PAY_WRITE_GOLDEN"] != nil {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
    let golden = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
    #expect(bytes == golden)
  }

  @Test(arguments: ReportFormat.allCases)
  func `the same reconciliation gives the same bytes`(format: ReportFormat) {
    #expect(written(Sample.small, format).bytes == written(Sample.small, format).bytes)
  }

  @Test func `colors change nothing but colors`() {
    let colored = text(Sample.small, .table, usesColor: true)
    #expect(colored.contains("\u{1B}[31m"))
    #expect(colored.replacing(#/\u{1B}\[[0-9]+m/#, with: "") == text(Sample.small, .table))
  }

  struct Stop: Error {}

  @Test(arguments: ReportFormat.allCases)
  func `what the receiver throws ends the report`(format: ReportFormat) {
    var pieces = 0
    let report = ReconciliationReport(Sample.many(5000), heading: Sample.heading)
    #expect(throws: Stop.self) {
      try report.write(format, usesColor: false) { (_) throws(Stop) in
        pieces += 1
        throw Stop()
      }
    }
    #expect(pieces == 1)
  }

  @Test(arguments: [
    (ReportFormat.csv, "line_", 100_000), (.json, "\"id\":\"line_", 20_000),
    (.table, "line_", 20_000), (.html, "<tr id=\"line_", 2000),
  ])
  func `many lines come in small pieces`(
    format: ReportFormat, mark: String, expected: Int
  ) {
    let (bytes, longest) = written(Sample.many(max(expected, 20_000)), format)
    #expect(longest < 80 * 1024)
    #expect(occurrences(of: mark, in: bytes) == expected)
  }

  private func occurrences(of mark: String, in bytes: [UInt8]) -> Int {
    let mark = Array(mark.utf8)
    return bytes.indices.count { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }
}
