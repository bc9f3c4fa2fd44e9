import Foundation
import TestSupport
import Testing

/// The amount that is captured is that of the intent, whatever anybody says later. Payment tokens
/// are not opened yet; once they are, theirs is held against the intent's too.
@Suite struct `Authorized amount` {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A server of a merchant whose only offer costs `price` USD.
  private func server(selling price: String) throws -> ServerProcess {
    let configuration = folder.file("configuration")
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true)
    try FileManager.default.removeItem(atPath: configuration)
    try FileManager.default.copyItem(
      atPath: packageRoot + "/merchant-config", toPath: configuration)
    try #"{"offers":[{"id":"order","label":"Order","segments":["\#(price)"]}]}"#.write(
      toFile: configuration + "/offers.json", atomically: true, encoding: .utf8)
    return try ServerProcess(data: folder, arguments: ["--config", configuration])
  }

  @Test func `fault 68: 36.21 is never captured as 3619, nor at a later price`() throws {
    let path = "/v1/purchase-intents"
    let first = try server(selling: "36.21")
    for amount in [#""36.19""#, "3619", #""36.21""#] {
      let refused = try first.call(
        "POST", path, body: #"{"offer":"order","segment":0,"amount":\#(amount)}"#, key: "order")
      #expect(refused.status == 422)
      let errors = try jsonObject(refused.body)["errors"] as? [[String: String]]
      #expect(errors?.map { $0["pointer"] } == ["/amount"])
    }
    let made = try first.call("POST", path, body: #"{"offer":"order","segment":0}"#, key: "order")
    #expect(made.status == 201)
    let id = try #require(try jsonObject(made.body)["id"] as? String)
    #expect(first.end(SIGTERM) == 0)

    let later = try server(selling: "36.19")
    func say(_ verb: String, _ body: String) throws -> HTTPAnswer {
      try later.call("POST", "\(path)/\(id)/\(verb)", body: body, key: verb)
    }
    let kept = try jsonObject(try later.call("GET", "\(path)/\(id)").body)
    #expect(kept["amount"] as? String == "36.21")
    #expect(kept["amountMinor"] as? Int == 3621)
    let approval = #"{"pspReference":"P","result":"approved","attested":true}"#
    #expect(try say("authorization", approval).status == 200)
    #expect(try say("capture", #"{"pspReference":"C","amount":"36.19"}"#).status == 422)
    #expect(
      try jsonObject(try say("capture", #"{"pspReference":"C"}"#).body)["amount"] as? String
        == "36.21")
    #expect(
      try jsonObject(try say("refund", #"{"pspReference":"R"}"#).body)["amountRefunded"] as? String
        == "36.21")
  }
}
