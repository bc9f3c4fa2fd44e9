import Foundation
import TestSupport

@testable import paytool

/// A data directory with keys, everything that its programs said, and what was found in that.
final class CanaryRun {
  let data: TemporaryDirectory
  /// What the commands read and write beside the data.
  private let work: TemporaryDirectory
  /// Copies of files with secrets: for commands to trip over, not to be searched.
  private let baits: TemporaryDirectory
  var hunt = SecretHunt()
  /// The files that may hold secrets.
  var secretFiles: [String] = []
  /// What the programs said, under the name by which a finding tells it.
  private var outputs: [(name: String, bytes: [UInt8])] = []
  private var apiKey = ""

  init() throws {
    data = try TemporaryDirectory()
    work = try TemporaryDirectory()
    baits = try TemporaryDirectory()
    let made = try paytool(["keys", "generate", "--json"])
    apiKey = try document(made.output)["apiKey"] as? String ?? ""
    addKey(apiKey, "API key")
    try addKeyFiles()
    // The one time at which an API key is told, and nothing beside it.
    try expect(hunt.findings(in: made.standardOutput) == ["API key (raw)"], "keys generate")
    look(made.standardError, "keys generate, standard error")
    // What ServerProcess starts with; a file of the test's own.
    let own = data.file("api-key")
    try Data(apiKey.utf8).write(to: URL(fileURLWithPath: own))
    secretFiles.append(own)
  }

