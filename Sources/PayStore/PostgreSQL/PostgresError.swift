/// Why PostgreSQL did not do what was asked, by what its caller can do about it.
///
/// Texts are the server's or libpq's, and only where they name no value: never a parameter, a row
/// or a password.
enum PostgresError: Error, Sendable, Hashable {
  /// No connection could be made; nothing was sent.
  case unreachable(detail: String)
  /// The library, the server or its settings cannot carry a store.
  case unfit(detail: String)
  /// A unique key is taken (23505); "" if the server does not name the constraint.
  case uniqueViolation(constraint: String)
  /// Another transaction was in the way (40001): the same again may go through.
  case serializationFailure
  /// Two transactions waited for each other, and this one was ended (40P01).
  case deadlock
  /// The server has no space left (53100).
  case diskFull
  /// The server or the transaction takes no writes (25006).
  case readOnly
  /// The server ends the session, or is not up yet (57P01 to 57P03, 57P05, 25P03); nothing is
  /// committed.
  case shutDown
  /// The server takes no more connections (53300).
  case tooManyConnections
  /// A statement or a lock took longer than it may (57014, 55P03).
  case timedOut
  /// The connection ended before anything could be committed: nothing was done.
  case connectionLost
  /// The connection ended, or the server warned, while a commit was under way: it may have been
  /// done or not. Only reading what was to be written tells.
  case outcomeUnknown
  /// A commit of a transaction in which a statement had failed: it was rolled back.
  case rolledBack
  /// What the server holds is not what the reader of a column expects.
  case unexpectedValue(column: Int, detail: String)
  /// Parameters that are too many or too large to be sent.
  case parametersTooLarge
  /// Any other error of the server.
  case statement(sqlState: String, detail: String)
}

extension PostgresError {
  /// What an SQLSTATE means (PostgreSQL manual, appendix A). `text` is the server's message.
  init(sqlState: String, text: String, constraint: String) {
    switch sqlState {
    case "23505": self = .uniqueViolation(constraint: constraint)
    case "40001": self = .serializationFailure
    case "40P01": self = .deadlock
    case "53100": self = .diskFull
    case "25006": self = .readOnly
    case "57P01", "57P02", "57P03", "57P05", "25P03": self = .shutDown
    case "53300": self = .tooManyConnections
    case "57014", "55P03": self = .timedOut
    case "40003": self = .outcomeUnknown
    default:
      self = .statement(
        sqlState: sqlState,
        detail: Self.namesValues(sqlState)
          ? (constraint.isEmpty ? "a value is refused" : "constraint \(constraint) is broken")
          : text)
    }
  }

  /// Whether messages of this class may quote a parameter or a row: only those are repeated that
  /// speak of connections, permissions, names of our own SQL, resources and the server itself.
  private static func namesValues(_ sqlState: String) -> Bool {
    !["08", "0A", "25", "26", "28", "3D", "3F", "42", "53", "54", "55", "57", "58", "F0", "XX"]
      .contains(sqlState.prefix(2))
  }

  /// Whether nothing was done and the same transaction may go through if it is tried again.
  var isTransient: Bool {
    switch self {
    case .serializationFailure, .deadlock, .shutDown, .connectionLost, .tooManyConnections,
      .unreachable:
      true
    default: false
    }
  }
}

extension PostgresError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreachable(let detail): "no connection to PostgreSQL: \(detail)"
    case .unfit(let detail): detail
    case .uniqueViolation(let constraint): "the unique key \(constraint) is taken"
    case .serializationFailure: "another transaction was in the way"
    case .deadlock: "two transactions waited for each other"
    case .diskFull: "the server's disk is full"
    case .readOnly:
      "the server takes no writes: it is a standby, or default_transaction_read_only is on"
    case .shutDown: "the server has ended the session, or is starting"
    case .tooManyConnections: "the server takes no more connections"
    case .timedOut: "a statement or a lock took too long"
    case .connectionLost: "the connection to PostgreSQL was lost; nothing was committed"
    case .outcomeUnknown:
      "the connection to PostgreSQL was lost during a commit; whether it was done is not known"
    case .rolledBack: "the transaction was rolled back, as a statement in it had failed"
    case .unexpectedValue(let column, let detail): "column \(column): \(detail)"
    case .parametersTooLarge: "the parameters of a statement are too many or too large"
    case .statement(let sqlState, let detail): "\(detail) (SQLSTATE \(sqlState))"
    }
  }
}

/// An error of one of several statements that were sent together.
struct PipelineFailure: Error, Sendable, Hashable {
  /// The statement that failed, those after it were not run; their count if the failure came when
  /// the batch was to be committed.
  let index: Int
  let error: PostgresError
}
