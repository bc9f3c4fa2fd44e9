import PayCore
import PaySystem

/// The passphrase of an encrypted key file. It comes from a file or a systemd credential, never
/// from the command line or the environment, which others can read.
package struct Passphrase: Sendable {
  /// With a zero byte at its end, as OpenSSL wants it.
  private let text: Secret

  /// OpenSSL takes no longer one.
  static let limit = 1023

  /// The first line of a file that only its owner may read, without its line feed. Throws `file`,
  /// `passphraseSource`.
  package init(file path: String) throws(KeyError) {
    var bytes = try KeyError.wrap(files: Files.readPrivate(path, limit: KeyLimits.pemBytes))
    defer { bytes.wipe() }
    var line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
    if line.last == UInt8(ascii: "\r") { line[line.count - 1] = 0 } else { line.append(0) }
    guard line.count <= Self.limit + 1, line.firstIndex(of: 0) == line.count - 1 else {
      line.wipe()
      throw .passphraseSource(
        "\(path) cannot be used: its first line is not a passphrase of at most \(Self.limit) bytes "
          + "without a zero byte")
    }
    text = Secret(wiping: &line)
  }

  /// The systemd credential of that name; `directory` is what CREDENTIALS_DIRECTORY says. Throws
  /// `file`, `passphraseSource`.
  package init(credential name: String, directory: String?) throws(KeyError) {
    guard let directory else {
      throw .passphraseSource(
        "there are no credentials: systemd sets CREDENTIALS_DIRECTORY for a unit with "
          + "LoadCredential= or LoadCredentialEncrypted=")
    }
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
      throw .passphraseSource("a credential is named without a folder, as in LoadCredential=")
    }
    try self.init(file: directory + "/" + name)
  }

  /// Lends it as C's text.
  func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    text.withBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
  }
}
