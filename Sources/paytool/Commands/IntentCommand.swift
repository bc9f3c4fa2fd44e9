import PayCore
import PayCrypto
import PayStore
import PaySystem

extension CommandSpec {
  static let intentCreate = CommandSpec(
    ["intent", "create"], "a purchase intent, as the buy action makes it",
    options: [.offer, .segment, .at],
    examples: ["paytool intent create --segment 2", "paytool intent create --segment 2 --json"],
    notes: "Writes to the store: while PayServer runs, ask it over HTTP instead (exit code 5)."
  ) { (invocation) throws(Failure) in
    let quote = try invocation.quote()
    let purchase = Purchase(offer: quote.offer, segment: Int64(quote.segment))
    let answer = try invocation.withEngine { (engine) async throws(EngineError) in
      try await engine.createIntent(purchase, scope: nil)
    }
    guard case .performed(let answer) = answer else {
      throw Failure(.internal, "internal", "a new intent was not new")
    }
    if invocation.isJSON {
      try invocation.output.write(answer.body + [UInt8(ascii: "\n")])
    } else {
      try invocation.output.write(
        Text.table([
          ["intent", answer.subject], ["price", "\(quote.price)"], ["state", "created"],
        ]))
      invocation.output.note("Its token stands in the output of --json only.")
    }
    return .ok
  }

  static let intentList = CommandSpec(
    ["intent", "list"], "purchase intents, newest first",
    options: [
      .at, OptionSpec("--limit", value: "N", help: "at most N of them (all if left out)"),
      OptionSpec("--format", value: "FORMAT", help: "table, json or ndjson (one object a line)"),
    ],
    examples: ["paytool intent list --limit 20", "paytool intent list --format ndjson"],
    notes: "Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    try invocation.listIntents()
    return .ok
  }

  static let intentShow = CommandSpec(
    ["intent", "show"], "one purchase intent", operands: ["ID"], options: [.at],
    examples: ["paytool intent show buy_01jd...", "paytool intent show buy_01jd... --json"],
    notes: "Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    let moment = try invocation.now()
    let id = invocation.arguments.operands[0]
    let intent = try invocation.withStore(.readOnly) { (store) async throws(Failure) in
      try await store.observedIntent(id, at: moment)
    }
    try invocation.show(intent)
    return .ok
  }

  static let intentVerify = CommandSpec(
    ["intent", "verify"], "whether an intent token is good", operands: ["FILE"], options: [.at],
    examples: [
      "paytool intent verify token.txt", "jq -r .intentToken intent.json | paytool intent verify -",
    ],
    notes:
      "FILE holds the token alone; - is standard input, so that no token is in a command line.\n"
      + "Exits 1 and names the fault if it is not good. Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    let validation = try invocation.validation()
    if invocation.isJSON {
      try invocation.output.write(validation.json)
    } else if let intent = validation.intent, validation.isValid {
      try invocation.output.write(
        Text.table([
          ["token", "good until \(intent.expiresAt)"], ["intent", intent.id],
          ["price", "\(intent.price)"], ["state", intent.state.rawValue],
        ]))
    }
    for finding in validation.findings where !invocation.isJSON {
      invocation.output.error("\(finding.message) (\(finding.code))")
    }
    return validation.isValid ? .ok : .foundBad
  }

  static let intentCancel = CommandSpec(
    ["intent", "cancel"], "gives a purchase intent up", operands: ["ID"], options: [.at],
    examples: ["paytool intent cancel buy_01jd..."],
    notes: "Writes to the store: while PayServer runs, ask it over HTTP instead (exit code 5)."
  ) { (invocation) throws(Failure) in
    let id = invocation.arguments.operands[0]
    let intent = try invocation.withEngine { (engine) async throws(EngineError) in
      try await engine.cancelIntent(id)
    }
    try invocation.show(intent)
    return .ok
  }
}

/// How intents are listed.
private enum ListFormat: String, CaseIterable {
  case table, json, ndjson
}

extension Invocation {
  /// Runs the engine over the store for writing.
  fileprivate func withEngine<Value: Sendable>(
    _ body: @escaping @Sendable (PaymentEngine) async throws(EngineError) -> Value
  ) throws(Failure) -> Value {
    let configuration = try configuration()
    let moment = arguments.value("--at") == nil ? nil : try now()
    let tokenKeys = try tokenKeys()
    let signer = try sessionSigner()
    return try withStore(.readWrite(holder: "paytool")) { (store) async throws(Failure) in
      let latest: String?
      do throws(StoreError) {
        latest = try await store.intents(before: nil, limit: 1).first?.id
      } catch {
        throw Failure(error)
      }
      let clock: @Sendable () -> Timestamp = { moment ?? Timestamp.current() }
      let engine = PaymentEngine(
        configuration: configuration, store: store,
        environment: .live(latestIntent: latest, now: clock), digest: OpenSSLDigest(),
        tokenKeys: tokenKeys, sessionSigner: signer)
      do throws(EngineError) {
        return try await body(engine)
      } catch {
        throw Failure(error)
      }
    }
  }

