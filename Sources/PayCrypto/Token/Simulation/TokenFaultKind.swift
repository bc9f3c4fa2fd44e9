package import PayCore

/// One thing that can be wrong with a payment token, and how to make a token with it.
package struct TokenFaultKind: RawRepresentable, CaseIterable, Sendable {
  /// Its name on the command line: `leaf-without-oid`.
  package let rawValue: String
  /// The code of the `PaymentTokenFault` that must come of it.
  package let code: String
  /// What is wrong, as a phrase.
  package let summary: String
  /// The kinds of token that can have it.
  package let versions: [SealedToken.Version]
  let apply: @Sendable (inout TokenRecipe) throws(CryptoFailure) -> Void

  init(
    _ name: String, _ code: String, _ summary: String,
    versions: [SealedToken.Version] = SealedToken.Version.allCases,
    apply: @escaping @Sendable (inout TokenRecipe) throws(CryptoFailure) -> Void
  ) {
    rawValue = name
    self.code = code
    self.summary = summary
    self.versions = versions
    self.apply = apply
  }

  /// The fault with a name; nil if there is none.
  package init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  /// All, in the order in which a verifier looks.
  package static let allCases =
    document + encodings + message + attributes + certificates + chain + signature + opening
    + payload
}

extension TokenFaultKind: CustomStringConvertible {
  package var description: String { rawValue }
}
