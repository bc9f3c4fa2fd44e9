import PayCore
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct CertificateTests {
  private let certificate: Certificate

  init() throws {
    let keys = try TestKeys()
    certificate = try keys.directory.readCertificates(keys.directory.root, count: 1)[0]
  }

  @Test func `a certificate is read from the DER that it is written in`() throws {
    let again = try Certificate(der: certificate.der)
    #expect(again.der == certificate.der)
    #expect(again.publicKey == certificate.publicKey)
    #expect(try Certificate.readAll(pem: certificate.pem()).map(\.der) == [certificate.der])
  }

  @Test func `the same certificate in another encoding is refused`() throws {
    // No signature covers a certificate's outermost bytes, and OpenSSL reads BER.
    let der = certificate.der
    let contents = Array(der[4...])
    let length = Array(der[2..<4])
    let longer = [0x30, 0x83, 0x00] + length + contents
    let indefinite = [0x30, 0x80] + contents + [0x00, 0x00]
    for other in [longer, indefinite, der + [0x00], Array(der.dropLast()), []] {
      #expect(throws: CryptoFailure.self) { try Certificate(der: other) }
    }
    #expect(drainOpenSSLErrors() == [])
  }

  @Test func `stray text between certificates is allowed and a broken one is not`() throws {
    let pem = try certificate.pem()
    let remark = Array("# the root\n".utf8)
    #expect(try Certificate.readAll(pem: remark + pem + remark + pem).count == 2)
    #expect(try Certificate.readAll(pem: remark).isEmpty)
    var broken = pem
    broken[pem.count / 2] = UInt8(ascii: "!")
    #expect(throws: CryptoFailure.self) { try Certificate.readAll(pem: pem + broken) }
    #expect(drainOpenSSLErrors() == [])
  }
}
