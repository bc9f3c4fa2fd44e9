/// Why the engine did not do what was asked: the error of the stage that refused.
package enum EngineError: Error, Sendable, Hashable {
  case quote(QuoteError)
  case notification(NotificationError)
  /// An offer token, good in itself, that does not open this.
  case token(TokenFault)
  case intent(IntentError)
  case paymentToken(PaymentTokenFault)
  case store(StoreError)
  case crypto(CryptoFailure)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .quote(let error): error.code
    case .notification(let error): error.code
    case .token(let fault): fault.code
    case .intent(let error): error.code
    case .paymentToken(let fault): fault.code
    case .store(let error): error.code
    case .crypto: "crypto_failure"
    }
  }
}

extension EngineError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .quote(let error): error.description
    case .notification(let error): error.description
    case .token(let fault): fault.description
    case .intent(let error): error.description
    case .paymentToken(let fault): fault.description
    case .store(let error): error.description
    case .crypto(let failure): failure.detail
    }
  }
}
