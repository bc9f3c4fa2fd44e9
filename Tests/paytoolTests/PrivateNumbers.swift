import Foundation

/// The secret numbers of a private key in PKCS#8, read by the tests' own few lines: the scalar of an
/// elliptic-curve key; of an RSA key the private exponent, the primes and what is derived of them.
struct PrivateNumbers {
  /// The key without its PEM armour.
  let der: [UInt8]
  let numbers: [(name: String, bytes: [UInt8])]

  /// nil if the text holds no private key in PEM.
  init?(pem text: String) throws {
    let lines = text.split(separator: "\n")
    guard let first = lines.firstIndex(of: "-----BEGIN PRIVATE KEY-----"),
      let last = lines.firstIndex(of: "-----END PRIVATE KEY-----")
    else { return nil }
    guard let data = Data(base64Encoded: lines[(first + 1)..<last].joined()) else {
      throw NotAKey(what: "Base64")
    }
    try self.init(der: [UInt8](data))
  }

  init(der: [UInt8]) throws {
    self.der = der
    // PrivateKeyInfo: version, algorithm, the key in an OCTET STRING (RFC 5958).
    let info = try Self.elements(try Self.contents(of: der[...]))
    guard info.count >= 3 else { throw NotAKey(what: "PKCS#8") }
    let key = try Self.elements(try Self.contents(of: info[2]))
    switch key.count {
    case 9:
      // RSAPrivateKey: version, n and e, which are public, and the rest (RFC 8017, A.1.2).
      let names = ["d", "p", "q", "d mod p-1", "d mod q-1", "1/q mod p"]
      numbers = zip(names, key[3...]).map { ($0, Array($1.drop { $0 == 0 })) }
    case 2...4:
      // ECPrivateKey: version, the scalar, and what is public (RFC 5915).
      numbers = [("scalar", Array(key[1]))]
    default: throw NotAKey(what: "RSA or EC")
    }
  }

  /// The contents of the DER elements that lie one after another.
  private static func elements(_ bytes: ArraySlice<UInt8>) throws -> [ArraySlice<UInt8>] {
    var elements: [ArraySlice<UInt8>] = []
    var rest = bytes
    while !rest.isEmpty {
      let header = Array(rest.prefix(4))
      guard header.count >= 2 else { throw NotAKey(what: "DER") }
      let (count, size) =
        switch header[1] {
        case 0x81 where header.count > 2: (Int(header[2]), 3)
        case 0x82 where header.count > 3: (Int(header[2]) << 8 | Int(header[3]), 4)
        default: (Int(header[1]), 2)
        }
      guard size + count <= rest.count else { throw NotAKey(what: "DER") }
      elements.append(rest.dropFirst(size).prefix(count))
      rest = rest.dropFirst(size + count)
    }
    return elements
  }

  private static func contents(of bytes: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    guard let first = try elements(bytes).first else { throw NotAKey(what: "DER") }
    return first
  }

  struct NotAKey: Error {
    let what: String
  }
}
