import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// The shared secret is 32 bytes, however small its number is.
@Suite struct TokenKeyAgreementTests {
  /// Multiples of the base point of P-256 whose x coordinate begins with so many zero bytes: found
  /// by counting, so that no key has to be kept.
  @Test(arguments: [(1, 379), (2, 40_393)])
  func `a secret that begins with zeros opens`(zeros: Int, multiple: UInt64) throws {
    // The point of the key 1 is the base point, so the secret of both is x of `multiple` times it.
    let key = try SmallKey.key(multiple)
    let ephemeral = try SmallKey.key(1)
    let x = try #require(key.publicKey.point).x
    #expect(x.prefix(zeros).allSatisfy { $0 == 0 } && x[zeros] != 0)
    let merchant = [UInt8](repeating: 7, count: 32)
    let derived = try TokenKeyAgreement.symmetricKey(
      key, ephemeralKey: ephemeral.publicKey.spki, merchantHash: merchant)
    var z = x
    let expected = try TokenKeyAgreement.derive(Secret(wiping: &z), merchant)
    #expect(derived.withBytes { Array($0) } == expected.withBytes { Array($0) })
    // What drops leading zeros finds another key.
    var short = Array(x.drop { $0 == 0 })
    let wrong = try TokenKeyAgreement.derive(Secret(wiping: &short), merchant)
    #expect(derived.withBytes { Array($0) } != wrong.withBytes { Array($0) })
  }

  @Test func `what is no point on the curve is refused`() throws {
    let key = try PrivateKey.generate(.p256)
    let good = try PrivateKey.generate(.p256).publicKey.spki
    var offCurve = good
    offCurve[90] ^= 1
    var infinity = CurvePoint.Curve.p256.head
    infinity[1] = 0x19
    infinity[24] = 2
    let bad: [[UInt8]] = [
      offCurve, [], Array(good.dropLast()), good + [0], infinity + [0],
      Array(good.prefix(26)) + [0x06] + good.dropFirst(27),
      CurvePoint.Curve.p256.head + [0x04] + [UInt8](repeating: 0, count: 64),
      CurvePoint.Curve.p256.head + [0x04] + [UInt8](repeating: 0xFF, count: 64),
      CurvePoint.Curve.p384.head + [0x04] + [UInt8](repeating: 1, count: 96),
    ]
    for point in bad {
      let fault = tokenFault {
        _ = try TokenKeyAgreement.symmetricKey(
          key, ephemeralKey: point, merchantHash: [UInt8](repeating: 0, count: 32))
      }
      #expect(fault == .ephemeralKey)
    }
    #expect(drainOpenSSLErrors() == [])
  }

  /// A sender who could tell bad padding from a bad tag could unwrap keys bit by bit.
  @Test func `a key that does not unwrap gives a key that opens nothing`() throws {
    let bench = try TokenBench.shared.get()
    let token = try SealedToken(parsing: try bench.token(.rsaV1))
    let key = try bench.opener.key(for: token)
    var wrapped = token.keyMaterial
    wrapped[200] ^= 1
    let first = try TokenKeyAgreement.unwrap(wrapped, with: key.key)
    let second = try TokenKeyAgreement.unwrap(wrapped, with: key.key)
    #expect(first.count == 16 && second.count == 16)
    #expect(first.withBytes { Array($0) } != second.withBytes { Array($0) })
    #expect(try TokenCipher.of(.rsaV1).open(token.data, with: first) == nil)
  }
}

/// A key on P-256 whose number is small: for tests, since anybody can find it.
enum SmallKey {
  static func key(_ number: UInt64) throws -> PrivateKey {
    var bytes = [UInt8](repeating: 0, count: 24)
    bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    // SEC1 ECPrivateKey (RFC 5915) without the public half, which OpenSSL works out.
    let identifier: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    let der = DER.element(
      DER.sequence,
      [DER.integer, 1, 1] + DER.element(DER.octetString, bytes)
        + DER.element(DER.context0, identifier))
    var pem = Array("-----BEGIN EC PRIVATE KEY-----\n".utf8)
    pem += Array(Base64.encode(der).utf8) + Array("\n-----END EC PRIVATE KEY-----\n".utf8)
    let file = try KeyFile("a small key", contents: Secret(wiping: &pem))
    return try #require(file.privateKey)
  }
}
