/// Why a line of the report has its status; stable codes.
///
/// A `non_sale` line has the word of its kind (`SettlementKind`) instead.
package enum MatchReason: String, Sendable, Hashable, CaseIterable {
  /// Both sides have the provider's reference.
  case pspReference = "psp_reference"
  /// The settlement has no reference of the provider that we know, but names the intent.
  case merchantReference = "merchant_reference"
  /// The settlement names the intent under another provider's reference than the ledger has.
  case otherPSPReference = "other_psp_reference"
  /// The provider's reference is that of one intent, the merchant reference that of another.
  case referencesDisagree = "references_disagree"
  /// More settlement lines with this reference than movements in the ledger.
  case duplicateReference = "duplicate_reference"
  /// The intent's movement of this kind has been settled by another line.
  case settledTwice = "settled_twice"
  /// Several movements share the reference, and nothing tells them apart.
  case ambiguousReference = "ambiguous_reference"
  /// No movement in the ledger has one of the line's references.
  case notInLedger = "not_in_ledger"
  /// The line is of an approval that came too late to be used and should have been voided.
  case approvedTooLate = "approved_too_late"
  /// Money moved in a dispute, which the ledger does not record.
  case disputeNotInLedger = "dispute_not_in_ledger"
  /// The movement is younger than the provider needs to settle it.
  case withinSettlementDays = "within_settlement_days"
  /// The provider should have settled the movement by now and has not.
  case notSettled = "not_settled"
}
