import UIKit

/// Plan B: the offer inside the app, with the same view, the same requests and the same sheet.
final class OfferViewController: UIViewController {
  private lazy var controller = OfferController(showsPayInApp: false)

  override func loadView() {
    view = controller.view
    view.backgroundColor = .systemBackground
  }

  func show(_ notification: ReceivedNotification) {
    loadViewIfNeeded()
    controller.receive(notification)
  }
}
