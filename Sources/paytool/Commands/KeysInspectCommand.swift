import PayCore
import PayCrypto

extension CommandSpec {
  static let keysInspect = CommandSpec(
    ["keys", "inspect"], "what files of keys and certificates hold, and whether they match",
    operands: ["FILE..."], options: [.passphraseFile, .passphraseCredential, .at],
    examples: [
      "paytool keys inspect apple_pay.cer",
      "paytool keys inspect payment-processing.key apple_pay.cer",
      "paytool keys inspect merchant.p12 --passphrase-file passphrase.txt --json",
    ],
    notes: "Reads PEM, DER and PKCS#12, whatever a file is called, and never shows a key itself.\n"
      + "Exits 1 if a key and the certificates that came with it do not belong together."
  ) { (invocation) throws(Failure) in
    let paths = invocation.arguments.operands
    guard !paths.isEmpty else {
      throw .usage("keys inspect needs FILE: paytool keys inspect apple_pay.cer")
    }
    let moment = try invocation.now()
    let passphrase = try invocation.passphrase()
    let inspection = try invocation.keys { (_) throws(KeyError) in
      try KeyInspection(paths, passphrase: passphrase)
    }
    let report = KeyReport(
      moment: moment, merchant: invocation.configuredMerchantIdentifier())
    if invocation.isJSON {
      try invocation.output.write(report.json(of: inspection))
    } else {
      try invocation.output.write(report.text(of: inspection))
    }
    for file in inspection.files {
      for warning in report.warnings(of: file) { invocation.output.note(warning) }
    }
    if let mismatch = inspection.mismatch {
      throw Failure(.foundBad, mismatch.code, mismatch.description)
    }
  }
}

extension Invocation {
  /// The configured merchant's ID; nil if there is no configuration that can be read, which
  /// inspecting a file does not need.
  fileprivate func configuredMerchantIdentifier() -> String? {
    do { return try configuration().merchant.identifier } catch { return nil }
  }
}

/// What `keys inspect` says of files.
private struct KeyReport {
  /// Days before the end from which on it is warned of.
  private static let warningDays: Int64 = 30

  let moment: Timestamp
  /// The configured merchant's ID, if there is one.
  let merchant: String?

  /// Whether that is the configured merchant; nil if that is unknown.
  private func isOurs(_ hash: [UInt8]) -> Bool? {
    merchant.map { OpenSSLDigest().sha256(Array($0.utf8)) == hash }
  }

  // MARK: JSON

  func json(of inspection: KeyInspection) -> JSONValue {
    let files = inspection.files.map { file in
      JSONValue.object([])
        .with("file", .string(file.path))
        .with("privateKey", file.privateKey.map(json) ?? .null)
        .with("certificates", .array(file.certificates.map(json)))
    }
    return [
      "object": "keyInspection", "files": .array(files),
      "belongTogether": inspection.isMatch.map { .bool($0) } ?? .null,
    ]
  }

  private func json(of key: InspectedKey) -> JSONValue {
    let base: JSONValue = ["key": .string("\(key.kind)")]
    return hashed(base, key.publicKeyHash)
      .with("certificateFile", key.certificateFile.map { .string($0) } ?? .null)
  }

  private func json(of certificate: InspectedCertificate) -> JSONValue {
    let hash = certificate.merchantIdentifierHash
    return hashed(certificate.summary.json(at: moment), certificate.publicKeyHash)
      .with("merchantIdentifierHash", hash.map { .string(Hex.upper($0)) } ?? .null)
      .with("isConfiguredMerchant", hash.flatMap(isOurs).map { .bool($0) } ?? .null)
  }

  private func hashed(_ json: JSONValue, _ hash: [UInt8]) -> JSONValue {
    json.with("publicKeyHash", .string(Base64.encode(hash)))
      .with("publicKeyHashHex", .string(Hex.lower(hash)))
  }

  // MARK: Text

  func text(of inspection: KeyInspection) -> String {
    inspection.files.map { file in
      let parts =
        (file.privateKey.map { [rows(of: $0)] } ?? []) + file.certificates.map(rows)
      return Table.facts([[file.path]]) + parts.map { Table.facts($0) }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private func rows(of key: InspectedKey) -> [[String]] {
    let certificate = key.certificateFile.map { $0 == key.path ? "in this file" : "in \($0)" }
    return [
      ["  private key", "\(key.kind)"],
      ["  certificate", certificate ?? "none of it among these files"],
    ] + rows(ofHash: key.publicKeyHash)
  }

  private func rows(of certificate: InspectedCertificate) -> [[String]] {
    let summary = certificate.summary
    return [
      ["  certificate", "\(name(of: summary.role)), \(summary.key)"],
      ["  subject", summary.subject], ["  issuer", summary.issuer],
      ["  serial", summary.serial],
      ["  valid", "\(summary.notBefore) to \(summary.notAfter), \(remaining(summary))"],
      ["  SHA-256", summary.fingerprint],
    ] + rows(ofHash: certificate.publicKeyHash)
      + (certificate.merchantIdentifierHash.map(rows(ofMerchant:)) ?? [])
  }

  private func rows(ofHash hash: [UInt8]) -> [[String]] {
    [["  publicKeyHash", Base64.encode(hash)], ["  in hex", Hex.lower(hash)]]
  }

  private func rows(ofMerchant hash: [UInt8]) -> [[String]] {
    let whose =
      switch (isOurs(hash), merchant) {
      case (true?, let merchant?): "the configured \(merchant)"
      case (false?, let merchant?): "NOT the configured \(merchant)"
      default: "no configuration to compare it with"
      }
    return [["  merchant ID hash", Hex.upper(hash)], ["  merchant", whose]]
  }

  private func name(of role: String) -> String {
    switch role {
    case "appleRoot": "Apple Root CA - G3"
    case "root": "root"
    case "intermediate": "intermediate authority"
    case "tokenIntermediate": "authority of payment-token signers"
    case "tokenSigner": "payment-token signer"
    case "paymentProcessing": "payment processing"
    case "merchantIdentity": "merchant identity"
    case "sessionSigner": "session signer"
    default: "of no use that is known here"
    }
  }

  private func remaining(_ summary: CertificateSummary) -> String {
    let days = summary.daysLeft(at: moment)
    if days < 0 { return "EXPIRED" }
    if moment < summary.notBefore { return "NOT YET VALID" }
    return "\(days) days left"
  }

  /// What to tell beside the data, of each certificate.
  func warnings(of file: InspectedFile) -> [String] {
    file.certificates.flatMap { certificate in
      let summary = certificate.summary
      let days = summary.daysLeft(at: moment)
      var warnings: [String] = []
      if days < 0 {
        warnings.append("\(file.path): the certificate of \(summary.subject) has expired")
      } else if days < Self.warningDays {
        warnings.append(
          "\(file.path): the certificate of \(summary.subject) ends in \(counted(Int(days), "day"))"
        )
      }
      if let hash = certificate.merchantIdentifierHash, isOurs(hash) == false {
        warnings.append("\(file.path): the certificate is for another merchant than the configured")
      }
      return warnings
    }
  }
}
