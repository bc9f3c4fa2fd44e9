package import PayCore

/// Signs merchant sessions with the session signer's key: detached CMS SignedData in DER, SHA-256,
/// ECDSA on P-256 or RSA, signer and intermediate certificates included.
///
/// Key and certificates are parsed once; any number of threads sign.
package struct CMSSessionSigner: SessionSigner {
  private let key: PrivateKey
  private let certificate: Certificate
  private let form: CMSForm

  init(
    key: PrivateKey, certificate: Certificate, intermediate: Certificate
  ) throws(CryptoFailure) {
    self.key = key
    self.certificate = certificate
    guard let signer = CertificateFields(certificate.der[...]),
      let authority = CertificateFields(intermediate.der[...]),
      let signerKey = VerifyingKey(signer.publicKeyInfo)
    else { throw CryptoFailure("the session signer's certificates are not X.509 v3 in DER") }
    form = CMSForm(signer: signer, intermediate: authority, key: signerKey)
  }

  package func sign(_ content: [UInt8], at moment: Timestamp) throws(CryptoFailure) -> [UInt8] {
    // A session that no verifier would take is not made.
    guard certificate.notBefore <= moment, moment < certificate.notAfter else {
      throw CryptoFailure(
        "the session signer's certificate is valid from \(certificate.notBefore) to "
          + "\(certificate.notAfter), not at \(moment): move the keys away and run "
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
