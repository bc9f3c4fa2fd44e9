import PayCore
import PayCrypto
import PayStore
import PaySystem

// What reconcile and explain have in common: the moment, the profile, the ledger, and what is
// remembered of settlement files.

extension OptionSpec {
  static let profile = OptionSpec(
    "--profile", value: "NAME", help: "settlement profile: how to read files, and when all is due")
  static let asOf = OptionSpec(
    "--as-of", value: "DATE",
    help: "the ledger and what is due then: 2026-01-31 or RFC 3339 (now if left out)"
  )
}

extension Timestamp {
  /// The first moment, in UTC, of a date such as `2026-01-31`; nil for anything else.
  init?(date text: String) {
    guard text.utf8.count == 10 else { return nil }
    self.init(rfc3339: text + "T00:00:00Z")
  }
}

/// The ledger as the store of purchases has it.
struct StoredLedger: Sendable {
  var rows: [LedgerRow] = []
  var voidings: [Voiding] = []
}

extension Invocation {
  /// The moment of `--as-of`: a time, or a date for its first moment in UTC; the clock's without
  /// the option, which is then told.
  func asOf() throws(Failure) -> Timestamp {
    guard let text = arguments.value("--as-of") else {
      let now = Timestamp.current().wholeSecond
      output.note("as of \(now), which is now; --as-of DATE looks at the ledger as it was then")
      return now
    }
    guard let moment = Timestamp(rfc3339: text) ?? Timestamp(date: text) else {
      throw .usage(
        "--as-of \(quoted(text)) is neither a date such as 2026-01-31 nor a time such as "
          + "2026-01-31T12:00:00Z")
    }
    return moment
  }

  // MARK: Profile

  /// The profile of `--profile`; without the option that of the latest import, or the only one.
  func settlementProfile(latest: String?) throws(Failure) -> SettlementProfile {
    let directory = configurationDirectory
    let known: [String]
    do {
      known = try ConfigurationDirectory.settlementProfiles(in: directory)
    } catch {
      throw Failure(error)
    }
    let only = known.count == 1 ? known.first : nil
    guard let name = arguments.value("--profile") ?? latest ?? only else {
      throw .usage("--profile NAME is needed: \(Failure.list(ofProfiles: known))")
    }
    do {
      return try ConfigurationDirectory.settlementProfile(name, in: directory)
    } catch {
      throw Failure(error, directory: directory)
    }
  }

  // MARK: Settlements

  func settlementStore(_ mode: SettlementStore.Mode) throws(Failure) -> SettlementStore {
    try settling { () throws(StoreError) in
      try SettlementStore.open(directory: dataDirectory, mode: mode, digest: OpenSSLDigest())
    }
  }

  /// What is remembered of settlement files; nil if none was ever read.
  func rememberedSettlements() throws(Failure) -> SettlementStore? {
    do throws(StoreError) {
      return try SettlementStore.open(
        directory: dataDirectory, mode: .readOnly, digest: OpenSSLDigest())
    } catch .missing {
      output.note("no settlement file was read yet: paytool reconcile --settlement FILE does so")
      return nil
    } catch {
      throw Failure(error, settlementsIn: dataDirectory)
    }
  }

  /// Runs a step on the memory of settlements.
  func settling<Value>(_ step: () throws(StoreError) -> Value) throws(Failure) -> Value {
    do { return try step() } catch { throw Failure(error, settlementsIn: dataDirectory) }
  }

  // MARK: Ledger

  /// Journals read at once: a page of them is small, and few pages are a large ledger.
  private static let journalsPerPage = 10_000

  /// The ledger; empty, which is told, if there is no store of purchases yet.
  func ledger() throws(Failure) -> StoredLedger {
    do throws(EngineError) {
      return try withStore(.readOnly) { (store) async throws(EngineError) in
        do throws(StoreError) {
          var ledger = StoredLedger()
          var last: Int64 = 0
          repeat {
            let page = try await store.journals(after: last, limit: Self.journalsPerPage)
            ledger.rows += page.compactMap { LedgerRow($0.journal) }
            last = page.last?.number ?? 0
          } while last > 0
          ledger.voidings = try await store.voidings()
          return ledger
        } catch {
          throw .store(error)
        }
      }
    } catch .store(.missing) {
      output.note("there are no purchases in \(dataDirectory) yet: the ledger is empty")
      return StoredLedger()
    } catch {
      throw Failure(error)
    }
  }
}
