/// A merchant session with a signature, as it travels; not yet checked.
package struct SignedSession: Sendable, Hashable {
  package let session: MerchantSession
  /// CMS SignedData in DER.
  package let signature: [UInt8]

  /// Signs a session; its signing time is its `epochTimestamp`.
  package init(_ session: MerchantSession, signer: some SessionSigner) throws(CryptoFailure) {
    self.session = session
    signature = try signer.sign(session.signedBytes, at: session.epochTimestamp)
  }

  package var json: JSONValue {
    .object(session.fields)
      .with("signedFields", .strings(MerchantSession.signedFields))
      .with("signature", .string(Hex.lower(signature)))
  }

  /// Reads exactly the members that `json` writes; throws `shape`, `signedFields`, `notHex`.
  package init(json: JSONValue) throws(SessionFault) {
    var reader = JSONReader(json)
    let session = MerchantSession(&reader)
    let names = reader.strings("signedFields")
    let text = reader.string("signature")
    let faults = reader.finish()
    guard faults.isEmpty, let session, let names, let text else { throw .shape(faults) }
    let isTheList =
      names.count == MerchantSession.signedFields.count
      && zip(names, MerchantSession.signedFields).allSatisfy { $0.hasSameBytes(as: $1) }
    guard isTheList else { throw .signedFields }
    guard let signature = Hex.decodeLower(text) else { throw .notHex }
    self.session = session
    self.signature = signature
  }

  /// Every check of a session: signature, merchant, time; the findings of the first that fails.
  package func fault(
    merchant: Merchant, digest: some Digest, verifier: some SessionVerifier, at moment: Timestamp
  ) -> SessionFault? {
    let signatureFault = verifier.fault(
      signature: signature, content: session.signedBytes, signedAt: session.epochTimestamp)
    if let signatureFault { return signatureFault }
    let own = MerchantSession.hashedIdentifier(of: merchant, digest)
    guard session.merchantIdentifier.hasSameBytes(as: own) else { return .otherMerchant }
    guard session.epochTimestamp <= moment.adding(seconds: Limits.clockSkewSeconds) else {
      return .notYetValid
    }
    guard session.epochTimestamp < session.expiresAt, moment < session.expiresAt else {
      return .expired
    }
    return nil
  }
}

extension MerchantSession {
  /// Reads the signed fields; nil if the reader has noted a fault.
  fileprivate init?(_ reader: inout JSONReader) {
    func text(_ name: String) -> String { reader.string(name) ?? "" }
    func number(_ name: String) -> Int64 { reader.integer(name) ?? 0 }
    func moment(_ name: String) -> Timestamp {
      let value = number(name)
      let moment = Timestamp(milliseconds: value)
      if moment.milliseconds != value {
        reader.fault(name, "out_of_range", "must lie between the years 1970 and 9999")
      }
      return moment
    }
    merchantIdentifier = text("merchantIdentifier")
    merchantSessionIdentifier = text("merchantSessionIdentifier")
    domainName = text("domainName")
    initiative = text("initiative")
    initiativeContext = text("initiativeContext")
    displayName = text("displayName")
    nonce = text("nonce")
    epochTimestamp = moment("epochTimestamp")
    expiresAt = moment("expiresAt")
    operationalAnalyticsIdentifier = text("operationalAnalyticsIdentifier")
    retries = number("retries")
    pspId = text("pspId")
    purchaseIntent = text("purchaseIntent")
    amountMinor = number("amountMinor")
    currency = text("currency")
    guard reader.faults.isEmpty else { return nil }
  }
}
