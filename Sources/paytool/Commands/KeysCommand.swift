import PayCore
import PayCrypto
import PaySystem

extension CommandSpec {
  static let keysGenerate = CommandSpec(
    ["keys", "generate"], "a development PKI, the token key and an API key",
    examples: ["paytool keys generate", "paytool keys generate --data /var/lib/pay --json"],
    notes:
      "Never overwrites anything (exit code 4). The API key is shown once; only its SHA-256 is "
      + "kept,\nand a copy for curl -H @FILE in DATA/keys/auth-header."
  ) { (invocation) throws(Failure) in
    let merchant = try invocation.configuration().merchant
    let directory = invocation.keyDirectory
    let made: GeneratedKeys
    do throws(KeyError) {
      made = try KeyGeneration.generate(
        in: directory, merchantIdentifier: merchant.identifier, at: Timestamp.current(),
        random: secureRandomBytes)
    } catch {
      throw Failure(error)
    }
    if invocation.isJSON {
      let json: JSONValue = [
        "object": "keys", "apiKey": .string(made.apiKey.reveal()),
        "apiKeyId": .string(made.apiKeyID), "directory": .string(directory.keys),
        "root": .string(directory.root), "authHeader": .string(directory.authHeader),
        "certificates": .array(made.inventory.certificates.map(\.json)),
        "tokenKeys": .array(made.inventory.tokenKeys.map(\.json)),
      ]
      try invocation.output.write(json)
      return .ok
    }
    try invocation.output.write(
      Text.table([
        ["API key", made.apiKey.reveal()], ["its id", made.apiKeyID],
        ["for curl", "-H @\(directory.authHeader)"], ["root", directory.root],
      ]))
    invocation.output.note(
      "The API key is shown this once. Next: PayServer --data \(invocation.dataDirectory)")
    return .ok
  }

  static let keysList = CommandSpec(
    ["keys", "list"], "certificates, token keys and API keys, with their dates", options: [.at],
    examples: ["paytool keys list", "paytool keys list --json"]
  ) { (invocation) throws(Failure) in
    let moment = try invocation.now()
    let inventory: KeyInventory
    do throws(KeyError) {
      inventory = try KeyInventory(invocation.keyDirectory)
    } catch {
      throw Failure(error)
    }
    if invocation.isJSON {
      try invocation.output.write([
        "object": "keys", "certificates": .array(inventory.certificates.map(\.json)),
        "tokenKeys": .array(inventory.tokenKeys.map(\.json)),
        "apiKeys": .array(inventory.apiKeys.map(\.json)),
      ])
      return .ok
    }
    var rows = [["KIND", "ID", "FROM", "UNTIL", "NOTE"]]
    for certificate in inventory.certificates {
      let days = (certificate.notAfter.seconds - moment.seconds) / 86_400
      rows.append([
        certificate.role, certificate.subject, "\(certificate.notBefore)",
        "\(certificate.notAfter)", "\(days) days left",
      ])
    }
    for key in inventory.tokenKeys {
      rows.append(["token key", key.kid, "", "", key.signs ? "signs" : "verifies"])
    }
    for key in inventory.apiKeys {
      rows.append([
        "API key", key.id, "\(key.createdAt)", key.revokedAt.map { "\($0)" } ?? "",
        ([key.kind.rawValue] + [key.label].compactMap { $0 }).joined(separator: ", "),
      ])
    }
    try invocation.output.write(Text.table(rows))
    return .ok
  }

  static let keysAdd = CommandSpec(
    ["keys", "add"], "another API key, shown once",
    options: [
      OptionSpec("--live", help: "a live key (pay_live_...) instead of a test key"),
      OptionSpec("--label", value: "TEXT", help: "who uses it, for keys list"),
    ],
    examples: ["paytool keys add --label backend", "paytool keys add --live --label shop --json"],
    notes: "A running PayServer takes it up within a second."
  ) { (invocation) throws(Failure) in
    let made: (key: APIKey, secret: Secret)
    do throws(KeyError) {
      made = try APIKeyFile(invocation.keyDirectory).add(
        kind: invocation.arguments.has("--live") ? .live : .test,
        label: invocation.arguments.value("--label"), at: Timestamp.current(),
        random: secureRandomBytes)
    } catch {
      throw Failure(error)
    }
    if invocation.isJSON {
      try invocation.output.write(made.key.json.with("apiKey", .string(made.secret.reveal())))
    } else {
      try invocation.output.write(
        Text.table([["API key", made.secret.reveal()], ["its id", made.key.id]]))
      invocation.output.note("It is shown this once.")
    }
    return .ok
  }

  static let keysRevoke = CommandSpec(
    ["keys", "revoke"], "an API key is refused from now on", operands: ["ID"],
    examples: ["paytool keys revoke key_0123456789ab"],
    notes: "A running PayServer follows within a second."
  ) { (invocation) throws(Failure) in
    let key: APIKey
    do throws(KeyError) {
      key = try APIKeyFile(invocation.keyDirectory).revoke(
        invocation.arguments.operands[0], at: Timestamp.current())
    } catch {
      throw Failure(error)
    }
    if invocation.isJSON {
      try invocation.output.write(key.json)
    } else {
      invocation.output.note("\(key.id) is revoked.")
    }
    return .ok
  }
}

extension CertificateSummary {
  fileprivate var json: JSONValue {
    [
      "role": .string(role), "subject": .string(subject), "issuer": .string(issuer),
      "serial": .string(serial), "notBefore": .string("\(notBefore)"),
      "notAfter": .string("\(notAfter)"), "sha256": .string(fingerprint), "file": .string(file),
    ]
  }
}

extension TokenKeySummary {
  fileprivate var json: JSONValue {
    ["kid": .string(kid), "signs": .bool(signs), "file": .string(file)]
  }
}

extension APIKey {
  fileprivate var json: JSONValue {
    let base: JSONValue = [
      "object": "apiKey", "id": .string(id), "kind": .string(kind.rawValue),
      "createdAt": .string("\(createdAt)"),
    ]
    return
      base
      .with("label", label.map { .string($0) })
      .with("revokedAt", revokedAt.map { .string("\($0)") })
  }
}
