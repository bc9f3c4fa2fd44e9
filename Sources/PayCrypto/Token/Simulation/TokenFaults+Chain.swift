import PayCore

extension TokenFaultKind {
  /// Which certificates the message brings.
  static let certificates: [TokenFaultKind] = [
    TokenFaultKind("no-certificates", "payment_token_cms", "no certificates") {
      $0.message.certificates = []
    },
    TokenFaultKind("no-intermediate", "payment_token_certificates", "the leaf alone") {
      $0.message.certificates.removeLast()
    },
    TokenFaultKind("root-included", "payment_token_certificates", "a third certificate, the root") {
      $0.message.certificates.append($0.issuer.root.certificate.der)
    },
    TokenFaultKind(
      "other-signer", "payment_token_certificates", "the signer is not the leaf in the message"
    ) { (recipe) throws(CryptoFailure) in
      // The same key, so that the signature is good.
      let leaf = recipe.message.signers[0]
      recipe.message.signers = [try recipe.leaf(for: leaf.key)]
    },
    TokenFaultKind(
      "leaf-outer-algorithm", "payment_token_certificates",
      "the leaf names another algorithm outside of what is signed"
    ) {
      $0.message.certificates[0].replaceLast(
        ObjectIdentifiers.ecdsaWithSHA256, with: ObjectIdentifiers.ecdsaWithSHA384)
    },
    leaf("leaf-extension-twice", "payment_token_certificates", "Apple's extension twice") {
      $0.extensions.append(("1.2.840.113635.100.6.29", "DER:0500"))
    },
  ]

