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

  init(arguments: ParsedArguments, commands: [CommandSpec], colors: Colors) {
    self.arguments = arguments
    self.commands = commands
    output = Output(
      path: arguments.value("--output"), isQuiet: arguments.has("--quiet"), colors: colors)
    configurationDirectory =
      arguments.value("--config") ?? environmentVariable("PAY_CONFIG") ?? "merchant-config"
    dataDirectory = arguments.value("--data") ?? environmentVariable("PAY_DATA") ?? ".pay"
  }

  var isJSON: Bool { arguments.has("--json") }

  /// The time of `--at`, of a date its first moment in UTC; the clock's without the option.
  func now() throws(Failure) -> Timestamp {
    guard let text = arguments.value("--at") else { return Timestamp.current() }
    guard let moment = Timestamp(rfc3339: text) ?? Timestamp(date: text) else {
      throw .usage(
        "--at \(quoted(text)) is neither a date such as 2026-01-31 nor a time such as "
          + "2026-01-31T12:00:00Z")
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

  /// The value of an option that has few; nil if it was not given.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: String, of type: Choice.Type
  ) throws(Failure) -> Choice? {
    guard let text = arguments.value(option) else { return nil }
    return try choice(option, text, of: type)
  }

  /// The values of an option that may be given more than once, or a list of them divided by commas.
  func choices<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: String, of type: Choice.Type
  ) throws(Failure) -> [Choice] {
    let texts = arguments.values(option).flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    return try texts.map { (text) throws(Failure) in try choice(option, String(text), of: type) }
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: String, _ text: String, of type: Choice.Type
  ) throws(Failure) -> Choice {
    if let choice = Choice(rawValue: text) { return choice }
    throw unknown(option, text, known: Choice.allCases.map(\.rawValue))
  }

  /// What an option is told whose value is none of some words.
  func unknown(_ option: String, _ text: String, known: [String]) -> Failure {
    let hint = Suggestion.closest(to: text, among: known).map { "; did you mean \($0)?" } ?? ""
    return .usage("\(option) \(quoted(text)) is none of \(known.joined(separator: ", "))\(hint)")
  }

  /// The price of the segment that `--offer` and `--segment` name, by the method of `--shipping`.
  func quote(at moment: Timestamp) throws(Failure) -> Quote {
    let configuration = try configuration()
    let id = arguments.value("--offer")
    let index = try segment(in: configuration)
    do {
      return try Quote(
        configuration, offer: id, segment: index, shipping: arguments.value("--shipping"),
        at: moment)
    } catch .unknownOffer {
      throw unknownOffer(id ?? "", in: configuration)
    } catch .unknownShipping(let id, let offer, let segment, let known) {
      let error = QuoteError.unknownShipping(id, offer: offer, segment: segment, known: known)
      throw Failure(.usage, error.code, "--shipping \(quoted(id)): \(error)")
    } catch {
      throw Failure(error)
    }
  }

  func unknownOffer(_ id: String, in configuration: MerchantConfiguration) -> Failure {
    let error = QuoteError.unknownOffer(id, known: configuration.offers.map(\.id))
    return Failure(.usage, error.code, "--offer \(quoted(id)): \(error)")
  }

  /// The number of `--segment`; anything but a plain one is told with the segments that exist.
  private func segment(in configuration: MerchantConfiguration) throws(Failure) -> Int64? {
    guard let text = arguments.value("--segment") else { return nil }
    let id = arguments.value("--offer")
    guard let offer = id.map(configuration.offer) ?? configuration.offers.first else {
      throw unknownOffer(id ?? "", in: configuration)
    }
    if let index = Int64(text), String(index) == text, offer.segments.indices.contains(Int(index)) {
      return index
    }
    let known = offer.segments.enumerated().map { "\($0) (\($1))" }.joined(separator: ", ")
    throw Failure(
      .usage, "segment_unknown",
      "--segment \(quoted(text)): offer \(offer.id) has the segments \(known)")
  }

  var keyDirectory: KeyDirectory { KeyDirectory(data: dataDirectory) }

  /// Runs a step that reads or changes keys.
  func keys<Value>(_ step: (KeyDirectory) throws(KeyError) -> Value) throws(Failure) -> Value {
    do { return try step(keyDirectory) } catch { throw Failure(error) }
  }

  func store(_ mode: SQLiteStore.Mode) throws(Failure) -> SQLiteStore {
    do {
      return try SQLiteStore.open(directory: dataDirectory, mode: mode)
    } catch {
      throw Failure(error)
    }
  }

  /// Opens the store, runs an operation on it to its end and closes it.
  func withStore<Value: Sendable>(
    _ mode: SQLiteStore.Mode,
    _ operation: @escaping @Sendable (SQLiteStore) async throws(EngineError) -> Value
  ) throws(EngineError) -> Value {
    let store: SQLiteStore
    do {
      store = try SQLiteStore.open(directory: dataDirectory, mode: mode)
    } catch {
      throw .store(error)
    }
    return try blocking { () async -> Result<Value, EngineError> in
      let result: Result<Value, EngineError>
      do throws(EngineError) {
        result = .success(try await operation(store))
      } catch {
        result = .failure(error)
      }
      do throws(StoreError) { try await store.close() } catch { return .failure(.store(error)) }
      return result
    }.get()
  }

  /// The intent that the store has for an id; nil if it has none.
  func storedIntent(_ id: String) throws(EngineError) -> PurchaseIntent? {
    try withStore(.readOnly) { (store) async throws(EngineError) in
      do throws(StoreError) { return try await store.intent(id) } catch { throw .store(error) }
    }
  }

  /// The intent with an id, as it stands at a moment.
  func intent(_ id: String, at moment: Timestamp) throws(Failure) -> PurchaseIntent {
    let stored: PurchaseIntent?
    do { stored = try storedIntent(id) } catch { throw Failure(error) }
    guard let stored else {
      throw Failure(
        .usage, IntentError.unknown.code,
        "there is no purchase intent \(quoted(id)): paytool intent list shows all")
    }
    return stored.observed(at: moment)
  }

  /// The first operand's file as JSON; what is not JSON was checked and found bad.
  func json(at path: String) throws(Failure) -> JSONValue {
    let bytes = try file(at: path)
    do {
      return try JSONValue(parsing: bytes)
    } catch {
      throw Failure(.foundBad, error.code.rawValue, "\(inputName(path)) is not JSON: \(error)")
    }
  }

  /// The bytes of a file from outside.
  func file(at path: String, limit: Int = Limits.jsonBytes) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try Files.read(path, limit: limit) } catch { throw Failure(error) }
    try refuseSecret(bytes, from: path)
    return bytes
  }

  /// Refuses a file of keys that stands where data belong, before any of it is told as a fault or
  /// taken for a value.
  private func refuseSecret(_ bytes: [UInt8], from path: String) throws(Failure) {
    let start = bytes.prefix(4096)
    for mark in ["PRIVATE KEY-----", "Authorization: Bearer "]
    where start.firstRange(of: Array(mark.utf8)) != nil {
      throw .usage("\(inputName(path)) holds a secret key, not data: nothing of it was used")
    }
  }
}
