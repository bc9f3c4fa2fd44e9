import PayCore
import UIKit

/// Joins the interaction, its view and the purchase. The content extension and the app use the same
/// one: *Pay in app* is not another way to buy, only another place.
@MainActor
final class OfferController {
  let view: OfferView
  /// Called after the view has changed, so that its owner may adapt its size.
  var onChange: () -> Void = {}
  /// Called when the app is to be opened.
  var onOpenApp: () -> Void = {}

  private let service = PurchaseService()
  private var interaction = NotificationInteraction()
  private var pictures: [UIImage?] = []
  private var note: String?
  /// What is said once this notification has bought; nil before. It buys once.
  private var sold: String?
  /// The request that is under way; its outcome counts only while it is still this one.
  private var current: BuyRequest?

  init(showsPayInApp: Bool) {
    view = OfferView(showsPayInApp: showsPayInApp)
    view.onSelect = { [weak self] index in self?.select(index) }
    view.onBuy = { [weak self] in self?.buy() }
    view.onPayInApp = { [weak self] in self?.payInApp() }
  }

  /// Shows the notification, in place of one that may be on view.
  func receive(_ notification: ReceivedNotification) {
    current = nil
    note = nil
    sold = nil
    interaction = NotificationInteraction()
    pictures = notification.attachments.map(UIImage.init(attachment:))
    do throws(NotificationContentError) {
      interaction.receive(
        try NotificationContent(
          parsing: notification.payload, attachments: notification.attachments.count))
    } catch {
      // Somebody else's notification, or one of another version: the person still has the app.
      note = Texts.unusable(error.code)
    }
    draw()
  }

  /// One of the category's actions was tapped.
  func perform(action: String) -> ResponseOption {
    let option = interaction.perform(action: action)
    draw()
    return option
  }

  private func select(_ index: Int) {
    interaction.select(index)
    note = nil
    draw()
  }

  private func payInApp() {
    interaction.payInApp()
    // Also without an offer that we can read: the app may know more.
    onOpenApp()
  }

  private func buy() {
    guard current == nil, sold == nil, let offer = interaction.content?.offer,
      let price = interaction.amount, let request = interaction.buy()
    else { return }
    current = request
    note = Texts.working
    draw()
    Task {
      let outcome = await PurchaseFlow(service: service).buy(
        request, of: offer, at: price,
        answered: { if current == request { interaction.answered(status: $0) } },
        again: { current == request ? interaction.buyAgain() : nil })
      guard current == request else { return }
      current = nil
      show(outcome)
    }
  }

  private func show(_ outcome: PurchaseFlow.Outcome) {
    switch outcome {
    case .paid: sold = Texts.paid
    case .bought: sold = Texts.bought
    case .closed: note = nil
    case .failed(let message): note = message
    }
    draw()
  }

  private func draw() {
    let drawing = OfferDrawing(
      interaction, note: note, isBusy: current != nil, sold: sold, at: .now)
    let index = drawing.item?.index ?? pictures.startIndex
    view.show(drawing, picture: pictures.indices.contains(index) ? pictures[index] : nil)
    onChange()
  }
}
