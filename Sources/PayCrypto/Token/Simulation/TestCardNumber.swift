/// The number of a card that no bank issues, for simulated payments: a prefix that the networks
/// keep for tests, random digits, and the check digit (ISO/IEC 7812-1, Luhn's formula).
struct TestCardNumber {
  /// 16 digits. They stand nowhere in this project: each number is made when it is needed.
  let text: String

  init(random: (Int) -> [UInt8]) {
    // A four and five ones.
    let prefix = [4] + [Int](repeating: 1, count: 5)
    let body = prefix + random(9).map { Int($0) % 10 }
    text = (body + [Self.checkDigit(of: body)]).map(String.init).joined()
  }

  /// What makes the number divisible by ten by Luhn's count.
  private static func checkDigit(of body: [Int]) -> Int {
    let sum = body.reversed().enumerated().reduce(0) { sum, next in
      guard next.offset.isMultiple(of: 2) else { return sum + next.element }
      let doubled = next.element * 2
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }
    return (10 - sum % 10) % 10
  }
}
