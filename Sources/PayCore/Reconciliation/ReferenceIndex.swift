/// Numbers references 0, 1, 2, ... as they come; the empty one is none.
///
/// References are compared byte for byte: `==` on strings takes two spellings of an accent for one.
struct ReferenceIndex {
  private var numbers: [ReferenceBytes: Int] = [:]

  init(capacity: Int) { numbers.reserveCapacity(capacity) }

  var count: Int { numbers.count }

  /// The number of a reference, a new one if it has not come before; nil for the empty one.
  mutating func insert(_ reference: String) -> Int? {
    guard !reference.isEmpty else { return nil }
    let key = ReferenceBytes(text: reference)
    if let number = numbers[key] { return number }
    let number = numbers.count
    numbers[key] = number
    return number
  }

  /// The number of a reference that came before.
  func number(of reference: String) -> Int? {
    reference.isEmpty ? nil : numbers[ReferenceBytes(text: reference)]
  }
}

/// A text as its bytes: those of usual references stand in the table itself, since following a
/// million pointers takes longer than comparing what they point to.
private struct ReferenceBytes: Hashable {
  private var head: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private let count: Int
  /// The whole text if the head does not hold it.
  private let long: String

  init(text: String) {
    var count = 0
    for byte in text.utf8 {
      let shifted = UInt64(byte) << UInt64((count & 7) * 8)
      switch count >> 3 {
      case 0: head.0 |= shifted
      case 1: head.1 |= shifted
      case 2: head.2 |= shifted
      case 3: head.3 |= shifted
      default: break
      }
      count += 1
    }
    self.count = count
    long = count > 32 ? text : ""
  }

  static func == (left: ReferenceBytes, right: ReferenceBytes) -> Bool {
    left.head == right.head && left.count == right.count
      && (left.count <= 32 || left.long.hasSameBytes(as: right.long))
  }

  // The hash of a string is that of its normal form, so a file of many spellings of one text would
  // bring all of them into one place of the table.
  func hash(into hasher: inout Hasher) {
    hasher.combine(head.0)
    hasher.combine(head.1)
    hasher.combine(head.2)
    hasher.combine(head.3)
    hasher.combine(count)
    var word: UInt64 = 0
    for (index, byte) in long.utf8.enumerated() {
      word = word << 8 | UInt64(byte)
      if index & 7 == 7 { hasher.combine(word) }
    }
    if count > 32 { hasher.combine(word) }
  }
}

/// Rows grouped by a number, in two flat arrays: a million groups cost no million arrays.
struct Groups {
  private var starts: [Int]
  private var rows: [Int]

  /// Groups the rows 0..<numbers.count by their number, 0..<count; a row without one is in none.
  init(_ numbers: [Int?], count: Int) {
    starts = [Int](repeating: 0, count: count + 1)
    for case let number? in numbers { starts[number + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    rows = [Int](repeating: 0, count: starts[count])
    var next = starts
    for (row, number) in numbers.enumerated() {
      guard let number else { continue }
      rows[next[number]] = row
      next[number] += 1
    }
  }

  /// The rows of one group, in their order.
  subscript(number: Int) -> ArraySlice<Int> { rows[starts[number]..<starts[number + 1]] }
}
