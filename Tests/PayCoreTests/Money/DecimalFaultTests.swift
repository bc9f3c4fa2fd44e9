import PayCore
import Testing

/// What went wrong for others, each with the figures it went wrong with.
@Suite struct DecimalFaultTests {
  @Test(arguments: [
    "1,5", "12abc", " 12", "1.2.3", "-", "e", "0x10", "1_000", "", "+1", "1.", ".5", "-.5", "1e2",
    "--1", "1-", "1 ", "1\n", "1\0", "\u{FEFF}1", "१", "１", "−1", "½", "NaN", "Infinity", "nil",
    "1..2", "1'000", "$1", "(1)",
  ])
  func `fault 48: 1,5 is refused, not read as 1`(text: String) {
    #expect(throws: DecimalError.syntax) { try decimal(text) }
    #expect(throws: DecimalError.syntax) { try Decimal128(parsing: Array(text.utf8)) }
  }

  @Test func `fault 46: 200.7647 keeps its four decimals until a mode is named`() throws {
    let cost = try decimal("200.7647")
    #expect(throws: DecimalError.inexact) { try cost.rescaled(to: 2) }
    #expect(try cost.quantized(toScale: 2, rounding: .halfUp).description == "200.76")
    #expect(try cost.quantized(toScale: 2, rounding: .ceiling).description == "200.77")
  }

  @Test func `fault 49: 3.133 and 19.99 are what is written, no binary fraction`() throws {
    #expect(try decimal("3.133").coefficient == 3133)
    #expect(try decimal("19.99").coefficient == 1999)
    #expect(try decimal("0.1").adding(decimal("0.2")) == decimal("0.3"))
  }

  @Test func `fault 52: a price times a quantity that overflows passes no limit`() throws {
    let price = try decimal("1" + String(repeating: "0", count: 37))
    #expect(throws: DecimalError.overflow) { try price.multiplied(by: Decimal128(10)) }
    // Python, Foundation and JSON5 have values that compare with nothing; here none can be made.
    for text in ["NaN", "nan", "inf", "Infinity", "-Infinity"] {
      #expect(throws: DecimalError.syntax) { try decimal(text) }
    }
  }

  @Test func `fault 53: 1147858867 divided by 4294967295 does not crash`() throws {
    let quotient = try Decimal128(1_147_858_867).divided(
      by: Decimal128(4_294_967_295), scale: 37, rounding: .halfEven)
    #expect(quotient.description == "0.2672567188896370862819340746574881660")
  }

  @Test func `fault 54: 0 and 0 and 25.5 and 0 are 25.5`() throws {
    let sum = try ["0", "0", "25.5", "0"].reduce(Decimal128.zero) { try $0.adding(decimal($1)) }
    #expect(sum.description == "25.5")
  }

  @Test func `fault 55: a long fraction becomes a whole number by a named mode only`() throws {
    let fraction = try decimal("9.9999999999999999999999999999999999999")
    #expect(throws: DecimalError.inexact) { try fraction.rescaled(to: 0) }
    #expect(try fraction.quantized(toScale: 0, rounding: .towardZero) == Decimal128(9))
    #expect(try fraction.quantized(toScale: 0, rounding: .halfEven) == Decimal128(10))
  }

  @Test(arguments: ["1.10", "0.00", "20.00", "-0.50", "100.000"])
  func `fault 57: trailing zeros stay`(text: String) throws {
    #expect(try decimal(text).description == text)
    #expect(try decimal(text).adding(.zero).description == text)
  }

  @Test func `fault 58: toward zero is not floor, so that a refund mirrors its charge`() throws {
    for (text, scale) in [("2.5", 0), ("0.125", 2), ("2.1", 0), ("2.9", 0)] {
      let charge = try decimal(text)
      for mode in [RoundingMode.towardZero, .awayFromZero, .halfEven, .halfUp, .halfDown] {
        let refund = try charge.negated.quantized(toScale: scale, rounding: mode)
        #expect(try refund == charge.quantized(toScale: scale, rounding: mode).negated)
      }
      #expect(
        try charge.negated.quantized(toScale: scale, rounding: .floor)
          == charge.quantized(toScale: scale, rounding: .ceiling).negated)
    }
  }

  @Test func `fault 60: 5.9653 and 6.3162 are rounded by the mode that is named`() throws {
    let (one, two) = (try decimal("5.9653"), try decimal("6.3162"))
    #expect(try one.quantized(toScale: 2, rounding: .towardZero).description == "5.96")
    #expect(try one.quantized(toScale: 2, rounding: .halfUp).description == "5.97")
    #expect(try two.quantized(toScale: 2, rounding: .towardZero).description == "6.31")
    #expect(try two.quantized(toScale: 2, rounding: .halfUp).description == "6.32")
    #expect(one.description == "5.9653")
  }
}
