/// Why a decimal is not one, or cannot be computed.
public enum DecimalError: Error, Sendable, Hashable {
  /// The text is not `-?[0-9]+(\.[0-9]+)?` in ASCII.
  case syntax
  /// The coefficient has more than 38 digits, or the scale is not 0 to 38.
  case overflow
  /// The exact result has more decimals than were asked for.
  case inexact
  case divisionByZero

  /// Stable code, snake_case, never reused.
  public var code: String {
    switch self {
    case .syntax: "decimal_syntax"
    case .overflow: "decimal_overflow"
    case .inexact: "decimal_inexact"
    case .divisionByZero: "division_by_zero"
    }
  }
}

extension DecimalError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .syntax: "a decimal is digits with at most one point, such as 0.0725"
    case .overflow: "a decimal has at most 38 digits, at most 38 of them after the point"
    case .inexact: "the exact result has more decimals than may be kept"
    case .divisionByZero: "nothing can be divided by zero"
    }
  }
}
