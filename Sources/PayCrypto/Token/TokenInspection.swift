package import PayCore

/// What the signature of a payment token says of itself. Nothing of it has been checked.
package struct TokenInspection: Sendable {
  package let signingTime: Timestamp
  /// In the order in which the message brings them.
  package let certificates: [CertificateSummary]

  /// Throws what a message is refused for that cannot be read.
  package init(_ token: SealedToken) throws(PaymentTokenFault) {
    let message = try TokenMessage(token.signature)
    signingTime = message.attributes.signingTime
    var summaries: [CertificateSummary] = []
    var reader = DERReader(message.certificates)
    while !reader.isAtEnd {
      guard let der = reader.readElement(DER.sequence) else {
        throw .certificates("what stands among the certificates is none")
      }
      do throws(CryptoFailure) {
        let certificate = try Certificate(der: Array(der))
        let name = try certificate.issuerDER() + certificate.serialDER()
        let isSigner = message.signerIdentifier.elementsEqual(name)
        summaries.append(
          try CertificateSummary(certificate, role: isSigner ? "signer" : "issuer", file: ""))
      } catch {
        throw .certificates("a certificate cannot be read: \(error.detail)")
      }
    }
    certificates = summaries
  }
}
