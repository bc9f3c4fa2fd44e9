import PayCore
import PayCrypto
import PaySystem

extension CommandSpec {
  static let sessionSign = CommandSpec(
    ["session", "sign"], "a signed merchant session, alone or for an intent",
    options: [
      OptionSpec("--intent", value: "ID", help: "the purchase intent it belongs to"), .at,
    ],
    examples: [
      "paytool session sign -o session.json",
      "paytool session sign --intent buy_06b1v9jt8n3k5m7p9rsvwxyz12",
    ],
    notes:
      "Writes the session's JSON. Apple devices accept Apple's sessions only; ours proves to the\n"
      + "merchant's own services that session, intent and price belong together.\n"
      + "Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    let merchant = try invocation.configuration().merchant
    let moment = try invocation.now()
    let signer = try invocation.keys { (directory) throws(KeyError) in
      try CMSSessionSigner(directory)
    }
    let intent = try invocation.sessionIntent(at: moment)
    let session = MerchantSession(
      merchant, intent: intent, at: moment, randomBytes: secureRandomBytes, digest: OpenSSLDigest())
    let signed: SignedSession
    do throws(CryptoFailure) {
      signed = try SignedSession(session, signer: signer)
    } catch {
      throw Failure(error)
    }
    try invocation.output.write(signed.json)
  }

  static let sessionVerify = CommandSpec(
    ["session", "verify"], "whether a session is ours, unchanged and in time", operands: ["FILE"],
    options: [.at],
    examples: ["paytool session verify session.json", "paytool session verify - --json"],
    notes: "Says what the session is good for, or exits 1 and names the fault. - is standard input."
  ) { (invocation) throws(Failure) in
    let merchant = try invocation.configuration().merchant
    let moment = try invocation.now()
    let verifier = try invocation.keys { (directory) throws(KeyError) in
      try CMSSessionVerifier(directory)
    }
    do throws(Failure) {
      let signed = try invocation.signedSession()
      try invocation.check(signed, merchant: merchant, verifier: verifier, at: moment)
      try invocation.tell(signed.session)
    } catch {
      if invocation.isJSON, error.exitCode == .foundBad {
        try invocation.output.write([
          "object": "sessionVerification", "valid": false,
          "findings": [["code": .string(error.code), "message": .string(error.message)]],
        ])
      }
      throw error
    }
  }

  static let sessionContent = CommandSpec(
    ["session", "content"], "the exact bytes that a session's signature covers",
    operands: ["FILE"],
    examples: [
      "paytool session content session.json > content",
      "openssl cms -verify -binary -inform DER -in signature.der -content content \\\n"
        + "      -CAfile .pay/keys/root.pem -out /dev/null",
    ],
    notes: "The signature is the session's member of that name, as bytes:\n"
      + "  jq -j .signature session.json | tr a-f A-F | basenc --base16 -d > signature.der\n"
      + "With --json the content is Base64 in a member of a document."
  ) { (invocation) throws(Failure) in
    let content = try invocation.signedSession().session.signedBytes
    guard invocation.isJSON else { return try invocation.output.write(content) }
    try invocation.output.write([
      "object": "sessionContent", "content": .string(Base64.encode(content)),
    ])
  }
}

extension Invocation {
  /// The session in the file operand.
  fileprivate func signedSession() throws(Failure) -> SignedSession {
    let json = try json(at: arguments.operands[0])
    do { return try SignedSession(json: json) } catch { throw Failure(error) }
  }

  fileprivate func check(
    _ signed: SignedSession, merchant: Merchant, verifier: CMSSessionVerifier,
    at moment: Timestamp
  ) throws(Failure) {
    let fault = signed.fault(
      merchant: merchant, digest: OpenSSLDigest(), verifier: verifier, at: moment)
    if let fault { throw Failure(fault) }
  }

  /// The stored intent that `--intent` names, if it still takes a session; nil without the option.
  fileprivate func sessionIntent(at moment: Timestamp) throws(Failure) -> PurchaseIntent? {
    guard let id = arguments.value("--intent") else { return nil }
    let intent = try intent(id, at: moment)
    if let refusal = intent.sessionRefusal { throw Failure(refusal) }
    return intent
  }

  /// Says for whom, for what and until when a good session is.
  fileprivate func tell(_ session: MerchantSession) throws(Failure) {
    if isJSON {
      return try output.write([
        "object": "sessionVerification", "valid": true, "session": session.json, "findings": [],
      ])
    }
    let price = Currency(code: session.currency).map {
      Money(minorUnits: session.amountMinor, currency: $0).description
    }
    try output.write(
      Table.facts([
        ["session", "good until \(session.expiresAt)"],
        ["merchant", "\(session.displayName), \(session.domainName)"],
        ["intent", session.purchaseIntent.isEmpty ? "none: stands alone" : session.purchaseIntent],
        ["price", price ?? "none"],
      ]))
  }
}

extension MerchantSession {
  /// What a verifier's caller wants to know.
  fileprivate var json: JSONValue {
    [
      "merchantSessionIdentifier": .string(merchantSessionIdentifier),
      "domainName": .string(domainName), "displayName": .string(displayName),
      "purchaseIntent": .string(purchaseIntent), "amountMinor": .integer(amountMinor),
      "currency": .string(currency), "createdAt": .string(epochTimestamp.description),
      "expiresAt": .string(expiresAt.description),
    ]
  }
}
