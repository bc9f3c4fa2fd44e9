/// The payment token that an intent took: no other intent ever takes it again.
package struct TokenAcceptance: Sendable, Hashable {
  /// The 32 bytes of the token's header.
  package let transactionID: [UInt8]
  /// SHA-256 of the bytes that were signed, 32 bytes: the same however the token is spelled, and
  /// for one that was cut otherwise under the same signature, with another transaction.
  package let replayKey: [UInt8]
  package let version: SealedToken.Version
  package let signingTime: Timestamp
  /// Who brought it: `intent:<id>` for the device, `key:<id>` for the backend.
  package let actor: String
  package let moment: Timestamp

  package init(
    transactionID: [UInt8], replayKey: [UInt8], version: SealedToken.Version,
    signingTime: Timestamp, actor: String, moment: Timestamp
  ) {
    self.transactionID = transactionID
    self.replayKey = replayKey
    self.version = version
    self.signingTime = signingTime
    self.actor = actor
    self.moment = moment
  }

  package init(of verified: VerifiedToken, by actor: String, at moment: Timestamp) {
    self.init(
      transactionID: verified.token.transactionID, replayKey: verified.replayKey,
      version: verified.token.version, signingTime: verified.signingTime, actor: actor,
      moment: moment)
  }

  package var identity: TokenIdentity {
    TokenIdentity(transactionID: transactionID, replayKey: replayKey)
  }

  package func json(handedOver handOver: HandOver?) -> JSONValue {
    let token: JSONValue = [
      "version": .string(version.rawValue), "transactionId": .string(Hex.lower(transactionID)),
      "signingTime": .string(signingTime.description), "verifiedAt": .string(moment.description),
      // The amount is inside the ciphertext, which nobody here has opened.
      "amountProven": false,
    ]
    return token.with("handedOverAt", handOver.map { .string($0.moment.description) })
  }
}

/// What makes two tokens the same payment, whatever the letter case, the JSON or the CMS around
/// it.
package struct TokenIdentity: Sendable, Hashable {
  package let transactionID: [UInt8]
  package let replayKey: [UInt8]

  package init(transactionID: [UInt8], replayKey: [UInt8]) {
    self.transactionID = transactionID
    self.replayKey = replayKey
  }

  package init(of token: SealedToken, digest: any Digest) {
    self.init(
      transactionID: token.transactionID, replayKey: digest.sha256(token.signedBytes))
  }
}
