/// What the server answers to a `StatusRequest`: the purchase intent as it stands now.
///
/// Members that are not known here are passed over, so that the server may add some.
public struct StatusAnswer: Sendable, Hashable {
  public let state: IntentState

  /// Reads the body of a 200 answer about `intent`. Throws `notJSON`, `malformed` (also for a state
  /// that is not known here: nothing is sold on a guess), and `contradictory` if it is about
  /// another intent.
  public init(parsing body: [UInt8], of intent: BuyAnswer) throws(AnswerError) {
    var reader = JSONReader(try JSONValue(answer: body))
    let id = reader.string("id")
    let name = reader.string("state")
    if let fault = reader.faults.first { throw AnswerError(fault) }
    guard let id, id.hasSameBytes(as: intent.id) else {
      throw .contradictory(pointer: "/id", detail: "is not the intent that was asked for")
    }
    guard
      let state = IntentState.allCases.first(where: { $0.rawValue.hasSameBytes(as: name ?? "") })
    else { throw .malformed(pointer: "/state", detail: "is no state of an intent that is known") }
    self.state = state
  }

  /// What the state means for the device.
  public var standing: IntentStanding {
    switch state {
    case .created: .open
    case .verified, .authorized, .captured: .bought
    case .canceled, .failed, .expired: .over
    }
  }
}

/// What an intent is still good for on the device.
public enum IntentStanding: Sendable, Hashable {
  /// It waits for a payment token: the sheet may be shown.
  case open
  /// It is paid, or a payment is being decided: nothing more is sold.
  case bought
  /// It has ended without a purchase: the next attempt makes another.
  case over

  /// Reads the answer to a `StatusRequest`; nil if its status says nothing about the intent.
  ///
  /// 401 is `over`: the intent token ends with the time to pay. Should the intent have been paid
  /// in that time, the server refuses the next attempt. Throws as `StatusAnswer`.
  public init?(status: Int, body: [UInt8], of intent: BuyAnswer) throws(AnswerError) {
    switch status {
    case 200: self = try StatusAnswer(parsing: body, of: intent).standing
    case 401: self = .over
    default: return nil
    }
  }
}
