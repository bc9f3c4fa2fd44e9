/// Header fields in the order in which they came; look-up is ASCII case-insensitive.
///
/// All of them lie in one array of bytes, so that the headers of a request cost one allocation:
/// for each field the length of its name and of its value, four bytes each, then both.
package struct HTTPHeaders: Sendable {
  private var bytes: [UInt8] = []
  private(set) var count = 0

  /// The given fields, in order.
  package init(_ fields: [(name: String, value: String)] = []) {
    for (name, value) in fields { add(name, value) }
  }

  /// The first value under `name`, nil if there is none.
  package subscript(name: String) -> String? {
    var found: String?
    forEachRaw { candidate, value in
      guard ASCII.equal(candidate, name.utf8) else { return true }
      found = String(copying: value)
      return false
    }
    return found
  }

  /// Every value under `name`, in order.
  package func values(_ name: String) -> [String] {
    var found: [String] = []
    forEachRaw { candidate, value in
      if ASCII.equal(candidate, name.utf8) { found.append(String(copying: value)) }
      return true
    }
    return found
  }

  /// Appends a field; what is not a legal name or value is found when the answer is encoded.
  package mutating func add(_ name: String, _ value: String) {
    add(name: name.utf8.span, value: value.utf8.span)
  }

  /// All fields, in order; bytes that are not UTF-8 are replaced by U+FFFD.
  package var fields: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    forEachRaw { name, value in
      fields.append((String(copying: name), String(copying: value)))
      return true
    }
    return fields
  }

  mutating func add(name: Span<UInt8>, value: Span<UInt8>) {
    if bytes.isEmpty { bytes.reserveCapacity(256) }
    let lengths = UInt64(UInt32(clamping: name.count)) << 32 | UInt64(UInt32(clamping: value.count))
    withUnsafeBytes(of: lengths) { bytes.append(contentsOf: $0) }
    bytes.append(copying: name)
    bytes.append(copying: value)
    count += 1
  }

  /// Calls `body` with the raw bytes of each name and value until it returns false.
  func forEachRaw(_ body: (_ name: Span<UInt8>, _ value: Span<UInt8>) -> Bool) {
    let span = bytes.span
    var start = 0
    while start < span.count {
      let lengths = lengths(at: start)
      let nameEnd = start + 8 + lengths.name
      let end = nameEnd + lengths.value
      let goesOn = body(span.extracting((start + 8)..<nameEnd), span.extracting(nameEnd..<end))
      if !goesOn { return }
      start = end
    }
  }

  private func lengths(at start: Int) -> (name: Int, value: Int) {
    let both = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
    return (Int(both >> 32), Int(both & 0xffff_ffff))
  }
}
