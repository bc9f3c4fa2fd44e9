extension Decimal128? {
  /// This sum with one more part; nil, which is told and never passed over, from the first sum or
  /// part on that has more than 38 digits.
  func summing(_ part: Decimal128?) -> Decimal128? {
    guard let self, let part else { return nil }
    return try? self.adding(part)
  }
}