  /// Whether they lead to the root.
  static let chain: [TokenFaultKind] = [
    leaf("leaf-without-oid", "payment_token_leaf_oid", "a leaf without Apple's extension") {
      $0.extensions.removeLast()
    },
    intermediate(
      "intermediate-without-oid", "payment_token_intermediate_oid",
      "an intermediate without Apple's extension"
    ) { $0.extensions.removeLast() },
    TokenFaultKind(
      "root-as-intermediate", "payment_token_intermediate_oid", "a leaf that the root itself issued"
    ) { (recipe) throws(CryptoFailure) in
      let root = recipe.issuer.root
      let leaf = try recipe.leaf(for: recipe.message.signers[0].key) { $0.issuer = root }
      recipe.sign(with: leaf, issuedBy: root.certificate)
    },
    TokenFaultKind("other-root", "payment_token_untrusted", "all as it should be, but not our root")
    { (recipe) throws(CryptoFailure) in
      // A key of RSA takes long to make, and is not what makes the root another.
      let rsaKey = recipe.issuer.rsa.signer.key
      let pki = try DevelopmentPKI(
        merchantIdentifier: "other", signerKind: .p256, at: recipe.moment, random: recipe.random
      ) { (kind) throws(CryptoFailure) in kind == .p256 ? try .generate(kind) : rsaKey }
      let other = try TokenIssuer(pki, merchantIdentifierHash: recipe.merchantIdentifierHash)
      recipe.sign(
        with: other.identity(for: recipe.version).signer, issuedBy: other.intermediate.certificate)
    },
    leaf("forged-leaf", "payment_token_untrusted", "the leaf's signature is not its issuer's") {
      (request) throws(CryptoFailure) in
      request.issuer = IssuedKey(
        key: try .generate(.p256), certificate: request.issuer.certificate)
    },
    intermediate(
      "forged-intermediate", "payment_token_untrusted",
      "the intermediate's signature is not the root's"
    ) { (request) throws(CryptoFailure) in
      request.issuer = IssuedKey(
        key: try .generate(.p256), certificate: request.issuer.certificate)
    },
    leaf("leaf-of-other-issuer", "payment_token_untrusted", "the leaf names another issuer") {
      (request) throws(CryptoFailure) in
      request.issuer = try request.renamed(request.issuer)
    },
    intermediate(
      "intermediate-of-other-issuer", "payment_token_untrusted",
      "the intermediate names another issuer"
    ) { (request) throws(CryptoFailure) in
      request.issuer = try request.renamed(request.issuer)
    },
    intermediate(
      "intermediate-named-as-root", "payment_token_untrusted", "an intermediate of the root's name"
    ) { $0.commonName = DevelopmentPKI.rootName },
    intermediate(
      "intermediate-not-ca", "payment_token_untrusted", "the intermediate may issue nothing"
    ) { $0.extensions[0].value = "critical,CA:FALSE" },
    intermediate(
      "intermediate-usage", "payment_token_untrusted",
      "the intermediate's key may not sign certificates"
    ) { $0.extensions[1].value = "critical,digitalSignature" },
    leaf("leaf-usage", "payment_token_untrusted", "the leaf's key may not sign") {
      $0.extensions[1].value = "critical,keyEncipherment"
    },
    leaf("leaf-is-authority", "payment_token_untrusted", "the leaf may issue certificates") {
      $0.extensions[0].value = "critical,CA:TRUE"
    },
    leaf("leaf-extended-usage", "payment_token_untrusted", "the leaf stands for a TLS client") {
      $0.extensions.insert((name: "extendedKeyUsage", value: "clientAuth"), at: 2)
    },
    TokenFaultKind(
      "weak-leaf", "payment_token_untrusted", "the leaf's key is of RSA with 1024 bits",
      versions: [.rsaV1]
    ) { (recipe) throws(CryptoFailure) in
      recipe.sign(
        with: try recipe.leaf(for: .generateWeak()),
        issuedBy: recipe.issuer.intermediate.certificate)
    },
    leaf("leaf-unknown-critical", "payment_token_untrusted", "a critical extension nobody knows") {
      $0.extensions.insert(unknownCritical, at: 0)
    },
    intermediate(
      "intermediate-unknown-critical", "payment_token_untrusted",
      "the intermediate has a critical extension nobody knows"
    ) { $0.extensions.insert(unknownCritical, at: 0) },
    TokenFaultKind(
      "signed-after-certificates", "payment_token_certificate_dates",
      "signed years ahead, when the certificates have ended"
    ) { $0.message.signingTime = $0.message.signingTime.adding(seconds: 3 * 366 * 86_400) },
    leaf("expired-leaf", "payment_token_certificate_dates", "the leaf had expired when it signed") {
      $0.notAfter = $0.moment.adding(seconds: -1)
    },
    leaf("future-leaf", "payment_token_certificate_dates", "the leaf was not valid yet") {
      $0.notBefore = $0.moment.adding(seconds: 3600)
    },
    intermediate(
      "expired-intermediate", "payment_token_certificate_dates", "the intermediate had expired"
    ) { $0.notAfter = $0.moment.adding(seconds: -1) },
  ]

  private static let unknownCritical = (name: "1.2.3.4.5", value: "critical,DER:0500")

  /// A fault of a leaf that is issued for the occasion.
  private static func leaf(
    _ name: String, _ code: String, _ summary: String,
    _ change: @escaping @Sendable (inout IssueRequest) throws(CryptoFailure) -> Void
  ) -> TokenFaultKind {
    TokenFaultKind(name, code, summary) { (recipe) throws(CryptoFailure) in
      let leaf = try recipe.leaf(for: recipe.message.signers[0].key, change)
      recipe.sign(with: leaf, issuedBy: recipe.issuer.intermediate.certificate)
    }
  }

  /// A fault of an intermediate, with a good leaf below it.
  private static func intermediate(
    _ name: String, _ code: String, _ summary: String,
    _ change: @escaping @Sendable (inout IssueRequest) throws(CryptoFailure) -> Void
  ) -> TokenFaultKind {
    TokenFaultKind(name, code, summary) { (recipe) throws(CryptoFailure) in
      var request = IssueRequest(.intermediate, recipe, issuer: recipe.issuer.root)
      try change(&request)
      let intermediate = try request.issue(.generate(.p256))
      let leaf = try recipe.leaf(for: recipe.message.signers[0].key) {
        $0.issuer = intermediate
      }
      recipe.sign(with: leaf, issuedBy: intermediate.certificate)
    }
  }
}

