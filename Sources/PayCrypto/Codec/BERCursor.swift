/// Walks through constructed elements whose length may be indefinite (X.690 8.1.3.6), as Apple
/// writes the outer parts of a CMS. What is read whole must be DER.
struct BERCursor {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  /// Where each element that was entered ends; nil if end-of-contents says so.
  private var ends: [Int?] = []
  /// Where the innermost element of a definite length ends, which everything in it must respect.
  private var limit: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    index = 0
    limit = bytes.count
    ends.reserveCapacity(8)
  }

  /// Whether nothing is left after the last element.
  var isAtEnd: Bool { ends.isEmpty && index == bytes.endIndex }

  /// Whether the element that was entered last has nothing more in it.
  var isElementAtEnd: Bool {
    switch ends.last {
    case .some(let end?): index == end
    case .some(nil): index + 2 <= limit && bytes[index] == 0 && bytes[index + 1] == 0
    case nil: index == bytes.endIndex
    }
  }

  /// Goes into a constructed element, which must lie within the one around it.
  mutating func enter(_ tag: UInt8) -> Bool {
    guard index + 1 < limit, bytes[index] == tag else { return false }
    if bytes[index + 1] == 0x80 {
      ends.append(nil)
      index += 2
      return true
    }
    guard let length = DERLength(in: bytes[..<limit], at: index + 1) else { return false }
    ends.append(length.contents.upperBound)
    limit = length.contents.upperBound
    index = length.contents.lowerBound
    return true
  }

  /// Leaves the element that was entered last; false if there is more in it.
  mutating func leave() -> Bool {
    guard isElementAtEnd, let end = ends.popLast() else { return false }
    if end == nil {
      index += 2
    } else {
      limit = ends.reversed().lazy.compactMap { $0 }.first ?? bytes.endIndex
    }
    return true
  }

  /// The contents of the next element, which has a definite length.
  mutating func read(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard index < limit, bytes[index] == tag,
      let length = DERLength(in: bytes[..<limit], at: index + 1)
    else { return nil }
    index = length.contents.upperBound
    return bytes[length.contents]
  }

  /// Everything that is left of the element that was entered last, which it then leaves: elements
  /// of definite length only.
  mutating func readRest() -> ArraySlice<UInt8>? {
    let start = index
    while !isElementAtEnd {
      guard index < limit, let length = DERLength(in: bytes[..<limit], at: index + 1) else {
        return nil
      }
      index = length.contents.upperBound
    }
    let rest = bytes[start..<index]
    return leave() ? rest : nil
  }
}
