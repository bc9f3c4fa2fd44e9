import PayCrypto

extension OptionSpec {
  static let passphraseFile = OptionSpec(
    "--passphrase-file", value: "FILE", help: "file (0600) whose first line opens the keys")
  static let passphraseCredential = OptionSpec(
    "--passphrase-credential", value: "NAME", help: "systemd credential that opens the keys")
}

extension Invocation {
  /// What `--passphrase-file` or `--passphrase-credential` says; nil without them.
  func passphrase() throws(Failure) -> Passphrase? {
    let file = arguments.value("--passphrase-file")
    let credential = arguments.value("--passphrase-credential")
    guard file == nil || credential == nil else {
      throw .usage("give --passphrase-file or --passphrase-credential, not both")
    }
    return try keys { (_) throws(KeyError) in
      if let file { return try Passphrase(file: file) }
      guard let credential else { return nil }
      return try Passphrase(
        credential: credential, directory: environmentVariable("CREDENTIALS_DIRECTORY"))
    }
  }
}
