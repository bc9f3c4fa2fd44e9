import PayCore
import PayCrypto
import PayStore
import PaySystem

extension Invocation {
  /// Reads and checks settlement files, in an order that does not depend on the command line's.
  /// Nothing is remembered yet: one file that is not good is reason to stop.
  func settlementImports(
    _ paths: [String], profile: SettlementProfile, progress: Progress
  ) throws(Failure) -> [SettlementImport] {
    var imports: [SettlementImport] = []
    for path in paths {
      do {
        imports.append(try settlementImport(path, profile: profile, progress: progress))
      } catch {
        throw paths.count == 1 ? error : error.adding("none of the files is remembered")
      }
    }
    return imports.sorted {
      ($0.input.file, $0.input.sha256) < ($1.input.file, $1.input.sha256)
    }
  }

  private func settlementImport(
    _ path: String, profile: SettlementProfile, progress: Progress
  ) throws(Failure) -> SettlementImport {
    let name =
      path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    progress.tell("reading \(name)")
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: Limits.settlementBytes)
    } catch {
      progress.clear()
      guard error.number == 0 else { throw Failure(error) }
      throw Failure(
        .foundBad, "settlement_too_large", "\(error); have the provider's report cut into parts")
    }
    let file: SettlementFile
    do {
      file = try profile.read(bytes) { progress.tell("reading \(name)", $0, of: bytes.count) }
    } catch {
      progress.clear()
      throw Failure(error, file: path, profile: profile.name)
    }
    return SettlementImport(
      input: ReconciliationInput(
        file: name, sha256: Hex.lower(OpenSSLDigest().sha256(bytes)), rows: file.rows),
      profile: profile.name, importedAt: Timestamp.current(), findings: file.findings,
      lines: file.lines)
  }

  /// Remembers the files and tells what of them is no news; the memory, still held.
  func remember(
    _ imports: [SettlementImport], progress: Progress
  ) throws(Failure) -> SettlementStore {
    let store: SettlementStore
    do {
      store = try settlementStore(.readWrite(holder: "paytool"))
    } catch {
      throw error.adding("none of the files is remembered")
    }
    let total = imports.reduce(0) { $0 + $1.lines.count }
    let counts: [ImportCount]
    do throws(StoreError) {
      counts = try store.remember(imports) { progress.tell("remembering", $0, of: total) }
    } catch {
      progress.clear()
      var outcome = "none of the files is remembered"
      if case .io = error {
        outcome = "whether the files are remembered is not known: read them again, it does no harm"
      }
      throw Failure(error, settlementsIn: dataDirectory).adding(outcome)
    }
    progress.clear()
    for (new, count) in zip(imports, counts) { tell(new, count) }
    return store
  }

  /// Everything that is remembered, after files were.
  func contents(
    of store: SettlementStore, after imports: [SettlementImport], progress: Progress
  ) throws(Failure) -> RememberedSettlements {
    var contents = try contents(of: store, progress: progress)
    // A file whose lines all stand in another too is the source of none, and was read all the same.
    contents.inputs = Set(contents.inputs + imports.map(\.input)).sorted {
      ($0.file, $0.sha256) < ($1.file, $1.sha256)
    }
    return contents
  }

  /// Everything that is remembered.
  func contents(
    of store: SettlementStore, progress: Progress
  ) throws(Failure) -> RememberedSettlements {
    defer { progress.clear() }
    return try settling { () throws(StoreError) in
      try store.contents { progress.tell("recalling", $0, of: $1) }
    }
  }

  private func tell(_ file: SettlementImport, _ count: ImportCount) {
    let (name, rows) = (file.input.file, file.lines.count)
    let changed = count.changed > 0 ? ", \(count.changed) of them read otherwise than before" : ""
    if file.input.rows == 0 {
      output.note("\(name) has no lines")
    } else if rows == 0 {
      output.note("no row of \(name) can be counted: see the findings")
    } else if count.new == 0 {
      output.note("\(name) was imported before: \(count.repeated) of \(rows) lines known\(changed)")
    } else if count.repeated > 0 {
      output.note(
        "\(name) has \(count.new) new lines, \(count.repeated) of \(rows) lines known\(changed)")
    }
  }
}
