/// Why something cannot be done with a purchase intent.
package enum IntentError: Error, Sendable, Hashable {
  /// No intent has this id, or it is not the caller's.
  case unknown
  /// The intent's state does not allow it.
  case notAllowed(in: IntentState, IntentEvent)
  /// The intent's state does not need a merchant session any more.
  case noSession(in: IntentState)
  /// The intent's time ran out.
  case expired

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .unknown: "intent_unknown"
    case .notAllowed, .noSession: "intent_state"
    case .expired: "intent_expired"
    }
  }
}

extension IntentError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown: "there is no such purchase intent"
    case .notAllowed(let state, .canceled): "the intent is \(state.rawValue) and cannot be canceled"
    case .notAllowed(let state, _): "the intent is \(state.rawValue), which does not allow this"
    case .noSession(let state): "the intent is \(state.rawValue): it takes no merchant session"
    case .expired: "the intent's time has run out: create a new one"
    }
  }
}
