package import PayCore

/// What a simulated token pays.
package struct SimulatedPayment: Sendable {
  package let price: Money
  /// The bytes that the payment request had as its `applicationData`; the token carries their
  /// SHA-256. nil: it had none.
  package let applicationData: [UInt8]?

  package init(price: Money, applicationData: [UInt8]?) {
    self.price = price
    self.applicationData = applicationData
  }
}

/// Makes payment tokens as Apple's servers do, under the development root: for tests and for trying
/// out what is built on tokens. No bank honours them, and no server takes them without `--dev`.
package struct TokenSimulator: Sendable {
  private let issuer: TokenIssuer
  private let random: @Sendable (Int) -> [UInt8]

  /// Reads the development authorities' keys, which only whoever made them can.
  package init(
    _ directory: KeyDirectory, random: @escaping @Sendable (Int) -> [UInt8]
  ) throws(KeyError) {
    self.init(issuer: try TokenIssuer(directory), random: random)
  }

  init(issuer: TokenIssuer, random: @escaping @Sendable (Int) -> [UInt8]) {
    self.issuer = issuer
    self.random = random
  }

  /// The text of a whole payment token that was signed at a moment: a good one, or one with a fault
  /// that only the check for that fault can find.
  package func token(
    for payment: SimulatedPayment, version: SealedToken.Version = .ecV1, at moment: Timestamp,
    fault: TokenFaultKind? = nil
  ) throws(CryptoFailure) -> [UInt8] {
    var recipe = recipe(for: payment, version: version, at: moment)
    try fault?.apply(&recipe)
    return try recipe.token()
  }

  /// What makes a good token, for a test to change.
  func recipe(
    for payment: SimulatedPayment, version: SealedToken.Version, at moment: Timestamp
  ) -> TokenRecipe {
    TokenRecipe(payment, version: version, issuer: issuer, at: moment, random: random)
  }
}
