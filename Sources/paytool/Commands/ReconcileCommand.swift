import PayCore
import PayCrypto
import PayReports
import PayStore
import PaySystem

extension CommandSpec {
  static let reconcile = CommandSpec(
    ["reconcile"], "the ledger against the provider's settlement files, to the cent",
    operands: ["[FILE]..."],
    options: [
      OptionSpec(
        "--settlement", value: "FILE", isRepeatable: true,
        help: "settlement file to read and remember; more may follow as operands"),
      .profile, .asOf,
      OptionSpec("--from", value: "DATE", help: "first day of the report, in the profile's zone"),
      OptionSpec("--to", value: "DATE", help: "the day after its last one: exclusive"),
      OptionSpec("--format", value: "FORMAT", help: "table, json, csv or html (json with --json)"),
      OptionSpec(
        "--fail-on", value: "WHAT", isRepeatable: true,
        help: "exit 1, report made, for unmatched: a line needs a look; findings: a file does"),
    ],
    examples: [
      "paytool reconcile --settlement january.csv --profile adyen-settlement-details \\\n"
        + "      --as-of 2026-02-05",
      "paytool reconcile --settlement - --profile stripe-payout-reconciliation < payouts.csv",
      "paytool reconcile --as-of 2026-02-05 --from 2026-01-01 --to 2026-02-01 \\\n"
        + "      --format html -o january.html",
    ],
    notes:
      "Every line of every file is remembered once, in settlements.sqlite of the data directory,\n"
      + "so that a month is never forgotten for the next; a file read again changes nothing. The\n"
      + "report is about all of them. If one file is not good, none is remembered.\n"
      + "--as-of leaves out the ledger's later movements, unless they are settled. Settlement\n"
      + "lines are facts and stay in whatever their date, so what was remembered since shows too.\n"
      + "Files may have any name and order; - is standard input. Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    try ReconcileCommand(invocation).run()
  }
}

private enum FailOn: String, CaseIterable {
  case unmatched, findings
}

/// One run of `paytool reconcile`: its options, read before anything is done.
private struct ReconcileCommand {
  let invocation: Invocation
  let files: [String]
  let format: ReportFormat
  let failOn: Set<FailOn>
  let merchant: Merchant
  let progress: Progress

