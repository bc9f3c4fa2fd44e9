/// What the server answers to a `BuyRequest`: the purchase intent, as far as a device needs it.
///
/// Members that are not known here are passed over, so that the server may add some.
public struct BuyAnswer: Sendable, Hashable {
  /// The header that says `true` if this answer was given before, to the same Idempotency-Key: then
  /// a `StatusRequest` asks what has become of the intent.
  public static let replayHeader = "Idempotent-Replayed"

  /// `buy_` and 26 characters.
  public let id: String
  /// The price: compare it with the amount of the segment that the person chose.
  public let amount: Money
  /// The credential of this one intent: a compact JWS of type `intent+jwt`.
  public let intentToken: String
  /// From when on the intent is not taken any more.
  public let expiresAt: Timestamp
  /// What the sheet is given. Its total is `amount` and the sum of its lines, and `applicationData`
  /// is there, by which the payment token will name this intent.
  public let paymentRequest: PaymentRequest

  /// Reads the body of a 201 answer. Throws `notJSON` (also for more than 64 KiB), `malformed` and
  /// `contradictory`.
  public init(parsing body: [UInt8]) throws(AnswerError) {
    let json = try JSONValue(answer: body)
    var reader = JSONReader(json)
    let id = reader.string("id")
    let text = reader.string("amount")
    let code = reader.string("currency")
    let token = reader.string("intentToken")
    let expiry = reader.string("expiresAt")
    let request = reader.object("paymentRequest")
    if let id, !TimeOrderedIDs.isID(id, prefix: PurchaseIntent.idPrefix) {
      reader.fault("id", "wrong_value", "is not the id of a purchase intent")
    }
    // It goes into a header: nothing but the characters of a token may stand there.
    if let token, !CompactJWS.mayBe(token) {
      reader.fault("intentToken", "wrong_value", "is not a compact JWS")
    }
    let expiresAt = expiry.flatMap(Timestamp.init(rfc3339:))
    if expiry != nil, expiresAt == nil {
      reader.fault("expiresAt", "timestamp", "must be RFC 3339 such as 2026-01-01T00:00:00Z")
    }
    let currency = code.flatMap(Currency.init(code:))
    if code != nil, currency == nil {
      reader.fault("currency", "unknown_currency", "is not a currency of ISO 4217")
    }
    if let fault = reader.faults.first { throw AnswerError(fault) }
    guard let id, let text, let currency, let token, let expiresAt, let request else {
      throw .malformed(pointer: "", detail: "is not a purchase intent")
    }
    self.id = id
    amount = try BuyAnswer.money(text, currency)
    intentToken = token
    self.expiresAt = expiresAt
    paymentRequest = try PaymentRequest(answer: request)
    guard paymentRequest.total.amount == amount else {
      throw .contradictory(
        pointer: "/paymentRequest/total/amount",
        detail: "is \(paymentRequest.total.amount), but the intent is over \(amount)")
    }
  }

  private static func money(_ text: String, _ currency: Currency) throws(AnswerError) -> Money {
    do {
      return try Money(parsing: text, currency: currency)
    } catch {
      throw .malformed(pointer: "/amount", detail: error.description)
    }
  }
}

extension PaymentRequest {
  /// What PassKit is given: the lines, and the total last.
  public var paymentSummaryItems: [SummaryItem] { lineItems + [total] }

  /// Reads the member `paymentRequest` of an answer, which is the web form with the bytes that name
  /// the intent. Throws `malformed` and `contradictory`.
  fileprivate init(answer json: JSONValue) throws(AnswerError) {
    let pointer = "/paymentRequest"
    do {
      try self.init(knownMembersOf: json)
    } catch {
      throw .malformed(
        pointer: pointer + (error.faults.first?.pointer ?? ""),
        detail: error.faults.first?.detail ?? "is not a payment request")
    }
    // A form may do without these, an answer may not.
    var reader = JSONReader(json, at: pointer)
    _ = reader.string("merchantIdentifier")
    _ = reader.array("lineItems")
    let encoded = reader.string("applicationData")
    if let fault = reader.faults.first { throw AnswerError(fault) }
    guard let bytes = encoded.flatMap(Base64.decode), !bytes.isEmpty else {
      throw .malformed(pointer: pointer + "/applicationData", detail: "is not Base64 of anything")
    }
    applicationData = bytes
    // Lines that cannot be added up have no sum, so no total is theirs: refused like a wrong one.
    let sum = try? Money.sum(lineItems.map(\.amount), in: currency)
    guard lineItems.isEmpty || sum == total.amount else {
      throw .contradictory(
        pointer: pointer + "/total/amount", detail: "is not the sum of the lines")
    }
  }
}
