/// The request that brings the payment token of the sheet to the server.
///
/// A `POST` with `Content-Type: application/json`; it may take 25 seconds, in which the merchant's
/// backend says its word. The answer is an `AuthorizeAnswer` (200), or a `ProblemAnswer`.
public struct AuthorizeRequest: Sendable, Hashable {
  /// The absolute URL to post to: the offer's `endpoint`, the intent's id and `authorize`.
  public let url: String
  /// `Idempotency-Key`: `intent.attempt`.
  public let idempotencyKey: String
  /// `Authorization`: `Bearer` and the intent token.
  public let authorization: String
  /// `{"paymentToken":...}` with the bytes of the token as PassKit gave them.
  public let body: [UInt8]

  /// The request for `paymentData`, the bytes of PKPaymentToken's property of that name.
  ///
  /// `attempt` counts from 1 the tokens of one intent; a retry with the same token keeps it. Throws
  /// `emptyPaymentData`, as in the Simulator, and `malformedPaymentData`.
  public init(
    offer: NotificationOffer, intent: BuyAnswer, paymentData: [UInt8], attempt: Int
  ) throws(AuthorizeRequestError) {
    guard !paymentData.isEmpty else { throw .emptyPaymentData }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: paymentData)
    } catch {
      throw .malformedPaymentData(offset: error.offset)
    }
    guard case .object = json else { throw .malformedPaymentData(offset: 0) }
    url = offer.endpoint + "/" + intent.id + "/authorize"
    idempotencyKey = "\(intent.id).\(attempt)"
    authorization = "Bearer " + intent.intentToken
    // The bytes are passed on as they are: what is signed must not be written anew.
    body = Array(#"{"paymentToken":"#.utf8) + paymentData + Array("}".utf8)
  }
}

/// Why a payment token cannot be sent.
public enum AuthorizeRequestError: Error, Sendable, Hashable {
  /// There are no bytes: the Simulator pays with nothing.
  case emptyPaymentData
  /// The bytes are not a JSON object within our bounds, from the byte at `offset` on.
  case malformedPaymentData(offset: Int)

  /// Stable code, snake_case, never reused.
  public var code: String {
    switch self {
    case .emptyPaymentData: "payment_data_empty"
    case .malformedPaymentData: "payment_data_malformed"
    }
  }
}

extension AuthorizeRequestError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .emptyPaymentData: "the payment token is empty: only a device makes a real one"
    case .malformedPaymentData(let offset):
      "the payment token is not a JSON object, at byte \(offset)"
    }
  }
}
