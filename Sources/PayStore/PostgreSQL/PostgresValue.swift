/// A parameter of a statement. Each has a type, also where it is null, so that a statement that was
/// prepared with one set of values takes every other.
///
/// All travel in PostgreSQL's binary form: a parameter in text form is a C string, which a zero
/// byte would cut short without a word; an integer needs no formatting and a `bytea` no escapes,
/// which double it. Arrays are for `unnest`, one for each column.
enum PostgresValue: Sendable, Hashable {
  case integer(Int64?)
  /// A zero byte is refused by the server (22021).
  case text(String?)
  case blob([UInt8]?)
  case integers([Int64?])
  case texts([String?])
  case blobs([[UInt8]?])

  /// The number of a type in the catalog `pg_type`, the same in every server.
  var type: PostgresType {
    switch self {
    case .integer: .int8
    case .text: .text
    case .blob: .bytea
    case .integers: .int8Array
    case .texts: .textArray
    case .blobs: .byteaArray
    }
  }
}

/// Types of PostgreSQL that are used here, by their numbers in the catalog `pg_type`.
enum PostgresType: UInt32, Sendable {
  case bool = 16
  case bytea = 17
  case int8 = 20
  case int2 = 21
  case int4 = 23
  case text = 25
  case varchar = 1043
  case byteaArray = 1001
  case textArray = 1009
  case int8Array = 1016
}

/// The parameters of a statement as they are sent: one run of bytes and the place of each.
struct EncodedParameters {
  /// Where a parameter lies; `start` is -1 for null.
  struct Place {
    var start: Int
    var count: Int
  }

  private(set) var bytes: [UInt8] = []
  private(set) var places: [Place] = []

  init(_ values: [PostgresValue]) {
    // Never empty: an empty value needs a pointer, for a null pointer means null.
    bytes.append(0)
    for value in values {
      let start = bytes.count
      let isNull = !append(value)
      places.append(Place(start: isNull ? -1 : start, count: bytes.count - start))
    }
  }

  /// Appends a value; false if it is null.
  private mutating func append(_ value: PostgresValue) -> Bool {
    switch value {
    case .integer(nil), .text(nil), .blob(nil): return false
    case .integer(let number?): append(number)
    case .text(let text?): bytes.append(contentsOf: text.utf8)
    case .blob(let blob?): bytes.append(contentsOf: blob)
    case .integers(let numbers): appendArray(numbers, of: .int8) { $0.append($1) }
    case .texts(let texts): appendArray(texts, of: .text) { $0.bytes.append(contentsOf: $1.utf8) }
    case .blobs(let blobs): appendArray(blobs, of: .bytea) { $0.bytes.append(contentsOf: $1) }
    }
    return true
  }

  /// An array of one dimension: their number, whether there are nulls, the elements' type, the
  /// count, the first index, then each element after its length, -1 for null.
  /// Source: array_recv in PostgreSQL's arrayfuncs.c.
  private mutating func appendArray<Element>(
    _ elements: [Element?], of type: PostgresType,
    _ append: (inout EncodedParameters, Element) -> Void
  ) {
    self.append(Int32(elements.isEmpty ? 0 : 1))
    self.append(Int32(elements.contains { $0 == nil } ? 1 : 0))
    self.append(type.rawValue)
    guard !elements.isEmpty else { return }
    self.append(Int32(truncatingIfNeeded: elements.count))
    self.append(Int32(1))
    for element in elements {
      let place = bytes.count
      self.append(Int32(-1))
      guard let element else { continue }
      append(&self, element)
      let length = UInt32(truncatingIfNeeded: bytes.count - place - 4)
      for index in 0..<4 {
        bytes[place + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index))
      }
    }
  }

  private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