  fileprivate func show(_ intent: PurchaseIntent) throws(Failure) {
    if isJSON { return try output.write(intent.json()) }
    try output.write(
      Text.table([
        ["intent", intent.id], ["state", intent.state.rawValue],
        ["offer", "\(intent.offer), segment \(intent.segment)"], ["price", "\(intent.price)"],
        ["created", "\(intent.createdAt)"], ["expires", "\(intent.expiresAt)"],
      ]))
  }

  /// The verdict on the token in the file operand; a store that is not there knows no intent.
  fileprivate func validation() throws(Failure) -> IntentValidation {
    let merchant = try configuration().merchant
    let moment = try now()
    let keys = try tokenKeys()
    var bytes = try file(at: arguments.operands[0])
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    let token: IntentToken
    do {
      token = try IntentToken(
        opening: String(decoding: bytes, as: UTF8.self), keys: keys,
        merchantIdentifier: merchant.identifier)
    } catch {
      return IntentValidation(refused: error)
    }
    let stored = try storedIntent(token.intent)
    return IntentValidation(token, intent: stored, at: moment)
  }

  private func storedIntent(_ id: String) throws(Failure) -> PurchaseIntent? {
    do throws(Failure) {
      return try withStore(.readOnly) { (store) async throws(Failure) in
        do throws(StoreError) {
          return try await store.intent(id)
        } catch {
          throw Failure(error)
        }
      }
    } catch  where error.code == "store_missing" {
      return nil
    }
  }

  fileprivate func listIntents() throws(Failure) {
    let format = try listFormat()
    let limit = try limit()
    let moment = try now()
    try output.stream { (append) throws(Failure) in
      var rows: [[String]] = []
      var objects: [JSONValue] = []
      try eachPage(limit: limit) { (page) throws(Failure) in
        let intents = page.map { $0.observed(at: moment) }
        switch format {
        case .ndjson:
          try append(intents.flatMap { $0.json().bytes + [UInt8(ascii: "\n")] })
        case .json: objects += intents.map { $0.json() }
        case .table: rows += intents.map(\.row)
        }
      }
      switch format {
      case .ndjson: break
      case .json:
        let list: JSONValue = ["object": "list", "data": .array(objects)]
        try append(list.bytes + [UInt8(ascii: "\n")])
      case .table:
        let head = ["INTENT", "STATE", "PRICE", "OFFER", "SEGMENT", "CREATED"]
        try append(Array(Text.table([head] + rows, right: [2, 4]).utf8))
      }
    }
  }

  private func listFormat() throws(Failure) -> ListFormat {
    guard let text = arguments.value("--format") else { return isJSON ? .json : .table }
    guard let format = ListFormat(rawValue: text) else {
      throw .usage("--format \(quoted(text)): the formats are table, json and ndjson")
    }
    return format
  }

  private func limit() throws(Failure) -> Int {
    guard let text = arguments.value("--limit") else { return .max }
    guard let limit = Int(text), limit > 0 else {
      throw .usage("--limit \(quoted(text)) is not a whole number from 1")
    }
    return limit
  }

  /// Reads the intents page by page, so that memory stays bounded.
  private func eachPage(
    limit: Int, _ body: ([PurchaseIntent]) throws(Failure) -> Void
  ) throws(Failure) {
    let store = try store(.readOnly)
    var left = limit
    var before: String?
    while left > 0 {
      let (cursor, count) = (before, min(left, 1000))
      let result = blocking { () async -> Result<[PurchaseIntent], StoreError> in
        do throws(StoreError) {
          return .success(try await store.intents(before: cursor, limit: count))
        } catch {
          return .failure(error)
        }
      }
      let page: [PurchaseIntent]
      do { page = try result.get() } catch { throw Failure(error) }
      guard let last = page.last else { return }
      try body(page)
      before = last.id
      left -= page.count
    }
  }
}

extension SQLiteStore {
  /// The intent with an id as it stands at a moment.
  func observedIntent(_ id: String, at moment: Timestamp) async throws(Failure) -> PurchaseIntent {
    let stored: PurchaseIntent?
    do { stored = try await intent(id) } catch { throw Failure(error) }
    guard let stored else {
      throw Failure(.usage, IntentError.unknown.code, "there is no purchase intent \(quoted(id))")
    }
    return stored.observed(at: moment)
  }
}

extension PurchaseIntent {
  fileprivate var row: [String] {
    [id, state.rawValue, "\(price)", offer, "\(segment)", "\(createdAt)"]
  }
}
