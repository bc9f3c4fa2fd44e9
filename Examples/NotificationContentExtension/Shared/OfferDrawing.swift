import PayCore

/// What is on the screen: a value, made from the payload and what was tapped alone. Drawing may use
/// neither the network nor a file, so everything it needs is in here.
struct OfferDrawing: Equatable {
  struct Item: Equatable {
    let index: Int
    let title: String
    let text: String
  }

  /// The product's name, or why there is none.
  let title: String
  /// The segments in the person's own format; empty without an offer.
  let amounts: [String]
  let selected: Int?
  let item: Item?
  let canBuy: Bool
  /// The line under the buttons.
  let note: String

  /// The drawing of `interaction` at the moment `now`; `note` is what happened last. While `isBusy`
  /// nothing can be tapped that would buy, and once it is `sold` (the words for that) never again:
  /// a notification buys once.
  init(
    _ interaction: NotificationInteraction, note: String?, isBusy: Bool, sold: String?,
    at now: Timestamp
  ) {
    let offer = interaction.content?.offer
    let isOver = offer.map { $0.expiresAt <= now } ?? false
    title = offer?.label ?? Texts.noOffer
    amounts = offer?.segments.map(Texts.amount) ?? []
    selected = interaction.segment
    canBuy = offer != nil && !isOver && !isBusy && sold == nil
    if let index = interaction.itemIndex, let item = interaction.item {
      self.item = Item(index: index, title: item.title, text: item.text)
    } else {
      item = nil
    }
    self.note = sold ?? note ?? (isOver ? Texts.offerOver : "")
  }
}
