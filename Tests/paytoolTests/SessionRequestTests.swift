import Foundation
import HTTPClient
import PayCore
import PayCrypto
import TestSupport
import Testing

@testable import paytool

/// Apple's place in these tests: a gateway on loopback that all of Apple's hosts lead to, and whose
/// sessions test signers sign.
private final class AppleStub: Sendable {
  static let authority = Result { try CertificateAuthority() }
  static let server = Result {
    try authority.get().server(for: AppleEnvironment.allCases.flatMap(AppleGateway.hosts))
  }
  static let identity = Result { try authority.get().issue("identity", isRSA: true) }
  static let signers = Result {
    try ["PROD", "SANDBOX"].map { place in
      try authority.get().signature(by: authority.get().issue("test-broker_" + place))
    }
  }

  let gateway: GatewayProcess
  let shop: Shop

  init(options: [String] = []) throws {
    shop = try Shop()
    gateway = try GatewayProcess(
      Self.server.get(), clientRoot: Self.authority.get().root, answer: [], options: options)
    try answer(try session())
    try FileManager.default.createDirectory(
      atPath: shop.data, withIntermediateDirectories: true)
  }

  /// A session as Apple's look, made now.
  func session(_ environment: AppleEnvironment = .production, inSeconds: Bool = false) throws
    -> String
  {
    let now = Int(Date().timeIntervalSince1970 * 1000) / (inSeconds ? 1000 : 1)
    let hash = Hex.upper(
      OpenSSLDigest().sha256(Array("merchant.com.sample.ApplePayAction".utf8)))
    let signature = try Self.signers.get()[environment == .production ? 0 : 1]
    return #"{"epochTimestamp":\#(now),"expiresAt":\#(now + (inSeconds ? 3600 : 3_600_000)),"#
      + #" "merchantSessionIdentifier":"SSH0_0","nonce":"21432f7c","#
      + #""merchantIdentifier":"\#(hash)","domainName":"shop\u002eexample.com","#
      + #""displayName":"Sample Merchant","signature":"\#(Hex.lower(signature))","#
      + "\"operationalAnalyticsIdentifier\":\"Sample Merchant:\(hash)\",\"retries\":0 }\n"
  }

  func answer(_ text: String, status: Int = 200) throws {
    try gateway.answer(GatewayProcess.answer(status: status, Array(text.utf8)))
  }

  func client(mayCallLoopback: Bool = true) throws -> HTTPSClient {
    var rehearsal = Rehearsal()
    for host in AppleEnvironment.allCases.flatMap(AppleGateway.hosts) {
      rehearsal.ports[host] = gateway.port
    }
    let root = try Self.authority.get().root
    rehearsal.root = [UInt8](try Data(contentsOf: URL(fileURLWithPath: root)))
    rehearsal.mayCallLoopback = mayCallLoopback
    return HTTPSClient(rehearsal: rehearsal)
  }

  /// What the command writes to its output file; throws its failure.
  func request(through client: HTTPSClient, _ arguments: String...) throws -> String {
    let identity = try Self.identity.get()
    let output = shop.folder.file("out-\(UUID().uuidString)")
    let line =
      [
        "session", "request", "--identity", identity.certificate, "--identity-key", identity.key,
        "--config", shop.configuration, "--data", shop.data, "-q", "-o", output,
      ] + arguments
    guard case .run(let parsed) = try ArgumentParser(commands: PaytoolMain.commands).parse(line)
    else { throw NotADocument(text: "no command") }
    let invocation = Invocation(
      arguments: parsed, commands: PaytoolMain.commands, colors: Colors(isRefused: true))
    do {
      try invocation.requestSession(through: client)
    } catch {
      #expect(!FileManager.default.fileExists(atPath: output), "an output in spite of \(error)")
      throw error
    }
    return try String(contentsOfFile: output, encoding: .utf8)
  }

  /// The code and the exit code of the failure that the command must end with.
  func refusal(
    through client: HTTPSClient? = nil, _ arguments: String...
  ) throws -> (code: String, exit: ExitCode, message: String) {
    do {
      let client = try client ?? self.client()
      _ =
        arguments.isEmpty
        ? try request(through: client)
        : try request(through: client, "--validation-url", arguments[0])
      return ("ok", .ok, "")
    } catch let failure as Failure {
      return (failure.code, failure.exitCode, failure.message)
    }
  }
}

