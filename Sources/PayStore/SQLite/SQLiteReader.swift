import PayCore

/// A command for a reader thread.
typealias ReadCommand = Transaction

/// A read-only connection, opened when it is first needed.
final class SQLiteReader {
  private let path: String
  private var connection: SQLiteConnection?

  init(path: String) { self.path = path }

  func perform(_ commands: [ReadCommand]) {
    for command in commands {
      do throws(StoreError) {
        try command.run(SQLiteRecords(connection: try opened()))
        command.finish(nil)
      } catch {
        command.finish(error)
      }
    }
  }

  private func opened() throws(StoreError) -> SQLiteConnection {
    if let connection { return connection }
    let new = try SQLiteConnection(path: path, role: .reader)
    try Schema.check(new)
    connection = new
    return new
  }
}
