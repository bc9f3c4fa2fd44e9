import PayCore
import PayCrypto
import PaySystem

extension CommandSpec {
  static let tokenInspect = CommandSpec(
    ["token", "inspect"], "what a payment token says of itself, unchecked", operands: ["FILE"],
    options: [
      .tokenKey, .passphraseFile, .passphraseCredential, .merchantIdentifier,
      .merchantIdentifierHash, .tokenRoot, .tokenWindow, .at,
    ],
    examples: ["paytool token inspect token.json", "paytool token inspect - --json"],
    notes:
      "FILE is the whole payment token or its paymentData; - is standard input. Nothing is\n"
      + "verified: anyone can make a token that says the same. paytool token verify checks it,\n"
      + "with the same options, of which this uses only --key and its passphrase."
  ) { (invocation) throws(Failure) in
    let token = try invocation.sealedToken()
    let holder = try invocation.holder(of: token)
    let inspection: TokenInspection?
    let fault: PaymentTokenFault?
    do throws(PaymentTokenFault) {
      inspection = try TokenInspection(token)
      fault = nil
    } catch {
      inspection = nil
      fault = error
    }
    if invocation.isJSON {
      try invocation.output.write(token.inspected(inspection, holder))
    } else {
      try invocation.output.write(token.text(inspection, holder))
      invocation.output.note("Nothing was verified: paytool token verify does.")
    }
    if let fault { throw Failure(fault) }
  }
}

/// Whether a key that a token is encrypted for is here.
private enum KeyHolder {
  case here(file: String)
  case absent
  /// There are no keys at all to look among.
  case unknown

  var text: String {
    switch self {
    case .here(let file): "is ours: \(file)"
    case .absent: "is none of ours"
    case .unknown: "there are no keys here to compare"
    }
  }
}

extension Invocation {
  /// Who has the key of a token; without `--key`, keys that are not there are no error.
  fileprivate func holder(of token: SealedToken) throws(Failure) -> KeyHolder {
    if arguments.values("--key").isEmpty, !Files.exists(keyDirectory.keys) { return .unknown }
    do throws(Failure) {
      guard let key = try processingKeys().key(forHash: token.publicKeyHash) else { return .absent }
      return .here(file: key.file)
    } catch {
      // Inspecting needs no key: one of the directory's that does not open is only told.
      guard arguments.values("--key").isEmpty else { throw error }
      output.note("Keys were not compared: \(error.message)")
      return .unknown
    }
  }
}

extension SealedToken {
  fileprivate func text(_ inspection: TokenInspection?, _ holder: KeyHolder) -> String {
    var facts = [
      ["version", version.rawValue], ["transaction", Hex.lower(transactionID)],
      ["application data", applicationData.map { Hex.lower($0) } ?? "none"],
      ["key hash", "\(Base64.encode(publicKeyHash)), \(holder.text)"],
      ["payload", counted(max(0, data.count - 16), "byte") + ", encrypted"],
      [version.keyMember, counted(keyMaterial.count, "byte")],
      ["signature", counted(signature.count, "byte")],
    ]
    if let inspection {
      facts.append(["signing time", "\(inspection.signingTime), as it says"])
      for certificate in inspection.certificates {
        facts.append([certificate.role, certificate.subject])
        facts.append(["", "\(certificate.notBefore) to \(certificate.notAfter)"])
      }
    }
    return Table.facts(facts)
  }

  fileprivate func inspected(_ inspection: TokenInspection?, _ holder: KeyHolder) -> JSONValue {
    let isOurs: JSONValue
    switch holder {
    case .here: isOurs = true
    case .absent: isOurs = false
    case .unknown: isOurs = .null
    }
    return [
      "object": "tokenInspection", "verified": false, "version": .string(version.rawValue),
      "transactionId": .string(Hex.lower(transactionID)),
      "applicationData": applicationData.map { .string(Hex.lower($0)) } ?? .null,
      "publicKeyHash": .string(Base64.encode(publicKeyHash)), "keyIsOurs": isOurs,
      "dataBytes": .integer(Int64(data.count)),
      "keyMaterialBytes": .integer(Int64(keyMaterial.count)),
      "signatureBytes": .integer(Int64(signature.count)),
      "signingTime": inspection.map { .string($0.signingTime.description) } ?? .null,
      "certificates": .array(inspection?.certificates.map(\.tokenJSON) ?? []),
    ]
  }
}

extension CertificateSummary {
  fileprivate var tokenJSON: JSONValue {
    [
      "role": .string(role), "subject": .string(subject), "issuer": .string(issuer),
      "serial": .string(serial), "notBefore": .string(notBefore.description),
      "notAfter": .string(notAfter.description), "sha256": .string(fingerprint),
    ]
  }
}
