import PayCore
import Testing

@testable import PayReports

@Suite struct TableReportTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Caf\u{E9}", 4), ("e\u{301}", 1), ("\u{6F22}\u{5B57}", 4),
    ("\u{1F600}", 2), ("\u{D55C}", 2), ("\u{FF21}", 2), ("\u{5E9}\u{5DC}", 2),
  ])
  func `a terminal's columns are counted`(text: String, columns: Int) {
    #expect(text.terminalColumns == columns)
  }

  @Test func `columns are aligned by what a terminal shows`() {
    var table = TextTable(alignedRight: [1])
    let rows = [["a", "1.00", ""], ["\u{6F22}\u{5B57}", "10.00", "x"], ["", "5", ""]]
    for row in rows { table.widen(for: row) }
    #expect(
      rows.map { table.line($0) } == [
        "a      1.00", "\u{6F22}\u{5B57}  10.00  x", "          5",
      ])
  }

  @Test(arguments: ["\u{1B}[2J", "a\nb", "\u{202E}x", "\u{2028}", "\u{9B}31m"])
  func `text from outside cannot steer the terminal`(attack: String) {
    let (reconciliation, heading) = Sample.hostile(attack)
    let report = text(reconciliation, .table, heading: heading)
    let (harmless, plain) = Sample.hostile("plain")
    let lines = text(harmless, .table, heading: plain).split(separator: "\n")
    #expect(report.unicodeScalars.split(separator: "\n").count == lines.count)
    #expect(!report.contains(attack))
    let controls = report.unicodeScalars.filter {
      $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(controls.isEmpty)
  }

  @Test func `what is not shown is counted`() {
    let report = text(Sample.small, .table)
    #expect(report.contains("1 matched, 1 other line not shown"))
    #expect(report.contains("DIFFERENCE"))
    #expect(!report.contains("PSP1"))
  }

  @Test func `every reason has words, and exceptions have a next step`() {
    for status in ReconciliationStatus.allCases {
      let reasons = MatchReason.allCases.map(\.rawValue) + SettlementKind.allCases.map(\.rawValue)
      for reason in reasons {
        let line = Sample.line(status, reason, nil, nil, difference: nil)
        #expect(ReasonText(line).sentence != reason)
        #expect(ReasonText(line).sentence.hasSuffix("."))
      }
    }
    let pairs: [(ReconciliationStatus, MatchReason)] = [
      (.amountDifference, .pspReference), (.amountDifference, .merchantReference),
      (.currencyDifference, .pspReference), (.missingInPSP, .notSettled),
      (.missingInLedger, .notInLedger), (.missingInLedger, .approvedTooLate),
      (.missingInLedger, .disputeNotInLedger), (.duplicate, .duplicateReference),
      (.duplicate, .settledTwice), (.ambiguous, .ambiguousReference),
      (.ambiguous, .referencesDisagree),
    ]
    for (status, reason) in pairs {
      let line = Sample.line(status, reason.rawValue, nil, nil, difference: nil)
      #expect(!ReasonText(line).action.isEmpty, "\(reason)")
    }
  }

  @Test func `a reason that is not known is shown as it is`() {
    let line = Sample.line(.ambiguous, "brand_new", nil, nil, difference: nil)
    #expect(ReasonText(line).sentence == "brand_new")
    #expect(!ReasonText(line).action.isEmpty)
  }

  @Test func `days are days in the profile's zone`() {
    #expect(Sample.heading.zone == "UTC+01:00")
    #expect(Sample.heading.day(Timestamp(seconds: 86_400 - 3600)) == "1970-01-02")
    #expect(Sample.heading.period == "2026-01-01 to 2026-01-31")
    let (_, west) = Sample.hostile("x")
    #expect(west.zone == "UTC-05:30")
    #expect(west.period == "everything known")
    // Half an hour apart, and yet on two days.
    let late = Timestamp(seconds: 86_400 - 3600 - 900)
    #expect(Sample.heading.days(from: late, to: late.adding(seconds: 1800)) == 1)
  }
}
