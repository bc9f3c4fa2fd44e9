import PayCore
import PayCrypto

extension CommandSpec {
  static let tokenVerify = CommandSpec(
    ["token", "verify"], "whether a payment token is Apple's, recent and unaltered",
    operands: ["FILE"],
    options: [
      .tokenRoot, .tokenWindow,
      OptionSpec(
        "--key", value: "FILE", isRepeatable: true,
        help: "processing key and its certificate; one must be the token's"),
      .passphraseFile, .passphraseCredential,
      .merchantIdentifier, .merchantIdentifierHash, .at,
    ],
    examples: [
      "paytool token verify token.json",
      "paytool token verify token.json --root .pay/keys/root.pem",
      "paytool token verify old-token.json --at 2021-09-01T19:03:06Z --json",
    ],
    notes:
      "FILE is the whole payment token or its paymentData; - is standard input. Needs no key;\n"
      + "with --key one of them must be the token's, and its certificate that of\n"
      + "--merchant-identifier. A token is good for minutes: --at judges an old one by its own\n"
      + "time. Its replay key is the same however it is spelled: take none twice. Where in the\n"
      + "signed bytes the transaction and the application data stand, only opening it proves.\n"
      + "Exits 1 and names the fault if it is not good."
  ) { (invocation) throws(Failure) in
    try invocation.requireKey(for: [
      "--merchant-identifier", "--merchant-identifier-hash", "--passphrase-file",
      "--passphrase-credential",
    ])
    let judge = try invocation.tokenJudge()
    let ring =
      invocation.arguments.values("--key").isEmpty ? nil : try invocation.processingKeys()
    do throws(Failure) {
      let verified = try judge.verify(try invocation.sealedToken())
      if let ring { try invocation.check(ring, isFor: verified.token) }
      try invocation.tell(verified, under: judge.root)
    } catch {
      if invocation.isJSON, error.exitCode == .foundBad {
        try invocation.output.write([
          "object": "tokenVerification", "valid": false,
          "findings": [["code": .string(error.code), "message": .string(error.message)]],
        ])
      }
      throw error
    }
  }
}

extension Invocation {
  /// Refuses options that do nothing without `--key`, lest they seem to have been checked.
  fileprivate func requireKey(for options: [String]) throws(Failure) {
    guard arguments.values("--key").isEmpty else { return }
    for option in options where arguments.value(option) != nil {
      throw .usage("\(option) does nothing without --key, which names the key that it is about")
    }
  }

  /// Refuses keys of which none could open the token, and those of another merchant.
  fileprivate func check(
    _ ring: ProcessingKeyRing, isFor token: SealedToken
  ) throws(Failure) {
    do { _ = try PaymentTokenOpener(ring: ring).key(for: token) } catch { throw Failure(error) }
    _ = try merchantIdentifierHash(for: token, ring)
  }

  /// Says what was signed, by whom and when.
  fileprivate func tell(_ verified: VerifiedToken, under root: TokenRoot) throws(Failure) {
    let token = verified.token
    if isJSON {
      return try output.write([
        "object": "tokenVerification", "valid": true,
        "token": [
          "version": .string(token.version.rawValue),
          "transactionId": .string(Hex.lower(token.transactionID)),
          "replayKey": .string(Hex.lower(verified.replayKey)),
          "applicationData": token.applicationData.map { .string(Hex.lower($0)) } ?? .null,
          "publicKeyHash": .string(Base64.encode(token.publicKeyHash)),
          "signingTime": .string(verified.signingTime.description),
          "signer": .string(verified.signer), "rootIsApple": .bool(root.isApple),
        ],
        "findings": [],
      ])
    }
    try output.write(
      Table.facts([
        ["token", "\(token.version.rawValue), good"],
        ["signed", "\(verified.signingTime) by \(verified.signer)"],
        ["root", root.isApple ? "Apple's" : "not Apple's: good for development only"],
        ["transaction", Hex.lower(token.transactionID)],
        ["replay key", Hex.lower(verified.replayKey)],
        ["application data", token.applicationData.map { Hex.lower($0) } ?? "none"],
      ]))
  }
}
