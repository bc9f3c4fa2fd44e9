import PayCore
import PaySystem

extension KeyDirectory {
  /// Reads a private key that only its owner may read.
  func readPrivateKey(_ path: String) throws(KeyError) -> PrivateKey {
    var bytes = try read(path, isPrivate: true)
    do throws(KeyError) {
      let file = try KeyFile(path, contents: Secret(wiping: &bytes))
      guard let key = file.privateKey else {
        throw .malformed(path: path, cause: "it holds no private key")
      }
      return key
    } catch .unusable(_, let cause) {
      throw .malformed(path: path, cause: cause)
    }
  }

  /// Reads a PEM file that holds exactly `count` certificates, or at least one.
  func readCertificates(_ path: String, count: Int? = nil) throws(KeyError) -> [Certificate] {
    let bytes = try read(path)
    let certificates = try KeyError.wrap(
      library: Certificate.readAll(pem: bytes), reading: path)
    guard count.map({ $0 == certificates.count }) ?? !certificates.isEmpty else {
      let wanted = count.map { "\($0)" } ?? "one"
      throw .malformed(
        path: path, cause: "it holds \(certificates.count) certificates, not \(wanted)")
    }
    return certificates
  }

  /// Every `payment-processing-*.key` of the keys, sorted by name, and where its certificate is: in
  /// a `.pem`, `.cer`, `.crt` or `.der` of the same name.
  func processingKeyFiles() throws(KeyError) -> [KeyFiles] {
    try processingFiles([".key"]).map { path in
      let stem = String(path.dropLast(".key".count))
      let certificate = Self.certificateSuffixes.map { stem + $0 }.first(where: Files.exists)
      return KeyFiles(key: path, certificates: certificate ?? stem + ".pem")
    }
  }

  /// Every other file of keys, sorted by name: `payment-processing-*.p12`, `.pfx`, `.p8`.
  func processingKeyArchives() throws(KeyError) -> [String] {
    try processingFiles([".p12", ".pfx", ".p8"])
  }

  private static let certificateSuffixes = [".pem", ".cer", ".crt", ".der"]

  private func processingFiles(_ suffixes: [String]) throws(KeyError) -> [String] {
    guard Files.exists(keys) else { throw absence }
    return try KeyError.wrap(files: Files.names(in: keys))
      .filter { name in
        name.hasPrefix(Self.processingKeyPrefix) && suffixes.contains { name.hasSuffix($0) }
      }
      .map { keys + "/" + $0 }
  }

  /// The root that sessions must lead to.
  func readRoot() throws(KeyError) -> Certificate {
    let certificate = try readCertificates(root, count: 1)[0]
    guard certificate.isAuthority, certificate.isSelfIssued else {
      throw .malformed(path: root, cause: "it is not the certificate of a root")
    }
    return certificate
  }

  /// The bytes of a file of keys; tells an operator without keys what to run.
  func read(
    _ path: String, isPrivate: Bool = false, limit: Int = KeyLimits.pemBytes
  ) throws(KeyError) -> [UInt8] {
    do {
      if isPrivate, let folder = Files.parent(of: path) { try Files.checkIsOwners(folder) }
      return try isPrivate
        ? Files.readPrivate(path, limit: limit) : Files.read(path, limit: limit)
    } catch {
      guard error.isMissing else { throw .file(error) }
      throw Files.exists(keys) ? .missing(path: path) : absence
    }
  }

  /// Why there are no keys at all.
  var absence: KeyError {
    Files.exists(authority)
      ? .interrupted(authority: authority, unfinished: unfinished.keys) : .missing(path: keys)
  }
}
