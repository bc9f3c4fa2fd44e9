import Foundation
import TestSupport
import Testing

/// Apple's modules, as far as the example uses them, built for one test from the files in `Stubs`;
/// and a compiler that checks an app's sources against them and the PayCore of this build.
struct AppleStubs {
  /// Whether UNNotificationContentExtension is of the main actor, which no text of Apple's says.
  enum Isolation: CaseIterable { case none, mainActor }

  static let modules = ["UIKit", "UserNotifications", "UserNotificationsUI", "Contacts", "PassKit"]

  private let folder: TemporaryDirectory

  init(_ isolation: Isolation) throws {
    folder = try TemporaryDirectory()
    for module in Self.modules {
      let built = try compiler([
        "-emit-module", "-module-name", module, "-o", folder.file(module + ".swiftmodule"),
        packageRoot + "/Tests/PayCoreTests/Examples/Stubs/\(module).swift",
        isolation == .mainActor ? "-DISOLATED_EXTENSION" : "-DOPEN_EXTENSION",
      ])
      try #require(built.status == 0, "\(module): \(built.errors)")
    }
  }

  /// What the compiler says of the sources as one module; empty if there is nothing to say.
  func check(_ sources: [String]) throws -> String {
    let checked = try compiler(
      ["-typecheck", "-module-name", "Example", "-I", binaryDirectory + "/Modules"] + sources)
    return checked.status == 0 && checked.errors.isEmpty
      ? "" : "exit \(checked.status)\n\(checked.errors)"
  }

  /// A compiler that hangs is ended, so that the test fails and does not wait for ever.
  private func compiler(_ arguments: [String]) throws -> Finished {
    try run(
      "/usr/bin/env",
      [
        "timeout", "120", "swiftc", "-swift-version", "6", "-warnings-as-errors",
        "-parse-as-library", "-module-cache-path", binaryDirectory + "/ModuleCache", "-I",
        folder.path,
      ] + arguments)
  }
}

/// The example's sources.
enum Example {
  static let root = "Examples/NotificationContentExtension"
  static let sources = SourceFile.all(under: root)

  /// The two targets of the Xcode project, by the folders that each compiles.
  enum Target: CaseIterable {
    case notificationExtension, app

    var paths: [String] {
      let own = self == .app ? "/App/" : "/Extension/"
      return sources.map(\.path).filter { $0.contains(own) || $0.contains("/Shared/") }
    }
  }
}
