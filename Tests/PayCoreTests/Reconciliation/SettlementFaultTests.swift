import Foundation
import PayCore
import TestSupport
import Testing

/// What files of the world have done to others' importers.
@Suite struct SettlementFaultTests {
  typealias Fixture = SettlementFixture

  private func net(_ cell: String, _ currency: String = "USD") throws -> String {
    try Fixture.small("2026-01-01,Sale,a,\(cell),\(currency)").lines[0].line.net.description
  }

  @Test func `a byte order mark is no part of the first header`() throws {
    let bytes = Fixture.bytes(Fixture.stripeHeader, Fixture.stripeRows)
    let file = try SettlementProfileTests.shipped("stripe-payout-reconciliation").read(
      [0xEF, 0xBB, 0xBF] + bytes, progress: { _ in })
    let expected = try Fixture.stripe().lines
    #expect(file.lines == expected)
  }

  @Test func `line ends of either kind give the same lines`() throws {
    let bytes = Fixture.bytes(Fixture.stripeHeader, Fixture.stripeRows, lineEnd: "\r\n")
    let file = try SettlementProfileTests.shipped("stripe-payout-reconciliation").read(
      bytes, progress: { _ in })
    let expected = try Fixture.stripe().lines
    #expect(file.lines == expected)
  }

  @Test func `a line end and a quote inside a field are text`() throws {
    let file = try Fixture.small("2026-01-01,Sale,\"a\n\"\"b\"\"\",1.00,USD")
    #expect(file.lines[0].line.pspReference == "a\n\"b\"")
  }

