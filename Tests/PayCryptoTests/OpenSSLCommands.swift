import PayCore
import PaySystem
import TestSupport

@testable import PayCrypto

/// The program that operators and auditors check with.
let openssl = "/usr/bin/openssl"

/// Runs `openssl`; a test that expects success asks for the status.
func runOpenSSL(_ arguments: String..., input: [UInt8] = []) throws -> Finished {
  try run(openssl, arguments, input: input)
}

/// A step of a test's own preparation that failed.
struct PreparationFailure: Error {
  let output: String
}

/// Runs `openssl` and throws what it says if it fails.
@discardableResult
func mustRunOpenSSL(_ arguments: String..., input: [UInt8] = []) throws -> [UInt8] {
  let finished = try run(openssl, arguments, input: input)
  guard finished.status == 0 else { throw PreparationFailure(output: finished.errors) }
  return finished.standardOutput
}

extension TestKeys {
  /// A key and a certificate in PEM files, made by stock openssl.
  struct Pair {
    let key: String
    let certificate: String
  }

  /// The intermediate authority's certificate and key.
  func intermediate() throws -> Pair {
    let path = folder.file("intermediate.pem")
    let chain = try directory.readCertificates(directory.signerChain, count: 2)
    try Files.replace(path, with: try chain[1].pem())
    return Pair(key: directory.intermediateKey, certificate: path)
  }

  func root() -> Pair { Pair(key: directory.rootKey, certificate: directory.root) }

  /// A certificate with these extensions in openssl's syntax, issued by an authority.
  func issue(
    _ name: String, by issuer: Pair, extensions: [String] = signerExtensions,
    key type: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], days: Int = 400
  ) throws -> Pair {
    let pair = Pair(key: folder.file(name + ".key"), certificate: folder.file(name + ".pem"))
    let request = folder.file(name + ".csr")
    let section = folder.file(name + ".ext")
    try Files.replace(section, with: Array((extensions.joined(separator: "\n") + "\n").utf8))
    let requested = try run(
      openssl,
      ["req", "-new", "-nodes", "-newkey"] + type + [
        "-keyout", pair.key, "-subj", "/CN=\(name)", "-out", request,
      ])
    guard requested.status == 0 else { throw PreparationFailure(output: requested.errors) }
    try mustRunOpenSSL(
      "x509", "-req", "-in", request, "-CA", issuer.certificate, "-CAkey", issuer.key,
      "-extfile", section, "-days", "\(days)", "-set_serial", "0x4A5B6C7D8E9FA0B1", "-out",
      pair.certificate)
    return pair
  }

  static let signerExtensions = [
    "basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature",
    "subjectKeyIdentifier=hash", "authorityKeyIdentifier=keyid:always",
  ]
  static let authorityExtensions = [
    "basicConstraints=critical,CA:TRUE,pathlen:0", "keyUsage=critical,keyCertSign",
    "subjectKeyIdentifier=hash", "authorityKeyIdentifier=keyid:always",
  ]

  /// A signer that nobody has checked.
  func uncheckedSigner(_ pair: Pair, issuedBy issuer: Pair) throws -> CMSSessionSigner {
    CMSSessionSigner(
      key: try directory.readPrivateKey(pair.key),
      pair: try CertificatePair(
        leaf: try directory.readCertificates(pair.certificate, count: 1)[0],
        intermediate: try directory.readCertificates(issuer.certificate, count: 1)[0]))
  }
}
