import Testing

@testable import PayCore

/// The addresses in a request, whichever request type has them.
@Suite struct RequestURLTests {
  typealias Fixture = RequestFixture

  static let types: [(name: String, value: JSONValue)] = [
    ("recurringPaymentRequest", Fixture.recurring),
    ("automaticReloadPaymentRequest", Fixture.reload),
    ("deferredPaymentRequest", Fixture.deferred),
  ]

  /// What Apple's rules and ours say of an address, as the person's page and as Apple's service.
  static let rows: [(text: String, page: String?, service: String?)] = [
    ("https://shop.example.com", nil, nil), ("HTTPS://Shop.example.com:8443/a?b#c", nil, nil),
    ("https://\u{9EDE}\u{770B}/", nil, nil), ("https://[::1]/x", nil, nil),
    ("http://shop.example.com", "engine.url-plain", "apple.notification-url"),
    ("javascript:alert(1)", "apple.url", "apple.url"),
    ("javascript://shop.example.com/%0Aalert(1)", "apple.url", "apple.url"),
    ("data:text/html,x", "apple.url", "apple.url"), ("file:///etc/hosts", "apple.url", "apple.url"),
    ("ftp://shop.example.com", "apple.url", "apple.url"),
    ("mailto:help@shop.example.com", "apple.url", "apple.url"),
    ("", "apple.url", "apple.url"), ("https://", "apple.url", "apple.url"),
    ("https:///x", "apple.url", "apple.url"), ("https:shop.example.com", "apple.url", "apple.url"),
    ("https:\\\\shop.example.com", "apple.url", "apple.url"),
    ("https://?x", "apple.url", "apple.url"), ("https://:443/", "apple.url", "apple.url"),
    ("/account", "apple.url", "apple.url"), ("//shop.example.com", "apple.url", "apple.url"),
    ("shop.example.com/account", "apple.url", "apple.url"),
    (" https://shop.example.com", "apple.url", "apple.url"),
    ("https://shop.example.com/my account", "apple.url", "apple.url"),
    ("https://shop.example.com\n", "apple.url", "apple.url"),
    ("https://shop example.com", "apple.url", "apple.url"),
    ("https://shop.example.com/<x>", "apple.url", "apple.url"),
  ]

  @Test(arguments: rows)
  func `an address is judged alike in every place and in both forms`(
    text: String, page: String?, service: String?
  ) {
    for type in Self.types {
      for form in [Fixture.web, Fixture.passKit] {
        for (member, rule) in [("managementURL", page), ("tokenNotificationURL", service)] {
          let request = form.with(
            type.name, type.value.replacing(member, .string(text)))
          let found = RequestValidation(request, rules: [.apple, .engine], apiVersion: 15).findings
          #expect(found.map(\.rule) == (rule.map { [$0] } ?? []), "\(type.name) \(member)")
          #expect(found.allSatisfy { $0.pointer == "/\(type.name)/\(member)" })
        }
      }
    }
  }
}
