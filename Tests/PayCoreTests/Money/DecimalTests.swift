import PayCore
import Testing

/// A decimal written as text, for tables.
func decimal(_ text: String) throws -> Decimal128 { try Decimal128(parsing: text) }

private let nines = String(repeating: "9", count: 38)
private let least = "0." + String(repeating: "0", count: 37) + "1"

@Suite struct DecimalTests {
  @Test(arguments: [
    "0", "1", "-1", "0.00", "1.10", "-0.050", "0.0725", "1234567890.123456789",
    "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "18446744073709551615", "18446744073709551616",
    "9999999999999999999", "10000000000000000000", "99999999999999999999", "1.0000000000000000000",
    "100000000000000000000.00000000000000000", nines, "-" + nines, least, "-" + least,
    "0." + nines, "9." + nines.dropFirst(), "0." + String(repeating: "0", count: 38),
  ])
  func `what is read is written again with its scale`(text: String) throws {
    let value = try decimal(text)
    #expect(value.description == text)
    #expect(value.scale == text.split(separator: ".").dropFirst().first?.count ?? 0)
    #expect(try Decimal128(parsing: Array(text.utf8)) == value)
    #expect(try Decimal128(coefficient: value.coefficient, scale: value.scale) == value)
  }

  @Test(arguments: [
    ("-0", "0"), ("-0.00", "0.00"), ("007", "7"), ("00.5", "0.5"), ("-01.0", "-1.0"),
    (String(repeating: "0", count: 500) + nines, nines),
  ])
  func `leading zeros and the sign of zero go`(text: String, written: String) throws {
    #expect(try decimal(text).description == written)
  }

  @Test(arguments: [
    "1" + nines, nines + "0", nines + ".0", "-1" + nines, "0." + nines + "0",
    "0." + String(repeating: "0", count: 39),
  ])
  func `more than 38 digits or decimals overflow`(text: String) {
    #expect(throws: DecimalError.overflow) { try decimal(text) }
  }

