/// Money that goes to the person.
///
/// Source: WebKit, ApplePayDisbursementRequest; PassKit has a request class of its own,
/// PKDisbursementRequest.
public struct DisbursementRequest: Sendable, Hashable {
  /// What the recipient must state.
  public var requiredRecipientContactFields: [ContactField]?

  package init() {
  }
}

extension DisbursementRequest: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 1)
    members.add("requiredRecipientContactFields", requiredRecipientContactFields)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    let requiredRecipientContactFields: [ContactField]? = reader.optionalNames(
      "requiredRecipientContactFields")
    self.init()
    self.requiredRecipientContactFields = requiredRecipientContactFields
  }
}
