package import PayCore

/// Signs merchant sessions with the session signer's key: detached CMS SignedData in DER, SHA-256,
/// ECDSA on P-256 or RSA, signer and intermediate certificates included.
///
/// Key and certificates are parsed once; any number of threads sign.
package struct CMSSessionSigner: SessionSigner {
  private let key: PrivateKey
  /// When the signer's certificate is valid.
  private let validity: Range<Timestamp>
  private let form: CMSForm

  /// `key` is that of the leaf of `pair`.
  init(key: PrivateKey, pair: CertificatePair) {
    self.key = key
    validity = pair.leaf.validity
    form = CMSForm(
      signer: pair.leaf, intermediate: pair.intermediate, algorithm: key.signatureAlgorithm)
  }

  package func sign(_ content: [UInt8], at moment: Timestamp) throws(CryptoFailure) -> [UInt8] {
    // A session that no verifier would take is not made.
    guard validity.contains(moment) else {
      throw CryptoFailure(
        "the session signer's certificate is valid from \(validity.lowerBound) to "
          + "\(validity.upperBound), not at \(moment): move the keys away and run "
          + "`paytool keys generate`"
      )
    }
    guard
      let attributes = SignedAttributes(signingTime: moment, digest: sha256(content))
    else { throw CryptoFailure("a signing time cannot lie after the year 2049") }
    let signature = try key.sign(attributes.bytes)
    return form.message(attributes, signature: signature)
  }
}
