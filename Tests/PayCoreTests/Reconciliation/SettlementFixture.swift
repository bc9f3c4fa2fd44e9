import Foundation
import PayCore
import Testing

/// Small settlement files of the shapes that providers send, with values of our own.
enum SettlementFixture {
  static let adyenHeader =
    "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,"
    + "Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),"
    + "Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),"
    + "Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Metadata,Batch Number"

  /// Rows below Adyen's header: a sale, a refund, a fee and the payout of batch 7.
  static let adyenRows = [
    "Co,Shop,8531111111111111,buy_1,visa,2026-01-10 23:30:00,PST,Settled,8531111111111112,USD,,"
      + "20.00,1,USD,,19.40,,0.10,0.20,0.30,,7",
    "Co,Shop,8531111111111111,buy_1,visa,2026-01-11 08:00:00,CET,Refunded,8531111111111113,USD,"
      + "5.00,,1,USD,5.00,,,,,,,7",
    "Co,Shop,,,,2026-01-11 09:00:00,UTC,Fee,Transaction Fees,EUR,,,,USD,1.40,,,,,,,7",
    "Co,Shop,,,,2026-01-11 10:00:00,UTC,MerchantPayout,\"TX1XT batch 7, Shop\",EUR,,,,USD,13.00,"
      + ",,,,,,7",
  ]

  static let stripeHeader =
    "balance_transaction_id,created,currency,gross,fee,net,reporting_category,source_id,"
    + "charge_id,description,automatic_payout_id,payment_metadata[purchase_intent]"

  static let stripeRows = [
    "txn_1,2026-01-10 10:00:00,usd,25,0.95,24.05,charge,ch_1,ch_1,,po_1,buy_1",
    "txn_2,2026-01-10 11:00:00,USD,-10,0,-10,refund,re_1,ch_1,,po_1,buy_1",
    "txn_3,2026-01-10 12:00:00,usd,-50.00,15.00,-65.00,dispute,du_1,ch_2,,po_2,buy_2",
    "txn_4,2026-01-10 13:00:00,usd,-0.5,0,-0.5,fee,,,Radar,po_1,",
    "txn_5,2026-01-11 00:00:00,usd,13.55,0,13.55,payout,po_1,,Payout,po_1,",
  ]

  static func bytes(_ header: String, _ rows: [String], lineEnd: String = "\n") -> [UInt8] {
    Array(([header] + rows).map { $0 + lineEnd }.joined().utf8)
  }

  static func adyen(_ rows: [String] = adyenRows) throws -> SettlementFile {
    try SettlementProfileTests.shipped("adyen-settlement-details").read(
      bytes(adyenHeader, rows), progress: { _ in })
  }

  static func stripe(_ rows: [String] = stripeRows) throws -> SettlementFile {
    try SettlementProfileTests.shipped("stripe-payout-reconciliation").read(
      bytes(stripeHeader, rows), progress: { _ in })
  }

  /// A file of columns Date, Type, Id, Amount, Currency, read by the smallest profile, in which
  /// `members` replace others.
  static func small(
    _ rows: String..., members: [(String, JSONValue)] = []
  ) throws -> SettlementFile {
    let json = members.reduce(SettlementProfileTests.minimal) { $0.replacing($1.0, $1.1) }
    let isSemicolon = members.contains { $0.0 == "delimiter" }
    let header = "Date,Type,Id,Amount,Currency"
    return try SettlementProfileTests.profile(json).read(
      bytes(isSemicolon ? header.replacing(",", with: ";") : header, rows), progress: { _ in })
  }

  /// What a file is refused for: record, column and code of each place.
  static func places(_ read: () throws -> SettlementFile) -> [String] {
    do {
      _ = try read()
      return []
    } catch let error as SettlementError {
      return error.places.map { "\($0.record) \($0.column) \($0.code)" }
    } catch {
      return ["\(error)"]
    }
  }
}

extension SettlementLine {
  /// Gross, fees and net as text: `20.00 USD, -0.60 USD, 19.40 USD`.
  var amounts: String { "\(gross), \(fees), \(net)" }
}
