import PassKit
import UIKit

/// The offer on the screen: picture and words, the amounts, the two buttons, and a line for news.
///
/// It shows an `OfferDrawing` and tells what was tapped; it decides nothing.
final class OfferView: UIView {
  var onSelect: (_ index: Int) -> Void = { _ in }
  var onBuy: () -> Void = {}
  var onPayInApp: () -> Void = {}

  private let picture = UIImageView()
  private let itemTitle = OfferView.label(.headline)
  private let itemText = OfferView.label(.body)
  private let title = OfferView.label(.headline)
  private let amounts = UISegmentedControl()
  private let buyButton = PKPaymentButton(paymentButtonType: .buy, paymentButtonStyle: .automatic)
  private let payInAppButton = UIButton(configuration: .bordered())
  private let note = OfferView.label(.footnote)
  private var shownAmounts: [String] = []

  /// A view of an offer; in the app itself there is no *Pay in app*.
  init(showsPayInApp: Bool) {
    super.init(frame: .zero)
    payInAppButton.isHidden = !showsPayInApp
    // A phone without a card that could pay has nothing to tap there.
    buyButton.isHidden = !PKPaymentAuthorizationController.canMakePayments()
    configure()
    arrange()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  func show(_ drawing: OfferDrawing, picture image: UIImage?) {
    title.text = drawing.title
    if drawing.amounts != shownAmounts { replaceAmounts(drawing.amounts) }
    amounts.selectedSegmentIndex = drawing.selected ?? UISegmentedControl.noSegment
    amounts.isHidden = drawing.amounts.isEmpty
    amounts.isEnabled = drawing.canBuy
    buyButton.isEnabled = drawing.canBuy
    show(drawing.item, picture: image)
    show(note: drawing.note)
  }

  private func show(_ item: OfferDrawing.Item?, picture image: UIImage?) {
    picture.image = image
    picture.isHidden = image == nil
    picture.accessibilityLabel = item?.title
    itemTitle.text = item?.title
    itemTitle.isHidden = item == nil
    itemText.text = item?.text
    itemText.isHidden = item == nil
  }

  private func show(note text: String) {
    guard note.text != text else { return }
    note.text = text
    note.isHidden = text.isEmpty
    guard !text.isEmpty else { return }
    UIAccessibility.post(notification: .announcement, argument: text)
  }

  private func replaceAmounts(_ titles: [String]) {
    shownAmounts = titles
    amounts.removeAllSegments()
    for (index, title) in titles.enumerated() {
      amounts.insertSegment(withTitle: title, at: index, animated: false)
    }
  }

  private func configure() {
    picture.contentMode = .scaleAspectFit
    picture.isAccessibilityElement = true
    amounts.accessibilityLabel = Texts.amounts
    amounts.apportionsSegmentWidthsByContent = true
    amounts.setTitleTextAttributes([.font: UIFont.preferredFont(forTextStyle: .body)], for: .normal)
    note.isHidden = true
    payInAppButton.setTitle(Texts.payInApp, for: .normal)
    payInAppButton.titleLabel?.adjustsFontForContentSizeCategory = true
    amounts.addAction(
      UIAction { [weak self] _ in
        guard let self else { return }
        onSelect(amounts.selectedSegmentIndex)
      }, for: .valueChanged)
    buyButton.addAction(UIAction { [weak self] _ in self?.onBuy() }, for: .touchUpInside)
    payInAppButton.addAction(UIAction { [weak self] _ in self?.onPayInApp() }, for: .touchUpInside)
  }

  private func arrange() {
    let stack = UIStackView(arrangedSubviews: [
      picture, itemTitle, itemText, title, amounts, buyButton, payInAppButton, note,
    ])
    stack.axis = .vertical
    stack.spacing = 12
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    let margins = layoutMarginsGuide
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      stack.topAnchor.constraint(equalTo: margins.topAnchor),
      stack.bottomAnchor.constraint(lessThanOrEqualTo: margins.bottomAnchor),
      picture.heightAnchor.constraint(lessThanOrEqualToConstant: 200),
      buyButton.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
      payInAppButton.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
    ])
  }

  /// A label that grows with the person's text size and wraps.
  private static func label(_ style: UIFont.TextStyle) -> UILabel {
    let label = UILabel()
    label.font = .preferredFont(forTextStyle: style)
    label.adjustsFontForContentSizeCategory = true
    label.numberOfLines = 0
    return label
  }
}
