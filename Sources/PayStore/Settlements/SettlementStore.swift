package import PayCore
import PaySystem

/// Remembers the lines of settlement files, each once, however often it is read.
///
/// A database and a lock of its own: finance reconciles while a server holds the store of
/// purchases. Every call blocks its thread, and one thread at a time may use it.
package final class SettlementStore {
  package enum Mode: Sendable {
    /// The one process that writes; `holder` is its name for those who come second.
    case readWrite(holder: String)
    /// Reads beside a writer, or without one.
    case readOnly
  }

  private let records: SettlementRecords
  private let digest: any Digest
  private let isWritable: Bool

  /// The file in a data directory.
  package static func path(in directory: String) -> String { directory + "/settlements.sqlite" }

  /// Opens the memory in a data directory, making it in `readWrite` mode if it is missing.
  ///
  /// Throws `locked` with the holder's name, `missing` (read only), `newerSchema`, `corrupt`,
  /// `full`, `io`.
  package static func open(
    directory: String, mode: Mode, digest: any Digest
  ) throws(StoreError) -> SettlementStore {
    let path = path(in: directory)
    switch mode {
    case .readOnly:
      return SettlementStore(
        try SQLiteConnection(reading: path, format: SettlementSchema.format), digest: digest,
        isWritable: false)
    case .readWrite(let holder):
      let lock = try DatabaseFile.lock("settlements.lock", in: directory, holder: holder)
      try DatabaseFile.create(path)
      return SettlementStore(
        try SQLiteConnection(writing: path, format: SettlementSchema.format, lock: lock),
        digest: digest, isWritable: true)
    }
  }

  private init(_ connection: SQLiteConnection, digest: any Digest, isWritable: Bool) {
    records = SettlementRecords(connection: connection)
    self.digest = digest
    self.isWritable = isWritable
  }

  // MARK: Writing

  /// Remembers some files, all of them or none; how much of each was news.
  ///
  /// A line that is known says from now on what the later file says, and has its source there: the
  /// later reading may come from an amended or renamed profile, or from a report with more columns.
  /// Of lines that nothing but the reading tells apart, as many are kept as the file that has most
  /// of them had. A file that was read before, by whatever profile, is read anew: its lines are
  /// those of now.
  /// `progress` gets how many lines are done. Throws `readOnly`, `full`, `corrupt`, `io`.
  package func remember(
    _ imports: [SettlementImport], progress: (Int) -> Void = { _ in }
  ) throws(StoreError) -> [ImportCount] {
    guard isWritable else { throw .readOnly }
    let connection = records.connection
    try connection.execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      var counts: [ImportCount] = []
      var before = 0
      for new in imports {
        counts.append(try remember(new) { progress(before + $0) })
        before += new.lines.count
      }
      try connection.execute("COMMIT")
      return counts
    } catch {
      // The first error is the one to tell; without a commit nothing of it lasts in any case.
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  private func remember(
    _ new: SettlementImport, progress: (Int) -> Void
  ) throws(StoreError) -> ImportCount {
    let before = try records.latestImport(sha256: new.input.sha256, profile: new.profile)
    let number = try records.insert(new)
    // In the order of the index: each of its pages is then touched once, not a million times.
    let order = new.lines.indices
      .map {
        (
          identity: SettlementFingerprint.identity(of: new.lines[$0].line, digest),
          occurrence: new.lines[$0].line.occurrence, index: $0
        )
      }
      .sorted {
        ($0.identity, $0.occurrence, $0.index) < ($1.identity, $1.occurrence, $1.index)
      }
    var count = ImportCount()
    var (done, due) = (0, 0)
    while done < order.count {
      if done >= due {
        progress(done)
        due = done + 4096
      }
      let alike = order[done...].prefix { $0.identity == order[done].identity }
      let identity = order[done].identity.bytes
      try place(
        alike.map { reading(of: new.lines[$0.index], identity: identity) }, importNumber: number,
        readBefore: before, count: &count)
      done += alike.count
    }
    // The same file under an amended profile: what it was taken for before is no longer so.
    try records.forgetLines(ofEarlierImportsOf: new.input.sha256, than: number)
    return count
  }

  private func reading(
    of record: SettlementRecord, identity: [UInt8]
  ) -> SettlementRecords.Reading {
    SettlementRecords.Reading(
      line: record.line, identity: identity,
      content: SettlementFingerprint.content(of: record.line, identity: identity, digest).bytes,
      row: record.row)
  }

  /// Remembers the lines of a file that have one identity.
  ///
  /// A file that was read before changes nothing that another has corrected since: `readBefore` is
  /// the number of that import.
  private func place(
    _ readings: [SettlementRecords.Reading], importNumber number: Int64, readBefore: Int64?,
    count: inout ImportCount
  ) throws(StoreError) {
    guard let identity = readings.first?.identity else { return }
    let known = try records.known(identity)
    var same = Dictionary(grouping: known.reversed(), by: \.content)
    var kept: Set<Int64> = []
    var changed: [SettlementRecords.Reading] = []
    // First what says the same as before: it must not take the place of another line.
    for reading in readings {
      guard let id = same[reading.content]?.popLast()?.id else {
        changed.append(reading)
        continue
      }
      try records.move(id, toImport: number, row: reading.row)
      kept.insert(id)
      count.repeated += 1
    }
    let free = known.filter { !kept.contains($0.id) }
    for (index, reading) in changed.enumerated() {
      let place = index < free.count ? free[index] : nil
      if let place, let readBefore, place.importNumber > readBefore {
        count.repeated += 1
        continue
      }
      let id = place?.id
      try records.put(reading, inPlaceOf: id, importNumber: number)
      if id == nil {
        count.new += 1
      } else {
        count.repeated += 1
        count.changed += 1
      }
    }
  }

  // MARK: Reading

  /// The profile of the latest import; nil if nothing was imported.
  package func latestProfile() throws(StoreError) -> String? { try records.latestProfile() }

  /// Everything that is remembered. `progress` gets how many lines of how many are there.
  ///
  /// Throws `corrupt`, also for a line whose content is no longer what was remembered, and `io`.
  package func contents(
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> RememberedSettlements {
    // One snapshot for all that is read.
    try records.connection.execute("BEGIN")
    // Nothing was written that a failed end could lose, and the next BEGIN would tell of it.
    defer { try? records.connection.execute("COMMIT") }
    let total = try records.lineCount()
    let known = try records.inputs()
    var contents = RememberedSettlements()
    contents.lines.reserveCapacity(total)
    // What was read in no line must be told although no line has its source there.
    var sources = try records.importsWithErrors()
    try records.eachLine { (reading, number) throws(StoreError) in
      let (line, row) = (reading.line, reading.row)
      guard let input = known[number] else {
        throw .corrupt(detail: "a settlement line comes from no import")
      }
      let content = SettlementFingerprint.content(of: line, identity: reading.identity, digest)
      guard content.bytes == reading.content else {
        throw .corrupt(detail: "row \(row) of \(input.file) is not what was read")
      }
      if contents.lines.count.isMultiple(of: 4096) { progress(contents.lines.count, total) }
      sources.insert(number)
      contents.lines.append(SourcedLine(line: line, file: input.file, row: row))
    }
    var findings: Set<Finding> = []
    for number in sources { findings.formUnion(try records.findings(ofImport: number)) }
    contents.inputs = Set(sources.compactMap { known[$0] }).sorted { $0.order < $1.order }
    contents.findings = findings.sorted { $0.order < $1.order }
    return contents
  }
}

extension ReconciliationInput {
  fileprivate var order: (String, String) { (file, sha256) }
}

extension Finding {
  fileprivate var order: (String, String, String, String) { (code, pointer, message, source) }
}
