import FuzzProperties
import TestSupport
import Testing

@testable import PayCore

@Suite struct PaymentRequestPropertyTests {
  static let seeds: UInt64 = 10_000
  static let blocks: [UInt64] = Array(0..<20)

  /// What does not hold for the request of a seed; nil if all does.
  private func failure(seed: UInt64) -> String? {
    var generator = RequestGenerator(seed: seed)
    let forms = generator.forms()
    let spelled = (web: generator.respelled(forms.web), passKit: generator.respelled(forms.passKit))
    do throws(JSONFaults) {
      let request = try PaymentRequest(webForm: spelled.web)
      let web = request.webForm
      let passKit = request.passKitForm
      guard web.sortedBytes == forms.web.sortedBytes else { return "web form: \(forms.web.text)" }
      guard passKit.sortedBytes == forms.passKit.sortedBytes else {
        return "PassKit form: \(forms.passKit.text)"
      }
      guard try PaymentRequest(passKitForm: passKit) == request else {
        return "value: \(forms.passKit.text)"
      }
      // That the order of members is no part of the value, a few seeds say.
      let shuffled =
        try seed.isMultiple(of: 16) ? PaymentRequest(passKitForm: spelled.passKit) : request
      guard shuffled == request else { return "order of members: \(forms.passKit.text)" }
      return nil
    } catch {
      return "\(error.faults): \(spelled.web.text)"
    }
  }

  @Test(arguments: blocks)
  func `a request comes back from both forms with the same members`(block: UInt64) {
    let count = Self.seeds / UInt64(Self.blocks.count)
    for seed in (block * count)..<((block + 1) * count) {
      if let failure = failure(seed: seed) {
        Issue.record("seed \(seed): \(failure)")
        return
      }
    }
  }

  @Test func `the seeds reach amounts of many spellings, and many countries`() throws {
    var spellings: Set<String> = []
    var countries: Set<JSONValue> = []
    for seed in 0..<UInt64(600) {
      var generator = RequestGenerator(seed: seed)
      let web = generator.forms().web
      let texts = (web["total"]?["amount"], generator.respelled(web)["total"]?["amount"])
      guard case (.string(let written)?, .string(let spelled)?) = texts else { continue }
      let (zeros, point) = (
        spelled.hasPrefix("0") && !written.hasPrefix("0"), spelled.contains(".")
      )
      spellings.insert(
        spelled == written
          ? "as written"
          : zeros ? "zeros before" : spelled.count > written.count ? "zeros behind" : "shorter")
      if written.contains(".") != point { spellings.insert("point") }
      countries.insert(try #require(web["countryCode"]))
    }
    #expect(
      spellings == ["as written", "zeros before", "zeros behind", "shorter", "point"])
    #expect(countries.count > 4)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `zero may have a sign, and loses it`(seed: UInt64) throws {
    var generator = RequestGenerator(seed: seed)
    let zero: JSONValue = ["amount": "0.00"]
    let spelled = Set((0..<200).map { _ in generator.respelled(zero)["amount"] })
    #expect(spelled.isSuperset(of: ["0.00", "-0.00", "-0"]))
  }

  @Test func `the seeds reach every member and many sizes`() {
    var seen: Set<String> = []
    for seed in 0..<UInt64(300) {
      var generator = RequestGenerator(seed: seed)
      let forms = generator.forms()
      seen.formUnion(forms.web.memberNames)
      seen.formUnion(forms.passKit.memberNames)
    }
    let all = FullRequest.web.memberNames.union(FullRequest.passKit.memberNames)
    #expect(all.subtracting(seen).subtracting(["anything"]).sorted() == [])
  }
}

extension JSONValue {
  /// The names of all members, at every depth.
  var memberNames: Set<String> {
    switch self {
    case .object(let members):
      members.reduce(into: []) { $0.formUnion($1.value.memberNames.union([$1.name])) }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.memberNames) }
    default: []
    }
  }
}
