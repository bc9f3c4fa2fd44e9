import HTTPClient
import PayCore
import PayCrypto
import PaySystem

extension CommandSpec {
  static let sessionRequest = CommandSpec(
    ["session", "request"], "a merchant session from Apple",
    options: [
      OptionSpec(
        "--identity", value: "FILE",
        help: "the merchant identity certificate and its key: PEM, DER or PKCS #12"),
      OptionSpec("--identity-key", value: "FILE", help: "the key, if it is in a file of its own"),
      .passphraseFile, .passphraseCredential,
      OptionSpec(
        "--validation-url", value: "URL",
        help: "the URL that the page was given (else Apple's gateway)"),
      OptionSpec("--sandbox", help: "from Apple's sandbox, not from production"),
    ],
    examples: [
      "paytool session request --identity merchant-identity.pem -o session.json",
      "paytool session request --identity merchant.pem --identity-key merchant.key --sandbox",
    ],
    notes:
      "Sends the merchant, the display name and the initiative of the configuration to Apple's\n"
      + "gateway under the merchant's identity, checks the answer and writes it byte for byte:\n"
      + "hand it to the page as it is. A session is for one sheet and lives five minutes.\n"
      + "A validation URL only chooses among Apple's gateways; any other is refused."
  ) { (invocation) throws(Failure) in
    try invocation.requestSession(through: HTTPSClient())
  }
}

extension Invocation {
  /// Writes a session that Apple gives; tests bring a client that calls a gateway of their own.
  func requestSession(through client: HTTPSClient) throws(Failure) {
    let environment: AppleEnvironment = arguments.has("--sandbox") ? .sandbox : .production
    let exchange = AppleSessionExchange(environment: environment, client: client)
    let gateway = try exchange.gateway(named: arguments.value("--validation-url"))
    let request = SessionRequest(try configuration().merchant)
    let identity = try identity(of: request.merchantIdentifier)
    let session = try exchange.session(
      for: request, at: gateway, as: identity, now: Timestamp.current)
    for finding in session.findings {
      output.note("warning: \(finding.pointer) \(finding.message)")
    }
    try output.write(json: session.bytes)
  }

  private func identity(of merchant: String) throws(Failure) -> MerchantIdentity {
    guard let file = arguments.value("--identity") else {
      throw .usage(
        "--identity FILE is missing: the merchant identity certificate with its key, as Apple's "
          + "gateway wants to see it")
    }
    let passphrase = try passphrase()
    do {
      return try MerchantIdentity(
        certificateFile: file, keyFile: arguments.value("--identity-key"),
        passphrase: passphrase, merchant: merchant, at: Timestamp.current())
    } catch {
      throw Failure(error)
    }
  }
}
