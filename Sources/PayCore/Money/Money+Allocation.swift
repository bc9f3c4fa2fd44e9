extension Money {
  /// Splits the amount in proportion to `weights`, one part for each; the parts sum to it exactly.
  ///
  /// Each part is first rounded toward zero; the units that this leaves go, one each, to the parts
  /// that lost the largest fractions, the earlier of two equal ones first. A part of weight 0 is 0,
  /// and a negative amount is split as the positive one with every sign turned, so that a refund
  /// splits as its charge did. Throws `noWeight` and `negativeWeight`.
  public func allocated(over weights: [Int64]) throws(MoneyError) -> [Money] {
    var total: Int128 = 0
    for (index, weight) in weights.enumerated() {
      guard weight >= 0 else { throw .negativeWeight(index: index) }
      total += Int128(weight)
    }
    guard total > 0 else { throw .noWeight }
    let whole = Int128(minorUnits.magnitude)
    var shares: [Int128] = []
    var fractions: [(lost: Int128, index: Int)] = []
    var rest = whole
    for (index, weight) in weights.enumerated() {
      // Both factors are at most 2^63: the product fits 128 bits.
      let (share, lost) = (whole * Int128(weight)).quotientAndRemainder(dividingBy: total)
      shares.append(share)
      rest -= share
      if lost > 0 { fractions.append((lost, index)) }
    }
    fractions.sort { ($1.lost, $0.index) < ($0.lost, $1.index) }
    for fraction in fractions.prefix(Int(rest)) { shares[fraction.index] += 1 }
    var parts: [Money] = []
    for share in shares {
      guard let minorUnits = Int64(exactly: minorUnits < 0 ? -share : share) else {
        throw .overflow
      }
      parts.append(Money(minorUnits: minorUnits, currency: currency))
    }
    return parts
  }
}
