import CPostgres

/// What one statement gave; freed when the value goes. Belongs to its connection's thread.
final class PostgresResult {
  private let handle: OpaquePointer
  private let library: PostgresLibrary

  /// Takes over `handle`.
  init(_ handle: OpaquePointer, _ library: PostgresLibrary) {
    self.handle = handle
    self.library = library
  }

  deinit { library.functions.pointee.PQclear(handle) }

  /// Rows that it returned.
  var count: Int { Int(library.functions.pointee.PQntuples(handle)) }

  /// Rows that were inserted, updated or deleted; for a query, that were returned.
  var changes: Int {
    library.functions.pointee.PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// The rows in their order.
  var rows: some RandomAccessCollection<PostgresRow> {
    (0..<count).lazy.map { PostgresRow(result: self, index: Int32($0)) }
  }

  /// The only row; an error if there are more or none.
  func row() throws(PostgresError) -> PostgresRow {
    guard count == 1 else {
      throw .unexpectedValue(column: 0, detail: "\(count) rows where there must be one")
    }
    return PostgresRow(result: self, index: 0)
  }

  /// What the server says that it did: `COMMIT`, `INSERT 0 1`.
  var tag: String {
    library.functions.pointee.PQcmdStatus(handle).map { String(cString: $0) } ?? ""
  }

  var status: ExecStatusType { library.functions.pointee.PQresultStatus(handle) }

  /// A part of the error that this result is.
  enum Field: UInt8 {
    case severity = 0x56  // V, which is never translated
    case sqlState = 0x43  // C
    case message = 0x4D  // M
    case constraint = 0x6E  // n
  }

  func field(_ field: Field) -> String? {
    library.functions.pointee.PQresultErrorField(handle, Int32(field.rawValue))
      .map { String(cString: $0) }
  }

  // MARK: For rows

  private func has(_ column: Int) -> Bool {
    (0..<Int(library.functions.pointee.PQnfields(handle))).contains(column)
  }

  /// False for a column that is not there, which then fails as such when it is read.
  fileprivate func isNull(_ row: Int32, _ column: Int) -> Bool {
    has(column) && library.functions.pointee.PQgetisnull(handle, row, Int32(column)) == 1
  }

  /// The bytes of a value that is of one of these types, as long as `body` runs.
  fileprivate func withValue<Value>(
    _ row: Int32, _ column: Int, _ types: [PostgresType],
    _ body: (UnsafeRawBufferPointer) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let functions = library.functions
    guard has(column) else {
      throw .unexpectedValue(column: column, detail: "there is no such column")
    }
    let type = functions.pointee.PQftype(handle, Int32(column))
    guard types.contains(where: { $0.rawValue == type }) else {
      throw .unexpectedValue(column: column, detail: "is of type \(type), not \(types[0])")
    }
    guard !isNull(row, column) else {
      throw .unexpectedValue(column: column, detail: "is null")
    }
    let count = Int(functions.pointee.PQgetlength(handle, row, Int32(column)))
    let start = functions.pointee.PQgetvalue(handle, row, Int32(column))
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// One row of a result. A column of another type than asked for, and null where a value is needed,
/// is an error: it is never converted.
struct PostgresRow {
  fileprivate let result: PostgresResult
  fileprivate let index: Int32

  func isNull(_ column: Int) -> Bool { result.isNull(index, column) }

  /// A `bigint`, `integer` or `smallint`. A sum of `bigint` is a `numeric`: add in Swift.
  func integer(_ column: Int) throws(PostgresError) -> Int64 {
    try result.withValue(index, column, [.int8, .int4, .int2]) { bytes throws(PostgresError) in
      switch bytes.count {
      case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
      case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
      default:
        throw .unexpectedValue(column: column, detail: "an integer has \(bytes.count) bytes")
      }
    }
  }

  func boolean(_ column: Int) throws(PostgresError) -> Bool {
    try result.withValue(index, column, [.bool]) { $0.first == 1 }
  }

  /// A `text` or `varchar`, by its length.
  func text(_ column: Int) throws(PostgresError) -> String {
    try result.withValue(index, column, [.text, .varchar]) { bytes throws(PostgresError) in
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .unexpectedValue(column: column, detail: "is not UTF-8")
      }
      return text
    }
  }

  /// A `bytea`, by its length.
  func blob(_ column: Int) throws(PostgresError) -> [UInt8] {
    try result.withValue(index, column, [.bytea]) { Array($0) }
  }

  func integer(orNull column: Int) throws(PostgresError) -> Int64? {
    isNull(column) ? nil : try integer(column)
  }

  func text(orNull column: Int) throws(PostgresError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  func blob(orNull column: Int) throws(PostgresError) -> [UInt8]? {
    isNull(column) ? nil : try blob(column)
  }
}
