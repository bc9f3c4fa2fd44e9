/// Reads the bytes of an audit entry, checking every field, and says where its parts lie.
struct AuditEntryReader {
  /// Where the parts of one change lie; a digest that is nil is an empty range.
  struct Change {
    let table: Range<Int>
    let key: Range<Int>
    let before: Range<Int>
    let after: Range<Int>
  }

  private(set) var fields: LengthPrefixedReader
  let number: Int64
  let moment: Timestamp
  let actor: Range<Int>
  let action: AuditAction
  let subject: Range<Int>
  /// How many changes there are.
  let changes: Int
  private var remaining: Int
  private var previous: Change?

  /// Reads up to the first change.
  init(_ bytes: [UInt8]) throws(AuditEntryError) {
    guard bytes.count <= Limits.auditEntryBytes else {
      throw AuditEntryError(code: .tooLarge, offset: Limits.auditEntryBytes)
    }
    fields = LengthPrefixedReader(bytes)
    let version = try Self.field(&fields)
    guard fields.holds(version, AuditEntry.version) else {
      throw AuditEntryError(code: .version, offset: version.lowerBound)
    }
    number = try Self.integer(&fields, in: 1...Int64.max, else: .number)
    moment = Timestamp(
      milliseconds: try Self.integer(&fields, in: 0...Timestamp.latest, else: .moment))
    actor = try Self.text(&fields, bytes: 1...Limits.auditTextBytes)
    let action = try Self.field(&fields)
    guard let known = AuditAction.named.first(where: { $0.name == bytes[action] }) else {
      throw AuditEntryError(code: .action, offset: action.lowerBound)
    }
    self.action = known.action
    subject = try Self.text(&fields, bytes: 0...Limits.auditTextBytes)
    let most = Int64(Limits.auditChanges)
    changes = Int(try Self.integer(&fields, in: 0...most, else: .changes))
    remaining = changes
  }

  /// The next change; nil after the last, which must be the end of the bytes.
  mutating func nextChange() throws(AuditEntryError) -> Change? {
    guard remaining > 0 else {
      guard fields.isAtEnd else {
        throw AuditEntryError(code: .trailingBytes, offset: fields.offset)
      }
      return nil
    }
    remaining -= 1
    let change = Change(
      table: try Self.text(&fields, bytes: 1...Limits.auditTableBytes),
      key: try Self.text(&fields, bytes: 0...Limits.auditKeyBytes),
      before: try Self.digest(&fields), after: try Self.digest(&fields))
    guard !change.before.isEmpty || !change.after.isEmpty else {
      throw AuditEntryError(code: .noChange, offset: change.table.lowerBound)
    }
    if let previous, !isBefore(previous, change) {
      throw AuditEntryError(code: .order, offset: change.table.lowerBound)
    }
    previous = change
    return change
  }

  /// As `RowChange.isBefore` has it.
  private func isBefore(_ left: Change, _ right: Change) -> Bool {
    let tables = order(left.table, right.table)
    return tables < 0 || (tables == 0 && order(left.key, right.key) < 0)
  }

  /// Below zero if the bytes of `left` come before those of `right`, zero if they are the same.
  private func order(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    let bytes = fields.bytes
    for step in 0..<min(left.count, right.count) {
      let (one, other) = (bytes[left.lowerBound + step], bytes[right.lowerBound + step])
      if one != other { return one < other ? -1 : 1 }
    }
    return left.count - right.count
  }

  private static func field(
    _ fields: inout LengthPrefixedReader
  ) throws(AuditEntryError) -> Range<Int> {
    guard let field = fields.next() else {
      throw AuditEntryError(code: .unexpectedEnd, offset: fields.offset)
    }
    return field
  }

  private static func integer(
    _ fields: inout LengthPrefixedReader, in range: ClosedRange<Int64>,
    else code: AuditEntryError.Code
  ) throws(AuditEntryError) -> Int64 {
    let field = try field(&fields)
    guard let value = fields.integer(field), range.contains(value) else {
      throw AuditEntryError(code: code, offset: field.lowerBound)
    }
    return value
  }

  private static func text(
    _ fields: inout LengthPrefixedReader, bytes count: ClosedRange<Int>
  ) throws(AuditEntryError) -> Range<Int> {
    let field = try field(&fields)
    guard count.contains(field.count), isText(field, of: fields.bytes) else {
      throw AuditEntryError(code: .text, offset: field.lowerBound)
    }
    return field
  }

  /// Whether bytes are UTF-8 without control characters of ASCII.
  private static func isText(_ field: Range<Int>, of bytes: [UInt8]) -> Bool {
    var all: UInt8 = 0
    for index in field {
      let byte = bytes[index]
      guard byte >= 0x20, byte != 0x7F else { return false }
      all |= byte
    }
    return all < 0x80 || String(validating: bytes[field], as: UTF8.self) != nil
  }

  private static func digest(
    _ fields: inout LengthPrefixedReader
  ) throws(AuditEntryError) -> Range<Int> {
    let field = try field(&fields)
    guard field.isEmpty || field.count == MerkleTree.hashBytes else {
      throw AuditEntryError(code: .digest, offset: field.lowerBound)
    }
    return field
  }
}
