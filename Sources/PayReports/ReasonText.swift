package import PayCore

extension ReconciliationStatus {
  /// The status as a person says it.
  package var title: String {
    switch self {
    case .matched: "Matched"
    case .amountDifference: "Amount differs"
    case .currencyDifference: "Currency differs"
    case .missingInPSP: "Missing at the provider"
    case .missingInLedger: "Missing in the ledger"
    case .duplicate: "Settled more than once"
    case .ambiguous: "Ambiguous"
    case .notYetDue: "Not yet due"
    case .nonSale: "Not a sale"
    }
  }
}

/// Why a line has its status, and what a person does about it.
package struct ReasonText: Sendable {
  /// One sentence; for a code that is not known here, the code itself.
  package let sentence: String
  /// What to do next; empty if nothing is to be done.
  package let action: String

  private init(_ sentence: String, _ action: String = "") {
    self.sentence = sentence
    self.action = action
  }

  package init(_ line: ReconciliationLine) {
    if let reason = MatchReason(rawValue: line.reason) {
      self = ReasonText.text(reason, line.status)
    } else if let kind = SettlementKind(rawValue: line.reason) {
      self = ReasonText.text(kind)
    } else {
      // A code from a newer matcher is shown as it is rather than explained wrongly.
      self.init(
        line.reason.escapingControls, line.status.isException ? "Ask 'paytool explain'." : "")
    }
  }

  private static func text(_ reason: MatchReason, _ status: ReconciliationStatus) -> ReasonText {
    switch reason {
    case .pspReference: pair("The provider's reference agrees", status)
    case .merchantReference: pair("The intent's reference agrees", status)
    case .otherPSPReference:
      pair("The intent's reference agrees, under another reference of the provider", status)
    case .referencesDisagree:
      ReasonText(
        "The provider's reference belongs to one purchase, the merchant reference to another.",
        "Look up both at the provider, and match by hand once it is clear whose money it is.")
    case .duplicateReference:
      ReasonText(
        "The settlement has more lines with this reference than the ledger has movements.",
        "Ask the provider whether it counted a payment twice, and have the surplus corrected.")
    case .settledTwice:
      ReasonText(
        "Another settlement line has already settled this purchase.",
        "Find out whether the customer was charged twice; if so, refund the second charge.")
    case .ambiguousReference:
      ReasonText(
        "Several movements fit, and nothing tells them apart.",
        "Match by hand, by time and amount; 'paytool explain' lists the candidates.")
    case .notInLedger:
      ReasonText(
        "The provider settled a movement that the ledger does not know.",
        "Look the reference up at the provider: record the movement if it is ours, or dispute it.")
    case .approvedTooLate:
      ReasonText(
        "The payment was approved after the purchase had been closed.",
        "Void or refund it at the provider: the customer got nothing for it.")
    case .disputeNotInLedger:
      ReasonText(
        "A dispute moved this money; the ledger knows none like it.",
        "Answer the dispute at the provider in time, and report it as a dispute of its purchase.")
    case .withinSettlementDays:
      ReasonText("So recent that the provider need not have settled it.")
    case .notSettled:
      ReasonText(
        "The provider should have settled this by now, and no file has it.",
        "See that every settlement file was read, then claim it from the provider.")
    }
  }

  /// What a reference that both sides have led to.
  private static func pair(_ found: String, _ status: ReconciliationStatus) -> ReasonText {
    switch status {
    case .amountDifference:
      ReasonText(
        "\(found); the amount does not.",
        "Compare with the payment at the provider: claim the difference, or correct the ledger.")
    case .currencyDifference:
      ReasonText(
        "\(found); the currency does not.",
        "See at the provider what the customer was charged, and have the wrong side corrected.")
    case .matched, .missingInPSP, .missingInLedger, .duplicate, .ambiguous, .notYetDue, .nonSale:
      ReasonText("\(found).")
    }
  }

  private static func text(_ kind: SettlementKind) -> ReasonText {
    switch kind {
    case .sale, .refund: ReasonText("A \(kind.rawValue) in the settlement.")
    case .refundReversal: ReasonText("A refund that did not reach the customer and came back.")
    case .chargeback: ReasonText("A customer's bank took the payment back.")
    case .chargebackReversal: ReasonText("A chargeback that was decided for the merchant.")
    case .fee: ReasonText("A fee of the provider.")
    case .payout: ReasonText("A payout to the bank account.")
    case .payoutReversal:
      ReasonText("A payout that came back.", "See that the provider has the right bank account.")
    case .reserve: ReasonText("Money that the provider holds back or releases.")
    case .fx: ReasonText("A currency conversion by the provider.")
    case .adjustment: ReasonText("A correction by the provider.")
    case .other:
      ReasonText(
        "A type of line that the settlement profile does not know.",
        "Add the type to the settlement profile, so that it counts as what it is.")
    }
  }
}
