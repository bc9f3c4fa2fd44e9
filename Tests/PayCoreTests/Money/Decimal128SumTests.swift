import Testing

@testable import PayCore

@Suite struct Decimal128SumTests {
  @Test func `a sum is exact, and none from its first part beyond 38 digits on`() throws {
    let most = try Decimal128(parsing: String(repeating: "9", count: 38))
    let sum: Decimal128? = .zero
    #expect(sum.summing(most).summing(most.negated) == .zero)
    #expect(sum.summing(try Decimal128(parsing: "-40.10")).summing(.zero)?.description == "-40.10")
    let beyond = sum.summing(most).summing(most)
    #expect(beyond == nil)
    #expect(beyond.summing(most.negated) == nil)
    #expect(sum.summing(nil) == nil)
  }
}
