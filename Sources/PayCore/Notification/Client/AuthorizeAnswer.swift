/// What the server says of a payment token: success only after the merchant's backend approved.
///
/// Members that are not known here are passed over, so that the server may add some.
public struct AuthorizeAnswer: Sendable, Hashable {
  /// What the sheet may point at, in the names of Apple Pay on the web.
  public struct Fault: Sendable, Hashable {
    /// `shippingContactInvalid`, `couponCodeInvalid`, `unknown`, ...
    public let code: String
    /// For the person at the sheet; empty if there is nothing to say.
    public let message: String
  }

  /// Whether the sheet may say that it is paid.
  public let isApproved: Bool
  /// Why not; empty if approved.
  public let faults: [Fault]

  /// Reads the body of a 200 answer: `{"status":"STATUS_SUCCESS"}`, or `STATUS_FAILURE` and
  /// `errors`. Any other status is a failure: success is never guessed. Throws `notJSON`,
  /// `malformed` and `contradictory`, the last for a success with errors.
  ///
  /// Source: Apple, ApplePayPaymentAuthorizationResult and ApplePayError.
  public init(parsing body: [UInt8]) throws(AnswerError) {
    var reader = JSONReader(try JSONValue(answer: body))
    let status = reader.string("status")
    let errors = reader.has("errors") ? reader.array("errors") : []
    if let fault = reader.faults.first { throw AnswerError(fault) }
    var faults: [Fault] = []
    for (index, error) in (errors ?? []).enumerated() {
      var reader = JSONReader(error, at: "/errors/\(index)")
      let code = reader.optionalString("code")
      let message = reader.optionalString("message")
      if let fault = reader.faults.first { throw AnswerError(fault) }
      faults.append(Fault(code: code ?? "unknown", message: message ?? ""))
    }
    isApproved = status == "STATUS_SUCCESS"
    guard !isApproved || faults.isEmpty else {
      throw .contradictory(pointer: "/errors", detail: "stands beside STATUS_SUCCESS")
    }
    self.faults = faults
  }
}
