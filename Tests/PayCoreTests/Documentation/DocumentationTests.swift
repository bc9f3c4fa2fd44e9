import Foundation
import PayCore
import TestSupport
import Testing

/// The rows of the tables of a document, by the name in backquotes that each begins with.
private func rows(of path: String) throws -> [(name: String, row: String)] {
  try String(contentsOfFile: packageRoot + "/" + path, encoding: .utf8).split(separator: "\n")
    .filter { $0.hasPrefix("| `") }
    .map { (String($0.dropFirst(3).prefix { $0 != "`" }), String($0)) }
}

@Suite struct ErrorListTests {
  /// Codes of one word cannot be told from other strings, and some are put together.
  static let otherCodes = [
    "configuration", "duplicate", "empty", "file", "forbidden", "internal", "text", "timestamp",
    "unauthorized", "usage", "intent_canceled", "intent_expired", "intent_failed",
  ]
  /// Names of system calls, and of settings of PostgreSQL, look like codes.
  static let otherNames: Set = [
    "epoll_create1", "epoll_ctl", "pthread_create", "no_proxy", "https_proxy", "in_app",
    "application_name", "channel_binding", "client_encoding", "default_transaction_isolation",
    "idle_in_transaction_session_timeout", "keepalives_count", "keepalives_idle",
    "keepalives_interval", "lock_timeout", "remote_apply", "server_encoding",
    "standard_conforming_strings", "statement_timeout", "target_session_attrs", "tcp_user_timeout",
    // Kinds of journals: docs/ledger.md has them.
    "dispute_opened", "dispute_won", "dispute_lost",
  ]

  /// The strings of a source that have the form of a code: words joined by underscores.
  static func codes(in source: String) -> Set<String> {
    let bytes = Array(source.utf8)
    // In the blanked text the quotes that remain are those at which a string begins or ends.
    let blanked = SwiftCode(source).text
    let quotes = blanked.indices.filter { blanked[$0] == UInt8(ascii: "\"") }
    let texts = zip(quotes, quotes.dropFirst()).map { start, end in
      String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    }
    return Set(texts.filter(isCode))
  }

  private static func isCode(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    return words.count > 1
      && words.allSatisfy { word in
        !word.isEmpty
          && word.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
      }
  }

  @Test(arguments: SourceFile.all(under: "Sources"))
  func `every code of a source is in the list`(file: SourceFile) throws {
    let listed = Set(try rows(of: "docs/errors.md").map(\.name))
    #expect(Self.codes(in: try file.text()).subtracting(listed).subtracting(Self.otherNames) == [])
  }

  @Test func `every code of the list is in a source, once in the list`() throws {
    let listed = try rows(of: "docs/errors.md").map(\.name)
    let known = try SourceFile.all(under: "Sources").reduce(into: Set(Self.otherCodes)) {
      $0.formUnion(Self.codes(in: try $1.text()))
    }
    #expect(Set(listed).count == listed.count)
    #expect(Set(listed).subtracting(known) == [])
    #expect(Set(Self.otherCodes).subtracting(listed) == [])
  }

  @Test(arguments: [
    ("case .a: \"amount_syntax\"", ["amount_syntax"]),
    ("f(\"a_b\", \"c_d\") // \"e_f\"", ["a_b", "c_d"]),
    ("f(\"a\", \"A_b\", \"_a\", \"a_\", \"a b_c\", \"a_b \")", []),
    ("\"the \\(name(\"g_h\")) and\"", ["g_h"]),
  ])
  func `the search finds codes and nothing else`(source: String, expected: [String]) {
    #expect(Self.codes(in: source) == Set(expected))
  }
}

@Suite struct ConfigurationReferenceTests {
  /// The members that the readers know, as the refusal of an unknown one lists them.
  private func known(_ file: String, _ text: String) throws -> [String] {
    let draft = ConfigurationDraft([ConfigurationFile(name: file, bytes: Array(text.utf8))])
    let error = #expect(throws: ConfigurationError.self) { try draft.checked() }
    let fault = try #require(error?.faults.first { $0.fault.code == "unknown_member" }).fault
    let list = try #require(fault.detail.split(separator: "known: ").last)
    return list.split(separator: ", ").map(String.init)
  }

