import PayCore
import Testing

@testable import PayCrypto

/// Definite and indefinite lengths, and nothing that is neither.
@Suite struct BERCursorTests {
  /// What a sequence holds, if it is one, and the only thing there.
  private func contents(_ hex: String) -> String? {
    guard let bytes = Hex.decode(hex) else { return nil }
    var cursor = BERCursor(bytes)
    guard cursor.enter(DER.sequence), let rest = cursor.readRest(), cursor.isAtEnd else {
      return nil
    }
    return Hex.lower(rest)
  }

  @Test(arguments: [
    ("3000", ""), ("30800000", ""), ("3003020101", "020101"), ("30800201010000", "020101"),
    ("308002010104010000" + "00", "0201010401" + "00"),
  ])
  func `an element is read to its end`(hex: String, expected: String) {
    #expect(contents(hex) == expected)
  }

  @Test(arguments: [
    "", "30", "3080", "308000", "30800201", "300302010100", "3081030201" + "01",
    "308200030201" + "01",
    "3003020201", "30800201010000" + "00", "3003020101" + "0000", "318000" + "00",
    "3084000000" + "00",
    "30ff", "3004020101", "30800280010000" + "0000",
  ])
  func `anything else is not`(hex: String) { #expect(contents(hex) == nil) }

  /// What each step of a walk gives.
  private func walk(_ hex: String, _ steps: [(inout BERCursor) -> Bool]) -> [Bool] {
    var cursor = BERCursor(Hex.decode(hex) ?? [])
    return steps.map { $0(&cursor) }
  }

  @Test func `an element inside cannot reach beyond the one around it`() {
    let longer = walk("30043003020101", [{ $0.enter(DER.sequence) }, { $0.enter(DER.sequence) }])
    #expect(longer == [true, false])
    let endless = walk(
      "300230800000", [{ $0.enter(DER.sequence) }, { $0.enter(DER.sequence) }, { $0.leave() }])
    #expect(endless == [true, true, false])
  }

  @Test func `nested elements are left one by one`() {
    let steps: [(inout BERCursor) -> Bool] = [
      { $0.enter(DER.sequence) }, { $0.enter(DER.sequence) }, { $0.leave() },
      { $0.read(DER.integer).map { Array($0) } == [1] }, { $0.isElementAtEnd }, { $0.leave() },
      { $0.isElementAtEnd }, { $0.enter(DER.sequence) },
      { $0.read(DER.integer).map { Array($0) } == [2] }, { $0.leave() }, { $0.leave() },
      { $0.isAtEnd },
    ]
    let expected = [true, true, false, true, true, true, false, true, true, true, true, true]
    #expect(walk("3080308002010100003003020102" + "0000", steps) == expected)
  }
}
