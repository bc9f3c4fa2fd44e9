import Foundation

/// An authority of a test's own, whose certificates the program openssl makes.
package final class CertificateAuthority: Sendable {
  /// A key and the certificate for it, each in a PEM file that its owner alone may read.
  package struct Pair: Sendable {
    package let certificate: String
    package let key: String

    /// Holds the files as long as somebody uses them.
    private let folder: TemporaryDirectory?

    package init(certificate: String, key: String, in folder: TemporaryDirectory? = nil) {
      self.certificate = certificate
      self.key = key
      self.folder = folder
    }
  }

  private let folder: TemporaryDirectory

  package init(_ name: String = "Test Root") throws {
    folder = try TemporaryDirectory()
    try openssl(
      ["req", "-x509", "-nodes", "-subj", "/CN=\(name)", "-days", "30"] + Self.newKey(isRSA: false)
        + ["-keyout", folder.file("root.key"), "-out", folder.file("root.pem")])
  }

  package var root: String { folder.file("root.pem") }

  /// A certificate under the root, with extensions in openssl's syntax (x509v3_config(5)).
  package func issue(
    _ name: String, isRSA: Bool = false, extensions: [String] = []
  ) throws -> Pair {
    let file = folder.file(UUID().uuidString)
    let pair = Pair(certificate: file + ".pem", key: file + ".key", in: folder)
    try openssl(
      ["req", "-x509", "-nodes", "-subj", "/CN=\(name)", "-days", "20", "-CA", root, "-CAkey"]
        + [folder.file("root.key")] + Self.newKey(isRSA: isRSA)
        + ["-addext", "basicConstraints=critical,CA:FALSE"]
        + extensions.flatMap { ["-addext", $0] }
        + ["-keyout", pair.key, "-out", pair.certificate])
    return pair
  }

  /// The certificate of a server that answers for these hosts.
  package func server(for hosts: [String]) throws -> Pair {
    let names = hosts.map { "DNS:" + $0 }.joined(separator: ",")
    return try issue("server", extensions: ["subjectAltName=" + names])
  }

  /// A detached CMS SignedData over some bytes, in DER.
  package func signature(by signer: Pair) throws -> [UInt8] {
    try openssl(
      [
        "cms", "-sign", "-binary", "-nosmimecap", "-md", "sha256", "-signer", signer.certificate,
        "-inkey", signer.key, "-outform", "DER",
      ], input: Array("content".utf8))
  }

  private static func newKey(isRSA: Bool) -> [String] {
    isRSA
      ? ["-newkey", "rsa:2048"] : ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
  }

  @discardableResult
  private func openssl(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let finished = try run("/usr/bin/openssl", arguments, input: input)
    guard finished.status == 0 else { throw NoAnswer(description: finished.errors) }
    return finished.standardOutput
  }
}
