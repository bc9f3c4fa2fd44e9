import CSQLite
import PayCore

/// A value that SQLite binds.
enum SQLiteValue {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  case null

  static func text(orNull text: String?) -> Self { text.map { .text($0) } ?? .null }
  static func blob(orNull bytes: [UInt8]?) -> Self { bytes.map { .blob($0) } ?? .null }
  static func integer(orNull value: Int64?) -> Self { value.map { .integer($0) } ?? .null }
  /// A bound of rows: to SQLite a negative one is none.
  static func limit(_ count: Int) -> Self { .integer(Int64(max(0, count))) }
}

/// One prepared statement; finalized when the value goes. Belongs to its connection's thread.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  /// Compiles `sql`; `isKept` says that it will run many times.
  init(_ connection: OpaquePointer, _ sql: String, isKept: Bool) throws(StoreError) {
    var prepared: OpaquePointer?
    let flags: Int32 = isKept ? SQLITE_PREPARE_PERSISTENT : 0
    let status = sqlite3_prepare_v3(connection, sql, -1, UInt32(flags), &prepared, nil)
    guard status == SQLITE_OK, let prepared else { throw StoreError(connection, status) }
    handle = prepared
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Makes the statement ready to run with these parameters, in their order.
  func bind(_ parameters: [SQLiteValue]) throws(StoreError) {
    sqlite3_reset(handle)
    for (offset, parameter) in parameters.enumerated() {
      let index = Int32(offset + 1)
      let status =
        switch parameter {
        case .integer(let value): sqlite3_bind_int64(handle, index, value)
        case .text(let text): bind(text, at: index)
        case .null: sqlite3_bind_null(handle, index)
        case .blob(let bytes):
          // An empty blob must not become NULL, which a null pointer would mean.
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, index, 0)
            : pay_sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count))
        }
      guard status == SQLITE_OK else { throw StoreError(connection, status) }
    }
  }

  private func bind(_ text: String, at index: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map {
          pay_sqlite3_bind_text(handle, index, $0, Int32(characters.count))
        } ?? pay_sqlite3_bind_text(handle, index, "", 0)
      }
    }
  }

  /// Goes to the next row; false at the end, and then the statement is ready to be bound again.
  func step() throws(StoreError) -> Bool {
    let status = sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    guard status == SQLITE_DONE else {
      let error = StoreError(connection, status)
      sqlite3_reset(handle)
      throw error
    }
    sqlite3_reset(handle)
    return false
  }

  /// Runs the statement to its end, for statements that give no rows.
  func run() throws(StoreError) { while try step() {} }

  /// Ends a read before its last row, so that its snapshot is let go.
  func reset() { sqlite3_reset(handle) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A text, by its length: a zero byte does not end it.
  func text(_ column: Int32) throws(StoreError) -> String {
    guard let start = sqlite3_column_blob(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .corrupt(detail: "a text is not UTF-8")
    }
    return text
  }

  /// The bytes of a blob or text, by their length: a zero byte does not end them.
  func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
