import Foundation
import PayCore
import TestSupport
import Testing

@Suite struct NotificationSimulateCommandTests {
  private let shop: Shop

  init() throws { shop = try Shop.withKeys() }

  private func payload() throws -> String {
    try shop.file("p.json", try shop.ok("notification", "render", "-q"))
  }

  private func items(_ names: [String]) throws -> String {
    let items = names.map {
      #"{"title":"\#($0)","text":"t","imageUrl":"https://example.com/\#($0)"}"#
    }
    return try shop.file(
      "items\(names.count).json", #"{"aps":{},"items":[\#(items.joined(separator: ","))]}"#)
  }

  private func play(_ script: String, _ arguments: String...) throws -> Finished {
    let path = try shop.file("script.txt", script)
    return try shop.paytool(["notification", "simulate", "--script", path] + arguments)
  }

  /// The events of a run with `--json`.
  private func events(_ finished: Finished) throws -> [[String: Any]] {
    try finished.output.split(separator: "\n").map { try document($0 + "\n") }
  }

  @Test func `segments are those of the device`() throws {
    let script =
      "receive \(try payload())\nselect 0\nselect 1\nselect 2\nselect none\nselect 7\npay-in-app\n"
    let events = try events(try play(script, "--json"))
    #expect(
      events.map { $0["amount"] as? String } == [
        "5.00", "5.00", "10.00", "20.00", "5.00", "5.00", "5.00",
      ])
    #expect(events.map { $0["segment"] as? Int } == [0, 0, 1, 2, 0, 0, 0])
    #expect(
      events.map { $0["forward"] as? Bool } == [false, false, false, false, false, false, true])
    #expect(events.allSatisfy { $0["response"] is NSNull })
  }

  @Test func `an event has these members in this order`() throws {
    let path = try items(["a", "b"])
    let script = "receive \(path)\naction switch\n"
    #expect(
      try play(script, "--json").output.split(separator: "\n")[1]
        == #"{"event":"action switch","segment":null,"amount":null,"item":{"index":1,"title":"b","#
        + #""text":"t","imageUrl":"https://example.com/b"},"response":"doNotDismiss","forward":false}"#
    )
  }

  @Test func `items go round, and actions have their response`() throws {
    let three = try items(["a", "b", "c"])
    let script = """
      receive \(three) attachments=2
      action switch
      action switch
      action open
      action cancle
      receive \(try items(["a"]))
      action switch
      receive \(try items([]))
      action switch
      finish
      """
    let events = try events(try play(script, "--json"))
    #expect(
      events.map { ($0["item"] as? [String: Any])?["index"] as? Int } == [
        0, 1, 0, 0, 0, 0, 0, nil, nil, nil,
      ])
    #expect(
      events.map { $0["response"] as? String } == [
        nil, "doNotDismiss", "doNotDismiss", "dismissAndForwardAction", "dismiss", nil,
        "doNotDismiss", nil, "doNotDismiss", nil,
      ])
  }

  @Test func `a person reads a table, and what a buy would post but no token`() throws {
    let finished = try play("receive \(try payload())\nselect 2\nbuy\npay-in-app\n")
    #expect(finished.status == 0 && finished.errors.isEmpty)
    let lines = finished.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 7)
    #expect(lines[0].hasPrefix("EVENT") && lines[6].hasSuffix("the app opens"))
    #expect(
      lines[4].contains(
        #"would post {"offer":"some-product","segment":2} to https://shop.example.com/"#))
    #expect(lines[5].contains(".2.1"))
    #expect(!finished.output.contains("eyJ"))
  }

  @Test func `bad lines are named before anything plays`() throws {
    let finished = try play("receive \(try payload())\nselect x\nbuy now\n")
    #expect(finished.status == 1 && finished.output.isEmpty)
    #expect(finished.errors.contains("\n  line 2: ") && finished.errors.contains("\n  line 3: "))
    let missing = try play("receive \(try payload())\nreceive /nowhere\n")
    #expect(missing.status == 5 && missing.output.isEmpty)
    #expect(missing.errors.contains("line 2: cannot read /nowhere"))
    let broken = try shop.file("broken.json", #"{"offer":{}}"#)
    let refused = try play("receive \(broken)\n")
    #expect(refused.status == 1 && refused.errors.contains("/offer/token: is missing"))
    #expect(try shop.paytool("notification", "simulate").status == 2)
  }

  @Test(arguments: [
    "shop.example.com", "ftp://x", "http://shop.example.com", "http://127.0.0.1.evil.example",
    "https://a@b", "https://", "https://x?y", "http://localhost:8080@evil.example", "https://x y",
    "https://x:65536", "https://x:0", "https://x:", "https://x:+1", "https://:443", "https://x:1:2",
    "http://127.0.0.1:99999", "http://[::1]:65536", "https://[::1",
  ])
  func `the token goes nowhere in the clear`(address: String) throws {
    let finished = try play("receive \(try payload())\nbuy\n", "--server", address)
    #expect(finished.status == 2 && finished.output.isEmpty)
  }
}

