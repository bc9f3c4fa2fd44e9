/// Header fields in the order in which they came; look-up is ASCII case-insensitive.
///
/// All names and values lie in one array of bytes, so that a request costs two allocations for its
/// headers and not two per field.
package struct HTTPHeaders: Sendable {
  private struct Field: Sendable {
    let start: Int
    let nameEnd: Int
    let end: Int
  }

  private var bytes: [UInt8] = []
  private var index: [Field] = []

  /// The given fields, in order.
  package init(_ fields: [(name: String, value: String)] = []) {
    for (name, value) in fields { add(name, value) }
  }

  /// The first value under `name`, nil if there is none.
  package subscript(name: String) -> String? {
    for field in index where matches(field, name) { return value(field) }
    return nil
  }

  /// Every value under `name`, in order.
  package func values(_ name: String) -> [String] {
    index.filter { matches($0, name) }.map(value)
  }

  /// Appends a field; what is not a legal name or value is found when the answer is encoded.
  package mutating func add(_ name: String, _ value: String) {
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    let nameEnd = bytes.count
    bytes.append(contentsOf: value.utf8)
    index.append(Field(start: start, nameEnd: nameEnd, end: bytes.count))
  }

  /// All fields, in order; bytes that are not UTF-8 are replaced by U+FFFD.
  package var fields: [(name: String, value: String)] {
    index.map { (String(decoding: bytes[$0.start..<$0.nameEnd], as: UTF8.self), value($0)) }
  }

  var count: Int { index.count }

  mutating func add(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    if index.isEmpty {
      bytes.reserveCapacity(256)
      index.reserveCapacity(8)
    }
    let start = bytes.count
    bytes.append(contentsOf: name)
    let nameEnd = bytes.count
    bytes.append(contentsOf: value)
    index.append(Field(start: start, nameEnd: nameEnd, end: bytes.count))
  }

  /// Calls `body` with the raw bytes of each name and value.
  func forEachRaw(_ body: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Void) {
    for field in index {
      body(bytes[field.start..<field.nameEnd], bytes[field.nameEnd..<field.end])
    }
  }

  private func value(_ field: Field) -> String {
    String(decoding: bytes[field.nameEnd..<field.end], as: UTF8.self)
  }

  private func matches(_ field: Field, _ name: String) -> Bool {
    ASCII.equal(bytes[field.start..<field.nameEnd], name.utf8)
  }
}
