/// One thing that a payment token must pass. All are on, always: only the tests of a debug build
/// can take one away, for a task of their own, to prove that no other stands in for it.
///
/// What nothing can go on without has no case: that the text is JSON, that members and elements are
/// there and of their types, that Base64 and hex can be read, that a key is one of the right kind.
package enum TokenCheck: String, Sendable, CaseIterable {
  // The document.
  case size
  case besidePaymentData
  case paymentMethod
  case transactionIdentifier
  case shape
  case version
  case keyMember
  case transactionIDLength
  case applicationDataLength

  // The message.
  case messageVersion
  case messageDigestAlgorithm
  case encapsulatedType
  case content
  case revocations
  case signerVersion
  case signerDigestAlgorithm
  case unsignedAttributes
  case oneSigner
  case trailing
  case attributeOnce
  case attributeValueOnce
  case contentType
  case algorithmProtection

  // The certificates.
  case certificateCount
  case signerIsLeaf
  case certificateAlgorithms
  case extensionOnce
  case leafOID
  case intermediateOID
  case leafIssuer
  case intermediateIssuer
  case intermediateIsRoot
  case authority
  case authorityUsage
  case leafIsAuthority
  case leafExtendedUsage
  case leafUsage
  case criticalExtensions
  case keySize
  case leafSignature
  case intermediateSignature
  case certificateDates

  // The signature and its time.
  case keyMaterialSize
  case algorithm
  case digest
  case signature
  case stale
  case fromFuture

  // The key and the payload.
  case keyHash
  case tag
  case payloadEnd
  case payloadMemberOnce
  case cardNumber
  case payloadText
  case expiryDate
  case amountSign
  case paymentDataType
  case cryptogram

  #if DEBUG
    /// Asked when a check fails: whether a test has taken it away.
    @TaskLocal package static var isTakenAway: @Sendable (TokenCheck) -> Bool = { _ in false }

    package var isOff: Bool { Self.isTakenAway(self) }
  #else
    @inlinable package var isOff: Bool { false }
  #endif
}
