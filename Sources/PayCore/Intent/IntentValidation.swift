/// What the merchant's backend is told about an intent token.
package struct IntentValidation: Sendable, Hashable {
  /// The intent, if the token is genuine and the intent exists, whatever its state.
  package let intent: PurchaseIntent?
  package let findings: [Finding]

  package var isValid: Bool { findings.isEmpty && intent != nil }

  package var json: JSONValue {
    [
      "object": "intentValidation", "valid": .bool(isValid),
      "intent": intent.map { $0.json() } ?? .null, "findings": .array(findings.map(\.json)),
    ]
  }

  /// A token that cannot be opened: nothing is said about any intent.
  package init(refused fault: TokenFault) {
    intent = nil
    findings = [Finding(fault)]
  }

  /// A token that is genuine, against the intent that the store has for it, seen at `moment`.
  package init(_ token: IntentToken, intent stored: PurchaseIntent?, at moment: Timestamp) {
    var findings: [Finding] = []
    do { try token.checkTime(at: moment) } catch { findings.append(Finding(error)) }
    let observed = stored?.observed(at: moment)
    if let observed {
      if token != IntentToken(for: observed) {
        findings.append(
          Finding(
            code: "token_mismatch", pointer: "/intentToken",
            message: "the token does not say what the intent says"))
      }
      if [.canceled, .expired, .failed].contains(observed.state) {
        findings.append(
          Finding(
            code: "intent_\(observed.state.rawValue)", pointer: "/intentToken",
            message: "the intent is \(observed.state.rawValue)"))
      }
    } else {
      findings.append(
        Finding(
          code: IntentError.unknown.code, pointer: "/intentToken",
          message: "the store has no such purchase intent"))
    }
    intent = observed
    self.findings = findings
  }
}

extension Finding {
  init(_ fault: TokenFault) {
    self.init(
      code: fault.code, pointer: "/intentToken", message: fault.description, source: "RFC 7515")
  }
}
