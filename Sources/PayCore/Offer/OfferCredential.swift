/// An offer token as it was presented: what it says, and which one it is.
package struct OfferCredential: Sendable, Hashable {
  package let token: OfferToken
  /// SHA-256 of the token's text, 32 bytes: an idempotency key counts for one token only.
  package let digest: [UInt8]

  package init(token: OfferToken, digest: [UInt8]) {
    self.token = token
    self.digest = digest
  }
}
