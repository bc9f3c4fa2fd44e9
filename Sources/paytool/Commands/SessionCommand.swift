import PayCore
import PayCrypto
import PayStore
import PaySystem

extension CommandSpec {
  static let sessionSign = CommandSpec(
    ["session", "sign"], "a signed merchant session, alone or for an intent",
    options: [
      OptionSpec("--intent", value: "ID", help: "the purchase intent it belongs to"), .at,
    ],
    examples: [
      "paytool session sign -o session.json", "paytool session sign --intent buy_01jd... --json",
    ],
    notes:
      "The output is the session's JSON. Apple devices accept Apple's sessions only; ours proves "
      + "to\nthe merchant's own services that session, intent and price belong together."
  ) { (invocation) throws(Failure) in
    let configuration = try invocation.configuration()
    let moment = try invocation.now()
    let signer = try invocation.sessionSigner()
    let intent = try invocation.sessionIntent(at: moment)
    let session = MerchantSession(
      configuration.merchant, intent: intent, at: moment, randomBytes: secureRandomBytes,
      digest: OpenSSLDigest())
    let signed: SignedSession
    do throws(CryptoFailure) {
      signed = try SignedSession(session, signer: signer)
    } catch {
      throw Failure(error)
    }
    try invocation.output.write(signed.json)
    return .ok
  }

  static let sessionVerify = CommandSpec(
    ["session", "verify"], "whether a session is ours, unchanged and in time", operands: ["FILE"],
    options: [.at],
    examples: ["paytool session verify session.json", "paytool session verify - --json"],
    notes: "Exits 1 and names the fault if not."
  ) { (invocation) throws(Failure) in
    let configuration = try invocation.configuration()
    let moment = try invocation.now()
    let signed = try invocation.signedSession()
    let verifier = try invocation.sessionVerifier()
    let fault: SessionFault?
    do throws(CryptoFailure) {
      fault = try signed.fault(
        merchant: configuration.merchant, digest: OpenSSLDigest(), verifier: verifier, at: moment)
    } catch {
      throw Failure(error)
    }
    if let fault { throw Failure(.foundBad, fault.code, fault.description) }
    try invocation.tell(signed.session)
    return .ok
  }

  static let sessionContent = CommandSpec(
    ["session", "content"], "the exact bytes that a session's signature covers",
    operands: ["FILE"],
    examples: [
      "paytool session content session.json > content",
      "openssl cms -verify -binary -inform DER -in signature.der -content content -CAfile "
        + ".pay/keys/root.pem",
    ],
    notes: "signature.der is the session's signature member as bytes:\n  jq -j .signature "
      + "session.json | tr a-f A-F | basenc --base16 -d > signature.der"
  ) { (invocation) throws(Failure) in
    try invocation.output.write(try invocation.signedSession().session.signedBytes)
    return .ok
  }
}

extension Invocation {
  /// The session in the file operand.
  fileprivate func signedSession() throws(Failure) -> SignedSession {
    let json = try json(at: arguments.operands[0])
    do {
      return try SignedSession(json: json)
    } catch {
      throw Failure(.foundBad, error.code, error.description)
    }
  }

  /// The stored intent that `--intent` names, if it still takes a session; nil without the option.
  fileprivate func sessionIntent(at moment: Timestamp) throws(Failure) -> PurchaseIntent? {
    guard let id = arguments.value("--intent") else { return nil }
    let intent = try withStore(.readOnly) { (store) async throws(Failure) in
      try await store.observedIntent(id, at: moment)
    }
    guard intent.state == .created else {
      throw Failure(intent.state == .expired ? IntentError.expired : .noSession(in: intent.state))
    }
    return intent
  }

  /// Says for whom and what a good session is.
  fileprivate func tell(_ session: MerchantSession) throws(Failure) {
    if isJSON {
      return try output.write([
        "object": "sessionVerification", "valid": true,
        "merchantSessionIdentifier": .string(session.merchantSessionIdentifier),
        "purchaseIntent": .string(session.purchaseIntent),
        "amountMinor": .integer(session.amountMinor), "currency": .string(session.currency),
        "expiresAt": .string(session.expiresAt.description),
      ])
    }
    let price = Currency(code: session.currency).map {
      Money(minorUnits: session.amountMinor, currency: $0).description
    }
    try output.write(
      Text.table([
        ["session", "good until \(session.expiresAt)"],
        ["merchant", "\(session.displayName), \(session.domainName)"],
        ["intent", session.purchaseIntent.isEmpty ? "none: stands alone" : session.purchaseIntent],
        ["price", price ?? "none"],
      ]))
  }
}
