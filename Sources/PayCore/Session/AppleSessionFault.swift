/// Why an answer of Apple's gateway is not the session that was asked for, in the order of the
/// checks.
package enum AppleSessionFault: Error, Sendable, Hashable {
  /// Not one JSON document within our bounds.
  case notJSON(JSONError)
  /// The gateway tells an error in a session's place.
  case errorBody(status: String, message: String)
  /// Members missing or of another type or form.
  case shape([JSONFault])
  /// Times in seconds where Apple's are in milliseconds.
  case seconds(member: String)
  /// It ends before it begins, or lives longer than any session of Apple's.
  case lifetime
  /// It was not made about now.
  case clock(created: Timestamp, now: Timestamp)
  /// It is for another name, domain or initiative than was asked for.
  case displayName, domainName, initiative
  /// The signature is not a CMS of one signer who has a name.
  case signature
  /// Whoever signed it is of the other environment, or of none that is known.
  case environment(signer: String, wanted: AppleEnvironment)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .notJSON: "apple_session_not_json"
    case .errorBody: "apple_session_error_body"
    case .shape: "apple_session_shape"
    case .seconds: "apple_session_seconds"
    case .lifetime: "apple_session_lifetime"
    case .clock: "apple_session_clock"
    case .displayName: "apple_session_display_name"
    case .domainName: "apple_session_domain_name"
    case .initiative: "apple_session_initiative"
    case .signature: "apple_session_signature"
    case .environment: "apple_session_environment"
    }
  }
}

extension AppleSessionFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notJSON(let error): "the answer is not JSON: \(error)"
    case .errorBody(let status, let message):
      "the gateway refuses: status \(status), \(message); look at the merchant ID, the registered "
        + "domains and the merchant identity certificate"
    case .shape(let faults):
      "the answer is not a session: " + faults.prefix(5).map(\.description).joined(separator: "; ")
    case .seconds(let member): "\(member) is in seconds; a session's times are in milliseconds"
    case .lifetime:
      "the session does not end after it begins and within "
        + "\(Limits.appleSessionLifetimeSeconds / 3600) hours of that"
    case .clock(let created, let now):
      "the session was made at \(created), but it is \(now) here: set the clock, or look at who "
        + "answers in Apple's place"
    case .displayName: "the session is for another displayName than was asked for"
    case .domainName: "the session is for another domainName than was asked for"
    case .initiative: "the session is for another initiative or context than was asked for"
    case .signature: "the session's signature is not a CMS of one signer with a common name"
    case .environment(let signer, let wanted):
      "the session is signed by \(signer), who does not sign for \(wanted.rawValue)"
    }
  }
}
