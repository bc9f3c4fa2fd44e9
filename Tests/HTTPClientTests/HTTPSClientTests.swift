import Foundation
import Glibc
import TestSupport
import Testing

@testable import HTTPClient

/// The host that the tests ask for, and everything that makes a gateway answer for it.
enum Fixture {
  static let host = "gateway.example.com"
  static let authority = Result { try CertificateAuthority() }
  static let server = Result { try authority.get().server(for: [host]) }
  static let client = Result { try authority.get().issue("client", isRSA: true) }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func gateway(
    _ answer: [UInt8] = GatewayProcess.answer(Array("{}".utf8)), _ options: String...,
    certificate: CertificateAuthority.Pair? = nil
  ) throws -> GatewayProcess {
    try GatewayProcess(
      certificate ?? server.get(), clientRoot: authority.get().root, answer: answer,
      options: options)
  }

  static func rehearsal(_ gateway: GatewayProcess) throws -> Rehearsal {
    var rehearsal = Rehearsal()
    rehearsal.ports = [host: gateway.port]
    rehearsal.root = try bytes(authority.get().root)
    return rehearsal
  }

  static func post(
    _ client: HTTPSClient, _ body: [UInt8] = Array("{}".utf8), host: String = host,
    path: String = "/a/b", headers: [(name: String, value: String)] = [],
    as pair: CertificateAuthority.Pair?
  ) throws -> [UInt8] {
    let request = HTTPSRequest(host: host, path: path, headers: headers, body: body)
    guard let pair else { return try client.post(request, as: nil) }
    return try bytes(pair.certificate).withUnsafeBytes { certificates in
      try bytes(pair.key).withUnsafeBytes { key in
        try client.post(request, as: ClientCredential(certificates: certificates, key: key))
      }
    }
  }
}

@Suite struct HTTPSClientTests {
  /// What a request to a gateway comes to, and the client that sent it.
  private func outcome(
    _ gateway: GatewayProcess, bounds: HTTPSClient.Bounds = .init(),
    _ change: (inout Rehearsal) -> Void = { _ in }, as pair: CertificateAuthority.Pair?
  ) throws -> (result: Result<[UInt8], HTTPSError>, client: HTTPSClient) {
    var rehearsal = try Fixture.rehearsal(gateway)
    change(&rehearsal)
    let client = HTTPSClient(bounds: bounds, rehearsal: rehearsal)
    do {
      return (.success(try Fixture.post(client, as: pair)), client)
    } catch let error as HTTPSError {
      return (.failure(error), client)
    }
  }

  private func code(_ result: Result<[UInt8], HTTPSError>) -> String {
    switch result {
    case .success: "answer"
    case .failure(let error): error.code
    }
  }

  @Test func `sends exactly this request and gives the answer's bytes`() throws {
    let answer: [UInt8] = Array("{\"a\": 1}\r\n".utf8) + [0, 0xFF, 0x0A]
    let gateway = try Fixture.gateway(GatewayProcess.answer(answer, head: "Set-Cookie: a=b\r\n"))
    let client = HTTPSClient(rehearsal: try Fixture.rehearsal(gateway))
    let body = Array(String(repeating: "x", count: 2000).utf8)
    for _ in 0..<2 {
      let received = try Fixture.post(
        client, body, headers: [("Content-Type", "application/json")], as: Fixture.client.get())
      #expect(received == answer)
    }
    #expect(client.sockets.opened == 2 && client.sockets.addresses == 2)
    let request =
      "POST /a/b HTTP/1.1\r\nHost: \(Fixture.host)\r\nAccept: */*\r\n"
      + "Content-Type: application/json\r\nContent-Length: 2000\r\n\r\n"
      + String(repeating: "x", count: 2000) + "\n"
    #expect(try gateway.requests == request + request)
    #expect(try gateway.connections == 2)
  }

