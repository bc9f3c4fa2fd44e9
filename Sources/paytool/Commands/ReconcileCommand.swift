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
        "--fail-on", value: "WHAT", help: "unmatched: exit 1 if a line needs a look, report made"),
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
      + "Files may have any name and order; - is standard input. Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    try ReconcileCommand(invocation).run()
  }
}

private enum FailOn: String, CaseIterable {
  case unmatched
}

/// One run of `paytool reconcile`: its options, read before anything is done.
private struct ReconcileCommand {
  let invocation: Invocation
  let files: [String]
  let format: ReportFormat
  let failOn: FailOn?
  let merchant: Merchant
  let progress: Progress

  init(_ invocation: Invocation) throws(Failure) {
    self.invocation = invocation
    let arguments = invocation.arguments
    files = arguments.values("--settlement") + arguments.operands
    format =
      try invocation.choice("--format", of: ReportFormat.self)
      ?? (invocation.isJSON ? .json : .table)
    failOn = try invocation.choice("--fail-on", of: FailOn.self)
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
    try report(settlements ?? RememberedSettlements(), profile, asOf, period)
  }

  private func reconcileFiles() throws(Failure) {
    let profile = try invocation.settlementProfile(latest: nil)
    let (asOf, period) = (try invocation.asOf(), try period(profile))
    try invocation.output.checkWritable(isSecret: false)
    let imports = try invocation.settlementImports(files, profile: profile, progress: progress)
    let settlements = try invocation.remember(imports, progress: progress)
    try report(settlements, profile, asOf, period)
  }

  private func report(
    _ settlements: RememberedSettlements, _ profile: SettlementProfile, _ asOf: Timestamp,
    _ period: ReconciliationPeriod?
  ) throws(Failure) {
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
    try write(reconciliation, heading: heading(profile, period))
    let summary = ReconciliationSummary(reconciliation)
    for line in summary.lines { invocation.output.note(line) }
    if failOn == .unmatched, summary.exceptions > 0 {
      let lines = summary.exceptions == 1 ? "1 line needs" : "\(summary.exceptions) lines need"
      throw Failure(
        .foundBad, "unmatched_lines", "\(lines) a look: paytool explain LINE tells why")
    }
  }

  private func write(_ reconciliation: Reconciliation, heading: ReportHeading) throws(Failure) {
    let report = ReconciliationReport(reconciliation, heading: heading)
    func write(_ output: Output) throws(Failure) {
      try output.stream { (append) throws(Failure) in
        try report.write(format, usesColor: output.usesColor, append)
      }
    }
    guard !files.isEmpty else { return try write(invocation.output) }
    try invocation.output.write(after: "the settlement lines are remembered", write)
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
