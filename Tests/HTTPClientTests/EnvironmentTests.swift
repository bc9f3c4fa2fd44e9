import Foundation
import Glibc
import HTTPClient
import TestSupport
import Testing

@Suite struct EnvironmentTests {
  /// Each would lead a program that heeds it elsewhere, or make it trust or tell somebody else. The
  /// variables are set in a process of their own.
  @Test func `no variable and no file of the user's is heeded`() async throws {
    let gateway = try Fixture.gateway()
    let folder = try TemporaryDirectory()
    let dead = "http://127.0.0.1:9"
    try "machine \(Fixture.host) login a password b\ndefault login a password b\n".write(
      toFile: folder.file(".netrc"), atomically: true, encoding: .utf8)
    try "proxy = \"\(dead)\"\nuser = \"a:b\"\n".write(
      toFile: folder.file(".curlrc"), atomically: true, encoding: .utf8)
    let other = try CertificateAuthority("Other Root")
    let client = try Fixture.client.get()
    defer { withExtendedLifetime(other) {} }
    let values = [
      "\(gateway.port)", try Fixture.authority.get().root, client.certificate, client.key,
      folder.path, dead, other.root,
    ]
    await #expect(processExitsWith: .success) { [values = values as [String]] in
      let home = values[4]
      for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"] {
        setenv(name, values[5], 1)
      }
      for name in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] { setenv(name, values[6], 1) }
      setenv("SSL_CERT_DIR", home, 1)
      for name in ["HOME", "CURL_HOME", "XDG_CONFIG_HOME"] { setenv(name, home, 1) }
      setenv("NETRC", home + "/.netrc", 1)
      setenv("SSLKEYLOGFILE", home + "/secrets", 1)
      let pair = CertificateAuthority.Pair(certificate: values[2], key: values[3])
      var rehearsal = Rehearsal()
      rehearsal.ports = [Fixture.host: UInt16(values[0]) ?? 0]
      rehearsal.root = try Fixture.bytes(values[1])
      let client = HTTPSClient(rehearsal: rehearsal)
      let answer = try Fixture.post(client, as: pair)
      guard answer == Array("{}".utf8), client.sockets.addresses == 1 else { exit(3) }
      guard !FileManager.default.fileExists(atPath: home + "/secrets") else { exit(4) }
      // The system's roots do not grow by a variable either.
      setenv("SSL_CERT_FILE", values[1], 1)
      setenv("CURL_CA_BUNDLE", values[1], 1)
      rehearsal.root = []
      let system = HTTPSClient(rehearsal: rehearsal)
      do {
        _ = try Fixture.post(system, as: pair)
        exit(5)
      } catch let error as HTTPSError {
        guard error.code == "remote_tls" else { exit(6) }
      }
    }
    let requests = try gateway.requests
    #expect(requests.hasPrefix("POST /a/b HTTP/1.1\r\n"))
    for header in ["Authorization", "Cookie", "Proxy"] { #expect(!requests.contains(header)) }
    #expect(try gateway.connections == 2)
  }
}
