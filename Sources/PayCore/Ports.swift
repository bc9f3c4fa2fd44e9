// What the engine needs from outside. PayCore names it, other targets provide it.

/// Clock, randomness and ids.
package struct Environment: Sendable {
  /// The wall clock.
  package var now: @Sendable () -> Timestamp
  /// That many bytes from a cryptographic generator.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// The next id of a purchase intent, greater than all before, at a moment.
  package var nextIntentID: @Sendable (Timestamp) -> String
  /// The same of notifications.
  package var nextNotificationID: @Sendable (Timestamp) -> String
  /// Where requests wait for something to happen to an intent.
  package var waitingRoom: any WaitingRoom

  package init(
    now: @escaping @Sendable () -> Timestamp,
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    nextIntentID: @escaping @Sendable (Timestamp) -> String,
    nextNotificationID: @escaping @Sendable (Timestamp) -> String,
    waitingRoom: any WaitingRoom
  ) {
    self.now = now
    self.randomBytes = randomBytes
    self.nextIntentID = nextIntentID
    self.nextNotificationID = nextNotificationID
    self.waitingRoom = waitingRoom
  }
}

/// Where requests wait for something to happen, by a name: an intent's id.
package protocol WaitingRoom: Sendable {
  /// Milliseconds of a clock that only runs forward.
  var milliseconds: Int64 { get }
  /// A seat for one who waits; what is announced from now on is not missed.
  func seat(for name: String) -> any WaitingSeat
  /// Wakes everybody who waits for `name`.
  func announce(_ name: String)
}

/// A place in a waiting room, given back when the value goes.
package protocol WaitingSeat: Sendable {
  /// Returns at once if something was announced since the last call or the seat was taken, else
  /// when it is, or after so many milliseconds.
  func wait(milliseconds: Int64) async
}

/// SHA-256 (FIPS 180-4).
package protocol Digest: Sendable {
  /// The 32 bytes of the digest.
  func sha256(_ bytes: [UInt8]) -> [UInt8]
}

/// A cryptographic operation that could not be carried out: a fault of keys or of the library,
/// never of the data that is checked.
package struct CryptoFailure: Error, Sendable, Hashable {
  /// What was being done and what went wrong, without any secret.
  package let detail: String

  package init(_ detail: String) { self.detail = detail }
}

/// Signs merchant sessions.
package protocol SessionSigner: Sendable {
  /// A detached CMS SignedData in DER over `content`, its signing time `moment`.
  func sign(_ content: [UInt8], at moment: Timestamp) throws(CryptoFailure) -> [UInt8]
}

/// Checks the signature of a merchant session against our own root.
package protocol SessionVerifier: Sendable {
  /// Why the CMS `signature` is not ours over `content` signed at `moment` (to the second); nil if
  /// it is. A check that could not be made counts as failed.
  func fault(signature: [UInt8], content: [UInt8], signedAt moment: Timestamp) -> SessionFault?
}

/// Checks payment tokens against the roots that are trusted.
package protocol PaymentTokenChecker: Sendable {
  /// Every check that needs no key, at a moment.
  func verify(_ token: SealedToken, at now: Timestamp) throws(PaymentTokenFault) -> VerifiedToken
}

/// Encrypts what is kept for a short time, so that no copy of the database tells it.
package protocol TokenVault: Sendable {
  /// Encrypts `bytes` so that only this vault opens them again, for the same `context` only.
  func seal(_ bytes: [UInt8], for context: String) throws(CryptoFailure) -> [UInt8]
  /// nil if the vault has not sealed it so, for this context.
  func open(_ sealed: [UInt8], for context: String) throws(CryptoFailure) -> [UInt8]?
}

/// Reads who made the signature of a session that Apple gave.
package protocol SessionSignatureReader: Sendable {
  /// The common name of the one signer of a CMS SignedData in BER; nil if it is anything else.
  func signerName(of signature: [UInt8]) -> String?
}

