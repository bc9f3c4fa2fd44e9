import Foundation
import PayCore

/// Everything that is said to a person, to be translated in `Localizable.strings`; what the server
/// says comes in the server's words.
enum Texts {
  static let amounts = NSLocalizedString("Amount", comment: "Names the choice of amounts")
  static let payInApp = NSLocalizedString("Pay in app", comment: "Button that opens the app")
  static let paid = NSLocalizedString("Paid. Thank you!", comment: "After an approved payment")
  static let bought = NSLocalizedString(
    "This has been bought already, or is being paid. Look in the app.",
    comment: "The notification has bought before")
  static let offerOver = NSLocalizedString(
    "This offer has ended.", comment: "Instead of the buy button")
  static let offerUsed = NSLocalizedString(
    "This offer has been used, or its time is over. Open the app.",
    comment: "The server does not take the notification any more")
  static let noOffer = NSLocalizedString(
    "This offer cannot be shown here. Open the app.", comment: "The payload has no offer")
  static let working = NSLocalizedString("One moment…", comment: "While the server is asked")
  static let declined = NSLocalizedString(
    "The payment was declined. Nothing was charged.", comment: "The merchant said no")
  static let otherPrice = NSLocalizedString(
    "The price has changed. Open the app to see it.", comment: "Server and offer differ")
  static let tooLate = NSLocalizedString(
    "That took too long. Tap once more.", comment: "The intent has expired")
  static let sheetNotShown = NSLocalizedString(
    "Apple Pay cannot be shown here. Pay in the app.", comment: "The sheet did not appear")
  static let emptyToken = NSLocalizedString(
    "The Simulator cannot pay. Use a device.", comment: "The token has no bytes")
  static let verdictUnknown = NSLocalizedString(
    "We do not know yet whether you have paid. Look in the app before you try again.",
    comment: "The answer was lost")

  static func of(_ failure: PurchaseService.Failure) -> String {
    switch failure {
    case .badAddress:
      NSLocalizedString("This offer cannot be bought here.", comment: "A bad address in the offer")
    case .noAnswer:
      NSLocalizedString(
        "The shop does not answer. Try again, or pay in the app.", comment: "No network")
    }
  }

  /// What the server says, or the status if it does not say anything we can read.
  ///
  /// A 401 is the same whatever is wrong with a token, and its words are for developers. With a
  /// token of a real notification it means one of two things, which a person can understand.
  static func problem(_ answer: PurchaseService.Answer) -> String {
    guard answer.status != 401 else { return offerUsed }
    guard let problem = try? ProblemAnswer(parsing: answer.body) else {
      return unusable(String(answer.status))
    }
    return problem.message
  }

  /// The code is for whoever asks the shop for help.
  static func unusable(_ code: String) -> String {
    String(
      format: NSLocalizedString(
        "The shop's answer cannot be used (%@). Pay in the app.", comment: "A code or status"),
      code)
  }

  /// The amount in the person's own format, at the digits of the currency.
  static func amount(_ money: Money) -> String {
    NSDecimalNumber(money).decimalValue.formatted(
      .currency(code: money.currency.code)
        .precision(.fractionLength(money.currency.minorDigits ?? 0)))
  }
}
