import PayCore
import PaySystem

/// What a file of keys and certificates holds, whatever its form: the contents tell it, not the
/// name.
struct KeyFile {
  let path: String
  let privateKey: PrivateKey?
  /// In the file's order; of PKCS#12, the key's own first.
  let certificates: [Certificate]

  /// Reads a file; one with a private key must be its owner's alone. Throws `file`, `unusable`,
  /// `passphraseMissing`, `passphraseWrong`, `legacyEncryption`, `wrongKind`.
  init(_ path: String, passphrase: Passphrase? = nil) throws(KeyError) {
    var file = try KeyError.wrap(files: Files.readRegular(path, limit: KeyLimits.pemBytes))
    // In place: a second reference to the bytes would have a copy wiped.
    try self.init(path, contents: Secret(wiping: &file.bytes), passphrase: passphrase)
    if privateKey != nil, let exposure = file.exposure { throw .file(exposure) }
  }

  /// Reads what came from a file.
  init(_ path: String, contents: Secret, passphrase: Passphrase? = nil) throws(KeyError) {
    let decoded: DecodedKeys
    do {
      decoded = try Self.decode(contents, passphrase)
    } catch {
      throw KeyError(error, path: path)
    }
    guard decoded.keys.count <= 1 else {
      throw .unusable(path: path, cause: "it holds \(decoded.keys.count) private keys, not one")
    }
    self.path = path
    privateKey = decoded.keys.first
    certificates = decoded.certificates
  }

  private static func decode(
    _ contents: Secret, _ passphrase: Passphrase?
  ) throws(KeyFormFault) -> DecodedKeys {
    try contents.withBytes { bytes throws(KeyFormFault) in
      let blocks = try PEMBlock.all(
        in: bytes, passphrase: passphrase, limit: KeyLimits.pemBlocks)
      guard blocks.isEmpty else { return try decode(blocks, passphrase) }
      return try EncodedKey(
        bytes: bytes.bindMemory(to: UInt8.self), passphrase: passphrase
      ).decode()
    }
  }

  private static func decode(
    _ blocks: [PEMBlock], _ passphrase: Passphrase?
  ) throws(KeyFormFault) -> DecodedKeys {
    var decoded = DecodedKeys()
    for block in blocks {
      if block.label.hasSuffix("PRIVATE KEY") {
        decoded.keys.append(try privateKey(of: block, passphrase))
      } else if ["CERTIFICATE", "X509 CERTIFICATE"].contains(block.label) {
        do {
          decoded.certificates.append(
            try Certificate(der: block.contents.withBytes { [UInt8]($0) }))
        } catch {
          throw .malformed("a certificate in it cannot be used: " + error.detail)
        }
      }
    }
    guard decoded.keys.isEmpty, decoded.certificates.isEmpty else { return decoded }
    if blocks.contains(where: { $0.label.hasSuffix("CERTIFICATE REQUEST") }) {
      throw .malformed("it is a request for a certificate, not the certificate that came of it")
    }
    throw .malformed("it holds neither a private key nor a certificate")
  }
}

extension KeyFile {
  /// The key in a block. The padding of a cipher lets one wrong passphrase in 256 pass: what it
  /// decrypts to is no key then.
  private static func privateKey(
    of block: PEMBlock, _ passphrase: Passphrase?
  ) throws(KeyFormFault) -> PrivateKey {
    do throws(KeyFormFault) {
      return try block.contents.withBytes { bytes throws(KeyFormFault) in
        try EncodedKey(
          bytes: bytes.bindMemory(to: UInt8.self), passphrase: passphrase
        ).privateKey()
      }
    } catch .malformed where block.wasEncrypted {
      throw .passphraseWrong
    }
  }
}

extension KeyError {
  fileprivate init(_ fault: KeyFormFault, path: String) {
    self =
      switch fault {
      case .malformed(let cause): .unusable(path: path, cause: cause)
      case .passphraseMissing: .passphraseMissing(path: path)
      case .passphraseWrong: .passphraseWrong(path: path)
      case .legacyEncryption(let cause): .legacyEncryption(path: path, cause: cause)
      case .wrongKind(let kind): .wrongKind(path: path, kind: kind, wanted: KeyKind.wanted)
      }
  }
}
