internal import PayCore
internal import PayCrypto

/// Bytes in place of keys or certificates are read, always to the same, or refused as what they
/// are.
enum KeyFileProperty {
  private static let refusals: Set<String> = [
    "key_form", "key_passphrase_missing", "key_passphrase_wrong", "key_encryption_legacy",
    "key_kind",
  ]

  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    let first: [[UInt8]]
    do throws(KeyError) {
      first = try hashes(bytes)
    } catch {
      return try claim(refusals.contains(error.code), "reading throws \(error.code)")
    }
    try claim(!first.isEmpty, "a file is read in which there is nothing")
    try claim(first.allSatisfy { $0.count == 32 }, "a hash has another size")
    try claim((try? hashes(bytes)) == first, "it reads otherwise the second time")
  }

  /// Those of the public keys: of the private key's, then of the certificates'.
  private static func hashes(_ bytes: [UInt8]) throws(KeyError) -> [[UInt8]] {
    let contents = bytes.withUnsafeBytes { Secret(copying: $0) }
    let file = try KeyInspection("input", contents: contents).files[0]
    return (file.privateKey.map { [$0.publicKeyHash] } ?? [])
      + file.certificates.map(\.publicKeyHash)
  }
}