/// The ES256 keys of our tokens: one signs, all verify.
package protocol TokenKeys: Sendable {
  /// The `kid` of the key that signs.
  var signingKeyID: String { get }
  /// The public keys as a JWK set (RFC 7517).
  var keySet: JSONValue { get }
  /// The signature of ECDSA P-256 with SHA-256 as JWS wants it: 32 bytes r, 32 bytes s.
  func sign(_ bytes: [UInt8]) throws(CryptoFailure) -> [UInt8]
  /// Whether `signature` is that of the key `keyID` over `bytes`; nil if no key has this id.
  func isValid(_ signature: [UInt8], of bytes: [UInt8], keyID: String) -> Bool?
}

/// Remembers purchase intents and the answers given for idempotency keys.
///
/// Every write returns only after it is durable. Unique constraints decide races.
package protocol PaymentStore: Sendable {
  /// Inserts the intent and, with a claim, its answer, in one transaction.
  ///
  /// If the claim's scope is taken (and not past its retention at `moment`), nothing is inserted
  /// and the outcome is `replayed` for the same fingerprint, `keyReused` for another. An intent
  /// with a notification supersedes that notification's earlier one (`PurchaseIntent.superseded`),
  /// or is `refused` by it.
  func create(
    _ intent: PurchaseIntent, answer: RecordedAnswer, claim: IdempotencyClaim?, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome

  /// Keeps an answer that stands for no intent.
  func record(
    _ answer: RecordedAnswer, claim: IdempotencyClaim, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome

  /// What a claim would meet: `replayed` or `keyReused`, nil if its scope is free at `moment`.
  func outcome(of claim: IdempotencyClaim, at moment: Timestamp)
    async throws(StoreError) -> IdempotencyOutcome?

  /// The intent with an id, nil if there is none.
  func intent(_ id: String) async throws(StoreError) -> PurchaseIntent?

  /// Up to `limit` intents, newest (greatest id) first, those with an id below `before` if given.
  func intents(before: String?, limit: Int) async throws(StoreError) -> [PurchaseIntent]

  /// Up to `limit` intents that await the backend's word, the oldest (least id) first.
  func verifiedIntents(limit: Int) async throws(StoreError) -> [PurchaseIntent]

  /// The intent that took a payment token with this transaction or these signed bytes.
  func intent(thatTook token: TokenIdentity) async throws(StoreError) -> PurchaseIntent?

  /// The payment token that is held for an intent, as its vault sealed it; nil if there is none.
  func heldToken(of intent: String) async throws(StoreError) -> [UInt8]?

  /// Wipes up to `limit` held tokens whose time is over at `moment`; returns how many.
  func wipeTokens(at moment: Timestamp, limit: Int) async throws(StoreError) -> Int

  /// The ids of up to `limit` intents whose deadline has come at `moment`, the earliest first.
  func overdueIntents(at moment: Timestamp, limit: Int) async throws(StoreError) -> [String]

  /// Lets `decide` look at the intent and its journals, and keeps what it returns, in one
  /// transaction: the intent, the journal, the voiding, and the answer for the claim if nothing was
  /// refused. nil if there is no such intent; a claim that is taken is answered as in `create`.
  /// A payment token that another intent took, ever, is `refused` as used, and nothing is kept.
  /// The token held for an intent is kept for some minutes after it was handed over, and wiped when
  /// the intent is over.
  ///
  /// `decide` is pure and may be called again if the transaction is retried.
  func update(
    _ id: String, claim: IdempotencyClaim?, at moment: Timestamp,
    decide: @escaping @Sendable (PurchaseIntent, [Journal]) -> IntentUpdate
  ) async throws(StoreError) -> IdempotencyOutcome?

  /// Up to `limit` journals with a number above `number`, in the order of their numbers.
  func journals(after number: Int64, limit: Int) async throws(StoreError) -> [NumberedJournal]

  /// Every approval that awaits voiding, the oldest first.
  func voidings() async throws(StoreError) -> [Voiding]

  /// Throws what would keep a write from being made now.
  func checkWritable() async throws(StoreError)

  /// Finishes what is queued and closes the store; later calls throw `closed`.
  func close() async throws(StoreError)
}

/// Remembers quotes. A configuration does not change and time only decides whether an offer is
/// valid, so that the quote for a price is always the same.
package protocol QuoteMemory: Sendable {
  /// The quote that was made for a price before, or the one that `make` makes now.
  func quote(for place: PricePlace, otherwise make: () -> Quote) -> Quote
}
