import PayCore

extension TokenFaultKind {
  /// The outline of the CMS message.
  static let message: [TokenFaultKind] = [
    TokenFaultKind("not-cms", "payment_token_cms", "a signature that is no CMS message") {
      $0.changeSignature = { $0 = Array("not a signature".utf8) }
    },
    TokenFaultKind("message-version", "payment_token_cms", "a message of version 3") {
      $0.message.messageVersion = 3
    },
    TokenFaultKind("signer-version", "payment_token_cms", "a signer of version 3") {
      $0.message.signerVersion = 3
    },
    TokenFaultKind("content-of-other-type", "payment_token_cms", "the content is not of type data")
    { $0.message.encapsulatedType = ObjectIdentifiers.signedData },
    TokenFaultKind("revocations", "payment_token_cms", "revocation lists, which nothing signs") {
      $0.message.revocations = DER.element(DER.context1, DER.null)
    },
    TokenFaultKind("unsigned-attributes", "payment_token_cms", "attributes that nothing signs") {
      let value = DER.element(DER.set, DER.element(DER.octetString, [0]))
      let attribute = DER.element(DER.sequence, ObjectIdentifiers.messageDigest + value)
      $0.message.unsignedAttributes = DER.element(DER.context1, attribute)
    },
    TokenFaultKind("trailing-byte", "payment_token_cms_trailing", "a byte after the message") {
      $0.changeSignature = { $0.append(0) }
    },
    TokenFaultKind("content-inside", "payment_token_cms_content", "the message has a content") {
      $0.message.carriesContent = true
    },
    TokenFaultKind("no-signer", "payment_token_cms_signers", "nobody signed") {
      $0.message.signers = []
    },
    TokenFaultKind("two-signers", "payment_token_cms_signers", "signed twice by the signer") {
      $0.message.signers += $0.message.signers
    },
    TokenFaultKind("sha1-digest", "payment_token_cms_algorithm", "digest and signature of SHA-1") {
      $0.message.digest = .sha1
      $0.message.signatureDigest = .sha1
    },
    TokenFaultKind(
      "message-digest-name", "payment_token_cms_algorithm",
      "the message names SHA-1, its signer SHA-256"
    ) { $0.message.messageDigestName = .sha1 },
    TokenFaultKind(
      "signer-digest-name", "payment_token_cms_algorithm",
      "the signer names SHA-1, the message SHA-256"
    ) { $0.message.signerDigestName = .sha1 },
    TokenFaultKind(
      "sha384-signature", "payment_token_cms_algorithm", "a good signature with SHA-384",
      versions: [.ecV1]
    ) { $0.message.signatureDigest = .sha384 },
    TokenFaultKind(
      "signer-of-other-version", "payment_token_cms_algorithm",
      "signed by the signer of the other version"
    ) {
      let other = $0.issuer.identity(for: $0.version == .ecV1 ? .rsaV1 : .ecV1)
      $0.message.signers = [other.signer]
      $0.message.certificates[0] = other.signer.certificate.der
    },
  ]

  /// The signed attributes.
  static let attributes: [TokenFaultKind] = [
    TokenFaultKind(
      "no-signed-attributes", "payment_token_cms_attributes",
      "the signature is over the content itself: no signing time"
    ) { $0.message.attributes = nil },
    without(.contentType, "content type"), without(.signingTime, "signing time"),
    without(.messageDigest, "message digest"),
    twice(.contentType, "content type"), twice(.signingTime, "signing time"),
    twice(.messageDigest, "message digest"),
    twoValues(.signingTime, "signing time"), twoValues(.messageDigest, "message digest"),
    TokenFaultKind(
      "other-content-type", "payment_token_cms_attributes",
      "the content type is not that of the message"
    ) { $0.message.contentType = ObjectIdentifiers.signedData },
    TokenFaultKind(
      "other-protected-algorithm", "payment_token_cms_attributes",
      "the attribute that protects the algorithms names others"
    ) { $0.message.protectedDigest = .sha1 },
    TokenFaultKind(
      "other-protected-signature", "payment_token_cms_attributes",
      "the attribute that protects the algorithms names another signature"
    ) { $0.message.protectedSignatureDigest = .sha384 },
  ]

  private static func without(
    _ attribute: TokenCMSWriter.Attribute, _ name: String
  ) -> TokenFaultKind {
    TokenFaultKind("no-" + hyphenated(name), "payment_token_cms_attributes", "no signed \(name)") {
      $0.message.attributes = TokenCMSWriter.Attribute.allCases.filter { $0 != attribute }
    }
  }

  private static func twice(
    _ attribute: TokenCMSWriter.Attribute, _ name: String
  ) -> TokenFaultKind {
    TokenFaultKind(
      hyphenated(name) + "-twice", "payment_token_cms_attributes", "two signed attributes: \(name)"
    ) { $0.message.attributes = TokenCMSWriter.Attribute.allCases + [attribute] }
  }

  private static func twoValues(
    _ attribute: TokenCMSWriter.Attribute, _ name: String
  ) -> TokenFaultKind {
    TokenFaultKind(
      hyphenated(name) + "-two-values", "payment_token_cms_attributes", "a \(name) of two values"
    ) { $0.message.doubledAttribute = attribute }
  }

  private static func hyphenated(_ name: String) -> String {
    String(name.map { $0 == " " ? "-" : $0 })
  }
}
