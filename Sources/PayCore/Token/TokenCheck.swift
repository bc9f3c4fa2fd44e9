/// One thing that a payment token must pass. Each is on, always: only a build made to prove that
/// the tests would notice its absence (Scripts/prove-checks) can take one away.
package enum TokenCheck: String, Sendable, CaseIterable {
  case size
  case shape
  case keyMember
  case trailing
  case content
  case oneSigner
  case attributes
  case attributeValues
  case algorithm
  case signerIsLeaf
  case leafOID
  case intermediateOID
  case issuerNames
  case authority
  case leafUsage
  case criticalExtensions
  case chainSignatures
  case certificateDates
  case digest
  case signature
  case stale
  case fromFuture
  case keyHash
  case keyKind
  case tag
  case cardNumber

  #if CHECK_PROOF
    /// The check that is taken away; nil: none.
    nonisolated(unsafe) package static var removed: TokenCheck?

    package var isOff: Bool { unsafe Self.removed == self }
  #else
    @inlinable package var isOff: Bool { false }
  #endif
}
