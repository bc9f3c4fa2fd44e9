/// A name of Apple's vocabulary, held as its web text: a name that is not known here is a value as
/// any other, and a finding of the rules.
public protocol RequestName: RawRepresentable<String>, Sendable, Hashable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  init(rawValue: String)
}

extension RequestName {
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  public var description: String { rawValue }

  // Bytes decide, here as on the wire: the Kelvin sign is no K.
  public static func == (left: Self, right: Self) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }
}
