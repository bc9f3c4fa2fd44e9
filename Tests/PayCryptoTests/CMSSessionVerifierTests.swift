import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct CMSSessionVerifierTests {
  private let keys: TestKeys
  private let content = sampleContent()
  private let moment = Timestamp.current()
  /// When certificates that stock openssl makes during the test are valid for sure.
  private var later: Timestamp { moment.adding(seconds: 3600) }

  init() throws { keys = try TestKeys(at: moment) }

  private func fault(
    _ signature: [UInt8], signedAt other: Timestamp? = nil
  ) throws -> SessionFault? {
    try keys.verifier().fault(
      signature: signature, content: content, signedAt: other ?? moment)
  }

  @Test func `a session of ours verifies, its fraction of a second set aside`() throws {
    let signature = try keys.signer().sign(content, at: moment)
    #expect(try fault(signature) == nil)
    #expect(try fault(signature, signedAt: moment.wholeSecond) == nil)
  }

  @Test func `every flipped bit of the signature is refused`() throws {
    let verifier = try keys.verifier()
    let signature = try keys.signer().sign(content, at: moment)
    #expect(verifier.fault(signature: signature, content: content, signedAt: moment) == nil)
    var accepted: [Int] = []
    for bit in 0..<signature.count * 8 {
      var flipped = signature
      flipped[bit / 8] ^= 1 << (bit % 8)
      let fault = verifier.fault(signature: flipped, content: content, signedAt: moment)
      if fault == nil { accepted.append(bit) }
    }
    #expect(accepted == [])
    #expect(drainOpenSSLErrors() == [])
  }

  @Test func `every flipped bit of the content is refused`() throws {
    let verifier = try keys.verifier()
    let signature = try keys.signer().sign(content, at: moment)
    var others: [Int] = []
    for bit in 0..<content.count * 8 {
      var flipped = content
      flipped[bit / 8] ^= 1 << (bit % 8)
      let fault = verifier.fault(signature: signature, content: flipped, signedAt: moment)
      if fault != .badSignature { others.append(bit) }
    }
    #expect(others == [])
  }

  @Test func `every truncation and an extension are refused`() throws {
    let verifier = try keys.verifier()
    let signature = try keys.signer().sign(content, at: moment)
    for count in 0..<signature.count {
      let part = Array(signature.prefix(count))
      let fault = verifier.fault(signature: part, content: content, signedAt: moment)
      #expect(fault?.code == "session_signature_form")
    }
    for tail in [[0], [0, 0], [0x30, 0], signature] as [[UInt8]] {
      #expect(try fault(signature + tail)?.code == "session_signature_form")
    }
  }

  @Test func `a message too large for any signer is refused before it is read`() throws {
    let large = [UInt8](repeating: 0x30, count: CMSSessionVerifier.signatureBytes + 1)
    #expect(try fault(large)?.code == "session_signature_form")
  }

  @Test(arguments: [-1, 1, 3600] as [Int64])
  func `a signing time other than the session's is refused`(seconds: Int64) throws {
    let signature = try keys.signer().sign(content, at: moment)
    #expect(try fault(signature, signedAt: moment.adding(seconds: seconds)) == .signingTime)
  }

  @Test func `a session under another root is refused`() throws {
    let signature = try TestKeys(at: moment).signer().sign(content, at: moment)
    #expect(try fault(signature)?.code == "session_untrusted")
  }

  @Test func `certificates in the other order are refused`() throws {
    let signature = try keys.signer().sign(content, at: moment)
    let pair = try CMSParts.required(signature).pair()
    let two = [pair.leaf.der, pair.intermediate.der].map { Array($0) }
    var swapped = signature.replacing(two[0] + two[1], with: two[1] + two[0])
    if swapped == signature {
      swapped = signature.replacing(two[1] + two[0], with: two[0] + two[1])
    }
    #expect(swapped != signature)
    #expect(swapped.count == signature.count)
    #expect(try fault(swapped)?.code == "session_signature_form")
  }

  @Test func `another signer's certificate of the same root is refused`() throws {
    // The signature is good, the chain is good, only they do not belong together.
    let authority = try keys.intermediate()
    let other = try keys.issue("other", by: authority)
    let signer = try keys.uncheckedSigner(other, issuedBy: authority)
    let ours = try #require(CMSParts(try keys.signer().sign(content, at: later)))
    let theirs = try #require(CMSParts(try signer.sign(content, at: later)))
    let mixed = try theirs.form().message(
      ours.attributes, signature: Array(ours.signature))
    #expect(try fault(mixed, signedAt: later) == .badSignature)
  }

  @Test func `a session signed under an earlier certificate of the same root verifies`() throws {
    let authority = try keys.intermediate()
    for name in ["first", "second"] {
      let pair = try keys.issue(name, by: authority)
      let signature = try keys.uncheckedSigner(pair, issuedBy: authority).sign(content, at: later)
      #expect(try fault(signature, signedAt: later) == nil)
    }
  }

  @Test func `sessions of more signers than the cache holds verify again and again`() throws {
    let verifier = try keys.verifier()
    let authority = try keys.intermediate()
    let signatures = try (0..<6).map { index in
      let pair = try keys.issue("signer-\(index)", by: authority)
      return try keys.uncheckedSigner(pair, issuedBy: authority).sign(content, at: later)
    }
    for signature in signatures + signatures {
      #expect(verifier.fault(signature: signature, content: content, signedAt: later) == nil)
    }
  }

  @Test func `a chain that was trusted once is still refused outside its validity`() throws {
    let verifier = try keys.verifier()
    let signer = try keys.signer()
    let signature = try signer.sign(content, at: moment)
    #expect(verifier.fault(signature: signature, content: content, signedAt: moment) == nil)
    let parts = try #require(CMSParts(signature))
    let form = try parts.form()
    let key = try keys.directory.readPrivateKey(keys.directory.signerKey)
    let late = moment.adding(seconds: 800 * 86_400)
    let attributes = try #require(
      SignedAttributes(signingTime: late, digest: sha256(content)))
    let expired = form.message(
      attributes, signature: try key.sign(attributes.bytes))
    let fault = verifier.fault(signature: expired, content: content, signedAt: late)
    #expect(fault?.code == "session_untrusted")
  }
}
