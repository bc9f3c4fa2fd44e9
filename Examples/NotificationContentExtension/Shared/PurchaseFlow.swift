import Foundation
import PayCore

/// The buy action from the tap to its end: intent, sheet, token, verdict.
@MainActor
final class PurchaseFlow {
  enum Outcome: Sendable, Equatable {
    case paid
    /// Nothing more is sold: this notification has bought before, or a payment is being decided.
    case bought
    /// The person closed the sheet without paying.
    case closed
    /// Nothing is paid as far as we know; the text is for the person.
    case failed(String)
  }

  private let service: PurchaseService
  private var failure: String?
  private var tokens = 0

  init(service: PurchaseService) { self.service = service }

  /// Buys what `request` names, at `price`, the amount that the person saw. `answered` is told the
  /// status of each answer that came, so that the next try gets its right Idempotency-Key; `again`
  /// gives the request to send if an answer is of an intent that is over, nil to leave it.
  func buy(
    _ request: BuyRequest, of offer: NotificationOffer, at price: Money,
    answered: (_ status: Int) -> Void, again: () -> BuyRequest?
  ) async -> Outcome {
    var next: BuyRequest? = request
    while let request = next {
      switch await ask(request, of: offer, at: price, answered: answered) {
      case .sheet(let intent): return await pay(intent, of: offer)
      case .end(let outcome): return outcome
      case .again: next = again()
      }
    }
    return .failed(Texts.tooLate)
  }

  /// What follows from an answer to a buy.
  private enum Step {
    case sheet(BuyAnswer)
    case end(Outcome)
    case again
  }

  private func ask(
    _ request: BuyRequest, of offer: NotificationOffer, at price: Money,
    answered: (_ status: Int) -> Void
  ) async -> Step {
    let answer: PurchaseService.Answer
    do {
      answer = try await service.send(request)
    } catch {
      return .end(.failed(Texts.of(error)))
    }
    answered(answer.status)
    guard answer.status == 201 else { return .end(.failed(Texts.problem(answer))) }
    let intent: BuyAnswer
    do throws(AnswerError) {
      intent = try BuyAnswer(parsing: answer.body)
    } catch {
      return .end(.failed(Texts.unusable(error.code)))
    }
    // The price is the server's word, but never another than the one that was tapped.
    guard intent.amount == price else { return .end(.failed(Texts.otherPrice)) }
    // An answer that is given again says created, whatever has become of the intent.
    if answer.isReplay, let step = await step(insteadOf: intent, offer: offer) { return step }
    guard intent.expiresAt > .now else { return .end(.failed(Texts.tooLate)) }
    return .sheet(intent)
  }

  /// What follows from the intent of an answer that was given again; nil if it is open still.
  private func step(insteadOf intent: BuyAnswer, offer: NotificationOffer) async -> Step? {
    do {
      let answer = try await service.send(StatusRequest(offer: offer, intent: intent))
      let standing = try IntentStanding(status: answer.status, body: answer.body, of: intent)
      switch standing {
      case .open: return nil
      case .bought: return .end(.bought)
      case .over: return .again
      case nil: return .end(.failed(Texts.problem(answer)))
      }
    } catch let error as AnswerError {
      return .end(.failed(Texts.unusable(error.code)))
    } catch {
      return .end(.failed(Texts.of(.noAnswer)))
    }
  }

  private func pay(_ intent: BuyAnswer, of offer: NotificationOffer) async -> Outcome {
    let sheet = PaymentSheet(intent.paymentRequest) { paymentData in
      self.failure = await self.refusal(of: paymentData, for: intent, offer: offer)
      return self.failure == nil
    }
    guard let sheet else { return .failed(Texts.sheetNotShown) }
    switch await sheet.run() {
    case .approved: return .paid
    case .closed: return failure.map { .failed($0) } ?? .closed
    case .notShown: return .failed(Texts.sheetNotShown)
    }
  }

  /// Why the server does not take the token; nil if the purchase is approved.
  private func refusal(
    of paymentData: [UInt8], for intent: BuyAnswer, offer: NotificationOffer
  ) async -> String? {
    tokens += 1
    do {
      let request = try AuthorizeRequest(
        offer: offer, intent: intent, paymentData: paymentData, attempt: tokens)
      let answer = try await authorization(request)
      guard answer.status == 200 else { return Texts.problem(answer) }
      let verdict = try AuthorizeAnswer(parsing: answer.body)
      guard !verdict.isApproved else { return nil }
      return verdict.faults.map(\.message).first { !$0.isEmpty } ?? Texts.declined
    } catch let error as AuthorizeRequestError {
      return error == .emptyPaymentData ? Texts.emptyToken : Texts.unusable(error.code)
    } catch let error as AnswerError {
      return Texts.unusable(error.code)
    } catch {
      return Texts.verdictUnknown
    }
  }

  /// A lost answer is asked for once more with the same key, if the sheet still waits: the server
  /// says again what it said, and nobody pays twice.
  private func authorization(
    _ request: AuthorizeRequest
  ) async throws(PurchaseService.Failure) -> PurchaseService.Answer {
    let start = ContinuousClock.now
    do throws(PurchaseService.Failure) {
      return try await service.send(request)
    } catch {
      guard error == .noAnswer, ContinuousClock.now - start < .seconds(5) else { throw error }
      return try await service.send(request)
    }
  }
}

extension Timestamp {
  /// The device's clock; the server's decides.
  static var now: Timestamp { Timestamp(seconds: Int64(Date().timeIntervalSince1970)) }
}