  @Test func `a trailer is refused with its record, and lines above the header are skipped`() {
    #expect(
      Fixture.places { try Fixture.small("2026-01-01,Sale,a,1.00,USD", "COUNT,1") } == [
        "3  csv_field_count"
      ])
    let bytes = Array("Report of today\n\nDate,Type,Id,Amount,Currency\n".utf8)
    let json = SettlementProfileTests.minimal.with("headerRow", 3)
    #expect(
      Fixture.places {
        try SettlementProfileTests.profile(json).read(bytes, progress: { _ in })
      } == [])
  }

  @Test(arguments: [
    "\"1,058.09\"", "\"-1,058.09\"", "(123.45)", "($30.00)", "-(67.00)", "--21.78", "--$21.78",
    "+5.00", "1e3", "1.", ".5", "-", "1.2.3", " 1.00", "1.00 ", "1 058.09", "\u{0661}.00", "NaN",
    "$5.00", "1.00-", "\"4.626,81\"", "\"5,00\"",
  ])
  func `what is no plain number is refused, never guessed`(cell: String) {
    #expect(
      Fixture.places { try Fixture.small("2026-01-01,Sale,a,\(cell),USD") } == [
        "2 Amount amount_syntax"
      ])
  }

  @Test(
    arguments: [
      ("-0", "USD", "0.00 USD"), ("-0.00", "USD", "0.00 USD"), ("25.00", "JPY", "25 JPY"),
      ("0.9500", "USD", "0.95 USD"), ("25", "USD", "25.00 USD"), ("-0.5", "usd", "-0.50 USD"),
      ("1.2340", "KWD", "1.234 KWD"), ("10000000000000000.00", "USD", "10000000000000000.00 USD"),
      ("-10000000000000000.00", "USD", "-10000000000000000.00 USD"), ("007", "USD", "7.00 USD"),
      ("0.0000", "JPY", "0 JPY"),
    ])
  func `numbers are exact`(cell: String, currency: String, expected: String) throws {
    #expect(try net(cell, currency) == expected)
  }

  @Test(
    arguments: [
      ("0.0000000003", "USD", "Amount too_many_decimals"),
      ("25.50", "JPY", "Amount too_many_decimals"),
      ("10000000000000000.01", "USD", "Amount amount_overflow"),
      ("-10000000000000000.01", "USD", "Amount amount_overflow"),
      ("92233720368547758.08", "USD", "Amount amount_overflow"),
      ("1000000000000000001", "JPY", "Amount amount_overflow"),
      ("1.00000000000000000000000", "USD", "Amount amount_too_long"),
      ("1.00", "XAU", "Amount currency_has_no_minor_unit"),
      ("1.00", "US", "Currency unknown_currency"),
      ("1.00", "USDX", "Currency unknown_currency"),
      ("1.00", "", "Currency unknown_currency"),
    ])
  func `an amount that is none is a fault of its column`(
    cell: String, currency: String, expected: String
  ) {
    #expect(
      Fixture.places { try Fixture.small("2026-01-01,Sale,a,\(cell),\(currency)") } == [
        "2 " + expected
      ])
  }

  @Test func `a decimal comma is read where the profile declares it`() throws {
    let members: [(String, JSONValue)] = [("decimalMark", ","), ("delimiter", ";")]
    let file = try Fixture.small("2026-01-01;Sale;a;-10,50;EUR", members: members)
    #expect(file.lines[0].line.net.description == "-10.50 EUR")
    #expect(
      Fixture.places { try Fixture.small("2026-01-01;Sale;a;10.50;EUR", members: members) } == [
        "2 Amount amount_syntax"
      ])
  }

  @Test(arguments: ["1.2302025304E+022", "1E+22", "8,53e+15", "1.5E-7"])
  func `a reference that a spreadsheet has rounded is none`(cell: String) throws {
    let file = try Fixture.small("2026-01-01,Sale,\"\(cell)\",1.00,USD")
    #expect(file.lines[0].line.pspReference == "")
    #expect(file.findings.map(\.code) == ["reference_damaged"])
    #expect(file.findings[0].message.contains("column Id"))
  }

  @Test(arguments: ["8531234567890123", "8E12", "E+22", "1.E+2", "1E+2x", "buy_1E+2"])
  func `a reference that only looks alike is kept`(cell: String) throws {
    let file = try Fixture.small("2026-01-01,Sale,\(cell),1.00,USD")
    #expect(file.lines[0].line.pspReference == cell)
    #expect(file.findings == [])
  }

  @Test(
    arguments: [
      ("PST", "2026-01-07T07:31:39Z"), ("UTC", "2026-01-06T23:31:39Z"),
      ("CEST", "2026-01-06T21:31:39Z"), ("+05:30", "2026-01-06T18:01:39Z"),
      ("-08:00", "2026-01-07T07:31:39Z"), ("AEDT", "2026-01-06T12:31:39Z"),
    ])
  func `a row's zone decides its day`(zone: String, expected: String) throws {
    let row = Fixture.adyenRows[0].replacing("2026-01-10 23:30:00,PST", with: "D,Z")
    let file = try Fixture.adyen([
      row.replacing("D,Z", with: "2026-01-06 23:31:39,\(zone)")
    ])
    #expect(file.lines[0].line.occurredAt.description == expected)
  }

  @Test(arguments: ["", "XYZ", "pst", "+5:30", "+05.30", "+15:00", "Europe/Berlin"])
  func `a zone that is not known is a fault`(zone: String) {
    let row = Fixture.adyenRows[0].replacing("PST", with: zone)
    #expect(Fixture.places { try Fixture.adyen([row]) } == ["2 TimeZone settlement_zone"])
  }

  @Test(arguments: [
    "2026-02-29", "2026-13-01", "2026-1-1", "1969-12-31", "", "2026-01-01 ", "20260101",
    "01/02/2026",
  ])
  func `a day that is none is a fault`(date: String) {
    #expect(
      Fixture.places { try Fixture.small("\(date),Sale,a,1.00,USD") } == [
        "2 Date settlement_date"
      ])
  }

  // MARK: Hostile input

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a changed file is read or refused with places, and the same way twice`(
    seed: UInt64
  ) throws {
    let adyen = try SettlementProfileTests.shipped("adyen-settlement-details")
    let stripe = try SettlementProfileTests.shipped("stripe-payout-reconciliation")
    let samples = [
      (adyen, Fixture.bytes(Fixture.adyenHeader, Fixture.adyenRows)),
      (stripe, Fixture.bytes(Fixture.stripeHeader, Fixture.stripeRows)),
    ]
    var random = SplitMix64(seed: seed)
    let alphabet = Array("\",\n\r0123456789.-E+ UZ".utf8) + [0, 0xEF, 0xC3, 0xFF]
    for round in 0..<1000 {
      let profile = samples[round % 2].0
      var bytes = samples[round % 2].1
      for _ in 0...random.next() % 4 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = alphabet.randomElement(using: &random) ?? 0
        switch random.next() % 4 {
        case 0: bytes.insert(byte, at: place)
        case 1: bytes[place] = byte
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 4)))
        default: bytes.insert(contentsOf: bytes[place...].prefix(300), at: place)
        }
      }
      let first = outcome(profile, bytes)
      #expect(first == outcome(profile, bytes), "seed \(seed), round \(round)")
      guard case .failure(let error) = first else { continue }
      #expect((1...Limits.settlementFaults + 1).contains(error.places.count), "seed \(seed)")
    }
  }

  private func outcome(
    _ profile: SettlementProfile, _ bytes: [UInt8]
  ) -> Result<SettlementFile, SettlementError> {
    do throws(SettlementError) {
      return .success(try profile.read(bytes, progress: { _ in }))
    } catch {
      return .failure(error)
    }
  }
}