/// What a certificate of a faulty chain is to say.
private struct IssueRequest {
  enum Kind {
    case intermediate
    case leaf
  }

  let moment: Timestamp
  let random: (Int) -> [UInt8]
  var commonName: String
  /// Basic constraints, key usage, two key identifiers, and Apple's extension last.
  var extensions: [(name: String, value: String)]
  var issuer: IssuedKey
  var notBefore: Timestamp
  var notAfter: Timestamp

  init(_ kind: Kind, _ recipe: TokenRecipe, issuer: IssuedKey) {
    let (name, constraint, usage, identifier): (String, String, String, AppleExtension) =
      switch kind {
      case .intermediate:
        ("Token Intermediate", "CA:TRUE,pathlen:0", "keyCertSign,cRLSign", .tokenIntermediate)
      case .leaf: ("Token Signer", "CA:FALSE", "digitalSignature", .tokenSigner)
      }
    moment = recipe.moment
    random = recipe.random
    commonName = "Development " + name
    extensions = [
      ("basicConstraints", "critical," + constraint), ("keyUsage", "critical," + usage),
      ("subjectKeyIdentifier", "hash"), ("authorityKeyIdentifier", "keyid:always"),
      (identifier.rawValue, "DER:0500"),
    ]
    self.issuer = issuer
    notBefore = recipe.moment.adding(seconds: -86_400)
    notAfter = recipe.moment.adding(seconds: 86_400)
  }

  func issue(_ key: PrivateKey) throws(CryptoFailure) -> IssuedKey {
    try issue(key, commonName: commonName, extensions: extensions, by: issuer)
  }

  /// An authority with the same key under another name.
  func renamed(_ authority: IssuedKey) throws(CryptoFailure) -> IssuedKey {
    try issue(
      authority.key, commonName: "Another Authority",
      extensions: [
        ("basicConstraints", "critical,CA:TRUE"), ("subjectKeyIdentifier", "hash"),
      ], by: nil)
  }

  private func issue(
    _ key: PrivateKey, commonName: String, extensions: [(name: String, value: String)],
    by issuer: IssuedKey?
  ) throws(CryptoFailure) -> IssuedKey {
    let request = CertificateRequest(
      role: .custom(extensions: extensions), commonName: commonName, userID: nil, key: key,
      serial: random(16), notBefore: notBefore, notAfter: notAfter)
    let certificate = try request.issue(by: issuer?.certificate, with: issuer?.key ?? key)
    return IssuedKey(key: key, certificate: certificate)
  }
}

extension [UInt8] {
  /// Puts bytes in the place of as many others, where those stand last.
  fileprivate mutating func replaceLast(_ old: [UInt8], with new: [UInt8]) {
    guard let start = indices.last(where: { self[$0...].starts(with: old) }) else { return }
    replaceSubrange(start..<start + old.count, with: new)
  }
}

extension TokenRecipe {
  /// A leaf for a key, issued for the occasion by the development token intermediate; `change` may
  /// say otherwise.
  fileprivate func leaf(
    for key: PrivateKey, _ change: (inout IssueRequest) throws(CryptoFailure) -> Void = { _ in }
  ) throws(CryptoFailure) -> IssuedKey {
    var request = IssueRequest(.leaf, self, issuer: issuer.intermediate)
    try change(&request)
    return try request.issue(key)
  }

  /// Has the token signed by another leaf.
  fileprivate mutating func sign(with leaf: IssuedKey, issuedBy intermediate: Certificate) {
    message.signers = [leaf]
    message.certificates = [leaf.certificate.der, intermediate.der]
  }
}