  @Test func `every key is documented, and every documented key is read`() throws {
    let merchant = try known("merchant.json", #"{"?":1}"#)
    let offers = try known("offers.json", #"{"?":1}"#)
    let offer = try known("offers.json", #"{"offers":[{"?":1}]}"#)
    let segment = try known(ofSegment: #""?":1"#)
    let line = try known(ofSegment: #""lines":[{"?":1}]"#)
    let discount = try known(ofSegment: #""discounts":[{"?":1}]"#)
    let tax = try known(ofSegment: #""tax":{"?":1}"#)
    let method = try known(ofSegment: #""shippingMethods":[{"?":1}]"#)
    let item = try known(ofSegment: #""items":[{"?":1}]"#)
    let notification = try known("notification.json", #"{"?":1}"#)
    #expect(merchant.count == 15)
    #expect(
      try rows(of: "merchant-config/README.md").map(\.name)
        == merchant + offers + offer + segment + line + discount + tax + method + item
        + notification)
  }

  private func known(ofSegment members: String) throws -> [String] {
    try known("offers.json", #"{"offers":[{"segments":[{\#(members)}]}]}"#)
  }

  @Test func `each row has type, form, default, range and secrecy`() throws {
    for (name, row) in try rows(of: "merchant-config/README.md") {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 6 && cells.allSatisfy { !$0.isEmpty }, "\(name)")
      #expect(cells.last == "no", "\(name) would be a secret in the configuration")
    }
  }

  @Test func `numbers in the tables are those of the engine`() throws {
    let merchant = try Fixture.configuration().merchant
    let numbers: [String: [String]] = [
      "merchantIdentifier": ["\(Limits.merchantIdentifierBytes)"],
      "displayName": ["\(Limits.displayNameBytes)"],
      "supportedNetworks": ["\(Limits.networks)"],
      "initiative": [merchant.initiative],
      "initiativeContext": ["\(Limits.merchantIdentifierBytes)"],
      "intentLifetimeSeconds": [
        text(Limits.intentLifetimeSeconds), "\(merchant.intentLifetimeSeconds)",
      ],
      "sessionLifetimeSeconds": [
        text(Limits.sessionLifetimeSeconds), "\(merchant.sessionLifetimeSeconds)",
      ],
      "idempotencyDays": [text(Limits.idempotencyDays), "\(merchant.idempotencyDays)"],
      "offers": ["\(Limits.offers)"],
      "id": ["\(Limits.offerIDBytes)"],
      "label": ["\(Limits.labelBytes)"],
      "segments": ["1 to \(Limits.segments)", "\(Limits.purchaseMinorUnits)"],
      "lines": ["1 to \(Limits.pricingLines)"],
      "unitPrice": ["up to \(Limits.rateDecimals)"],
      "quantity": [text(Limits.pricingQuantity)],
      "discounts": ["0 to \(Limits.pricingDiscounts)"],
      "percent": ["0 to \(Limits.discountPercent)", "\(Limits.rateDecimals) decimals"],
      "rate": ["0 to \(Limits.ratePercent)", "\(Limits.rateDecimals) decimals"],
      "rounding": RoundingMode.allCases.map(\.rawValue),
      "shippingMethods": ["0 to \(Limits.shippingMethods)"],
      "items": ["0 to \(Limits.items)"],
      "text": ["\(Limits.itemTextBytes)"],
      "imageUrl": ["\(Limits.imageURLBytes)"],
      "category": ["\(Limits.notificationNameBytes)"],
      "title": ["\(Limits.notificationTitleBytes)"],
      "subtitle": ["\(Limits.notificationTitleBytes)"],
      "body": ["\(Limits.notificationBodyBytes)", "more than \(Limits.notificationBytes)"],
      "sound": ["\(Limits.notificationNameBytes)"],
      "threadIdentifier": ["\(Limits.notificationNameBytes)"],
      "interruptionLevel": InterruptionLevel.allCases.map(\.rawValue),
      "relevanceScore": ["\(Limits.relevanceScoreDecimals) decimals"],
      "endpoint": ["\(Limits.endpointBytes)"],
      "validSeconds": [
        text(Limits.notificationValidSeconds),
        "\(try Fixture.configuration().notification?.validSeconds ?? 0)",
      ],
    ]
    let rows = Dictionary(
      try rows(of: "merchant-config/README.md").map { ($0.name, [$0.row]) }, uniquingKeysWith: +)
    for (name, expected) in numbers {
      for number in expected {
        #expect(rows[name]?.contains { $0.contains(number) } == true, "\(name): \(number)")
      }
    }
  }

  private func text(_ range: ClosedRange<Int64>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }
}
