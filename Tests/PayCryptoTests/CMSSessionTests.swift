import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct CMSSessionTests {
  private let keys: TestKeys
  private let content = sampleContent()

  init() throws { keys = try TestKeys() }

  private func fault(
    _ signature: [UInt8], _ content: [UInt8]? = nil, at moment: Timestamp = TestKeys.now
  ) throws -> SessionFault? {
    try keys.verifier().fault(
      signature: signature, content: content ?? self.content, signedAt: moment)
  }

  @Test func `a session of ours verifies`() throws {
    let signature = try keys.signer().sign(content, at: TestKeys.now)
    #expect(try fault(signature) == nil)
  }

  @Test(arguments: [0, 1, 600, 70_000])
  func `stock openssl verifies what we sign`(count: Int) throws {
    let content = sampleContent(count)
    let signature = try keys.signer().sign(content, at: .current())
    let finished = try opensslVerify(signature, content)
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(finished.standardOutput == content)
  }

  @Test func `stock openssl refuses other content`() throws {
    let signature = try keys.signer().sign(content, at: .current())
    #expect(try opensslVerify(signature, content + [0]).status != 0)
  }

  private func opensslVerify(_ signature: [UInt8], _ content: [UInt8]) throws -> Finished {
    let folder = keys.folder
    try Files.replace(folder.file("sig.der"), with: signature)
    try Files.replace(folder.file("content.bin"), with: content)
    return try run(
      openssl,
      [
        "cms", "-verify", "-binary", "-inform", "DER", "-in", folder.file("sig.der"),
        "-content", folder.file("content.bin"), "-CAfile", keys.directory.root,
      ])
  }

  @Test func `every flipped bit of the signature is refused`() throws {
    let verifier = try keys.verifier()
    let signature = try keys.signer().sign(content, at: TestKeys.now)
    #expect(
      try verifier.fault(signature: signature, content: content, signedAt: TestKeys.now) == nil)
    var accepted: [Int] = []
    for bit in 0..<signature.count * 8 {
      var flipped = signature
      flipped[bit / 8] ^= 1 << (bit % 8)
      let fault = try verifier.fault(signature: flipped, content: content, signedAt: TestKeys.now)
      if fault == nil { accepted.append(bit) }
    }
    #expect(accepted == [])
  }

  @Test func `every flipped bit of the content is refused`() throws {
    let verifier = try keys.verifier()
    let signature = try keys.signer().sign(content, at: TestKeys.now)
    var others: [Int] = []
    for bit in 0..<content.count * 8 {
      var flipped = content
      flipped[bit / 8] ^= 1 << (bit % 8)
      let fault = try verifier.fault(
        signature: signature, content: flipped, signedAt: TestKeys.now)
      if fault != .badSignature { others.append(bit) }
    }
    #expect(others == [])
  }
}
