package import PayCore

extension PaymentTokenVerifier {
  /// Trusts a root, and others beside it. Throws if one of them cannot be used.
  package init(
    root: TokenRoot, and others: [TokenRoot] = [],
    windowSeconds: Int64 = Limits.defaultTokenWindowSeconds, remembering capacity: Int = 16
  ) throws(CryptoFailure) {
    try self.init(
      roots: [root.certificate] + others.map(\.certificate), windowSeconds: windowSeconds,
      remembering: capacity)
  }
}
