import COpenSSL
import Glibc
import PayCore
import PayCrypto
import PaySystem

/// Signatures per second of this thread's CPU: merchant sessions of 600 bytes as we sign them, and
/// the limit, bare `EVP_PKEY_sign` of a digest with a context made once. Measured A B A B.
func benchmarkSigning() -> (ours: Double, limit: Double) {
  var template = Array("/tmp/pay-bench-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { fatalError("cannot make a folder in /tmp") }
  let data = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
  let directory = KeyDirectory(data: data)
  defer { removeKeys(directory) }
  do {
    let moment = Timestamp.current()
    _ = try KeyGeneration.generate(
      in: directory, merchantIdentifier: "merchant.com.sample.ApplePayAction", at: moment,
      random: secureRandomBytes)
    let signer = try CMSSessionSigner(directory)
    let content = secureRandomBytes(600)
    let bare = BareSigner()
    return try alternating(
      { for _ in 0..<500 { _ = try signer.sign(content, at: moment) } },
      { for _ in 0..<500 { bare.sign() } })
  } catch {
    fatalError("the signing benchmark failed: \(error)")
  }
}

/// Operations per CPU-second of two steps of 500 operations each, run in turn.
private func alternating(
  _ ours: () throws -> Void, _ limit: () throws -> Void
) rethrows -> (ours: Double, limit: Double) {
  let rounds = 40
  var seconds = (ours: 0.0, limit: 0.0)
  try ours()
  try limit()
  for _ in 0..<rounds {
    let start = threadSeconds()
    try ours()
    let middle = threadSeconds()
    try limit()
    seconds.ours += middle - start
    seconds.limit += threadSeconds() - middle
  }
  let operations = Double(500 * rounds)
  return (operations / seconds.ours, operations / seconds.limit)
}

/// OpenSSL and nothing else.
private final class BareSigner {
  private let context: OpaquePointer
  private let digest = secureRandomBytes(32)
  private var signature = [UInt8](repeating: 0, count: 72)

  init() {
    let key = pay_generate_p256()
    defer { EVP_PKEY_free(key) }
    guard let context = EVP_PKEY_CTX_new(key, nil), EVP_PKEY_sign_init(context) == 1 else {
      fatalError("cannot make a key")
    }
    self.context = context
  }

  deinit { EVP_PKEY_CTX_free(context) }

  func sign() {
    var count = signature.count
    guard EVP_PKEY_sign(context, &signature, &count, digest, digest.count) == 1 else {
      fatalError("cannot sign")
    }
  }
}

private func removeKeys(_ directory: KeyDirectory) {
  do {
    try Files.removeDirectory(directory.keys)
    try Files.removeDirectory(directory.authority)
    try Files.removeDirectory(directory.data)
  } catch {
    print("left behind: \(error)")
  }
}
