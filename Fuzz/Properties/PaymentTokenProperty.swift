internal import PayCore
internal import PayCrypto
internal import PaySystem

/// A payment token that was read is written so that it reads the same again.
enum PaymentTokenProperty {
  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    let token: SealedToken
    do throws(PaymentTokenFault) {
      token = try SealedToken(parsing: bytes)
    } catch {
      try claim(error.code.hasPrefix("payment_token_"), "reading throws \(error.code)")
      return
    }
    let again = try? SealedToken(parsing: token.json.bytes)
    try claim(again == token, "what was written reads otherwise")
    try claim(
      token.transactionID.count == 32 && token.publicKeyHash.count == 32
        && token.applicationData.map { $0.count == 32 } ?? true, "a part has another size")
  }
}

/// No bytes in place of a signature make a token good, and none break the verifier.
enum TokenSignatureProperty {
  private static let verifier = Result {
    try PaymentTokenVerifier(root: TokenRoot.apple("merchant-config"))
  }

  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    let token = SealedToken(
      version: .ecV1, data: [UInt8](repeating: 1, count: 32), signature: bytes,
      keyMaterial: [UInt8](repeating: 2, count: 91),
      publicKeyHash: [UInt8](repeating: 3, count: 32),
      transactionID: [UInt8](repeating: 4, count: 32), applicationData: nil)
    guard case .success(let verifier) = verifier else {
      throw BrokenClaim(what: "Apple's root is not in merchant-config/trust")
    }
    let moment = (try? TokenInspection(token))?.signingTime ?? Timestamp(seconds: 0)
    do throws(PaymentTokenFault) {
      _ = try verifier.verify(token, at: moment)
    } catch {
      return try claim(error.code.hasPrefix("payment_token_"), "verifying throws \(error.code)")
    }
    throw BrokenClaim(what: "a token that Apple never signed is good")
  }
}

/// A payload is read as the strict reader of JSON reads it, wherever both take it.
enum TokenPayloadProperty {
  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    let token = SealedToken(
      version: .ecV1, data: [1], signature: [1], keyMaterial: [1], publicKeyHash: [1],
      transactionID: [1], applicationData: nil)
    let verified = VerifiedToken(
      token: token, signingTime: Timestamp(seconds: 0), signer: "", replayKey: [])
    let secret = bytes.withUnsafeBytes { Secret(copying: $0) }
    let opened: OpenedToken
    do throws(PaymentTokenFault) {
      opened = try OpenedToken(verified, payload: secret)
    } catch {
      try claim(error.code == "payment_token_payload", "reading throws \(error.code)")
      return
    }
    guard let json = try? JSONValue(parsing: bytes) else { return }
    try claim(json["transactionAmount"] == .integer(opened.amountMinor), "another amount")
    try claim(json["currencyCode"] == .string(opened.currencyNumeric), "another currency")
    guard case .string(let number)? = json["applicationPrimaryAccountNumber"] else {
      throw BrokenClaim(what: "no card number")
    }
    try claim(number.hasSuffix(opened.last4), "other last digits")
  }
}

/// A validation URL that is taken is one of the list, written in one of two ways.
enum ValidationURLProperty {
  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    let text = String(decoding: bytes, as: UTF8.self)
    for environment in [AppleEnvironment.production, .sandbox] {
      guard let gateway = try? AppleGateway(validationURL: text, in: environment) else { continue }
      let known = ["", ":443"].map { "https://\(gateway.host)\($0)\(gateway.path)" }
      try claim(known.contains { $0.hasSameBytes(as: text) }, "\(text) is taken")
      try claim(
        AppleGateway.hosts(environment).contains(gateway.host)
          && AppleGateway.paths.contains(gateway.path), "\(gateway) is not in the list")
    }
  }
}
