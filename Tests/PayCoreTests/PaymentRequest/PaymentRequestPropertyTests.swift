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
    do throws(JSONFaults) {
      let request = try PaymentRequest(webForm: forms.web)
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
        try seed.isMultiple(of: 16) ? PaymentRequest(passKitForm: forms.passKit) : request
      guard shuffled == request else { return "order of members: \(forms.passKit.text)" }
      return nil
    } catch {
      return "\(error.faults): \(forms.web.text)"
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
