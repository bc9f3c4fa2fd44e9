import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct CMSSessionSignerTests {
  private let keys: TestKeys

  init() throws { keys = try TestKeys(at: .current()) }

  @Test(arguments: [0, 1, 600, 70_000])
  func `stock openssl verifies what we sign`(count: Int) throws {
    let content = sampleContent(count)
    let signature = try keys.signer().sign(content, at: .current())
    let finished = try verifyWithOpenSSL(signature, content)
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(finished.standardOutput == content)
  }

  @Test func `stock openssl verifies two hundred signatures of every length`() throws {
    // The DER of an ECDSA value has 70 to 72 bytes mostly, and each length moves every outer length.
    let signer = try keys.signer()
    var lengths: Set<Int> = []
    for seed in 0..<200 as Range<UInt64> {
      let content = sampleContent(64, seed: seed)
      let signature = try signer.sign(content, at: .current())
      if lengths.insert(signature.count).inserted {
        #expect(try verifyWithOpenSSL(signature, content).status == 0)
      }
    }
    #expect(lengths.count >= 3)
  }

  @Test func `stock openssl refuses other content`() throws {
    let content = sampleContent()
    let signature = try keys.signer().sign(content, at: .current())
    #expect(try verifyWithOpenSSL(signature, content + [0]).status != 0)
  }

  @Test func `stock openssl finds the three signed attributes and the two certificates`() throws {
    let signature = try keys.signer().sign(sampleContent(), at: .current())
    let path = keys.folder.file("sig.der")
    try Files.replace(path, with: signature)
    let text = String(
      decoding: try mustRunOpenSSL(
        "cms", "-cmsout", "-print", "-noout", "-inform", "DER", "-in", path), as: UTF8.self)
    for expected in [
      "contentType (1.2.840.113549.1.9.3)", "signingTime (1.2.840.113549.1.9.5)",
      "messageDigest (1.2.840.113549.1.9.4)", "eContent: <ABSENT>", "unsignedAttrs:\n",
      "ecdsa-with-SHA256 (1.2.840.10045.4.3.2)", "Development Session Signer",
    ] {
      #expect(text.contains(expected), "no \(expected)")
    }
    #expect(text.split(separator: "d.certificate:").count == 3)
    #expect(!text.contains("Extended Key Usage"))
  }

  private func verifyWithOpenSSL(_ signature: [UInt8], _ content: [UInt8]) throws -> Finished {
    let folder = keys.folder
    try Files.replace(folder.file("sig.der"), with: signature)
    try Files.replace(folder.file("content.bin"), with: content)
    return try runOpenSSL(
      "cms", "-verify", "-binary", "-inform", "DER", "-in", folder.file("sig.der"),
      "-content", folder.file("content.bin"), "-CAfile", keys.directory.root)
  }

  @Test func `the same content at the same second has the same bytes up to the ECDSA value`() throws
  {
    let signer = try keys.signer()
    let moment = Timestamp.current().wholeSecond
    let messages = try [moment, Timestamp(milliseconds: moment.milliseconds + 999)].map {
      try #require(CMSParts(try signer.sign(sampleContent(), at: $0)))
    }
    #expect(messages[0].attributes.bytes == messages[1].attributes.bytes)
    #expect(messages[0].attributes.signingTime == moment)
    #expect(messages[0].signature != messages[1].signature)
  }

  @Test func `no session is signed outside the certificate's validity`() throws {
    let keys = try TestKeys()
    let signer = try keys.signer()
    let certificate = try #require(keys.generated.inventory.certificates.last)
    let first = certificate.notBefore
    let end = certificate.notAfter
    let verifier = try keys.verifier()
    for moment in [first, end.adding(seconds: -1), Timestamp(milliseconds: end.milliseconds - 1)] {
      let signature = try signer.sign([1], at: moment)
      #expect(verifier.fault(signature: signature, content: [1], signedAt: moment) == nil)
    }
    for moment in [Timestamp(milliseconds: first.milliseconds - 1), end] {
      let failure = #expect(throws: CryptoFailure.self) { try signer.sign([1], at: moment) }
      #expect(failure?.detail.contains("certificate is valid from") == true)
    }
  }

  @Test func `no session is signed after 2049`() throws {
    let end = Timestamp(seconds: 2_524_608_000)
    let signer = try TestKeys(at: end.adding(seconds: -60)).signer()
    _ = try signer.sign([1], at: end.adding(seconds: -1))
    let failure = #expect(throws: CryptoFailure.self) { try signer.sign([1], at: end) }
    #expect(failure?.detail.contains("2049") == true)
  }

  @Test func `many threads sign with one signer`() async throws {
    let signer = try keys.signer()
    let verifier = try keys.verifier()
    let faults = try await withThrowingTaskGroup(of: SessionFault?.self) { group in
      for seed in 0..<64 as Range<UInt64> {
        group.addTask {
          let moment = Timestamp.current()
          let content = sampleContent(200, seed: seed)
          let signature = try signer.sign(content, at: moment)
          return verifier.fault(signature: signature, content: content, signedAt: moment)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(faults == [SessionFault?](repeating: nil, count: 64))
  }
}
