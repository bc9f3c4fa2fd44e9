import PayCore
import PayCrypto
import PayStore
import PaySystem

/// A command at work: its arguments, where its output goes, and what it loads when it needs it.
struct Invocation: Sendable {
  let arguments: ParsedArguments
  let commands: [CommandSpec]
  let output: Output
  let configurationDirectory: String
  let dataDirectory: String

  var isJSON: Bool { arguments.has("--json") }

  /// The time of `--at`, or the clock's.
  func now() throws(Failure) -> Timestamp {
    guard let text = arguments.value("--at") else { return Timestamp.current() }
    guard let moment = Timestamp(rfc3339: text) else {
      throw .usage("--at \(quoted(text)) is not a time such as 2026-01-01T00:00:00Z")
    }
    return moment
  }

  func configuration() throws(Failure) -> MerchantConfiguration {
    do {
      return try ConfigurationDirectory.load(configurationDirectory)
    } catch {
      throw Failure(error, directory: configurationDirectory)
    }
  }

  /// The price of the segment that `--offer` and `--segment` name.
  func quote() throws(Failure) -> Quote {
    let configuration = try configuration()
    let moment = try now()
    let index = try segment(in: configuration)
    do {
      return try Quote(
        configuration, offer: arguments.value("--offer"), segment: index, at: moment)
    } catch {
      throw Failure(error)
    }
  }

  /// The number of `--segment`; anything but a plain one is told with the segments that exist.
  private func segment(in configuration: MerchantConfiguration) throws(Failure) -> Int64? {
    guard let text = arguments.value("--segment") else { return nil }
    let id = arguments.value("--offer")
    guard let offer = id.map(configuration.offer) ?? configuration.offers.first else { return 0 }
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if isPlain, let index = Int64(text), index < offer.segments.count { return index }
    let known = offer.segments.enumerated().map { "\($0) (\($1))" }.joined(separator: ", ")
    throw Failure(
      .usage, "segment_unknown",
      "--segment \(quoted(text)): offer \(offer.id) has the segments \(known)")
  }

  var keyDirectory: KeyDirectory { KeyDirectory(data: dataDirectory) }

  func tokenKeys() throws(Failure) -> ES256TokenKeys {
    do { return try ES256TokenKeys(keyDirectory) } catch { throw Failure(error) }
  }

  func sessionSigner() throws(Failure) -> CMSSessionSigner {
    do { return try CMSSessionSigner(keyDirectory) } catch { throw Failure(error) }
  }

  func sessionVerifier() throws(Failure) -> CMSSessionVerifier {
    do { return try CMSSessionVerifier(keyDirectory) } catch { throw Failure(error) }
  }

  func store(_ mode: SQLiteStore.Mode) throws(Failure) -> SQLiteStore {
    do {
      return try SQLiteStore.open(directory: dataDirectory, mode: mode)
    } catch {
      throw Failure(error)
    }
  }

  /// Runs an engine over a store to its end; the store is closed whatever happens.
  func withStore<Value: Sendable>(
    _ mode: SQLiteStore.Mode,
    _ body: @escaping @Sendable (SQLiteStore) async throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let store = try store(mode)
    let result = blocking { () async -> Result<Value, Failure> in
      let result: Result<Value, Failure>
      do throws(Failure) { result = .success(try await body(store)) } catch {
        result = .failure(error)
      }
      do throws(StoreError) { try await store.close() } catch { return .failure(Failure(error)) }
      return result
    }
    return try result.get()
  }

  /// The content of a file operand as JSON; bad JSON is `found bad`, not an I/O error.
  func json(at path: String) throws(Failure) -> JSONValue {
    let bytes = try file(at: path)
    do {
      return try JSONValue(parsing: bytes)
    } catch {
      throw Failure(.foundBad, error.code.rawValue, "\(path) is not JSON: \(error)")
    }
  }

  func file(at path: String) throws(Failure) -> [UInt8] {
    do { return try Files.read(path, limit: Limits.jsonBytes) } catch { throw Failure(error) }
  }
}
