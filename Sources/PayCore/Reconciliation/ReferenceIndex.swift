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

/// A text as its bytes, without a copy of them.
private struct ReferenceBytes: Hashable {
  let text: String

  static func == (left: ReferenceBytes, right: ReferenceBytes) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  // The hash of a string is that of its normal form, so a file of many spellings of one text would
  // bring all of them into one place of the table.
  func hash(into hasher: inout Hasher) {
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
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
