import Foundation
import PayCore
import TestSupport
import Testing

private let folder = packageRoot + "/../shared/vectors/settlement"

/// `expected.json` itself, as others assert it: a vector that changes there changes what must hold
/// here. Its `original` figures are left out: they are derived by rounding.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder + "/expected.json")))
struct SettlementExpectedTests {
  /// Their words for kinds.
  private static let kinds: [String: SettlementKind] = [
    "donation": .sale, "refund": .refund, "chargeback": .chargeback, "fee": .fee,
    "chargeback_reversed": .chargebackReversal, "payout": .payout,
  ]

  private func expectations(_ provider: String) throws -> [String: [String: Any]] {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/expected.json"))
    let all = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(all[provider] as? [String: [String: Any]])
  }

  private func read(_ profile: String, _ path: String) throws -> SettlementFile {
    let data = try #require(FileManager.default.contents(atPath: folder + "/" + path))
    return try SettlementProfileTests.shipped(profile).read(Array(data), progress: { _ in })
  }

  /// Compares a row with what is expected of it; how many members were compared.
  private func compare(
    _ line: SettlementLine, _ row: [String: Any], _ name: String
  ) throws -> Int {
    var compared = 0
    func expect(_ member: String, _ holds: (String) throws -> Bool) throws {
      guard let value = row[member] else { return }
      compared += 1
      #expect(try holds("\(value)"), "\(name) \(member): \(value)")
    }
    func amount(_ text: String, _ currency: Currency) throws -> Int64 {
      try Money(parsing: text, currency: currency).minorUnits
    }
    let (gross, fees, net) = (try line.settledGross(), line.fees, line.net)
    try expect("type") { Self.kinds[$0] == line.kind }
    try expect("psp") { $0 == line.pspReference }
    try expect("date") { Int64($0) == line.occurredAt.seconds }
    try expect("batch") { $0 == line.payoutReference }
    try expect("currency") { $0 == line.gross.currency.code }
    try expect("settledCurrency") { $0 == net.currency.code }
    for prefix in ["", "settled"] {
      func member(_ name: String) -> String { prefix.isEmpty ? name : prefix + name.capitalized }
      try expect(member("total")) { try amount($0, net.currency) == gross.minorUnits }
      try expect(member("fee")) { try amount($0, net.currency) == fees.minorUnits }
      try expect(member("net")) { try amount($0, net.currency) == net.minorUnits }
    }
    return compared
  }

  @Test(arguments: [
    ("Adyen", "adyen-settlement-details", "adyen", 5, 24),
    ("Stripe", "stripe-payout-reconciliation", "stripe", 1, 7),
  ])
  func `every figure of a provider's files agrees`(
    provider: String, profile: String, path: String, files: Int, figures: Int
  ) throws {
    let expectations = try expectations(provider)
    var compared = 0
    for (name, expected) in expectations {
      let file = try read(profile, path + "/" + name)
      if let rows = expected["rows"] as? Int { #expect(file.rows == rows, "\(name)") }
      if let types = expected["types"] as? [String] {
        #expect(file.lines.map(\.line.kind) == types.compactMap { Self.kinds[$0] }, "\(name)")
      }
      for (index, record) in file.lines.enumerated() {
        guard let row = expected["row\(index)"] as? [String: Any] else { continue }
        compared += try compare(record.line, row, name)
      }
    }
    // A vector that lost its figures would agree with anything.
    #expect(expectations.count >= files)
    #expect(compared >= figures)
  }
}
