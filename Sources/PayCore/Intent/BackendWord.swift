/// What the merchant's backend says of an intent, after its payment provider has answered.
package enum BackendWord: Sendable, Hashable {
  /// The provider approved or declined. Attested: the provider's own SDK took the payment token, so
  /// that none was verified here.
  case authorization(pspReference: String, isApproved: Bool, isAttested: Bool)
  case capture(pspReference: String)
  /// nil: the provider had nothing to cancel.
  case cancel(pspReference: String?)
  /// An amount as text, nil for all that is left.
  case refund(pspReference: String, amount: String?)
  /// A dispute over an amount as text (nil: all that is left) was opened, or was decided.
  case dispute(pspReference: String, DisputeResult, amount: String?)

  /// The last part of the route and the name of the command.
  package enum Verb: String, Sendable, CaseIterable {
    case authorization, capture, cancel, refund, dispute
  }

  package var verb: Verb {
    switch self {
    case .authorization: .authorization
    case .capture: .capture
    case .cancel: .cancel
    case .refund: .refund
    case .dispute: .dispute
    }
  }

  /// Reads a request's body: `{"pspReference":"...","result":"approved","attested":true}`,
  /// `{"pspReference":"..."}`, for a refund `{"pspReference":"...","amount":"5.00"}`, for a dispute
  /// `{"pspReference":"...","result":"opened","amount":"5.00"}`.
  ///
  /// `cancel` may name the provider's reference of its own cancellation.
  package init(_ verb: Verb, json: JSONValue) throws(JSONFaults) {
    var reader = JSONReader(json)
    let reference =
      verb == .cancel
      ? reader.optionalString("pspReference") : reader.string("pspReference")
    if let reference, !Self.isReference(reference) {
      reader.fault(
        "pspReference", "wrong_value",
        "must be 1 to \(Limits.pspReferenceBytes) visible ASCII characters without spaces")
    }
    let word: BackendWord?
    switch verb {
    case .authorization: word = Self.authorization(reference, &reader)
    case .capture: word = reference.map { .capture(pspReference: $0) }
    case .cancel: word = .cancel(pspReference: reference)
    case .refund:
      let amount = reader.optionalString("amount")
      word = reference.map { .refund(pspReference: $0, amount: amount) }
    case .dispute: word = Self.dispute(reference, &reader)
    }
    let faults = reader.finish()
    guard faults.isEmpty, let word else { throw JSONFaults(faults) }
    self = word
  }

  private static func authorization(
    _ reference: String?, _ reader: inout JSONReader
  ) -> BackendWord? {
    let result = reader.string("result")
    if let result, !["approved", "declined"].contains(result) {
      reader.fault("result", "unknown_value", "must be approved or declined")
    }
    let isAttested = reader.optionalBool("attested") ?? false
    guard let reference, let result else { return nil }
    return .authorization(
      pspReference: reference, isApproved: result == "approved", isAttested: isAttested)
  }

  private static func dispute(
    _ reference: String?, _ reader: inout JSONReader
  ) -> BackendWord? {
    let text = reader.string("result")
    let amount = reader.optionalString("amount")
    guard let text else { return nil }
    guard let result = DisputeResult(rawValue: text) else {
      reader.fault("result", "unknown_value", "must be opened, won or lost")
      return nil
    }
    if amount != nil, result != .opened {
      reader.fault("amount", "wrong_value", "stands only with opened: a dispute is decided whole")
    }
    return reference.map { .dispute(pspReference: $0, result, amount: amount) }
  }

  /// Whether a text can be a provider's reference: it goes into ledgers, files and logs as it is.
  package static func isReference(_ text: String) -> Bool {
    (1...Limits.pspReferenceBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The bytes that tell one word on an intent from another under the same idempotency key.
  func canonicalBytes(of intent: String) -> [UInt8] {
    var fields = LengthPrefixed()
    fields.append("pay-word-v1")
    fields.append(verb.rawValue)
    fields.append(intent)
    switch self {
    case .authorization(let reference, let isApproved, let isAttested):
      fields.append(reference)
      fields.append(isApproved ? "approved" : "declined")
      fields.append(isAttested ? "attested" : "")
    case .capture(let reference): fields.append(reference)
    case .cancel(let reference): fields.append(reference ?? "")
    case .refund(let reference, let amount):
      fields.append(reference)
      fields.append(amount ?? "")
    case .dispute(let reference, let result, let amount):
      fields.append(reference)
      fields.append(result.rawValue)
      fields.append(amount ?? "")
    }
    return fields.bytes
  }

  /// What the word is to the state machine.
  var event: IntentEvent {
    switch self {
    case .authorization(_, isApproved: true, isAttested: false): .approved
    case .authorization(_, isApproved: true, isAttested: true): .attestedApproval
    case .authorization(_, isApproved: false, isAttested: false): .declined
    case .authorization(_, isApproved: false, isAttested: true): .attestedDecline
    case .capture: .captured
    case .cancel: .canceled
    case .refund: .refunded
    case .dispute(_, let result, _): result.event
    }
  }
}
