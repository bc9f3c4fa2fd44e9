import PayCore
import PayCrypto
import PayStore
import PaySystem

let besideServer = "Works beside a running PayServer."
let insteadOfServer =
  "Writes to the store, which a running PayServer holds: exits 5 while it runs."

extension CommandSpec {
  static let intentCreate = CommandSpec(
    ["intent", "create"], "a purchase intent, as the buy action makes it",
    options: [.offer, .segment, .shipping, .at],
    examples: [
      "paytool intent create --segment 2",
      "paytool intent create --segment 2 --json -o intent.json",
    ],
    notes: insteadOfServer + "\nThe intent token stands in the output of --json only."
  ) { (invocation) throws(Failure) in
    let moment = try invocation.now()
    let quote = try invocation.quote(at: moment)
    try invocation.output.checkWritable(isSecret: invocation.isJSON)
    let purchase = Purchase(
      offer: quote.offer, segment: Int64(quote.segment),
      shippingMethod: invocation.arguments.value("--shipping"))
    let outcome = try invocation.withEngine(at: moment) { (engine) async throws(EngineError) in
      try await engine.createIntent(purchase, scope: nil)
    }
    guard case .performed(let answer) = outcome else {
      throw Failure(.internal, "internal", "the store took a new purchase intent for an old one")
    }
    try invocation.output.write(after: "the intent \(answer.subject) was made") {
      (output) throws(Failure) in
      if invocation.isJSON {
        return try output.write(json: answer.body + [UInt8(ascii: "\n")], isSecret: true)
      }
      try invocation.show(try invocation.intent(answer.subject, at: moment))
    }
  }

  static let intentShow = CommandSpec(
    ["intent", "show"], "one purchase intent", operands: ["ID"], options: [.at],
    examples: [
      "paytool intent show buy_06b1v9jt8n3k5m7p9rsvwxyz12",
      "paytool intent show buy_06b1v9jt8n3k5m7p9rsvwxyz12 --json",
    ],
    notes: besideServer
  ) { (invocation) throws(Failure) in
    let moment = try invocation.now()
    try invocation.show(try invocation.intent(invocation.arguments.operands[0], at: moment))
  }

  static let intentVerify = CommandSpec(
    ["intent", "verify"], "whether an intent token is ours and still good", operands: ["FILE"],
    options: [.at],
    examples: [
      "jq -r .intentToken intent.json | paytool intent verify -",
      "paytool intent verify token.txt --json",
    ],
    notes:
      "FILE holds the token alone; - is standard input, so that no token is in a command line.\n"
      + "Exits 1 and names the fault if it is not good. " + besideServer
  ) { (invocation) throws(Failure) in
    let validation = try invocation.validation()
    if invocation.isJSON {
      try invocation.output.write(validation.json)
    } else if let intent = validation.intent, validation.isValid {
      try invocation.output.write(
        Table.facts([
          ["token", "good until \(intent.expiresAt)"], ["intent", intent.id],
          ["state", intent.state.rawValue], ["price", "\(intent.price)"],
        ]))
    }
    if let first = validation.findings.first {
      let messages = validation.findings.map { "\($0.message) (\($0.code))" }
      throw Failure(.foundBad, first.code, messages.joined(separator: "; "))
    }
  }
}

extension Invocation {
  /// Runs the engine over the store, for writing, with its clock standing at a moment.
  func withEngine<Value: Sendable>(
    at moment: Timestamp,
    _ operation: @escaping @Sendable (PaymentEngine) async throws(EngineError) -> Value
  ) throws(Failure) -> Value {
    let configuration = try configuration()
    let (tokenKeys, signer) = try keys { (directory) throws(KeyError) in
      (try ES256TokenKeys(directory), try CMSSessionSigner(directory))
    }
    do throws(EngineError) {
      return try withStore(.readWrite(holder: "paytool")) { (store) async throws(EngineError) in
        let latest: String?
        do throws(StoreError) {
          latest = try await store.intents(before: nil, limit: 1).first?.id
        } catch {
          throw .store(error)
        }
        let engine = PaymentEngine(
          configuration: configuration, store: store,
          environment: .live(latestIntent: latest, now: { moment }), digest: OpenSSLDigest(),
          tokenKeys: tokenKeys, sessionSigner: signer, quotes: QuoteTable())
        return try await operation(engine)
      }
    } catch {
      throw Failure(error)
    }
  }

  func show(_ intent: PurchaseIntent) throws(Failure) {
    if isJSON { return try output.write(intent.json()) }
    try output.write(Table.facts(intent.facts))
  }

  /// The verdict on the token in the file operand; a store that is not there knows no intent.
  fileprivate func validation() throws(Failure) -> IntentValidation {
    let merchant = try configuration().merchant
    let moment = try now()
    let keys = try keys { (directory) throws(KeyError) in try ES256TokenKeys(directory) }
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
    let stored: PurchaseIntent?
    do {
      stored = try storedIntent(token.intent)
    } catch .store(.missing) {
      stored = nil
    } catch {
      throw Failure(error)
    }
    return IntentValidation(token, intent: stored, at: moment)
  }
}

extension PurchaseIntent {
  /// What a person is told of it: what there is nothing to say about is left out.
  fileprivate var facts: [[String]] {
    var facts = [
      ["intent", id], ["state", state.rawValue], ["offer", "\(offer), segment \(segment)"],
      ["price", "\(price)"],
    ]
    if let method = shippingMethod {
      facts.append(["shipping", "\(method.label), \(method.detail) (\(method.identifier))"])
    }
    if refundedMinorUnits > 0 {
      facts.append(
        ["refunded", "\(Money(minorUnits: refundedMinorUnits, currency: price.currency))"])
    }
    if disputedMinorUnits > 0 {
      facts.append(
        ["disputed", "\(Money(minorUnits: disputedMinorUnits, currency: price.currency))"])
    }
    if let acceptance {
      facts.append([
        "payment token",
        "\(acceptance.version.rawValue), transaction \(Hex.lower(acceptance.transactionID))",
      ])
      facts.append(["brought by", "\(acceptance.actor) at \(acceptance.moment)"])
    }
    if let authorization {
      let attested = authorization.isAttested ? ", attested: no payment token was seen here" : ""
      facts.append(["PSP reference", authorization.pspReference + attested])
      facts.append(["said by", "\(authorization.actor) at \(authorization.moment)"])
    }
    if let notification { facts.append(["notification", notification]) }
    return facts + [["created", "\(createdAt)"], ["expires", "\(expiresAt)"]]
  }
}
