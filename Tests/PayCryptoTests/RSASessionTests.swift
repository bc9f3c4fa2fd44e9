import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// Sessions whose signer has an RSA key, as `keys generate --rsa` makes one.
@Suite struct RSASessionTests {
  private let keys: TestKeys
  private let content = sampleContent()
  private let moment = TestKeys.now

  init() throws { keys = try TestKeys(rsaSigner: true) }

  @Test func `a session is signed and verified, and every flipped bit is refused`() throws {
    let verifier = try keys.verifier()
    let signature = try keys.signer().sign(content, at: moment)
    #expect(verifier.fault(signature: signature, content: content, signedAt: moment) == nil)
    var accepted: [Int] = []
    for bit in 0..<signature.count * 8 {
      var flipped = signature
      flipped[bit / 8] ^= 1 << (bit % 8)
      if verifier.fault(signature: flipped, content: content, signedAt: moment) == nil {
        accepted.append(bit)
      }
    }
    for bit in 0..<content.count * 8 {
      var flipped = content
      flipped[bit / 8] ^= 1 << (bit % 8)
      if verifier.fault(signature: signature, content: flipped, signedAt: moment) == nil {
        accepted.append(bit)
      }
    }
    #expect(accepted == [])
    for tail in [[0], [0, 0], signature] as [[UInt8]] {
      let fault = verifier.fault(signature: signature + tail, content: content, signedAt: moment)
      #expect(fault?.code == "session_signature_form")
    }
  }

  @Test func `stock openssl and CMS_verify take it`() throws {
    let signature = try keys.signer().sign(content, at: moment)
    let root = try keys.directory.readCertificates(keys.directory.root, count: 1)[0]
    let peer = CMSPeer(root: root)
    #expect(peer.accepts(signature, over: content, at: moment))
    #expect(!peer.accepts(signature, over: content + [0], at: moment))
  }

  /// Whoever can sign development tokens cannot sign sessions with the same certificate.
  @Test func `the signer of payment tokens signs no session`() throws {
    let ours = try TestKeys()
    let files = ours.directory.tokenSigner(.ec)
    let chain = try ours.directory.readCertificates(files.certificates, count: 2)
    let signer = CMSSessionSigner(
      key: try ours.directory.readPrivateKey(files.key),
      pair: try CertificatePair(leaf: chain[0], intermediate: chain[1]))
    let signature = try signer.sign(content, at: moment)
    let fault = try ours.verifier().fault(
      signature: signature, content: content, signedAt: moment)
    #expect(fault?.code == "session_untrusted")
  }
}
