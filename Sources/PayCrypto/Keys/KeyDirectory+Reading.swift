import PayCore
import PaySystem

extension KeyDirectory {
  /// Reads a private key that only its owner may read.
  func readPrivateKey(_ path: String) throws(KeyError) -> PrivateKey {
    var bytes = try read(path, isPrivate: true)
    let pem = Secret(wiping: &bytes)
    return try KeyError.wrap(library: PrivateKey(pem: pem), reading: path)
  }

  /// Reads a file that holds exactly `count` certificates.
  func readCertificates(_ path: String, count: Int) throws(KeyError) -> [Certificate] {
    let bytes = try read(path)
    let certificates = try KeyError.wrap(
      library: Certificate.readAll(pem: bytes), reading: path)
    guard certificates.count == count else {
      throw .malformed(
        path: path, cause: "it holds \(certificates.count) certificates, not \(count)")
    }
    return certificates
  }

  /// The root that sessions must lead to.
  func readTrust() throws(KeyError) -> TrustStore {
    let certificate = try readCertificates(root, count: 1)[0]
    guard certificate.isAuthority, certificate.isSelfIssued else {
      throw .malformed(path: root, cause: "it is not the certificate of a root")
    }
    return try KeyError.wrap(library: TrustStore(root: certificate))
  }

  /// The bytes of a file of keys; tells an operator without keys what to run.
  func read(
    _ path: String, isPrivate: Bool = false, limit: Int = KeyLimits.pemBytes
  ) throws(KeyError) -> [UInt8] {
    do {
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
