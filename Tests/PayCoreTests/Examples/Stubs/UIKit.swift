// The part of Apple's UIKit that the example uses, with the signatures of the iOS 18 SDK and nothing
// behind them; and what Foundation has on Apple's platforms only.

@_exported import Foundation

// MARK: Foundation

open class NSExtensionContext: NSObject {}

extension URL {
  public func startAccessingSecurityScopedResource() -> Bool { stub() }
  public func stopAccessingSecurityScopedResource() {}
}

extension NSAttributedString.Key {
  public static let font = NSAttributedString.Key("NSFont")
}

// MARK: Values

open class UIImage: NSObject, @unchecked Sendable {
  public init?(data: Data) { nil }
}

open class UIColor: NSObject, @unchecked Sendable {
  open class var systemBackground: UIColor { stub() }
}

open class UIFont: NSObject, @unchecked Sendable {
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let headline = Self(rawValue: "headline")
    public static let body = Self(rawValue: "body")
    public static let footnote = Self(rawValue: "footnote")
  }
  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont { stub() }
}

@MainActor
open class UIAction: NSObject {
  public convenience init(title: String = "", handler: @escaping @MainActor (UIAction) -> Void) {
    stub()
  }
}

// MARK: Views

@MainActor
open class UIResponder: NSObject {
  public override nonisolated init() {}
}

@MainActor
open class UIView: UIResponder {
  public enum ContentMode: Int, Sendable { case scaleToFill, scaleAspectFit }
  // The default stands for the inherited `init()`, which Swift on Linux does not let be isolated.
  public init(frame: CGRect = .zero) { super.init() }
  public required init?(coder: NSCoder) { nil }
  open var bounds: CGRect = .zero
  open var isHidden = false
  open var backgroundColor: UIColor?
  open var contentMode = ContentMode.scaleToFill
  open var translatesAutoresizingMaskIntoConstraints = true
  open var layoutMarginsGuide: UILayoutGuide { stub() }
  open var leadingAnchor: NSLayoutXAxisAnchor { stub() }
  open var trailingAnchor: NSLayoutXAxisAnchor { stub() }
  open var topAnchor: NSLayoutYAxisAnchor { stub() }
  open var bottomAnchor: NSLayoutYAxisAnchor { stub() }
  open var heightAnchor: NSLayoutDimension { stub() }
  open func addSubview(_ view: UIView) {}
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { stub() }
}

@MainActor
open class UILabel: UIView {
  open var text: String?
  // There it is implicitly unwrapped; assigning is all the same.
  open var font: UIFont?
  open var numberOfLines = 1
  open var adjustsFontForContentSizeCategory = false
}

@MainActor
open class UIImageView: UIView {
  open var image: UIImage?
}

@MainActor
open class UIControl: UIView {
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal = State([])
  }
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let valueChanged = Event(rawValue: 1 << 12)
  }
  open var isEnabled = true
  open func addAction(_ action: UIAction, for controlEvents: Event) {}
}

@MainActor
open class UIButton: UIControl {
  public struct Configuration: Sendable {
    public static func bordered() -> Configuration { stub() }
  }
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) { stub() }
  open func setTitle(_ title: String?, for state: UIControl.State) {}
  open var titleLabel: UILabel? { stub() }
}

@MainActor
open class UISegmentedControl: UIControl {
  public static var noSegment: Int { -1 }
  open var selectedSegmentIndex = UISegmentedControl.noSegment
  open var apportionsSegmentWidthsByContent = false
  open func removeAllSegments() {}
  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {}
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) {}
}

@MainActor
open class UIStackView: UIView {
  public convenience init(arrangedSubviews views: [UIView]) { stub() }
  open var axis = NSLayoutConstraint.Axis.horizontal
  open var spacing: CGFloat = 0
}

// MARK: Layout

@MainActor
open class NSLayoutConstraint: NSObject {
  public enum Axis: Int, Sendable { case horizontal, vertical }
  open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

@MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint { stub() }
  open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    stub()
  }
}

@MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

@MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

@MainActor
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  open func constraint(lessThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint { stub() }
  open func constraint(greaterThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
    stub()
  }
}

@MainActor
open class UILayoutGuide: NSObject {
  open var leadingAnchor: NSLayoutXAxisAnchor { stub() }
  open var trailingAnchor: NSLayoutXAxisAnchor { stub() }
  open var topAnchor: NSLayoutYAxisAnchor { stub() }
  open var bottomAnchor: NSLayoutYAxisAnchor { stub() }
}

// MARK: Accessibility

extension UIView {
  public var accessibilityLabel: String? {
    get { stub() }
    set { stub() }
  }
  public var isAccessibilityElement: Bool {
    get { stub() }
    set { stub() }
  }
}

public enum UIAccessibility {
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let announcement = Notification(rawValue: 1008)
  }
  @MainActor public static func post(notification: Notification, argument: Any?) {}
}

// MARK: Controllers and the app

@MainActor
open class UIViewController: UIResponder {
  // The defaults stand for the inherited `init()`.
  public init(nibName nibNameOrNil: String? = nil, bundle nibBundleOrNil: Bundle? = nil) {
    super.init()
  }
  public required init?(coder: NSCoder) { nil }
  // There it is implicitly unwrapped; the example never assigns nil.
  open var view: UIView {
    get { stub() }
    set { stub() }
  }
  open var preferredContentSize: CGSize = .zero
  open var extensionContext: NSExtensionContext? { stub() }
  open func loadView() {}
  open func loadViewIfNeeded() {}
}

@MainActor
open class UIWindow: UIView {
  open var rootViewController: UIViewController?
  open func makeKeyAndVisible() {}
}

@MainActor
open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  open func registerForRemoteNotifications() {}
}

/// All members are optional there; these are the ones that the example has.
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data)
}

extension UIApplicationDelegate {
  public static func main() {}
}

private func stub() -> Never { fatalError("a stub is type-checked, never run") }
