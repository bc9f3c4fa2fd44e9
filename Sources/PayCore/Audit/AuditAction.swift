/// What was done to the store, as an audit entry names it.
package enum AuditAction: String, Sendable, Hashable, CaseIterable {
  case intentCreated, intentReplaced
  case answerRecorded
  case tokenAccepted, tokenHandedOver, tokenWiped
  case authorized, declined
  /// An approval that came too late was put down, so that the payment is voided.
  case voidingRecorded
  case captured, canceled, expired
  /// Nobody said in time whether the payment was authorized.
  case waitEnded
  case refunded
  case disputeOpened, disputeWon, disputeLost
  /// Answers for idempotency keys that nobody can fetch again any more were removed.
  case answersForgotten
  case storeMigrated

  /// Each with the bytes of its name: a reader of many entries makes no strings.
  static let named = allCases.map { (name: ArraySlice($0.rawValue.utf8), action: $0) }
}
