import Foundation
import TestSupport
import Testing

/// The iOS example is compiled by nobody here but this: against stubs of Apple's modules.
@Suite struct ExampleTypeCheckTests {
  @Test(.timeLimit(.minutes(10)), arguments: AppleStubs.Isolation.allCases)
  func `extension and app type-check without a warning`(isolation: AppleStubs.Isolation) throws {
    let stubs = try AppleStubs(isolation)
    for target in Example.Target.allCases {
      #expect(target.paths.count > 5)
      #expect(try stubs.check(target.paths.map { packageRoot + "/" + $0 }) == "", "\(target)")
    }
  }

  /// A file, what is changed in it, and what the compiler must say then.
  struct Break: CustomTestStringConvertible, Sendable {
    let file: String
    let old: String
    let new: String
    let complaint: String

    var testDescription: String { "\(file): \(new)" }
  }

  static let breaks = [
    Break(
      file: "Shared/PurchaseFlow.swift", old: "intent.amount", new: "intent.price",
      complaint: "has no member 'price'"),
    Break(
      file: "Extension/NotificationViewController.swift",
      old: "performNotificationDefaultAction", new: "openTheApp",
      complaint: "has no member 'openTheApp'"),
    Break(
      file: "Extension/NotificationViewController.swift",
      old: "nonisolated func didReceive(_ notification", new: "func didReceive(_ notification",
      complaint: "main actor"),
    Break(
      file: "Shared/PaymentSheet.swift", old: "didAuthorizePayment payment",
      new: "didAuthorise payment", complaint: "required by protocol"),
    Break(
      file: "Shared/PaymentRequest+PassKit.swift", old: ".threeDSecure", new: ".threeDee",
      complaint: "has no member 'threeDee'"),
    Break(
      file: "Shared/PaymentContact+PassKit.swift", old: "isoCountryCode", new: "countryISO",
      complaint: "cannot find 'countryISO'"),
    Break(
      file: "Shared/OfferController.swift", old: "interaction.amount", new: "interaction.price",
      complaint: "has no member 'price'"),
  ]

  @Test(.timeLimit(.minutes(10)))
  func `a broken copy does not type-check`() throws {
    let stubs = try AppleStubs(.none)
    let folder = try TemporaryDirectory()
    for broken in Self.breaks {
      let text = try String(
        contentsOfFile: "\(packageRoot)/\(Example.root)/\(broken.file)", encoding: .utf8)
      let copy = folder.file("Broken.swift")
      let changed = text.replacingOccurrences(of: broken.old, with: broken.new)
      #expect(changed != text, "\(broken.testDescription) changes nothing")
      try changed.write(toFile: copy, atomically: true, encoding: .utf8)
      let others = Example.Target.notificationExtension.paths
        .filter { !$0.hasSuffix(broken.file) }.map { packageRoot + "/" + $0 }
      let complaints = try stubs.check(others + [copy])
      #expect(complaints.contains(broken.complaint), "\(broken.testDescription): \(complaints)")
    }
  }

  @Test(arguments: Example.sources)
  func `a source of the example keeps the rules of the house`(file: SourceFile) throws {
    let text = try file.text()
    let violations = SourceRules(text, target: "Example").violations
      .filter { $0.rule != .wrongImport }
    #expect(violations.map(\.description) == [])
    #expect(!text.contains("try!") && !text.contains("unsafe"))
  }
}
