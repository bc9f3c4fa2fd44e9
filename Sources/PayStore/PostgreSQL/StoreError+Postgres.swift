import PayCore

extension StoreError {
  /// What an error of PostgreSQL means to those who call the store, after all retries.
  init(_ error: PostgresError) {
    switch error {
    case .diskFull: self = .full
    case .serializationFailure, .deadlock, .tooManyConnections, .timedOut: self = .overloaded
    case .unexpectedValue: self = .corrupt(detail: error.description)
    // Data corrupted, index corrupted.
    case .statement("XX001", _), .statement("XX002", _): self = .corrupt(detail: error.description)
    // A standby is no store that was opened for reading only: its message says what it is.
    case .readOnly: self = .io(detail: error.description)
    case .unreachable, .unfit, .uniqueViolation, .shutDown, .connectionLost, .outcomeUnknown,
      .rolledBack, .parametersTooLarge, .statement:
      self = .io(detail: error.description)
    }
  }
}