/// Buys that go to a real server, through curl.
@Suite struct SimulatedBuyTests {
  private let folder: TemporaryDirectory
  private let server: ServerProcess

  init() throws {
    folder = try TemporaryDirectory()
    server = try ServerProcess(data: folder)
  }

  private func paytool(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Finished {
    try run(
      binaryDirectory + "/paytool", arguments,
      environment: ["PAY_DATA": folder.path].merging(environment) { $1 }, directory: packageRoot)
  }

  private func script(_ text: String) throws -> String {
    let payload = try paytool(["notification", "render", "-q", "-o", folder.file("p.json")])
    guard payload.status == 0 else { throw UnexpectedExit(["render"], payload) }
    let path = folder.file("script.txt")
    try Data("receive \(folder.file("p.json"))\n\(text)".utf8)
      .write(to: URL(fileURLWithPath: path))
    return path
  }

  private var address: String { "http://127.0.0.1:\(server.port)" }

  @Test func `what the server answers is told`() throws {
    let path = try script("select 2\nbuy\n")
    let finished = try paytool(
      ["notification", "simulate", "--script", path, "--server", address, "--json"])
    let events = try finished.output.split(separator: "\n").map { try document($0 + "\n") }
    let buy = try #require(events.last?["buy"] as? [String: Any])
    #expect(buy["endpoint"] as? String == address + "/v1/purchase-intents")
    // A server that takes offer tokens makes the intent; one that does not refuses the credential.
    if buy["status"] as? Int == 201 {
      #expect(finished.status == 0)
      #expect((buy["intent"] as? [String: Any])?["amount"] as? String == "20.00")
    } else {
      #expect(finished.status == 1 && buy["status"] as? Int == 401)
      #expect((buy["problem"] as? [String: Any])?["code"] as? String == "unauthorized")
      #expect(finished.errors.contains("line 3: the server refused the buy with 401"))
    }
    #expect(!finished.output.contains("eyJ") && !finished.errors.contains("eyJ"))
  }

  @Test func `an answer that was given before is told as such`() throws {
    let path = try script("buy\n")
    let arguments = ["notification", "simulate", "--script", path, "--server", address]
    let first = try paytool(arguments)
    #expect(first.status == 0 && !first.output.contains("the same answer as before"))
    let second = try paytool(arguments)
    #expect(second.status == 0 && second.output.contains("201, the same answer as before: buy_"))
    let last = try paytool(arguments + ["--json"]).output.split(separator: "\n").last
    #expect(last?.contains(#""status":201,"replayed":true,"intent":{"#) == true)
  }

  /// A program of that name takes curl's place; one that writes without end must be ended by us.
  @Test(arguments: ["exec /usr/bin/yes", "exec /usr/bin/yes >&2", "exit 63"])
  func `an answer that is too long is not read to its end`(line: String) throws {
    let path = try script("buy\n")
    let curl = folder.file("curl")
    try Data("#!/bin/sh\n\(line)\n".utf8).write(to: URL(fileURLWithPath: curl))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: curl)
    let finished = try paytool(
      ["notification", "simulate", "--script", path, "--server", address],
      environment: ["PATH": folder.path])
    #expect(finished.status == 6)
    #expect(finished.errors.contains("line 2: "))
    #expect(finished.errors.contains("longer than the 65536 bytes") == !line.hasSuffix("2"))
  }

  @Test func `no server and no curl are remote failures that say what to do`() throws {
    let path = try script("buy\n")
    server.end(SIGKILL)
    let arguments = ["notification", "simulate", "--script", path, "--server", address]
    let refused = try paytool(arguments)
    #expect(refused.status == 6)
    #expect(
      refused.errors.contains("line 2: no answer of \(address)/v1/purchase-intents: curl: (7)"))
    let without = try paytool(arguments, environment: ["PATH": "/nowhere"])
    #expect(without.status == 6)
    #expect(without.errors.contains("install it (apt-get install curl)"))
  }
}