  /// Both results lie between 2^128 - 1 and 2^128: one more would be no 128-bit number.
  @Test(arguments: RoundingMode.allCases, [false, true])
  func `a result of 128 one bits and a rest overflows in every mode`(
    mode: RoundingMode, isNegative: Bool
  ) throws {
    func signed(_ value: Decimal128) -> Decimal128 { isNegative ? value.negated : value }
    let dividend = try signed(decimal("77988558337346105955698593895053944328"))
    let divisor = try decimal("22918777438581189707678951958931354546")
    #expect(throws: DecimalError.overflow) {
      try dividend.divided(by: divisor, scale: 38, rounding: mode)
    }
    #expect(throws: DecimalError.overflow) { try dividend.dividedExactly(by: divisor, scale: 38) }
    let one = try signed(decimal("75214106405962712990065992262468719408"))
    let other = try decimal("4.5241828053409148776450148964769658632")
    #expect(throws: DecimalError.overflow) {
      try one.multiplied(by: other, scale: 0, rounding: mode)
    }
  }

  /// The exact products are 38 nines and .4, .5 and .75.
  @Test(arguments: [
    ("71428571428571428571428571428571428571", "1.4", [RoundingMode.awayFromZero, .ceiling]),
    (
      "58823529411764705882352941176470588235", "1.7",
      [.awayFromZero, .ceiling, .halfEven, .halfUp]
    ),
    (
      "95238095238095238095238095238095238095", "1.05",
      [.awayFromZero, .ceiling, .halfEven, .halfUp, .halfDown]
    ),
  ])
  func `38 nines and a rest overflow where they are rounded up, and only there`(
    one: String, other: String, up: [RoundingMode]
  ) throws {
    for mode in RoundingMode.allCases {
      let product = Result { () throws(DecimalError) in
        try Decimal128(parsing: one).multiplied(
          by: Decimal128(parsing: other), scale: 0, rounding: mode)
      }
      #expect(try product == (up.contains(mode) ? .failure(.overflow) : .success(decimal(nines))))
    }
  }

  @Test func `a number of any length overflows`() {
    for digit in ["1", "9"] {
      let text = String(repeating: digit, count: 100_000)
      #expect(throws: DecimalError.overflow) { try decimal(text) }
      #expect(throws: DecimalError.overflow) { try decimal("0." + text) }
    }
  }

  /// What each mode makes of a value at a scale; in the order of `RoundingMode.allCases`.
  @Test(arguments: [
    ("2.5", 0, ["2", "3", "2", "3", "2", "3", "2"]),
    ("-2.5", 0, ["-2", "-3", "-3", "-2", "-2", "-3", "-2"]),
    ("3.5", 0, ["3", "4", "3", "4", "4", "4", "3"]),
    ("-3.5", 0, ["-3", "-4", "-4", "-3", "-4", "-4", "-3"]),
    ("0.125", 2, ["0.12", "0.13", "0.12", "0.13", "0.12", "0.13", "0.12"]),
    ("-0.125", 2, ["-0.12", "-0.13", "-0.13", "-0.12", "-0.12", "-0.13", "-0.12"]),
    ("0.1251", 2, ["0.12", "0.13", "0.12", "0.13", "0.13", "0.13", "0.13"]),
    ("-0.1249", 2, ["-0.12", "-0.13", "-0.13", "-0.12", "-0.12", "-0.12", "-0.12"]),
    ("0.1", 0, ["0", "1", "0", "1", "0", "0", "0"]),
    ("-0.1", 0, ["0", "-1", "-1", "0", "0", "0", "0"]),
    ("0.5", 0, ["0", "1", "0", "1", "0", "1", "0"]),
    ("9.99", 1, ["9.9", "10.0", "9.9", "10.0", "10.0", "10.0", "10.0"]),
    ("2.50", 1, ["2.5", "2.5", "2.5", "2.5", "2.5", "2.5", "2.5"]),
    ("2.5", 3, ["2.500", "2.500", "2.500", "2.500", "2.500", "2.500", "2.500"]),
    ("0.00", 0, ["0", "0", "0", "0", "0", "0", "0"]),
  ])
  func `each rounding mode`(text: String, scale: Int, expected: [String]) throws {
    let value = try decimal(text)
    for (mode, expected) in zip(RoundingMode.allCases, expected) {
      let quantized = try value.quantized(toScale: scale, rounding: mode)
      let multiplied = try value.multiplied(by: Decimal128(1), scale: scale, rounding: mode)
      let divided = try value.divided(by: decimal("1.00"), scale: scale, rounding: mode)
      #expect(
        [quantized, multiplied, divided].map(\.description) == [expected, expected, expected])
    }
  }

  enum Operation: String, Sendable { case add, subtract, multiply, divide }

  @Test(
    arguments: [
      ("1.10", .add, "2.205", "3.305"), ("0.1", .add, "0.2", "0.3"), ("1", .add, "-1.00", "0.00"),
      (nines, .add, "-1", nines.dropLast() + "8"), (least, .add, "0", least),
      // Fifteen with 36 zeros, scaled up once, has 39 digits; the sum has 38 again.
      (
        "15" + String(repeating: "0", count: 36), .add, "-" + nines.dropLast() + ".9",
        "5" + String(repeating: "0", count: 36) + ".1"
      ),
      ("1.10", .subtract, "2.2", "-1.10"), (nines, .subtract, nines, "0"),
      ("1.10", .multiply, "-2.2", "-2.420"), ("0.00", .multiply, "-5", "0.00"),
      (
        "9223372036854775807", .multiply, "9223372036854775807",
        "85070591730234615847396907784232501249"
      ),
      ("1", .divide, "3", "0.33"), ("-1", .divide, "3", "-0.33"), ("2", .divide, "3", "0.67"),
      ("1", .divide, "8", "0.12"), (least, .divide, nines, "0.00"), ("0", .divide, "-7", "0.00"),
      (least, .divide, least, "1.00"), ("0.000", .divide, least, "0.00"),
    ] as [(String, Operation, String, String)])
  func `sums, products and quotients`(
    one: String, operation: Operation, two: String, expected: String
  ) throws {
    let (one, two) = (try decimal(one), try decimal(two))
    let result =
      switch operation {
      case .add: try one.adding(two)
      case .subtract: try one.subtracting(two)
      case .multiply: try one.multiplied(by: two)
      case .divide: try one.divided(by: two, scale: 2, rounding: .halfEven)
      }
    #expect(result.description == expected)
  }

  @Test func `a product beyond 128 bits is rounded once`() throws {
    let (great, fraction) = (try decimal(nines), try decimal("0." + nines))
    #expect(
      try great.multiplied(by: fraction, scale: 0, rounding: .floor).description
        == nines.dropLast() + "8")
    #expect(try great.multiplied(by: fraction, scale: 0, rounding: .ceiling) == great)
    // Below half, and then 76 decimals, of which 38 go first.
    let below = try decimal("0.4" + nines.dropFirst())
    #expect(try below.multiplied(by: Decimal128(1), scale: 0, rounding: .halfUp).isZero)
    #expect(try fraction.multiplied(by: fraction, scale: 0, rounding: .towardZero).isZero)
    #expect(try fraction.multiplied(by: fraction, scale: 0, rounding: .halfDown) == Decimal128(1))
    // More than half by what the first 38 digits leave.
    let above = try decimal("0.5" + zeros(36) + "1")
    #expect(
      try above.multiplied(by: decimal("1.0"), scale: 0, rounding: .halfEven) == Decimal128(1))
    #expect(
      try above.multiplied(by: decimal("1.0"), scale: 0, rounding: .halfDown) == Decimal128(1))
    let tiny = try decimal(least)
    #expect(try tiny.multiplied(by: tiny, scale: 0, rounding: .awayFromZero) == Decimal128(1))
    #expect(try tiny.multiplied(by: tiny.negated, scale: 0, rounding: .floor) == Decimal128(-1))
    #expect(try tiny.multiplied(by: tiny, scale: 0, rounding: .halfUp).isZero)
  }

  @Test func `what cannot be held overflows`() throws {
    let (great, tiny) = (try decimal(nines), try decimal(least))
    let twenty = try decimal("20000000000000000000")
    let attempts: [() throws -> Decimal128] = [
      { try great.adding(Decimal128(1)) },
      { try great.adding(great) },
      { try great.adding(decimal("0.0")) },
      { try great.negated.subtracting(great) },
      { try great.multiplied(by: Decimal128(2)) },
      { try great.multiplied(by: great) },
      { try tiny.multiplied(by: decimal("0.1")) },
      { try great.multiplied(by: great, scale: 0, rounding: .floor) },
      { try great.multiplied(by: Decimal128(1), scale: 1, rounding: .floor) },
      { try great.divided(by: tiny, scale: 38, rounding: .floor) },
      { try great.divided(by: decimal("0.1"), scale: 0, rounding: .floor) },
      // The upper 128 of 256 bits equal the divisor, which is the first quotient that does not fit.
      { try Decimal128(4).divided(by: Decimal128(1), scale: 38, rounding: .floor) },
      { try Decimal128(4).divided(by: decimal("0.1"), scale: 38, rounding: .floor) },
      { try twenty.multiplied(by: twenty, scale: 0, rounding: .floor) },
      { try great.quantized(toScale: 1, rounding: .floor) },
      { try great.rescaled(to: 38) },
      { try decimal("9." + nines.dropFirst()).quantized(toScale: 38, rounding: .floor) },
      { try Decimal128(coefficient: great.coefficient + 1) },
      { try Decimal128(coefficient: .min) },
      { try Decimal128(coefficient: .max, scale: 38) },
    ]
    for (index, attempt) in attempts.enumerated() {
      #expect(throws: DecimalError.overflow, "attempt \(index)") { try attempt() }
    }
    // The exact product is less than 10^38 by a part of one: only the carry leaves the range.
    let (factor, more) = (try decimal(nines.dropLast() + "0"), try decimal("1." + zeros(36) + "1"))
    #expect(try factor.multiplied(by: more, scale: 0, rounding: .floor) == great)
    #expect(throws: DecimalError.overflow) {
      try factor.multiplied(by: more, scale: 0, rounding: .halfUp)
    }
    let edge = try decimal("0." + nines)
    #expect(try edge.quantized(toScale: 37, rounding: .ceiling).description == "1." + zeros(37))
  }

  private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  @Test(arguments: [-1, 39, 77, 1000, Int.max, Int.min])
  func `a scale that no decimal has overflows`(scale: Int) throws {
    let value = try decimal("1.25")
    let attempts: [() throws -> Decimal128] = [
      { try Decimal128(coefficient: 1, scale: scale) },
      { try value.multiplied(by: value, scale: scale, rounding: .halfEven) },
      { try value.divided(by: value, scale: scale, rounding: .halfEven) },
      { try value.dividedExactly(by: value, scale: scale) },
      { try value.quantized(toScale: scale, rounding: .halfEven) },
      { try value.rescaled(to: scale) },
    ]
    for attempt in attempts { #expect(throws: DecimalError.overflow) { try attempt() } }
  }

  @Test func `the exact forms refuse to lose a digit`() throws {
    #expect(throws: DecimalError.inexact) { try decimal("1.25").rescaled(to: 1) }
    #expect(throws: DecimalError.inexact) {
      try Decimal128(1).dividedExactly(by: Decimal128(3), scale: 38)
    }
    #expect(throws: DecimalError.inexact) {
      try decimal(least).dividedExactly(by: decimal(nines), scale: 0)
    }
    #expect(try decimal("1.250").rescaled(to: 2).description == "1.25")
    #expect(try decimal("1.25").rescaled(to: 4).description == "1.2500")
    #expect(try Decimal128(1).dividedExactly(by: Decimal128(8), scale: 3).description == "0.125")
  }

  @Test func `nothing is divided by zero`() throws {
    for zero in [Decimal128.zero, try decimal("0.000")] {
      for value in [Decimal128(1), .zero] {
        #expect(throws: DecimalError.divisionByZero) {
          try value.divided(by: zero, scale: 2, rounding: .floor)
        }
        #expect(throws: DecimalError.divisionByZero) {
          try value.dividedExactly(by: zero, scale: 2)
        }
      }
    }
  }

  @Test func `equality, order and hash are those of the value`() throws {
    let texts = [
      "-" + nines, "-2", "-1.5", "-1.10", "-" + least, "0", least, "0.1", "1", "1.01", "1.1", nines,
    ]
    let values = try texts.map(decimal)
    for (i, one) in values.enumerated() {
      for (j, two) in values.enumerated() {
        #expect((one < two) == (i < j) && (one == two) == (i == j), "\(one) and \(two)")
      }
    }
    let equals = try ["1", "1.0", "1.00", "1." + zeros(37)].map(decimal)
    #expect(Set(equals).count == 1)
    #expect(Set(try ["0", "0.00", "-0", "0." + zeros(38)].map(decimal)).count == 1)
    #expect(try decimal("1.10").negated.description == "-1.10")
    #expect(try decimal("-1.10").magnitude.description == "1.10")
    #expect(try decimal("-1").isNegative && !decimal("0.0").isNegative && decimal("0.0").isZero)
  }
}
