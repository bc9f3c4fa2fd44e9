import PayCore

/// A payment token in the making: what goes into it and what is done to it, step by step.
///
/// As it begins, it makes a good token. A fault changes one thing of it, so that only the check for
/// that thing can refuse what comes out.
struct TokenRecipe {
  /// What of a token the signature covers, and the hash that it does not.
  struct Parts {
    var data: [UInt8]
    var keyMaterial: [UInt8]
    var publicKeyHash: [UInt8]
    var transactionID: [UInt8]
    var applicationData: [UInt8]?

    func sealed(_ version: SealedToken.Version, signature: [UInt8]) -> SealedToken {
      SealedToken(
        version: version, data: data, signature: signature, keyMaterial: keyMaterial,
        publicKeyHash: publicKeyHash, transactionID: transactionID,
        applicationData: applicationData)
    }
  }

  let version: SealedToken.Version
  let issuer: TokenIssuer
  let moment: Timestamp
  let random: (Int) -> [UInt8]

  // MARK: The payload

  var payload: SimulatedPayload
  /// Done to the text that is encrypted.
  var changePlaintext: (inout [UInt8]) -> Void = { _ in }

  // MARK: The encryption

  var recipient: Certificate
  var merchantIdentifierHash: [UInt8]
  /// RSA_v1: bytes of the key that is wrapped, and the digest of OAEP.
  var wrappedKeyBytes = 16
  var wrappingDigest = "SHA256"

  // MARK: The signature

  var applicationData: [UInt8]?
  /// Done before the token is signed: the signature covers the change.
  var changeBeforeSigning: (inout Parts) throws(CryptoFailure) -> Void = { _ in }
  var message: TokenCMSWriter
  /// Done to the signature.
  var changeSignature: (inout [UInt8]) -> Void = { _ in }
  /// Done after the token was signed.
  var changeAfterSigning: (inout Parts) throws(CryptoFailure) -> Void = { _ in }

  // MARK: The document

  /// Done to `paymentData`.
  var changePaymentData: (JSONValue) -> JSONValue = { $0 }
  /// Done to the whole token.
  var changeToken: (JSONValue) -> JSONValue = { $0 }
  /// Done to its text.
  var changeText: (inout [UInt8]) -> Void = { _ in }

  init(
    _ payment: SimulatedPayment, version: SealedToken.Version, issuer: TokenIssuer,
    at moment: Timestamp, random: @escaping (Int) -> [UInt8]
  ) {
    self.version = version
    self.issuer = issuer
    self.moment = moment
    self.random = random
    payload = SimulatedPayload(price: payment.price, at: moment, random: random)
    let identity = issuer.identity(for: version)
    recipient = identity.recipient
    merchantIdentifierHash = issuer.merchantIdentifierHash
    applicationData = payment.applicationData.map(sha256)
    message = TokenCMSWriter(
      signer: identity.signer, intermediate: issuer.intermediate.certificate,
      signingTime: moment.wholeSecond)
  }

  /// Makes the whole payment token as PassKit and Apple Pay JS give it.
  func token() throws(CryptoFailure) -> [UInt8] {
    let sealed = try encrypted(payload)
    var parts = Parts(
      data: sealed.data, keyMaterial: sealed.keyMaterial,
      publicKeyHash: recipient.publicKey.spkiHash, transactionID: random(32),
      applicationData: applicationData)
    try changeBeforeSigning(&parts)
    let content = parts.sealed(version, signature: []).signedBytes
    var signature = try message.message(over: content)
    changeSignature(&signature)
    try changeAfterSigning(&parts)
    let paymentData = changePaymentData(parts.sealed(version, signature: signature).json)
    let token: JSONValue = [
      "paymentData": paymentData,
      "paymentMethod": ["displayName": .string(cardName), "network": "Visa", "type": "debit"],
      "transactionIdentifier": .string(Hex.upper(parts.transactionID)),
    ]
    var text = changeToken(token).bytes + [UInt8(ascii: "\n")]
    changeText(&text)
    return text
  }

  /// A payload, encrypted as the token's is.
  func encrypted(_ payload: SimulatedPayload) throws(CryptoFailure) -> TokenEncryption.Sealed {
    var plaintext = payload.bytes
    defer { plaintext.wipe() }
    changePlaintext(&plaintext)
    switch version {
    case .ecV1:
      return try TokenEncryption.elliptic(
        plaintext, to: recipient, merchantIdentifierHash: merchantIdentifierHash)
    case .rsaV1:
      return try TokenEncryption.rsa(
        plaintext, to: recipient, keyBytes: wrappedKeyBytes, digest: wrappingDigest,
        random: random)
    }
  }

  /// What the sheet calls the card.
  private var cardName: String {
    guard case .string(let number) = payload.json["applicationPrimaryAccountNumber"] else {
      return "Visa"
    }
    return "Visa \(number.suffix(4))"
  }
}