  init(_ invocation: Invocation) throws(Failure) {
    self.invocation = invocation
    let arguments = invocation.arguments
    files = arguments.values("--settlement") + arguments.operands
    format =
      try invocation.choice("--format", of: ReportFormat.self)
      ?? (invocation.isJSON ? .json : .table)
    failOn = Set(try invocation.choices("--fail-on", of: FailOn.self))
    if !files.isEmpty, arguments.value("--profile") == nil {
      throw .usage("--profile NAME is needed: it says how \(quoted(files[0])) is to be read")
    }
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw .usage("- is standard input, once only")
    }
    merchant = try invocation.configuration().merchant
    progress = Progress(isQuiet: invocation.output.isQuiet)
  }

  func run() throws(Failure) {
    guard files.isEmpty else { return try reconcileFiles() }
    let store = try invocation.rememberedSettlements()
    let latest = try invocation.settling { () throws(StoreError) in try store?.latestProfile() }
    let profile = try invocation.settlementProfile(latest: latest)
    let (asOf, period) = (try invocation.asOf(), try period(profile))
    let settlements = try store.map { (store) throws(Failure) in
      try invocation.contents(of: store, progress: progress)
    }
    try judge(try report(settlements ?? RememberedSettlements(), profile, asOf, period))
  }

  private func reconcileFiles() throws(Failure) {
    let profile = try invocation.settlementProfile(latest: nil)
    let (asOf, period) = (try invocation.asOf(), try period(profile))
    try invocation.output.checkWritable(isSecret: false)
    let imports = try invocation.settlementImports(files, profile: profile, progress: progress)
    let store = try invocation.remember(imports, progress: progress)
    let summary: ReconciliationSummary
    do {
      let settlements = try invocation.contents(of: store, after: imports, progress: progress)
      summary = try report(settlements, profile, asOf, period)
    } catch {
      throw error.adding("the settlement lines are remembered all the same")
    }
    try judge(summary)
  }

  /// Makes and writes the report, and tells what is in it.
  private func report(
    _ settlements: RememberedSettlements, _ profile: SettlementProfile, _ asOf: Timestamp,
    _ period: ReconciliationPeriod?
  ) throws(Failure) -> ReconciliationSummary {
    let ledger = try invocation.ledger()
    progress.tell("matching \(ledger.rows.count) movements, \(settlements.lines.count) lines")
    let reconciliation: Reconciliation
    do throws(ReconciliationError) {
      reconciliation = try Reconciler(profile).reconcile(
        ledger: ledger.rows, settlement: settlements.lines, voidings: ledger.voidings, asOf: asOf,
        period: period, inputs: settlements.inputs, findings: settlements.findings)
    } catch {
      progress.clear()
      throw Failure(error)
    }
    progress.clear()
    let report = ReconciliationReport(reconciliation, heading: heading(profile, period))
    try invocation.output.stream(isJSON: format == .json) { (append) throws(Failure) in
      try report.write(format, usesColor: invocation.output.usesColor, append)
    }
    let summary = ReconciliationSummary(
      reconciliation, hasPeriod: period != nil,
      isNothingKnown: ledger.rows.isEmpty && settlements.lines.isEmpty)
    for line in summary.lines { invocation.output.note(line) }
    return summary
  }

  /// Throws what `--fail-on` asks to be told of a report that was made.
  private func judge(_ summary: ReconciliationSummary) throws(Failure) {
    let hasUnmatched = failOn.contains(.unmatched) && summary.exceptions > 0
    let hasFindings = failOn.contains(.findings) && summary.findings > 0
    let lines = summary.exceptions == 1 ? "1 line needs" : "\(summary.exceptions) lines need"
    let findings = summary.findings == 1 ? "1 finding" : "\(summary.findings) findings"
    let remark = "the report has \(findings) on the settlement files: look at them there"
    if hasUnmatched {
      let failure = Failure(
        .foundBad, "unmatched_lines", "\(lines) a look: paytool explain LINE tells why")
      throw hasFindings ? failure.adding(remark) : failure
    }
    if hasFindings { throw Failure(.foundBad, "report_findings", remark) }
  }

  private func heading(
    _ profile: SettlementProfile, _ period: ReconciliationPeriod?
  ) -> ReportHeading {
    ReportHeading(
      merchantName: merchant.displayName, merchantIdentifier: merchant.identifier,
      profile: profile.name, from: period?.from, to: period?.to,
      settlementDays: profile.settlementDays, cutoffOffsetSeconds: profile.cutoffOffsetSeconds)
  }

  // MARK: Period

  private func period(_ profile: SettlementProfile) throws(Failure) -> ReconciliationPeriod? {
    let from = try day("--from", profile)
    let to = try day("--to", profile)
    guard from != nil || to != nil else { return nil }
    if let from, let to, from >= to {
      throw .usage("--to is the day after the last one of the report, so it comes after --from")
    }
    return ReconciliationPeriod(from: from, to: to)
  }

  /// The first moment of an option's day, in the profile's zone.
  private func day(_ option: String, _ profile: SettlementProfile) throws(Failure) -> Timestamp? {
    guard let text = invocation.arguments.value(option) else { return nil }
    guard let midnight = Timestamp(date: text) else {
      throw .usage("\(option) \(quoted(text)) is not a date such as 2026-01-31")
    }
    return midnight.adding(seconds: -profile.cutoffOffsetSeconds)
  }
}

extension Reconciler {
  /// With the days of a profile.
  init(_ profile: SettlementProfile) {
    self.init(
      settlementDays: profile.settlementDays, cutoffOffsetSeconds: profile.cutoffOffsetSeconds,
      digest: OpenSSLDigest())
  }
}
