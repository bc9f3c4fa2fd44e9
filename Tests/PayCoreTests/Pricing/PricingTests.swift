import PayCore
import Testing

@Suite struct PricingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let currency: String
    let segment: String
    let sheet: [String]
    let total: String

    init(_ name: String, _ segment: [String], _ sheet: [String], _ total: String) {
      self.init(name, "USD", segment, sheet, total)
    }

    init(
      _ name: String, _ currency: String, _ segment: [String], _ sheet: [String], _ total: String
    ) {
      testDescription = name
      self.currency = currency
      self.segment = segment.joined(separator: ",")
      self.sheet = sheet
      self.total = total
    }
  }

  static func lines(_ lines: String...) -> String {
    #""lines":["# + lines.joined(separator: ",") + "]"
  }

  static func discounts(_ discounts: String...) -> String {
    #""discounts":["# + discounts.joined(separator: ",") + "]"
  }

  static let three = lines(
    Priced.line("A", "10.00"), Priced.line("B", "10.00"), Priced.line("C", "10.00"))
  static let dimes = lines(
    Priced.line("A", "0.14"), Priced.line("B", "0.14"), Priced.line("C", "0.14"))

  static let discounted: [Case] = [
    // 2 x 7.35 = 14.70.
    Case(
      "quantity", [lines(Priced.line("Tea", "7.35", #""quantity":2"#))], ["Tea 14.70"], "14.70"),
    // 10 % of 14.70 = 1.470.
    Case(
      "a discount on a line",
      [
        lines(
          Priced.line(
            "Tea", "7.35",
            #""quantity":2,"discount":{"label":"Off","percent":"10","rounding":"halfUp"}"#),
          Priced.line("Tin", "4.90"))
      ], ["Tea 14.70", "Tin 4.90", "Off -1.47"], "18.13"),
    // 100.00 - 10 % = 90.00; - 10 % of that, 9.00, = 81.00; - 1.00 = 80.00.
    Case(
      "discounts are off what is left",
      [
        lines(Priced.line("Tea", "100.00")),
        discounts(
          #"{"label":"One","percent":"10","rounding":"halfUp"}"#,
          #"{"label":"Two","percent":"10","rounding":"halfUp"}"#,
          #"{"label":"Three","amount":"1.00"}"#),
      ], ["Tea 100.00", "One -10.00", "Two -9.00", "Three -1.00"], "80.00"),
    // A gift card is a negative line, and no gap between lines and total.
    Case(
      "a gift card of 10.00 on 20.00",
      [lines(Priced.line("Tea", "20.00")), discounts(#"{"label":"Gift card","amount":"10.00"}"#)],
      ["Tea 20.00", "Gift card -10.00"], "10.00"),
    // All is for free, shipping is paid.
    Case(
      "only shipping",
      [
        lines(Priced.line("Tea", "7.35")),
        discounts(#"{"label":"Free","percent":"100","rounding":"floor"}"#), Priced.shipping,
      ], ["Tea 7.35", "Free -7.35", "Standard 3.90"], "3.90"),
    // 1 % of 0.10 = 0.001, which is 0.00.
    Case(
      "a discount of nothing",
      [
        lines(Priced.line("Tea", "0.10")),
        discounts(#"{"label":"Off","percent":"1","rounding":"halfEven"}"#),
      ], ["Tea 0.10", "Off 0.00"], "0.10"),
  ]

  static let taxed: [Case] = [
    // 10 % of 0.14 = 0.014, three times 0.01; 10 % of 0.42 = 0.042.
    Case(
      "tax per line", [dimes, Priced.tax("10", "halfUp", per: "line")],
      ["A 0.14", "B 0.14", "C 0.14", "Tax 0.03"], "0.45"),
    Case(
      "tax per total", [dimes, Priced.tax("10", "halfUp", per: "total")],
      ["A 0.14", "B 0.14", "C 0.14", "Tax 0.04"], "0.46"),
    // 10 % of 3.33 = 0.333, three times 0.33; 10 % of 9.99 = 0.999.
    Case(
      "three times 0.333 of tax, per line",
      [
        lines(Priced.line("A", "3.33"), Priced.line("B", "3.33"), Priced.line("C", "3.33")),
        Priced.tax("10", "halfUp", per: "line"),
      ], ["A 3.33", "B 3.33", "C 3.33", "Tax 0.99"], "10.98"),
    Case(
      "three times 0.333 of tax, per total",
      [
        lines(Priced.line("A", "3.33"), Priced.line("B", "3.33"), Priced.line("C", "3.33")),
        Priced.tax("10", "halfUp", per: "total"),
      ], ["A 3.33", "B 3.33", "C 3.33", "Tax 1.00"], "10.99"),
    // 10.00 over three equal lines: 3.34, 3.33, 3.33; 10 % of 6.66, 6.67, 6.67 = 0.67 each.
    Case(
      "a discount is shared where tax is per line",
      [
        three, discounts(#"{"label":"Off","amount":"10.00"}"#),
        Priced.tax("10", "halfUp", per: "line"),
      ], ["A 10.00", "B 10.00", "C 10.00", "Off -10.00", "Tax 2.01"], "22.01"),
    Case(
      "a discount where tax is per total",
      [
        three, discounts(#"{"label":"Off","amount":"10.00"}"#),
        Priced.tax("10", "halfUp", per: "total"),
      ], ["A 10.00", "B 10.00", "C 10.00", "Off -10.00", "Tax 2.00"], "22.00"),
    // Prices contain it, so it is no line.
    Case(
      "inclusive tax",
      [
        lines(Priced.line("Tea", "13.23")),
        Priced.tax("19", "halfUp", per: "total", inclusive: true),
      ],
      ["Tea 13.23"], "13.23"),
    // 8.875 % of 20.00 = 1.775; of 23.90 = 2.121125.
    Case(
      "tax on goods alone",
      [
        lines(Priced.line("Tea", "20.00")), Priced.tax("8.875", "halfUp", per: "total"),
        Priced.shipping,
      ], ["Tea 20.00", "Tax 1.78", "Standard 3.90"], "25.68"),
    Case(
      "tax on shipping too",
      [
        lines(Priced.line("Tea", "20.00")),
        Priced.tax("8.875", "halfUp", per: "total", onShipping: true), Priced.shipping,
      ], ["Tea 20.00", "Tax 2.12", "Standard 3.90"], "26.02"),
    // 1.775 -> 1.77 and 8.875 % of 3.90 = 0.346125 -> 0.34.
    Case(
      "tax on shipping per line",
      [
        lines(Priced.line("Tea", "20.00")),
        Priced.tax("8.875", "floor", per: "line", onShipping: true), Priced.shipping,
      ], ["Tea 20.00", "Tax 2.11", "Standard 3.90"], "26.01"),
    Case(
      "no tax at all", [lines(Priced.line("Tea", "1.00")), Priced.tax("0", "floor", per: "line")],
      ["Tea 1.00", "Tax 0.00"], "1.00"),
  ]

  static let currencies: [Case] = [
    // 10 % of 999 = 99.9.
    Case(
      "yen", "JPY",
      [
        lines(Priced.line("Tea", "333", #""quantity":3"#)),
        Priced.tax("10", "floor", per: "total"),
      ], ["Tea 999", "Tax 99"], "1098"),
    Case(
      "yen, rounded up", "JPY",
      [
        lines(Priced.line("Tea", "333", #""quantity":3"#)),
        Priced.tax("10", "halfUp", per: "total"),
      ], ["Tea 999", "Tax 100"], "1099"),
    // 5 % of 1.235 = 0.06175.
    Case(
      "dinars", "KWD",
      [lines(Priced.line("Tea", "1.235")), Priced.tax("5", "halfEven", per: "total")],
      ["Tea 1.235", "Tax 0.062"], "1.297"),
    // 3 x 0.333 = 0.999.
    Case(
      "three times 0.333",
      [lines(Priced.line("Tea", "0.333", #""quantity":3,"rounding":"halfEven""#))],
      ["Tea 1.00"], "1.00"),
    Case(
      "three times 0.333, cut",
      [lines(Priced.line("Tea", "0.333", #""quantity":3,"rounding":"towardZero""#))],
      ["Tea 0.99"], "0.99"),
    // The two cost prices that were rounded unlike each other: each line says how.
    Case(
      "5.9653 toward zero and 6.3162 half up",
      [
        lines(
          Priced.line("A", "5.9653", #""rounding":"towardZero""#),
          Priced.line("B", "6.3162", #""rounding":"halfUp""#))
      ], ["A 5.96", "B 6.32"], "12.28"),
    Case(
      "5.9653 half up",
      [lines(Priced.line("A", "5.9653", #""rounding":"halfUp""#))], ["A 5.97"], "5.97"),
    Case(
      "a whole unit price with a rounding", [lines(Priced.line("A", "5", #""rounding":"floor""#))],
      ["A 5.00"], "5.00"),
  ]

  @Test(arguments: discounted + taxed + currencies)
  func `a price is what it is by hand`(entry: Case) throws {
    let variants = try Priced.variants(entry.segment, currency: entry.currency)
    #expect(variants[0].sheet == entry.sheet)
    #expect(variants[0].total.amount == entry.total)
  }

  /// 50 % of 0.05 is 0.025, of 0.07 is 0.035; both are ties. 49 % of 0.05 is 0.0245.
  static let modes: [(RoundingMode, String, String, String)] = [
    (.towardZero, "0.02", "0.03", "0.02"), (.awayFromZero, "0.03", "0.04", "0.03"),
    (.floor, "0.02", "0.03", "0.02"), (.ceiling, "0.03", "0.04", "0.03"),
    (.halfEven, "0.02", "0.04", "0.02"), (.halfUp, "0.03", "0.04", "0.02"),
    (.halfDown, "0.02", "0.03", "0.02"),
  ]

  @Test(arguments: modes)
  func `each mode rounds tax and the positive figure of a discount`(
    mode: RoundingMode, five: String, seven: String, below: String
  ) throws {
    for (price, rate, expected) in [
      ("0.05", "50", five), ("0.07", "50", seven), ("0.05", "49", below),
    ] {
      let line = Self.lines(Priced.line("Tea", price))
      let taxed = try Priced.variants(
        line + "," + Priced.tax(rate, mode.rawValue, per: "total"))[0]
      #expect(taxed.sheet.last == "Tax \(expected)")
      let discount = #"{"label":"Off","percent":"\#(rate)","rounding":"\#(mode.rawValue)"}"#
      let discounted = try Priced.variants(line + "," + Self.discounts(discount))[0]
      #expect(discounted.sheet.last == "Off -\(expected)")
    }
  }

  @Test func `each step can be redone by hand`() throws {
    let segment = [
      Self.lines(
        Priced.line(
          "Tea", "7.35",
          #""quantity":2,"discount":{"label":"Pair","percent":"2.5","rounding":"halfUp"}"#),
        Priced.line("Tin", "4.90")),
      Self.discounts(#"{"label":"Gift","amount":"1.00"}"#),
      Priced.tax("19", "halfEven", per: "line", inclusive: true), Priced.shipping,
    ]
    // 2.5 % of 14.70 = 0.3675; 14.33 + 4.90 = 19.23. Of 1.00 the tea bears 14.33/19.23 = 0.7451...,
    // the tin 0.2548...; 0.74 + 0.25 leave 0.01, which goes to the larger remainder, the tea's
    // 0.0051. 19/119 of 13.58 = 2.1682..., of 4.65 = 0.7424...
    let variants = try Priced.variants(segment.joined(separator: ","))
    #expect(
      variants[0].story == [
        "line Tea: 2 x 7.35 = 14.70",
        "discount Pair: 2.5 % of 14.70 = 0.3675 halfUp = -0.37",
        "net net of Tea: 14.70 - 0.37 = 14.33",
        "line Tin: 1 x 4.90 = 4.90",
        "sum subtotal: 14.70 - 0.37 + 4.90 = 19.23",
        "discount Gift: 1.00 = -1.00",
        "share share of Gift: Tea: 14.33/19.23 of -1.00 = -0.74518980... largestRemainder = -0.75",
        "share share of Gift: Tin: 4.90/19.23 of -1.00 = -0.25481019... largestRemainder = -0.25",
        "net net of Tea: 14.33 - 0.75 = 13.58",
        "net net of Tin: 4.90 - 0.25 = 4.65",
        "sum subtotal after discounts: 19.23 - 1.00 = 18.23",
        "includedTax Tax, Tea: 19/119 of 13.58 = 2.16823529... halfEven = 2.17",
        "includedTax Tax, Tin: 19/119 of 4.65 = 0.74243697... halfEven = 0.74",
        "sum sum of Tax: 2.17 + 0.74 = 2.91",
        "shipping Standard: 3.90 = 3.90",
        "total total: 18.23 + 3.90 = 22.13",
      ])
    #expect(variants.map(\.total.amount) == ["22.13", "28.13"])
    #expect(variants.map(\.shippingMethod?.identifier) == ["standard", "express"])
  }

  @Test func `steps tell lines and discounts of one label apart`() throws {
    let off = #""discount":{"label":"Off","amount":"0.10"}"#
    let segment = [
      Self.lines(Priced.line("Tea", "1.00", off), Priced.line("Tea", "2.00", off)),
      Self.discounts(#"{"label":"Off","amount":"0.30"}"#),
      Priced.tax("10", "halfUp", per: "line"),
    ]
    let pricing = try Priced.variants(segment.joined(separator: ","))[0]
    #expect(
      pricing.sheet == ["Tea 1.00", "Tea 2.00", "Off -0.10", "Off -0.10", "Off -0.30", "Tax 0.25"])
    #expect(
      pricing.steps.map(\.label) == [
        "Tea #1", "Off #1", "net of Tea #1", "Tea #2", "Off #2", "net of Tea #2", "subtotal",
        "Off #3", "share of Off #3: Tea #1", "share of Off #3: Tea #2", "net of Tea #1",
        "net of Tea #2", "subtotal after discounts", "Tax, Tea #1", "Tax, Tea #2", "sum of Tax",
        "total",
      ])
  }

  @Test func `a number is not given to a line whose label has it already`() throws {
    let lines = Self.lines(
      Priced.line("Tea", "1.00"), Priced.line("Tea #2", "2.00"), Priced.line("Tea", "3.00"))
    let labels = try Priced.variants(lines)[0].steps.filter { $0.kind == .line }.map(\.label)
    #expect(labels == ["Tea #1", "Tea #2", "Tea #3"])
  }

  @Test func `the steps that are added make the total`() throws {
    let segment = [
      Self.lines(Priced.line("Tea", "7.35"), Priced.line("Tin", "4.90")),
      Self.discounts(#"{"label":"Gift","amount":"1.00"}"#),
      Priced.tax("8.875", "halfUp", per: "line", onShipping: true), Priced.shipping,
    ]
    for variant in try Priced.variants(segment.joined(separator: ",")) {
      let added = variant.steps.filter(\.isAdded).map(\.amount.minorUnits)
      #expect(added.reduce(0, +) == variant.total.minorUnits)
      #expect(variant.steps.contains { $0.kind == .net })
    }
  }

  @Test func `a mere amount has one line`() throws {
    let pricing = try Fixture.configuration().offers[0].pricings[2]
    #expect(pricing.isSimple)
    #expect(pricing.variants.map(\.sheet) == [["Some Product 20.00"]])
    #expect(
      pricing.variants[0].story == [
        "line Some Product: 20.00 = 20.00", "total total: 20.00 = 20.00",
      ])
    #expect(pricing.index(shippedBy: "standard") == nil)
  }

  @Test func `a sum of many amounts is not written out`() throws {
    let many = (0..<9).map { Priced.line("L\($0)", "1.00") }.joined(separator: ",")
    let pricing = try Priced.variants(#""lines":[\#(many)]"#)[0]
    #expect(pricing.story[9] == "sum subtotal: sum of 9 amounts = 9.00")
    #expect(pricing.total.amount == "9.00")
  }

  @Test(arguments: SourceFile.all(under: "Sources/PayCore/Pricing"))
  func `pricing passes over no error`(file: SourceFile) throws {
    #expect(!(try file.text()).contains("try?"))
  }
}
