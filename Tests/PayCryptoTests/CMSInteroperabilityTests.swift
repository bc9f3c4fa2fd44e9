import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// What stock openssl signs with our keys, and with certificates that ours are not like.
@Suite struct CMSInteroperabilityTests {
  private let keys: TestKeys
  private let content = sampleContent()

  init() throws { keys = try TestKeys(at: .current()) }

  /// Signs with `openssl cms` at the machine's time; the verdict at the time in the message.
  private func verdict(
    _ signer: TestKeys.Pair, chain: String?, options: [String] = ["-nosmimecap", "-binary"]
  ) throws -> SessionFault? {
    let message = keys.folder.file("message.der")
    let path = keys.folder.file("content.bin")
    try Files.replace(path, with: content)
    let arguments =
      ["cms", "-sign", "-in", path, "-outform", "DER", "-out", message, "-md", "sha256"]
      + ["-signer", signer.certificate, "-inkey", signer.key]
      + (chain.map { ["-certfile", $0] } ?? []) + options
    let finished = try run(openssl, arguments)
    guard finished.status == 0 else { throw PreparationFailure(output: finished.errors) }
    let signature = try Files.read(message, limit: 100_000)
    let moment = CMSParts(signature)?.attributes.signingTime ?? .current()
    return try keys.verifier().fault(
      signature: signature, content: content, signedAt: moment)
  }

  private func ourSigner() -> TestKeys.Pair {
    TestKeys.Pair(key: keys.directory.signerKey, certificate: keys.directory.signerChain)
  }

  @Test func `what stock openssl signs with our keys is byte for byte in our form`() throws {
    let authority = try keys.intermediate()
    #expect(try verdict(ourSigner(), chain: authority.certificate) == nil)
    let own = try keys.issue("own", by: authority)
    #expect(try verdict(own, chain: authority.certificate) == nil)
  }

  @Test(arguments: [
    ["-binary"],  // S/MIME capabilities as a fourth attribute
    ["-binary", "-noattr"], ["-binary", "-nosmimecap", "-nodetach"],
    ["-binary", "-nosmimecap", "-keyid"], ["-binary", "-nosmimecap", "-nocerts"],
    ["-binary", "-nosmimecap", "-md", "sha384"], ["-binary", "-nosmimecap", "-cades"],
    ["-binary", "-nosmimecap", "-stream"], ["-nosmimecap", "-outform", "PEM"],
  ])
  func `a good signature in any other form is refused`(options: [String]) throws {
    let fault = try verdict(
      ourSigner(), chain: try keys.intermediate().certificate, options: options)
    #expect(fault?.code == "session_signature_form")
  }

  @Test func `a message without the intermediate or with the root is refused`() throws {
    let authority = try keys.intermediate()
    #expect(try verdict(ourSigner(), chain: nil)?.code == "session_signature_form")
    let both = keys.folder.file("both.pem")
    try Files.replace(
      both,
      with: try Files.read(authority.certificate, limit: 9999)
        + Files.read(keys.directory.root, limit: 9999))
    #expect(try verdict(ourSigner(), chain: both)?.code == "session_signature_form")
  }

  @Test(arguments: [
    ("server", ["extendedKeyUsage=serverAuth"]),
    ("mail", ["extendedKeyUsage=emailProtection"]),
    ("anything", ["extendedKeyUsage=anyExtendedKeyUsage"]),
    ("critical", ["extendedKeyUsage=critical,codeSigning"]),
  ])
  func `a signer with an extended key usage is refused`(name: String, more: [String]) throws {
    let authority = try keys.intermediate()
    let pair = try keys.issue(
      name, by: authority, extensions: TestKeys.signerExtensions + more)
    let fault = try verdict(pair, chain: authority.certificate)
    #expect(fault == .untrusted("the leaf carries an extended key usage"))
  }

  @Test func `a signer whose key usage is not digital signature is refused`() throws {
    let authority = try keys.intermediate()
    for (name, usage) in [("agree", ["keyUsage=critical,keyAgreement"]), ("none", [])] {
      let extensions = TestKeys.signerExtensions.filter { !$0.hasPrefix("keyUsage") } + usage
      let pair = try keys.issue(name, by: authority, extensions: extensions)
      let fault = try verdict(pair, chain: authority.certificate)
      #expect(fault == .untrusted("the leaf's key may not sign"))
    }
  }

  @Test func `a signer with a critical extension that nobody knows is refused`() throws {
    let authority = try keys.intermediate()
    let pair = try keys.issue(
      "unknown", by: authority,
      extensions: TestKeys.signerExtensions + ["1.2.3.4.5=critical,ASN1:NULL"])
    #expect(try verdict(pair, chain: authority.certificate)?.code == "session_untrusted")
  }

  @Test func `a signer whose key is not on P-256 is refused`() throws {
    let authority = try keys.intermediate()
    for (name, type) in [
      ("rsa", ["rsa:2048"]), ("p384", ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"]),
    ] {
      let pair = try keys.issue(name, by: authority, key: type)
      let fault = try verdict(pair, chain: authority.certificate)
      #expect(fault?.code == "session_signature_form")
    }
  }

  @Test func `a signer issued by the root itself is refused`() throws {
    let pair = try keys.issue("direct", by: keys.root())
    let fault = try verdict(pair, chain: keys.directory.root)
    #expect(fault?.code == "session_untrusted")
    let other = try keys.intermediate().certificate
    #expect(try verdict(pair, chain: other)?.code == "session_untrusted")
  }

  @Test func `a signer issued by a signer is refused`() throws {
    let signer = ourSigner()
    let pair = try keys.issue("grandchild", by: signer)
    // The message names a signer where an authority belongs.
    #expect(try verdict(pair, chain: signer.certificate)?.code == "session_signature_form")
  }

  @Test func `an authority below the intermediate is refused`() throws {
    let lower = try keys.issue(
      "lower", by: try keys.intermediate(), extensions: TestKeys.authorityExtensions)
    let pair = try keys.issue("deep", by: lower)
    #expect(try verdict(pair, chain: lower.certificate)?.code == "session_untrusted")
  }

  @Test func `a signer whose certificate has expired is refused`() throws {
    let authority = try keys.intermediate()
    let pair = try keys.issue("expired", by: authority, days: -1)
    let fault = try verdict(pair, chain: authority.certificate)
    #expect(fault?.code == "session_untrusted")
  }

  @Test func `our root's name and key identifier are not enough`() throws {
    // A second PKI has the same names; its intermediate cannot pass for ours.
    let other = try TestKeys(at: .current())
    let authority = try other.intermediate()
    let pair = try other.issue("stranger", by: authority)
    let fault = try verdict(pair, chain: authority.certificate)
    #expect(fault?.code == "session_untrusted")
    #expect(try verdict(pair, chain: try keys.intermediate().certificate)?.code != nil)
  }
}