  @Test(arguments: ["TLSv1_2", "TLSv1_3"])
  func `a gateway that does not know us is told as such`(version: String) throws {
    let gateway = try Fixture.gateway(
      GatewayProcess.answer([1]), "--maximum", version)
    let stranger = try CertificateAuthority("Other Root").issue("client")
    for pair in [nil, stranger] {
      let (result, client) = try outcome(gateway, as: pair)
      // Under TLS 1.3 the alert may be lost to a reset, while we are still writing.
      let isReset = version == "TLSv1_3" && code(result) == "remote_broken_off"
      #expect(isReset || code(result) == "remote_tls")
      if isReset { #expect("\(result)".contains("may not accept our certificate")) }
      #expect(client.sockets.opened == 1)
    }
    #expect(try gateway.requests.isEmpty)
    #expect(code(try outcome(gateway, as: Fixture.client.get()).result) == "answer")
  }

  @Test(arguments: [
    ["--maximum", "TLSv1_1", "--ciphers", "ALL:@SECLEVEL=0"],
    ["--maximum", "TLSv1_2", "--ciphers", "ECDHE-ECDSA-AES128-SHA256"],
    ["--maximum", "TLSv1_2", "--ciphers", "ECDHE-ECDSA-CHACHA20-POLY1305"],
  ])
  func `old protocols and other cipher suites are refused`(options: [String]) throws {
    let gateway = try GatewayProcess(
      Fixture.server.get(), clientRoot: Fixture.authority.get().root,
      answer: GatewayProcess.answer([1]), options: options)
    let (result, client) = try outcome(gateway, as: Fixture.client.get())
    #expect(code(result) == "remote_tls")
    #expect(client.sockets.opened == 1)
    #expect(try gateway.requests.isEmpty)
  }

  @Test func `the host must be the certificate's, and the root the one that is trusted`() throws {
    let other = try Fixture.authority.get().server(for: ["other.example.com"])
    let wrongHost = try Fixture.gateway(certificate: other)
    #expect(code(try outcome(wrongHost, as: Fixture.client.get()).result) == "remote_tls")
    #expect(try wrongHost.requests.isEmpty)
    let gateway = try Fixture.gateway()
    let system = try outcome(gateway, { $0.root = [] }, as: Fixture.client.get())
    #expect(code(system.result) == "remote_tls")
    let authority = try CertificateAuthority("Other Root")
    let stranger = try Fixture.bytes(authority.root)
    let another = try outcome(gateway, { $0.root = stranger }, as: Fixture.client.get())
    #expect(code(another.result) == "remote_tls")
    #expect(try gateway.requests.isEmpty)
  }

  @Test(arguments: [301, 302, 307, 308])
  func `a redirect is an answer that is none`(status: Int) throws {
    let target = try Fixture.gateway()
    let gateway = try Fixture.gateway(
      GatewayProcess.answer(
        status: status, [], head: "Location: https://\(Fixture.host):\(target.port)/\r\n"))
    let (result, client) = try outcome(gateway, as: Fixture.client.get())
    #expect(result == .failure(.status(host: Fixture.host, status, words: "")))
    #expect(client.sockets.opened == 1)
    #expect(try target.connections == 0)
  }

  @Test func `another status is told with the beginning of its words`() throws {
    let words = #"{"statusMessage":"Payment Services Exception","statusCode":"417"}"#
    let gateway = try Fixture.gateway(GatewayProcess.answer(status: 417, Array(words.utf8)))
    let (result, _) = try outcome(gateway, as: Fixture.client.get())
    #expect(result == .failure(.status(host: Fixture.host, 417, words: words)))
  }

  @Test func `an answer may have 64 KiB and not a byte more, its head 16`() throws {
    let most = [UInt8](repeating: 0x20, count: 64 * 1024)
    let gateway = try Fixture.gateway(GatewayProcess.answer(most))
    #expect(try outcome(gateway, as: Fixture.client.get()).result == .success(most))
    let tooLong: [[UInt8]] = [
      GatewayProcess.answer(most + [0x20]),
      Array("HTTP/1.1 200 X\r\nConnection: close\r\n\r\n".utf8) + most + [0x20],
      GatewayProcess.answer([1], head: "A: \(String(repeating: "a", count: 17_000))\r\n"),
    ]
    for answer in tooLong {
      try gateway.answer(answer)
      let (result, _) = try outcome(gateway, as: Fixture.client.get())
      #expect(code(result) == "remote_answer_too_large")
    }
  }

  @Test(arguments: [
    "nothing like HTTP at all\r\n\r\n", "HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nshort",
    "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ])
  func `an answer that is cut off or no HTTP is told`(answer: String) throws {
    let gateway = try Fixture.gateway(Array(answer.utf8))
    #expect(
      code(try outcome(gateway, as: Fixture.client.get()).result) == "remote_broken_off")
  }

  @Test func `an answer that does not come is not waited for`() throws {
    let gateway = try Fixture.gateway([])
    var bounds = HTTPSClient.Bounds()
    bounds.totalMilliseconds = 300
    let (result, _) = try outcome(gateway, bounds: bounds, as: Fixture.client.get())
    #expect(code(result) == "remote_timeout")
    guard case .failure(let error) = result else { return }
    #expect(error.description.contains("did not answer in time"), "\(error)")
  }

  @Test func `nobody there is told`() throws {
    let gateway = try Fixture.gateway()
    // A port that was free a moment ago, and is bound but does not listen.
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(bigEndian: 0x7F00_0001)
    var count = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(socket, $0, count)
        _ = getsockname(socket, $0, &count)
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    let (result, _) = try outcome(
      gateway, { $0.ports = [Fixture.host: port] }, as: Fixture.client.get())
    #expect(code(result) == "remote_unreachable")
  }

  @Test func `an address that is not public is refused before there is a socket`() throws {
    let gateway = try Fixture.gateway()
    let (result, client) = try outcome(
      gateway, { $0.mayCallLoopback = false }, as: Fixture.client.get())
    #expect(
      result
        == .failure(
          .addressRefused(host: Fixture.host, address: "127.0.0.1", use: "loopback")))
    #expect(client.sockets.addresses == 1 && client.sockets.opened == 0)
    #expect(try gateway.connections == 0)
    // The same of a client as the programs use it: what the name resolves to decides.
    let real = HTTPSClient()
    #expect(throws: HTTPSError.self) { try Fixture.post(real, host: "localhost", as: nil) }
    #expect(real.sockets.addresses > 0 && real.sockets.opened == 0)
  }

  @Test(arguments: [
    ("a.example/x", "/a"), ("user@a.example", "/a"), ("a.example:8443", "/a"), ("", "/a"),
    ("A.example", "/a"), ("a.example\r\n", "/a"), ("a.example", "a"), ("a.example", ""),
    ("a.example", "/a?b"), ("a.example", "/a#b"), ("a.example", "/a b"), ("a.example", "/%2e"),
    ("a.example", "/a\r\nX: y"), ("[::1]", "/a"),
  ])
  func `a host or path that is more than that is not sent`(host: String, path: String) {
    let client = HTTPSClient()
    let error = #expect(throws: HTTPSError.self) {
      try Fixture.post(client, host: host, path: path, as: nil)
    }
    #expect(error?.code == "remote_request_malformed")
    #expect(client.sockets.addresses == 0)
  }

