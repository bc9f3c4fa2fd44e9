/// A statement of SQL and its parameters, `$1` the first.
struct PostgresStatement: Sendable {
  let sql: String
  let parameters: [PostgresValue]
  /// Whether the server keeps it prepared, as it will run many times.
  let isKept: Bool

  init(_ sql: String, _ parameters: [PostgresValue] = [], isKept: Bool = true) {
    self.sql = sql
    self.parameters = parameters
    self.isKept = isKept
  }

  static let begin = PostgresStatement("BEGIN")
  static let commit = PostgresStatement("COMMIT")
  static let rollback = PostgresStatement("ROLLBACK")
}

extension PostgresStatement {
  /// What a statement does to the transaction around it.
  private enum Effect { case begins, commits, ends, none, unknown }

  /// Told by the first word, its bytes in capitals.
  private var effect: Effect {
    let word = sql.utf8.drop { $0 <= 0x20 }.prefix { (0x41...0x5A).contains($0 & 0xDF) }
    return switch String(decoding: word.prefix(9).map { $0 & 0xDF }, as: UTF8.self) {
    case "BEGIN", "START": .begins
    case "COMMIT", "END": .commits
    // PREPARE TRANSACTION leaves it to others to commit; behind a comment may stand anything.
    case "PREPARE", "": .unknown
    // A rollback to a savepoint stays inside; taking it for an end is on the safe side.
    case "ROLLBACK", "ABORT": .ends
    default: .none
    }
  }

  var isCommit: Bool { effect == .commits }

  /// Whether running these one after the other may commit something. Outside of a transaction every
  /// statement is one of its own.
  static func mayCommit(_ statements: [PostgresStatement], isInTransaction: Bool) -> Bool {
    var isInside = isInTransaction
    for statement in statements {
      switch statement.effect {
      case .begins: isInside = true
      case .commits, .unknown: return true
      case .ends: isInside = false
      case .none where !isInside: return true
      case .none: break
      }
    }
    return false
  }
}
