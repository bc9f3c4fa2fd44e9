import PayCore
import PayCrypto
import PaySystem
import Testing

@testable import paytool

@Suite struct FailureTests {
  private static let system = FileError(path: "a", operation: "read", cause: "no", number: 13)
  private static let own = FileError(path: "a", operation: "read", cause: "it is too large")

  private static let table: [(Failure, Int32)] = [
    (Failure(system), 5), (Failure(own), 1),
    (Failure(StoreError.locked(holder: "PayServer")), 5), (Failure(StoreError.readOnly), 70),
    (Failure(StoreError.missing(path: "a")), 5), (Failure(StoreError.full), 5),
    (Failure(CryptoFailure("no")), 4), (Failure(KeyError.missing(path: "a")), 4),
    (Failure(KeyError.existing(path: "a")), 4), (Failure(KeyError.label), 2),
    (Failure(KeyError.file(system)), 5), (Failure(KeyError.file(own)), 4),
    (Failure(QuoteError.unknownOffer("a", known: [])), 2),
    (Failure(QuoteError.unknownSegment(9, offer: "a", count: 3)), 2),
    (Failure(QuoteError.notOnOffer("a")), 1), (Failure(IntentError.unknown), 2),
    (Failure(IntentError.expired), 1), (Failure(IntentError.noSession(in: .canceled)), 1),
    (Failure(EngineError.store(.full)), 5), (Failure(SessionFault.badSignature), 1),
    (Failure(ConfigurationLoadError.file(system), directory: "a"), 5),
    (Failure(ConfigurationLoadError.faults(ConfigurationError([])), directory: "a"), 1),
  ]

  @Test(arguments: table)
  func `every error has its exit code`(failure: Failure, exitCode: Int32) {
    #expect(failure.exitCode.rawValue == exitCode, "\(failure.code)")
    #expect(failure.lines.count == 1)
  }

  @Test func `a problem document has the members of RFC 9457 and ours`() {
    let fault = JSONFault(pointer: "/a", code: "wrong_type", detail: "must be a string")
    let failure = Failure(.foundBad, "bad", "no", details: [.init(file: "m.json", fault: fault)])
    #expect(
      String(decoding: failure.json.bytes, as: UTF8.self) == """
        {"type":"urn:pay:problem:bad","title":"checked and found bad","detail":"no","code":"bad",\
        "exitCode":1,"errors":[{"pointer":"/a","code":"wrong_type","detail":"must be a string",\
        "file":"m.json"}]}
        """)
    #expect(failure.lines == ["no", "  m.json: /a: must be a string"])
  }
}
