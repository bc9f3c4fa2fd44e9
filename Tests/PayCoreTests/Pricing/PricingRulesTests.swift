import PayCore
import Testing

@Suite struct PricingRulesTests {
  static let tea = #""lines":[{"label":"Tea","unitPrice":"10.00"}]"#

  static let lines: [(String, [String])] = [
    ("", ["/lines missing_member"]),
    (#""lines":{}"#, ["/lines wrong_type"]),
    (#""lines":[]"#, ["/lines empty"]),
    (#""lines":[1]"#, ["/lines/0 wrong_type"]),
    (
      #""lines":[{}]"#, ["/lines/0/label missing_member", "/lines/0/unitPrice missing_member"]
    ),
    (
      #""lines":[{"label":" ","unitPrice":10,"quantity":"2"}]"#,
      [
        "/lines/0/unitPrice wrong_type", "/lines/0/quantity wrong_type", "/lines/0/label text",
      ]
    ),
    (#""lines":[{"label":"A","unitPrice":"-1.00"}]"#, ["/lines/0/unitPrice out_of_range"]),
    (#""lines":[{"label":"A","unitPrice":"5.9653"}]"#, ["/lines/0/unitPrice too_many_decimals"]),
    (#""lines":[{"label":"A","unitPrice":"1,5"}]"#, ["/lines/0/unitPrice amount_syntax"]),
    (
      #""lines":[{"label":"A","unitPrice":"1,5","rounding":"floor"}]"#,
      ["/lines/0/unitPrice decimal_syntax"]
    ),
    (
      #""lines":[{"label":"A","unitPrice":"-1.555","rounding":"floor"}]"#,
      ["/lines/0/unitPrice out_of_range"]
    ),
    (
      #""lines":[{"label":"A","unitPrice":"1.1234567","rounding":"floor"}]"#,
      ["/lines/0/unitPrice out_of_range"]
    ),
    (
      #""lines":[{"label":"A","unitPrice":"1.00","rounding":"halfup"}]"#,
      ["/lines/0/rounding unknown_value"]
    ),
    (
      #""lines":[{"label":"A","unitPrice":"1.00","quantity":0}]"#,
      ["/lines/0/quantity out_of_range"]
    ),
    (
      #""lines":[{"label":"A","unitPrice":"1.00","quantity":1000001}]"#,
      ["/lines/0/quantity out_of_range"]
    ),
    (
      #""lines":[{"label":"A","unitPrice":"1.00","price":1}]"#, ["/lines/0/price unknown_member"]
    ),
    // A line of 9 x 10^15 pieces of a cent and a million of them.
    (
      #""lines":[{"label":"A","unitPrice":"90071992547409.91","quantity":1000000}]"#,
      ["/lines/0 amount_overflow"]
    ),
    (#""lines":[{"label":"A","unitPrice":"0.00"}]"#, [" out_of_range"]),
    (
      #""lines":[{"label":"A","unitPrice":"90071992547409.91","quantity":2}]"#, [" out_of_range"]
    ),
  ]

  static let others: [(String, [String])] = [
    (tea + #","discounts":[{"label":"A"}]"#, ["/discounts/0 discount_form"]),
    (
      tea + #","discounts":[{"label":"A","amount":"1.00","percent":"1","rounding":"floor"}]"#,
      ["/discounts/0 discount_form"]
    ),
    (
      tea + #","discounts":[{"label":"A","amount":"1.00","rounding":"floor"}]"#,
      ["/discounts/0/rounding discount_form"]
    ),
    (
      tea + #","discounts":[{"label":"A","percent":"10"}]"#,
      ["/discounts/0/rounding missing_member"]
    ),
    (
      tea + #","discounts":[{"label":"A","percent":10,"rounding":"floor"}]"#,
      ["/discounts/0/percent wrong_type"]
    ),
    (
      tea + #","discounts":[{"label":"A","percent":"1000.1","rounding":"floor"}]"#,
      ["/discounts/0/percent out_of_range"]
    ),
    (
      tea + #","discounts":[{"label":"A","amount":"-1.00"}]"#,
      ["/discounts/0/amount out_of_range"]
    ),
    // 10.00 - 10.00 leaves nothing to pay, 10.00 - 10.01 less than that.
    (tea + #","discounts":[{"label":"A","amount":"10.00"}]"#, [" out_of_range"]),
    (
      tea + #","discounts":[{"label":"A","amount":"10.01"}]"#,
      ["/discounts/0 discount_exceeds_price"]
    ),
    (
      tea + #","discounts":[{"label":"A","amount":"9.00"},{"label":"B","amount":"1.01"}]"#,
      ["/discounts/1 discount_exceeds_price"]
    ),
    (
      tea + #","discounts":[{"label":"A","percent":"100.1","rounding":"floor"}]"#,
      ["/discounts/0/percent out_of_range"]
    ),
    (
      #""lines":[{"label":"A","unitPrice":"1.00","discount":{"label":"B","amount":"1.01"}},"#
        + #"{"label":"C","unitPrice":"9.00"}]"#,
      ["/lines/0/discount discount_exceeds_price"]
    ),
    (
      tea + #","tax":{}"#,
      ["label", "rate", "inclusive", "rounding", "per"].map { "/tax/\($0) missing_member" }
    ),
    (tea + #","tax":7"#, ["/tax wrong_type"]),
    (
      tea + #","tax":{"label":"T","rate":"-1","inclusive":"no","rounding":"up","per":"item"}"#,
      [
        "/tax/inclusive wrong_type", "/tax/rate out_of_range", "/tax/rounding unknown_value",
        "/tax/per unknown_value",
      ]
    ),
    (
      tea + "," + Priced.tax("7.1234567", "floor", per: "line"), ["/tax/rate out_of_range"]
    ),
    (
      tea + #","shippingMethods":[{"identifier":"A","label":"","detail":"x","amount":"1"},"#
        + #"{"identifier":"b","label":"B","detail":"x","amount":"-1"},"#
        + #"{"identifier":"b","label":"B","detail":"x","amount":"1"}]"#,
      [
        "/shippingMethods/0/identifier shipping_id", "/shippingMethods/0/label text",
        "/shippingMethods/1/amount out_of_range", "/shippingMethods/2/identifier duplicate",
      ]
    ),
    (
      tea + #","items":[{"title":"A","text":"B","imageUrl":"ftp://x/y"},{"title":1}]"#,
      [
        "/items/1/title wrong_type", "/items/1/text missing_member",
        "/items/1/imageUrl missing_member", "/items/0/imageUrl image_url",
      ]
    ),
    (tea + #","discount":[]"#, ["/discount unknown_member"]),
  ]

  @Test(arguments: lines + others)
  func `every fault of a segment has its place`(members: String, expected: [String]) throws {
    #expect(try Priced.faults(members) == expected)
  }

  static let counts: [(String, String, Int, String)] = [
    ("lines", #"{"label":"A","unitPrice":"1.00"}"#, Limits.pricingLines, ""),
    ("discounts", #"{"label":"A","amount":"0.01"}"#, Limits.pricingDiscounts, tea),
    (
      "items", #"{"title":"A","text":"B","imageUrl":"https://a.example/b"}"#, Limits.items, tea
    ),
  ]

  @Test(arguments: counts)
  func `a list has a bound`(name: String, element: String, limit: Int, before: String) throws {
    func faults(_ count: Int) throws -> [String] {
      let list = [String](repeating: element, count: count).joined(separator: ",")
      return try Priced.faults((before.isEmpty ? "" : before + ",") + #""\#(name)":[\#(list)]"#)
    }
    #expect(try faults(limit) == [])
    #expect(try faults(limit + 1) == ["/\(name) too_many"])
  }

  @Test(arguments: [
    ("https://shop.example.com/1.jpg", true), ("http://172.20.90.117/www2/img/r8.jpg", true),
    ("http://localhost:8080/1.jpg", true), ("https://a.example/i?w=100&h=2", true),
    ("https://a.example", false), ("https:///1.jpg", false), ("HTTPS://a.example/1", false),
    ("https://u@a.example/1", false), ("https://a.example/1#x", false),
    ("https://a.example/ä", false), ("https://a.example/a b", false), ("file:///etc/x", false),
    ("http://1.2.3/x", false), ("http://1.2.3.256/x", false), ("http://01.2.3.4/x", false),
    ("javascript:alert(1)", false), ("", false),
  ])
  func `a picture has an address of the web`(url: String, isValid: Bool) throws {
    let item = #"{"title":"A","text":"B","imageUrl":"\#(url)"}"#
    #expect(
      try Priced.faults(Self.tea + #","items":[\#(item)]"#)
        == (isValid ? [] : ["/items/0/imageUrl image_url"]))
  }

  @Test(arguments: [
    (Priced.tax("8.875%", "halfUp", per: "total"), "/tax/rate"),
    (#""discounts":[{"label":"A","percent":"8.875%","rounding":"floor"}]"#, "/discounts/0/percent"),
  ])
  func `a rate with a sign is told how a rate is written`(members: String, place: String) throws {
    let offer = try Priced.offer(Self.tea + "," + members)
    let faults = ConfigurationTests.faults(Fixture.files(offers: [offer]))
    #expect(faults.map(\.fault.code) == ["decimal_syntax"])
    #expect(faults.map(\.fault.pointer) == ["/offers/0/segments/0" + place])
    #expect(
      faults.map(\.fault.detail) == [
        "must be percent without a sign, such as 8.875 for 8.875 %, not \"8.875%\""
      ])
  }

  @Test func `each total of an offer is there once`() throws {
    let segment = try JSONValue(parsing: Array("{\(Self.tea)}".utf8))
    for segments: JSONValue in [["10.00", segment], [segment, "10.0"], [segment, segment]] {
      let offer = Fixture.offer.replacing("segments", segments)
      #expect(
        ConfigurationTests.places(ConfigurationTests.faults(Fixture.files(offers: [offer]))) == [
          "offers.json /offers/0/segments/1 duplicate"
        ])
    }
  }

  @Test func `faults of shape and rule of all segments are told together`() throws {
    let offer = Fixture.offer.replacing(
      "segments",
      try JSONValue(
        parsing: Array(
          (#"["x",{"lines":[{"label":"","unitPrice":"1.00"}]},"#
            + #"{\#(Self.tea),"discounts":[{"label":"A","amount":"11.00"}]}]"#).utf8)))
    #expect(
      ConfigurationTests.places(ConfigurationTests.faults(Fixture.files(offers: [offer]))) == [
        "offers.json /offers/0/segments/0 amount_syntax",
        "offers.json /offers/0/segments/1/lines/0/label text",
        "offers.json /offers/0/segments/2/discounts/0 discount_exceeds_price",
      ])
  }

  @Test func `a segment that is no text and no object has its place`() throws {
    let offer = Fixture.offer.replacing("segments", ["5.00", 5, .null])
    #expect(
      ConfigurationTests.places(ConfigurationTests.faults(Fixture.files(offers: [offer]))) == [
        "offers.json /offers/0/segments/1 wrong_type",
        "offers.json /offers/0/segments/2 wrong_type",
      ])
  }
}
