import PayCore
import Testing

/// What comes of a priced segment: the quote, the offer, its digest, the notification, the purchase.
@Suite struct PricedOfferTests {
  static let lines =
    #""lines":[{"label":"Tea","unitPrice":"7.35","quantity":2},"#
    + #"{"label":"Tin","unitPrice":"4.90"}]"#
  static let discount = #""discounts":[{"label":"Welcome","percent":"5","rounding":"halfUp"}]"#
  static let items =
    #""items":[{"title":"Tea","text":"Green","imageUrl":"http://10.0.0.1/tea.jpg"}]"#
  static let members = [
    lines, discount, Priced.tax("7", "halfUp", per: "total"), Priced.shipping, items,
  ].joined(separator: ",")

  private func quote(_ shipping: String? = nil) throws -> Quote {
    try Quote(
      Priced.configuration(Self.members), offer: nil, segment: 0, shipping: shipping,
      at: Fixture.now)
  }

  private func lineItems(_ rest: String) -> String {
    // 19.60 - 0.98 = 18.62; 7 % of it = 1.3034; + 3.90 or 9.90.
    let lines = [
      ("Tea", "14.70"), ("Tin", "4.90"), ("Welcome", "-0.98"), ("Tax", "1.30"),
    ].map { #"{"label":"\#($0)","amount":"\#($1)","type":"final"},"# }
    return "[" + lines.joined() + rest + "]"
  }

  static let shipped: [(String?, String, String, String, String, Int64)] = [
    (nil, "standard", "Standard", "3.90", "23.82", 2382),
    ("standard", "standard", "Standard", "3.90", "23.82", 2382),
    ("express", "express", "Express", "9.90", "29.82", 2982),
  ]

  @Test(arguments: shipped)
  func `a quote has every line, and the chosen shipping method alone`(
    asked: String?, id: String, label: String, cost: String, total: String, minor: Int64
  ) throws {
    let quote = try quote(asked)
    let lines = lineItems(#"{"label":"\#(label)","amount":"\#(cost)","type":"final"}"#)
    let json = quote.json
    #expect(json["lines"]?.text == lines)
    #expect(json["shippingMethod"] == .string(id))
    #expect(json["amount"] == .string(total))
    #expect(json["amountMinor"] == .integer(minor))
    let request = try #require(json["paymentRequest"])
    #expect(request["lineItems"]?.text == lines)
    #expect(
      request["total"]?.text == #"{"label":"Sample Merchant","amount":"\#(total)","type":"final"}"#)
    guard case .array(let methods)? = request["shippingMethods"] else {
      Issue.record("no shipping methods in \(request.text)")
      return
    }
    #expect(methods.map { $0["identifier"] } == [.string(id)])
    #expect(json["findings"] == [])
    #expect(json["steps"] == nil)
  }

  @Test func `an explained quote ends with its steps`() throws {
    let quote = try quote()
    #expect(
      quote.explained(quote.json).text
        == String(quote.json.text.dropLast()) + #","steps":["#
        + #"{"kind":"line","label":"Tea","expression":"2 x 7.35","amount":"14.70"},"#
        + #"{"kind":"line","label":"Tin","expression":"1 x 4.90","amount":"4.90"},"#
        + #"{"kind":"sum","label":"subtotal","expression":"14.70 + 4.90","amount":"19.60"},"#
        + #"{"kind":"discount","label":"Welcome","expression":"5 % of 19.60","amount":"-0.98"},"#
        + #"{"kind":"sum","label":"subtotal after discounts","#
        + #""expression":"19.60 - 0.98","amount":"18.62"},"#
        + #"{"kind":"tax","label":"Tax","expression":"7 % of 18.62","exact":"1.3034","#
        + #""rounding":"halfUp","amount":"1.30"},"#
        + #"{"kind":"shipping","label":"Standard","expression":"3.90","amount":"3.90"},"#
        + #"{"kind":"total","label":"total","expression":"18.62 + 1.30 + 3.90","amount":"23.82"}]}"#
    )
  }

  @Test func `a shipping method that is none is told with those there are`() throws {
    let unknown = #expect(throws: QuoteError.self) { try quote("expres") }
    #expect(
      unknown
        == .unknownShipping(
          "expres", offer: "some-product", segment: 0, known: ["standard", "express"]))
    #expect(
      unknown?.description == "segment 0 of offer some-product has no such shipping method; "
        + "did you mean express?; methods: standard, express")
    #expect(unknown?.code == "shipping_unknown")
    let none = #expect(throws: QuoteError.self) {
      try Quote(
        Fixture.configuration(), offer: nil, segment: 0, shipping: "standard", at: Fixture.now)
    }
    #expect(
      none?.description
        == "segment 0 of offer some-product has no shipping methods to choose from")
  }

  @Test func `an offer lists its ways to ship with their totals`() throws {
    let offer = try Priced.configuration(Self.members).offers[0]
    #expect(
      offer.json["segments"]?.text == #"[{"segment":0,"amount":"23.82","amountMinor":2382,"#
        + #""shippingMethods":[{"identifier":"standard","label":"Standard","detail":"5 days","#
        + #""amount":"3.90","total":"23.82"},{"identifier":"express","label":"Express","#
        + #""detail":"1 day","amount":"9.90","total":"29.82"}]}]"#)
  }

  // MARK: Digest

  private func digest(_ members: String) throws -> [UInt8]? {
    let configuration = try Priced.configuration(members)
    return configuration.offerDigest(configuration.offers[0], digest: FakeDigest())
  }

  static let changes: [(String, String)] = [
    (#""label":"Tea","unitPrice""#, #""label":"Teas","unitPrice""#),
    ("7.35", "7.36"), ("\"5\"", "\"5.1\""), (#""rate":"7""#, #""rate":"8""#),
    // The price of the line stays, the number of pieces does not.
    (#""unitPrice":"7.35","quantity":2"#, #""unitPrice":"14.70""#),
    // The default's price stays, the other one's changes.
    ("9.90", "9.91"), ("express", "fast"), ("1 day", "2 days"), ("tea.jpg", "tea.png"),
    ("Green", "Black"),
  ]

  @Test(arguments: changes)
  func `a change of anything that is bought or shown changes the digest`(
    old: String, new: String
  ) throws {
    let changed = Self.members.replacing(old, with: new)
    #expect(changed != Self.members)
    #expect(try digest(changed) != digest(Self.members))
  }

  @Test func `the same price written otherwise is the same offer`() throws {
    let discount = #""discounts":[{"label":"Welcome","amount":"0.98"}]"#
    #expect(
      try digest(Self.members.replacing(Self.discount, with: discount)) == digest(Self.members))
  }

  // MARK: Notification and purchase

  @Test func `items of all segments ride in the payload, each once`() throws {
    func segment(_ price: String, _ items: [(String, String)]) -> String {
      let items = items.map { #"{"title":"\#($0)","text":"\#($1)","imageUrl":"https://a.bc/d"}"# }
      return #"{"lines":[{"label":"L","unitPrice":"\#(price)"}],"items":["#
        + items.joined(separator: ",") + "]}"
    }
    let segments =
      "[" + segment("1.00", [("A", "a"), ("B", "b")]) + #","2.00","#
      + segment("3.00", [("B", "b"), ("B", "c")]) + "]"
    let offer = Fixture.offer.replacing("segments", try JSONValue(parsing: Array(segments.utf8)))
    let payload = try PaymentEngineTests.engine(FakeClock(), FakeStore(), offers: [offer])
      .notification(offer: nil, at: Fixture.now)
    let content = try NotificationContent(parsing: payload.bytes, attachments: 0)
    #expect(content.items.map(\.title) == ["A", "B", "B"])
    #expect(content.items.map(\.text) == ["a", "b", "c"])
    #expect(content.offer?.segments.map(\.amount) == ["1.00", "2.00", "3.00"])
    #expect(
      payload.budget.entries.first { $0.part == .items }?.bytes
        == #""items":"#.utf8.count + (payload.json["items"]?.bytes.count ?? 0))
    #expect(payload.budget.total == payload.bytes.count)
  }

  @Test func `without items the payload has no such member`() throws {
    let payload = try PaymentEngineTests.engine(FakeClock(), FakeStore())
      .notification(offer: nil, at: Fixture.now)
    #expect(payload.json["items"] == nil)
    #expect(payload.budget.entries.allSatisfy { $0.part != .items })
  }

  @Test func `items that do not fit are named`() throws {
    let item = #"{"title":"T","text":"\#(String(repeating: "x", count: 500))","#
    let items = (0..<8).map { item + #""imageUrl":"https://a.bc/\#($0)"}"# }
    let members = Self.lines + #","items":["# + items.joined(separator: ",") + "]"
    #expect(try Priced.faults(members) == ["/items notification_too_large"])
  }

  @Test func `a purchase may name its shipping method`() throws {
    let json: JSONValue = ["offer": "some-product", "segment": 2]
    #expect(try Purchase(json: json) == Purchase(offer: "some-product", segment: 2))
    let shipped = try Purchase(json: json.with("shippingMethod", "express"))
    #expect(shipped.shippingMethod == "express")
    #expect(throws: JSONFaults.self) { try Purchase(json: json.with("shippingMethod", 1)) }
    #expect(throws: JSONFaults.self) { try Purchase(json: json.with("shipping", "express")) }
  }

  @Test func `an intent is for the method that was chosen, and another is another purchase`()
    async throws
  {
    let engine = try PaymentEngineTests.engine(
      FakeClock(), FakeStore(), offers: [Priced.offer(Self.members)])
    let scope = IdempotencyScope(principal: "p", route: "r", key: "k")
    func buy(_ shipping: String?) async throws -> IdempotencyOutcome {
      try await engine.createIntent(
        Purchase(offer: "some-product", segment: 0, shippingMethod: shipping), scope: scope)
    }
    guard case .performed(let answer) = try await buy("express") else {
      Issue.record("no intent")
      return
    }
    let intent = try await engine.intent(answer.subject)
    #expect(intent.price.amount == "29.82")
    #expect(intent.shippingMethod?.identifier == "express")
    #expect(intent.json()["shippingMethod"] == "express")
    #expect(intent.request.lineItems.last?.label == "Express")
    #expect(try await buy("express") == .replayed(answer))
    #expect(try await buy("standard") == .keyReused)
    #expect(try await buy(nil) == .keyReused)
  }
}