  @Test func `a header cannot bring another along`() {
    let error = #expect(throws: HTTPSError.self) {
      try Fixture.post(HTTPSClient(), headers: [("A", "b\r\nC: d")], as: nil)
    }
    #expect(error?.code == "remote_request_malformed")
  }

  @Test func `a key that does not fit is our fault, not the other side's`() throws {
    let gateway = try Fixture.gateway()
    let pair = try Fixture.client.get()
    let other = try Fixture.authority.get().issue("other")
    for wrong in [
      CertificateAuthority.Pair(certificate: pair.certificate, key: other.key),
      CertificateAuthority.Pair(certificate: pair.key, key: pair.key),
    ] {
      #expect(code(try outcome(gateway, as: wrong).result) == "remote_credential")
    }
    #expect(try gateway.requests.isEmpty)
  }

  @Test func `a library that is missing is named with its package`() {
    let client = HTTPSClient { () throws(HTTPSError) in
      try CurlLibrary(name: "libcurl-nowhere.so.4")
    }
    let error = #expect(throws: HTTPSError.self) { try Fixture.post(client, as: nil) }
    #expect(error?.code == "remote_library_missing")
    #expect(error?.description.contains("apt-get install libcurl4") == true)
  }

  @Test func `a library without the functions is refused`() {
    #expect(throws: HTTPSError.self) { _ = try CurlLibrary(name: "libm.so.6") }
  }
}