@Suite struct SessionRequestTests {
  @Test func `a session is asked for as Apple wants, and handed on byte for byte`() throws {
    let stub = try AppleStub()
    let session = try stub.session()
    try stub.answer(session)
    let client = try stub.client()
    #expect(try stub.request(through: client) == session)
    #expect(client.sockets.opened == 1)
    let request = try stub.gateway.requests
    let (head, body) = try #require(
      request.firstRange(of: "\r\n\r\n").map {
        (request[..<$0.lowerBound], request[$0.upperBound...])
      })
    #expect(head.hasPrefix("POST /paymentservices/paymentSession HTTP/1.1\r\n"))
    #expect(head.contains("\r\nHost: apple-pay-gateway.apple.com\r\n"))
    #expect(head.contains("\r\nContent-Type: application/json\r\n"))
    #expect(
      body == #"{"merchantIdentifier":"merchant.com.sample.ApplePayAction","#
        + #""displayName":"Sample Merchant","initiative":"web","#
        + "\"initiativeContext\":\"shop.example.com\"}\n")
  }

  @Test func `the sandbox is another gateway, and its sessions other sessions`() throws {
    let stub = try AppleStub()
    let session = try stub.session(.sandbox)
    try stub.answer(session)
    #expect(try stub.request(through: stub.client(), "--sandbox") == session)
    #expect(try stub.gateway.requests.contains("Host: apple-pay-gateway-cert.apple.com\r\n"))
    let refusal = try stub.refusal()
    #expect(refusal.code == "apple_session_environment" && refusal.exit == .remote)
    #expect(refusal.message.contains("test-broker_SANDBOX"))
  }

  @Test func `what the gateway says instead of a session is told`() throws {
    let stub = try AppleStub()
    try stub.answer(try stub.session(inSeconds: true))
    #expect(try stub.refusal().code == "apple_session_seconds")
    let words = #"{"statusMessage":"domain not registered","statusCode":"417"}"#
    try stub.answer(words)
    let body = try stub.refusal()
    #expect(body.code == "apple_session_error_body" && body.exit == .remote)
    #expect(body.message.contains("domain not registered"))
    try stub.answer(words, status: 417)
    let status = try stub.refusal()
    #expect(status.code == "remote_status" && status.message.contains("domain not registered"))
    try stub.answer("<html>")
    #expect(try stub.refusal().code == "apple_session_not_json")
    try stub.answer(String(repeating: " ", count: 64 * 1024 + 1))
    #expect(try stub.refusal().code == "remote_answer_too_large")
    try stub.gateway.answer(
      Array("HTTP/1.1 302 X\r\nLocation: https://attacker.example/\r\n\r\n".utf8))
    #expect(try stub.refusal().code == "remote_status")
  }

  @Test func `an address of Apple's name that is not public is not called`() throws {
    let stub = try AppleStub()
    let client = try stub.client(mayCallLoopback: false)
    let refusal = try stub.refusal(through: client)
    #expect(refusal.code == "remote_address_refused" && refusal.exit == .remote)
    #expect(client.sockets.opened == 0)
    #expect(try stub.gateway.connections == 0)
  }

  @Test(arguments: AppleEnvironment.allCases)
  func `every gateway of the list is called, each by its name`(
    environment: AppleEnvironment
  ) throws {
    let stub = try AppleStub()
    let client = try stub.client()
    let session = try stub.session(environment)
    try stub.answer(session)
    var count = 0
    for host in AppleGateway.hosts(environment) {
      for path in AppleGateway.paths {
        let url = "https://" + host + path
        let options = ["--validation-url", url]
        let written =
          environment == .sandbox
          ? try stub.request(through: client, options[0], options[1], "--sandbox")
          : try stub.request(through: client, options[0], options[1])
        #expect(written == session)
        count += 1
        #expect(client.sockets.opened == count)
        let requests = try stub.gateway.requests
        #expect(requests.contains("POST \(path) HTTP/1.1\r\nHost: \(host)\r\n"))
      }
    }
    #expect(try stub.gateway.connections == count)
  }

  /// The whole way of the command, with a client that counts: a URL that is only nearly Apple's
  /// must not lead as far as a socket. The gateway is there to answer if one does.
  @Test(arguments: AppleEnvironment.allCases)
  func `no mutation of a validation URL opens a connection`(
    environment: AppleEnvironment
  ) throws {
    let mutations = URLMutations.all(environment)
    #expect(mutations.count >= 600)
    let stub = try AppleStub()
    let client = try stub.client()
    for url in mutations {
      let code: String
      do {
        _ =
          environment == .sandbox
          ? try stub.request(through: client, "--validation-url", url, "--sandbox")
          : try stub.request(through: client, "--validation-url", url)
        code = "ok"
      } catch let failure as Failure {
        code = failure.code
      }
      #expect(code.hasPrefix("validation_url_"), "\(url.debugDescription): \(code)")
      #expect(client.sockets.addresses == 0, "\(url.debugDescription)")
    }
    #expect(client.sockets.opened == 0)
    #expect(try stub.gateway.connections == 0)
    // The counter counts.
    try stub.answer(try stub.session())
    _ = try stub.request(
      through: client, "--validation-url",
      "https://apple-pay-gateway.apple.com:443/paymentservices/startSession")
    #expect(client.sockets.opened == 1)
  }
}

