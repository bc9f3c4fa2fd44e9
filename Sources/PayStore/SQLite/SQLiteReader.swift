import PayCore

/// A connection that only reads: each command sees everything that was acknowledged before it.
final class SQLiteReader: Performer {
  private let records: SQLiteRecords

  init(path: String) throws(StoreError) {
    records = SQLiteRecords(
      connection: try SQLiteConnection(
        reading: path, format: Schema.format))
  }

  func perform(_ commands: [SQLiteCommand]) {
    for command in commands {
      do throws(StoreError) {
        try command.run(records)()
      } catch {
        command.fail(error)
      }
    }
  }

  func finish() -> StoreError? { nil }
}
