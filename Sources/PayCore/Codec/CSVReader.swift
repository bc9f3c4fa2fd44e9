/// Reads CSV record by record as RFC 4180 describes it, and nothing that it does not describe.
///
/// A byte order mark is skipped; a record ends in CR LF or LF; a field in quotes may hold
/// delimiters, line ends and doubled quotes. An empty last line is no record. Spaces are kept.
/// Time is linear in the bytes; nothing is copied until a field's bytes or text are asked for.
package struct CSVReader {
  /// Where a field lies in the file.
  package struct Field: Sendable, Hashable {
    /// Offsets of the field's bytes, its outer quotes not counted.
    package let start: Int
    package let end: Int
    /// Whether the bytes hold doubled quotes, each of which means one.
    let hasEscapes: Bool

    package var isEmpty: Bool { start == end }
  }

  package let bytes: [UInt8]
  /// The fields of the record that was read last.
  package private(set) var fields: [Field] = []
  /// The one-based number of the record that was read last; 0 before the first.
  package private(set) var record = 0
  /// The offset of the first byte that has not been read.
  package private(set) var offset = 0
  /// How many fields each record must have from now on; nil: any number.
  package var expectedFields: Int?
  private let delimiter: UInt8
  private var recordStart = 0

  /// A reader of `bytes`, whose fields are parted by `delimiter`, an ASCII character.
  package init(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) {
    self.bytes = bytes
    self.delimiter = delimiter
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// Reads the next record into `fields`; false at the end of the file.
  ///
  /// After an error the reader is of no more use. Source: RFC 4180, section 2.
  package mutating func next() throws(CSVError) -> Bool {
    fields.removeAll(keepingCapacity: true)
    guard offset < bytes.count, !isAtEmptyLastLine else {
      offset = bytes.count
      return false
    }
    record += 1
    recordStart = offset
    guard record <= Limits.csvRecords else { throw error(.tooManyRecords, at: offset) }
    var isLast = false
    while !isLast {
      guard fields.count < Limits.csvColumns else { throw error(.tooManyColumns, at: offset) }
      let isQuoted = offset < bytes.count && bytes[offset] == quote
      isLast = isQuoted ? try quotedField() : try plainField()
      guard offset - recordStart <= Limits.csvRecordBytes else {
        throw error(.recordTooLong, at: recordStart)
      }
    }
    if let expectedFields, fields.count != expectedFields {
      throw CSVError(
        .fieldCount, record: record, offset: recordStart,
        counts: .init(found: fields.count, expected: expectedFields))
    }
    return true
  }

  /// The bytes that a field means.
  package func contents(of field: Field) -> ArraySlice<UInt8> {
    guard field.hasEscapes else { return bytes[field.start..<field.end] }
    var plain: [UInt8] = []
    plain.reserveCapacity(field.end - field.start)
    var index = field.start
    while index < field.end {
      plain.append(bytes[index])
      index += bytes[index] == quote ? 2 : 1
    }
    return plain[...]
  }

  /// The text of a field.
  package func text(of field: Field) -> String {
    String(decoding: contents(of: field), as: UTF8.self)
  }

  /// Whether all that is left is one line without a byte in it.
  private var isAtEmptyLastLine: Bool {
    switch bytes.count - offset {
    case 1: bytes[offset] == lineFeed && offset > 0
    case 2: bytes[offset] == carriageReturn && bytes[offset + 1] == lineFeed && offset > 0
    default: false
    }
  }

  private func error(_ code: CSVError.Code, at offset: Int) -> CSVError {
    CSVError(code, record: record, offset: offset)
  }
}

// MARK: Fields

private let quote = UInt8(ascii: "\"")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

extension CSVReader {
  /// Reads a field without quotes and what ends it; true if that ends the record too.
  private mutating func plainField() throws(CSVError) -> Bool {
    let start = offset
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      // Most bytes are letters and digits above every byte that needs a look.
      if byte > comparedUpTo, byte < 0x80, byte != delimiter {
        index += 1
        continue
      }
      if byte == delimiter || byte == lineFeed || byte == carriageReturn { break }
      if byte == quote { throw error(.strayQuote, at: index) }
      index = try afterText(at: index)
    }
    try append(start, index, hasEscapes: false)
    return try endField(at: index)
  }

  /// Reads a field in quotes and what ends it; true if that ends the record too.
  private mutating func quotedField() throws(CSVError) -> Bool {
    let start = offset + 1
    var index = start
    var hasEscapes = false
    while true {
      guard index < bytes.count else { throw error(.unterminatedQuote, at: start - 1) }
      let byte = bytes[index]
      if byte == quote {
        guard index + 1 < bytes.count, bytes[index + 1] == quote else { break }
        hasEscapes = true
        index += 2
      } else if byte != 0, byte < 0x80 {
        index += 1
      } else {
        index = try afterText(at: index)
      }
      // Without this an unclosed quote would be looked for through the whole file.
      guard index - start <= Limits.csvFieldBytes + 1 else { throw error(.fieldTooLong, at: start) }
    }
    try append(start, index, hasEscapes: hasEscapes)
    let after = index + 1
    if after < bytes.count, ![delimiter, lineFeed, carriageReturn].contains(bytes[after]) {
      throw error(.textAfterQuote, at: after)
    }
    return try endField(at: after)
  }

  private mutating func append(_ start: Int, _ end: Int, hasEscapes: Bool) throws(CSVError) {
    guard end - start <= Limits.csvFieldBytes else { throw error(.fieldTooLong, at: start) }
    fields.append(Field(start: start, end: end, hasEscapes: hasEscapes))
  }

  /// Steps over a delimiter, a line end or the end of the file; true for the latter two.
  private mutating func endField(at index: Int) throws(CSVError) -> Bool {
    offset = index + 1
    guard index < bytes.count else {
      offset = index
      return true
    }
    guard bytes[index] == carriageReturn else { return bytes[index] == lineFeed }
    guard offset < bytes.count, bytes[offset] == lineFeed else {
      throw error(.bareCarriageReturn, at: index)
    }
    offset += 1
    return true
  }

  /// The index behind the character at `index`, which must be one of UTF-8 and not NUL.
  private func afterText(at index: Int) throws(CSVError) -> Int {
    guard bytes[index] != 0 else { throw error(.nul, at: index) }
    guard let length = utf8Length(at: index) else { throw error(.invalidUTF8, at: index) }
    return index + length
  }

  /// Bytes of the well-formed sequence at `index`; nil if there is none. Source: RFC 3629.
  private func utf8Length(at index: Int) -> Int? {
    let first = bytes[index]
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    for tail in bytes[(index + 2)..<(index + length)] where !(0x80...0xBF).contains(tail) {
      return nil
    }
    return length
  }
}

/// NUL, CR, LF and the quote are at most this.
private let comparedUpTo = quote