/// The real program, which knows no way around the Internet.
@Suite struct SessionRequestProgramTests {
  private let shop: Shop
  private let identity: String

  init() throws {
    shop = try Shop()
    let pair = try AppleStub.identity.get()
    identity = shop.folder.file("identity.pem")
    let both =
      try Data(contentsOf: URL(fileURLWithPath: pair.certificate))
      + Data(contentsOf: URL(fileURLWithPath: pair.key))
    try both.write(to: URL(fileURLWithPath: identity))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: identity)
  }

  @Test(arguments: [
    "https://attacker.example/paymentservices/paymentSession",
    "https://apple-pay-gateway.apple.com@127.0.0.1/paymentservices/paymentSession",
    "https://127.0.0.1/paymentservices/paymentSession", "http://apple-pay-gateway.apple.com/",
    "https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession",
  ])
  func `the kernel sees no socket for a URL that is refused`(url: String) throws {
    let trace = shop.folder.file("trace")
    let finished = try run(
      "/usr/bin/strace",
      [
        "-f", "-qq", "-e", "trace=socket,connect,sendto", "-o", trace,
        binaryDirectory + "/paytool", "session", "request", "--identity", identity,
        "--validation-url", url, "--config", shop.configuration, "--data", shop.data,
      ])
    #expect(finished.status == 1, "\(finished.errors)")
    #expect(finished.output.isEmpty && finished.errorLines.count == 1)
    #expect(finished.errors.contains("is refused, and no connection was made"))
    #expect(try String(contentsOfFile: trace, encoding: .utf8).isEmpty)
  }

  @Test func `an identity that is none is told before anybody is called`() throws {
    let missing = try shop.paytool("session", "request")
    #expect(missing.status == 2 && missing.errors.contains("--identity FILE is missing"))
    let absent = try shop.paytool("session", "request", "--identity", "/nowhere", "--json")
    #expect(absent.status == 5)
    #expect(try document(absent.errors)["code"] as? String == "identity_file")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: identity)
    let open = try shop.paytool("session", "request", "--identity", identity)
    #expect(open.status == 4 && open.errors.contains("chmod 600"))
    let text = try shop.file("text.pem", "hello")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: text)
    let none = try shop.paytool("session", "request", "--identity", text)
    #expect(none.status == 4 && none.errors.contains("no private key, certificate"))
    #expect(none.output.isEmpty)
  }

  @Test func `the output is never one of the identity's files`() throws {
    let finished = try shop.paytool(
      "session", "request", "--identity", identity, "-o", identity)
    #expect(finished.status == 2)
    #expect(finished.errors.contains("is the file that is read as"))
  }
}