  static func contents(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  // MARK: Secrets

  /// The public prefix, `pay_test_`, is no secret.
  private func addKey(_ text: String, _ name: String) {
    hunt.add(CanarySecret(name: name, bytes: Array(text.utf8.dropFirst("pay_test_".count))))
  }

  private func addKeyFiles() throws {
    for path in try Self.files(in: data.path) {
      let bytes = try Self.contents(path)
      let text = String(decoding: bytes, as: UTF8.self)
      let name = String(path.dropFirst(data.path.count + 1))
      if let key = try PrivateNumbers(pem: text) {
        for number in key.numbers {
          hunt.add(CanarySecret(name: "\(name): \(number.name)", bytes: number.bytes))
        }
        if Self.baitKeys.contains(name) { try bait("key\(baitFiles.count).der", key.der) }
      } else if name == "keys/token-vault.key" {
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Data(base64Encoded: key), bytes.count == 32 else {
          throw Unprepared(what: name)
        }
        hunt.add(CanarySecret(name: name, bytes: Array(bytes)))
      } else if name != "keys/auth-header" {
        continue
      }
      secretFiles.append(path)
      if Self.baitKeys.contains(name) || name == "keys/auth-header" {
        try bait("\(baitFiles.count)-" + (name.split(separator: "/").last ?? ""), bytes)
      }
    }
  }

  private static let baitKeys = ["keys/session-signer.key", "keys/payment-processing-rsa.key"]
  private var baitFiles: [String] = []

  private func bait(_ name: String, _ bytes: [UInt8]) throws {
    let path = baits.file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    baitFiles.append(path)
  }

  // MARK: Search

  /// Keeps an output to be searched when all secrets are known.
  func look(_ bytes: [UInt8], _ name: String) { outputs.append((name, bytes)) }

  /// What was found in all outputs and in whatever lies in the folders, names included; and how many
  /// of these there were.
  func search() throws -> (findings: [String], searched: Int) {
    for path in try Self.files(in: data.path) + Self.files(in: work.path)
    where !secretFiles.contains(path) {
      look(try Self.contents(path), path)
      look(Array(path.utf8), "the name of \(path)")
    }
    let findings = outputs.flatMap { output in
      hunt.findings(in: output.bytes).map { "\(output.name): \($0)" }
    }
    return (findings, outputs.count)
  }

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      .map { folder + "/" + $0 }
      .filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          && !isFolder.boolValue
      }
  }

  func expect(_ condition: Bool, _ what: String) throws {
    guard condition else { throw Unprepared(what: what) }
  }

  struct Unprepared: Error {
    let what: String
  }

  // MARK: Commands

  private func paytool(_ arguments: [String]) throws -> Finished {
    try run(
      binaryDirectory + "/paytool", arguments,
      environment: [
        "PAY_DATA": data.path, "PAY_CONFIG": packageRoot + "/merchant-config",
        "TMPDIR": work.path,
      ])
  }

  @discardableResult
  func play(_ arguments: [String]) throws -> Finished {
    let finished = try paytool(arguments)
    look(finished.standardOutput, "\(arguments), standard output")
    look(finished.standardError, "\(arguments), standard error")
    return finished
  }

  @discardableResult
  func good(_ arguments: [String]) throws -> Finished {
    let finished = try play(arguments)
    try expect(finished.status == 0, "\(arguments): \(finished.errors)")
    return finished
  }

  func workFile(_ name: String) -> String { work.file(name) }

  func written(_ name: String, _ contents: String) throws -> String {
    let path = work.file(name)
    try Data(contents.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Makes what the command lines name.
  private func places() throws -> CanaryPlaces {
    let spare = try document(try paytool(["keys", "add", "--json"]).output)
    let paid = try document(try good(["intent", "create", "--json"]).output)
    let canceled = try document(try good(["intent", "create", "--json"]).output)
    var places = CanaryPlaces()
    places.data = data.path
    places.spareKey = spare["id"] as? String ?? ""
    places.spareKeyText = spare["apiKey"] as? String ?? ""
    addKey(places.spareKeyText, "spare API key")
    places.paid = paid["id"] as? String ?? ""
    places.canceled = canceled["id"] as? String ?? ""
    places.intentToken = try written("token.txt", paid["intentToken"] as? String ?? "")
    places.recipients = try written("recipients.txt", "customer-1\ncustomer-2\n")
    places.payload = try written(
      "payload.json", try good(["notification", "render"]).output)
    places.script = try written(
      "script.txt", "receive \(places.payload)\nselect 1\naction open\n")
    places.request = try written("request.json", try good(["quote", "--json"]).output)
    places.session = try written("session.json", try good(["session", "sign"]).output)
    places.propertyList =
      packageRoot + "/Examples/NotificationContentExtension/Extension/Info.plist"
    let rows = try SettlementShop()
    places.settlement = try written(
      "settlement.csv",
      String(
        decoding: try Self.contents(try rows.file("s.csv", [rows.sale(0), rows.fee("1.00")])),
        as: UTF8.self))
    places.reconciliationLine = try reconciliationLine(places.settlement)
    places.token = workFile("token.json")
    places.developmentRoot = data.file("keys/root.pem")
    places.signerKey = data.file("keys/session-signer.key")
    try good(
      ["token", "simulate", "--amount", "20.00", "--currency", "USD", "-o", places.token])
    (places.encryptedKey, places.passphrase) = try encryptedKey(places.signerKey)
    places.baits = baitFiles
    return places
  }

  /// A copy of a key that a passphrase opens, and the file with that.
  private func encryptedKey(_ key: String) throws -> (String, String) {
    let passphrase = UUID().uuidString
    hunt.add(CanarySecret(name: "passphrase", bytes: Array(passphrase.utf8)))
    let file = try written("passphrase.txt", passphrase + "\n")
    let encrypted = workFile("encrypted.key")
    let made = try run(
      "/usr/bin/openssl",
      [
        "pkcs8", "-topk8", "-in", key, "-out", encrypted, "-v2", "aes-256-cbc", "-passout",
        "file:" + file,
      ])
    try expect(made.status == 0, made.errors)
    for path in [file, encrypted] {
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    secretFiles.append(file)
    return (encrypted, file)
  }

  private func reconciliationLine(_ settlement: String) throws -> String {
    let finished = try good(
      [
        "reconcile", "--settlement", settlement, "--profile", SettlementShop.profile, "--as-of",
        SettlementShop.asOf, "--json",
      ])
    let lines = try document(finished.output)["lines"] as? [[String: Any]]
    return lines?.first?["id"] as? String ?? ""
  }

  /// Runs every command on good input, on bad, and on files with secrets.
  func playCommands() throws {
    let table = CanaryCommands(places: try places())
    let lines = table.lines
    for command in PaytoolMain.commands {
      guard let own = lines[command.name] else { continue }
      _ = try good(command.path + own.good)
      for line in [own.good] + own.others {
        if line != own.good { try play(command.path + line) }
        try play(command.path + line + ["--json"])
      }
      for (number, line) in table.mistakes(of: command).enumerated() {
        try play(command.path + line + (number % 2 == 0 ? [] : ["--json"]))
      }
    }
  }

  // MARK: Server

  /// Asks a server good and bad things, restarts it, and at last kills it, so that its log of
  /// writes stays behind.
  func playServer() throws {
    let first = try ServerProcess(data: data)
    try ask(first, "first")
    look(try Self.contents("/proc/\(first.id)/cmdline"), "the server's arguments")
    look(try Self.contents("/proc/\(first.id)/environ"), "the server's environment")
    let script = try written(
      "taps.txt",
      "receive \(try written("p.json", try good(["notification", "render"]).output))\npay-in-app\n")
    try play(
      [
        "notification", "simulate", "--script", script, "--server",
        "http://127.0.0.1:\(first.port)",
      ])
    try expect(first.end(SIGTERM) == 0, "the server ends in order")
    let second = try ServerProcess(data: data)
    try ask(second, "second")
    _ = second.end(SIGKILL)
  }

  private func ask(_ server: ServerProcess, _ name: String) throws {
    let base = "/v1/purchase-intents"
    let body = #"{"offer":"some-product","segment":2}"#
    let made = try server.call("POST", base, body: body, key: name)
    try expect(made.status == 201, made.text)
    let id = try document(made.text + "\n")["id"] as? String ?? ""
    look(made.body, "POST \(base)")
    let approval = #"{"pspReference":"P-\#(name)","result":"approved","attested":true}"#
    let requests: [(String, String, String?)] = [
      ("GET", "/v1/offers", nil), ("GET", "/v1/quotes?offer=some-product&segment=1", nil),
      ("GET", base, nil), ("GET", base + "/" + id, nil), ("GET", "/readyz", nil),
      ("GET", "/.well-known/jwks.json", nil),
      ("POST", base, "{"), ("POST", base, #"{"offer":"nope","segment":2}"#),
      ("POST", base + "/\(id)/merchant-session", "{}"),
      ("POST", base + "/\(id)/authorization", approval),
      ("POST", base + "/\(id)/capture", #"{"pspReference":"C-\#(name)"}"#),
      ("POST", base + "/\(id)/refund", #"{"pspReference":"R-\#(name)"}"#),
      (
        "POST", base + "/\(id)/dispute",
        #"{"pspReference":"D-\#(name)","result":"opened"}"#
      ),
      ("POST", base + "/\(id)/cancel", "{}"),
      ("POST", "/v1/notifications", #"{"offer":"some-product","recipient":"r"}"#),
    ]
    for (number, (method, target, body)) in requests.enumerated() {
      let answer = try server.call(method, target, body: body, key: "\(name)-\(number)")
      look(answer.body, "\(method) \(target)")
    }
    try askWithMistakes(server, base)
  }

  /// The API key where it does not belong, and nearly right credentials: answer and log must not
  /// repeat it.
  private func askWithMistakes(_ server: ServerProcess, _ base: String) throws {
    let text = try Self.contents(baitFiles.first { $0.hasSuffix(".key") } ?? "")
    let pem = String(decoding: text, as: UTF8.self)
    for credential in [
      "", String(apiKey.dropLast()), apiKey + "0", apiKey.uppercased(), " " + apiKey,
      apiKey.replacingOccurrences(of: "test", with: "live"),
    ] {
      let answer = try server.call("GET", base, credential: credential)
      look(answer.body, "a credential")
    }
    for (method, target, body) in [
      ("GET", "/\(apiKey)", nil), ("GET", "\(base)/\(apiKey)", nil),
      ("GET", "/v1/offers/\(apiKey)", nil),
      ("GET", "/v1/quotes?offer=some-product&key=\(apiKey)", nil),
      ("GET", "/v1/quotes?offer=\(apiKey)", nil),
      ("POST", base, #"{"offer":"\#(apiKey)","segment":2}"#),
      ("POST", "\(base)/validate", #"{"intentToken":"\#(apiKey)"}"#), ("POST", base, pem),
      ("POST", "/v1/payment-requests/validate", pem), (apiKey, base, nil),
    ] as [(String, String, String?)] {
      let answer = try server.call(method, target, body: body, key: "mistake")
      look(answer.body, "\(method) \(target) \(body ?? "")")
    }
    // A pointer names the member, to whom it came from; the log must not.
    _ = try server.call(
      "POST", base, body: #"{"offer":"some-product","segment":2,"\#(apiKey)":1}"#, key: "mistake")
    for header in ["Authorization", "X-Api-Key", "Bad Name", apiKey] {
      let answer = try HTTPConnection(port: server.port).request(
        "GET", base, headers: [(header, apiKey)])
      look(answer.body, "header \(header)")
    }
  }
}
