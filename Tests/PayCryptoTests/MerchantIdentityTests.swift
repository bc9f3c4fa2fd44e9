import Foundation
import Glibc
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct MerchantIdentityTests {
  private let folder: TemporaryDirectory
  private static let authority = Result { try CertificateAuthority() }
  private static let pair = Result { try authority.get().issue("identity", isRSA: true) }

  init() throws { folder = try TemporaryDirectory() }

  private func file(_ name: String, _ parts: String..., mode: UInt32 = 0o600) throws -> String {
    var bytes: [UInt8] = []
    for part in parts { bytes += try Files.read(part, limit: 1 << 20) }
    try Files.replace(folder.file(name), with: bytes, mode: mode)
    return folder.file(name)
  }

  private func code(
    _ certificate: String, key: String? = nil, at moment: Timestamp = Timestamp.current()
  ) -> String {
    do throws(MerchantIdentityError) {
      _ = try MerchantIdentity(certificateFile: certificate, keyFile: key, at: moment)
      return "ok"
    } catch {
      #expect(!error.description.contains("PRIVATE"))
      return error.code
    }
  }

  @Test(arguments: [true, false])
  func `certificate and key come from one file or two`(isRSA: Bool) throws {
    let pair = isRSA ? try Self.pair.get() : try Self.authority.get().issue("identity")
    let root = try Self.authority.get().root
    let both = try file("both.pem", pair.key, pair.certificate, root)
    let identity = try MerchantIdentity(
      certificateFile: both, keyFile: nil, at: Timestamp.current())
    let text = String(decoding: identity.certificates, as: UTF8.self)
    #expect(text.ranges(of: "BEGIN CERTIFICATE").count == 2)
    #expect(!text.contains("PRIVATE"))
    #expect(identity.key.reveal().hasPrefix("-----BEGIN PRIVATE KEY-----"))
    #expect("\(identity.key)" == "[redacted]")
    // Anybody may read a certificate, but not a key.
    let open = try file("open.pem", pair.certificate, mode: 0o644)
    #expect(code(open, key: try file("own.key", pair.key)) == "ok")
    #expect(code(open, key: try file("open.key", pair.key, mode: 0o640)) == "identity_file")
    #expect(code(try file("both.pem", pair.certificate, pair.key, mode: 0o604)) == "identity_file")
  }

  @Test func `what is no identity is told`() throws {
    let pair = try Self.pair.get()
    #expect(code(folder.file("nowhere")) == "identity_file")
    #expect(code(try file("key.pem", pair.key)) == "identity_no_certificate")
    #expect(code(try file("certificate.pem", pair.certificate)) == "identity_malformed")
    let other = try Self.authority.get().issue("other")
    #expect(code(pair.certificate, key: other.key) == "identity_mismatch")
    try Files.replace(folder.file("x"), with: Array("hello".utf8), mode: 0o600)
    #expect(code(folder.file("x")) == "key_form")
    #expect(code(pair.certificate, key: folder.file("x")) == "key_form")
  }

  @Test func `the payment processing certificate is told apart`() throws {
    let hash = "0C40" + String(repeating: "41", count: 64)
    let processing = try Self.authority.get().issue(
      "processing", extensions: ["1.2.840.113635.100.6.32=DER:" + hash])
    let path = try file("processing.pem", processing.certificate, processing.key)
    #expect(code(path) == "identity_is_payment_processing")
  }

  /// As Apple issues it: for a TLS client, and with the hash of the merchant in the same extension.
  @Test func `the merchant's own identity is taken, another merchant's is not`() throws {
    let merchant = "merchant.com.example.shop"
    let hash = Hex.upper(sha256(Array(merchant.utf8)))
    let value = "0C40" + Hex.upper(Array(hash.utf8))
    let pair = try Self.authority.get().issue(
      "apple", isRSA: true,
      extensions: ["1.2.840.113635.100.6.32=DER:" + value, "extendedKeyUsage=clientAuth"])
    let path = try file("apple.pem", pair.certificate, pair.key)
    #expect(code(path) == "ok")
    for (name, expected) in [(merchant, "ok"), (merchant + "x", "identity_other_merchant")] {
      var found = "ok"
      do throws(MerchantIdentityError) {
        _ = try MerchantIdentity(
          certificateFile: path, keyFile: nil, merchant: name, at: Timestamp.current())
      } catch {
        found = error.code
      }
      #expect(found == expected)
    }
  }

  @Test func `a certificate that is not valid now is told with its date`() throws {
    let pair = try Self.pair.get()
    let path = try file("both.pem", pair.certificate, pair.key)
    let day: Int64 = 86_400
    #expect(code(path, at: Timestamp.current().adding(seconds: 21 * day)) == "identity_expired")
    #expect(
      code(path, at: Timestamp.current().adding(seconds: -day)) == "identity_not_yet_valid")
  }
}
