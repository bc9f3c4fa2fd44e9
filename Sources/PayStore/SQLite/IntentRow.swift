import PayCore

/// An intent as a row of its table.
enum IntentRow {
  /// What never changes.
  private static let fixed = """
    id offer segment amount_minor currency created_at_ms expires_at_ms nonce request notification \
    tax_minor
    """.split(separator: " ")
  private static let changing = """
    state refunded_minor deadline_ms token_transaction token_replay_key token_version \
    token_signed_at_ms verified_by verified_at_ms handed_over_to handed_over_key \
    handed_over_at_ms psp_reference attested authorized_by \
    authorized_at_ms canceled_by canceled_at_ms cancel_reference disputed_minor
    """.split(separator: " ")

  // Built once: a connection finds its prepared statements by their text.
  /// Selects rows as `read` wants them; what follows says which.
  static let select = "SELECT \((fixed + changing).joined(separator: ", ")) FROM intents "
  static let insert =
    "INSERT INTO intents (\((fixed + changing).joined(separator: ", "))) VALUES ("
    + (fixed + changing).map { _ in "?" }.joined(separator: ", ") + ")"
  /// Changes nothing if a payment token has been taken before.
  static let update =
    "UPDATE OR IGNORE intents SET " + changing.map { $0 + " = ?" }.joined(separator: ", ")
    + " WHERE id = ?"

  // MARK: Writing

  static func valuesToInsert(_ intent: PurchaseIntent) -> [SQLiteValue] {
    [
      .text(intent.id), .text(intent.offer), .integer(Int64(intent.segment)),
      .integer(intent.price.minorUnits), .text(intent.price.currency.code),
      .integer(intent.createdAt.milliseconds), .integer(intent.expiresAt.milliseconds),
      .blob(intent.nonce), .text(String(decoding: intent.request.webForm.bytes, as: UTF8.self)),
      .text(orNull: intent.notification), .integer(intent.taxMinorUnits),
    ] + changingValues(intent)
  }

  static func valuesToUpdate(_ intent: PurchaseIntent) -> [SQLiteValue] {
    changingValues(intent) + [.text(intent.id)]
  }

  private static func changingValues(_ intent: PurchaseIntent) -> [SQLiteValue] {
    let (acceptance, authorization) = (intent.acceptance, intent.authorization)
    return [
      .text(intent.state.rawValue), .integer(intent.refundedMinorUnits),
      .integer(orNull: intent.deadline?.milliseconds),
      .blob(orNull: acceptance?.transactionID), .blob(orNull: acceptance?.replayKey),
      .text(orNull: acceptance?.version.rawValue),
      .integer(orNull: acceptance?.signingTime.milliseconds), .text(orNull: acceptance?.actor),
      .integer(orNull: acceptance?.moment.milliseconds), .text(orNull: intent.handOver?.actor),
      .text(orNull: intent.handOver?.key),
      .integer(orNull: intent.handOver?.moment.milliseconds),
      .text(orNull: authorization?.pspReference),
      .integer(orNull: authorization.map { $0.isAttested ? 1 : 0 }),
      .text(orNull: authorization?.actor), .integer(orNull: authorization?.moment.milliseconds),
      .text(orNull: intent.cancellation?.actor),
      .integer(orNull: intent.cancellation?.moment.milliseconds),
      .text(orNull: intent.cancellation?.pspReference), .integer(intent.disputedMinorUnits),
    ]
  }

  // MARK: Reading

  /// The intent of a selected row. Throws `corrupt`.
  static func read(_ row: SQLiteStatement) throws(StoreError) -> PurchaseIntent {
    let id = try row.text(0)
    guard let state = IntentState(rawValue: try row.text(11)),
      let currency = Currency(code: try row.text(4))
    else { throw .corrupt(detail: "intent \(id) has an unknown state or currency") }
    let request: PaymentRequest
    do {
      request = try PaymentRequest(webForm: try JSONValue(parsing: row.blob(8)))
    } catch {
      throw .corrupt(detail: "intent \(id) has a damaged payment request")
    }
    return PurchaseIntent(
      id: id, state: state, offer: try row.text(1), segment: Int(row.integer(2)),
      price: Money(minorUnits: row.integer(3), currency: currency),
      refundedMinorUnits: row.integer(12), createdAt: Timestamp(milliseconds: row.integer(5)),
      expiresAt: Timestamp(milliseconds: row.integer(6)), nonce: row.blob(7), request: request,
      notification: row.isNull(9) ? nil : try row.text(9),
      acceptance: row.isNull(14) ? nil : try acceptance(row, of: id),
      handOver: row.isNull(20) ? nil : try handOver(row),
      authorization: row.isNull(23) ? nil : try authorization(row),
      cancellation: row.isNull(27) ? nil : try cancellation(row),
      taxMinorUnits: row.integer(10), disputedMinorUnits: row.integer(30))
  }

  private static func acceptance(
    _ row: SQLiteStatement, of id: String
  ) throws(StoreError) -> TokenAcceptance {
    guard let version = SealedToken.Version(rawValue: try row.text(16)) else {
      throw .corrupt(detail: "intent \(id) has a payment token of an unknown version")
    }
    return TokenAcceptance(
      transactionID: row.blob(14), replayKey: row.blob(15), version: version,
      signingTime: Timestamp(milliseconds: row.integer(17)), actor: try row.text(18),
      moment: Timestamp(milliseconds: row.integer(19)))
  }

  private static func handOver(_ row: SQLiteStatement) throws(StoreError) -> HandOver {
    HandOver(
      actor: try row.text(20), key: try row.text(21),
      moment: Timestamp(milliseconds: row.integer(22)))
  }

  private static func authorization(_ row: SQLiteStatement) throws(StoreError) -> Authorization {
    Authorization(
      pspReference: try row.text(23), isAttested: row.integer(24) == 1, actor: try row.text(25),
      moment: Timestamp(milliseconds: row.integer(26)))
  }

  private static func cancellation(_ row: SQLiteStatement) throws(StoreError) -> Cancellation {
    Cancellation(
      pspReference: row.isNull(29) ? nil : try row.text(29), actor: try row.text(27),
      moment: Timestamp(milliseconds: row.integer(28)))
  }
}
