import PayCore
import PayCrypto
import PaySystem

extension CommandSpec {
  static let keysGenerate = CommandSpec(
    ["keys", "generate"], "a development PKI, a token key and a test API key",
    options: [
      OptionSpec("--rsa", help: "the session signer's key is RSA 2048, not EC P-256"), .at,
    ],
    examples: ["paytool keys generate", "paytool keys generate --data /srv/pay --json"],
    notes: "Shows the API key once. Never overwrites: exits 4 if there are keys."
  ) { (invocation) throws(Failure) in
    let merchant = try invocation.configuration().merchant
    let moment = try invocation.now()
    try invocation.output.checkWritable(isSecret: true)
    let made = try invocation.keys { (directory) throws(KeyError) in
      try KeyGeneration.generate(
        in: directory, merchantIdentifier: merchant.identifier,
        rsaSigner: invocation.arguments.has("--rsa"), at: moment, random: secureRandomBytes)
    }
    try invocation.output.write(after: "the keys were made") { (_) throws(Failure) in
      try invocation.tell(made)
    }
  }

  static let keysList = CommandSpec(
    ["keys", "list"], "certificates with their dates, token keys and API keys", options: [.at],
    examples: ["paytool keys list", "paytool keys list --json"],
    notes: "Never shows a key itself. Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    let moment = try invocation.now()
    let inventory = try invocation.keys { (directory) throws(KeyError) in
      try KeyInventory(directory)
    }
    if invocation.isJSON {
      let head: JSONValue = ["object": "keys"]
      return try invocation.output.write(inventory.members(of: head, at: moment))
    }
    try invocation.output.write(
      inventory.text(at: moment, headStyle: invocation.output.headStyle))
  }

  static let keysAdd = CommandSpec(
    ["keys", "add"], "one more API key",
    options: [
      OptionSpec("--live", help: "a key for production (pay_live_), not a test key"),
      OptionSpec("--label", value: "TEXT", help: "what to call it in keys list"), .at,
    ],
    examples: ["paytool keys add --label checkout", "paytool keys add --live --label checkout"],
    notes: "Shows the key once. A running PayServer takes it within a second."
  ) { (invocation) throws(Failure) in
    let moment = try invocation.now()
    let arguments = invocation.arguments
    try invocation.output.checkWritable(isSecret: true)
    let (key, secret) = try invocation.keys { (directory) throws(KeyError) in
      try APIKeyFile(directory).add(
        kind: arguments.has("--live") ? .live : .test, label: arguments.value("--label"),
        at: moment, random: secureRandomBytes)
    }
    try invocation.output.write(after: "\(key.id) was added: revoke it") {
      (output) throws(Failure) in
      if invocation.isJSON {
        let json = key.json.with("apiKey", .string(secret.reveal()))
        return try output.write(json, isSecret: true)
      }
      try output.write(secret.reveal() + "\n", isSecret: true)
      output.note("This is \(key.id). Its text is not kept here: put it away now.")
    }
  }

  static let keysRevoke = CommandSpec(
    ["keys", "revoke"], "an API key is refused from now on", operands: ["ID"], options: [.at],
    examples: ["paytool keys revoke key_0123456789ab"],
    notes: "`paytool keys list` shows the ids. A running PayServer follows within a second."
  ) { (invocation) throws(Failure) in
    let moment = try invocation.now()
    let id = invocation.arguments.operands[0]
    guard !APIKey.Kind.allCases.contains(where: { id.hasPrefix($0.prefix) }) else {
      throw .usage(
        "an ID is wanted, such as key_0123456789ab, not the key: your shell may have kept it; "
          + "paytool keys list shows the ids")
    }
    let key = try invocation.keys { (directory) throws(KeyError) in
      try APIKeyFile(directory).revoke(id, at: moment)
    }
    if invocation.isJSON { return try invocation.output.write(key.json) }
    invocation.output.note("\(key.id) is revoked since \(key.revokedAt ?? moment).")
  }
}

extension Invocation {
  /// Says what was made; the only place where the key's text is ever shown.
  fileprivate func tell(_ made: GeneratedKeys) throws(Failure) {
    let directory = keyDirectory
    if isJSON {
      let head: JSONValue = [
        "object": "keys", "apiKey": .string(made.apiKey.reveal()),
        "apiKeyId": .string(made.apiKeyID), "directory": .string(directory.keys),
        "root": .string(directory.root),
        "authHeader": .string(directory.authHeader),
        "authority": .string(directory.authority),
        "kid": made.inventory.tokenKeys.first.map { .string($0.kid) } ?? .null,
      ]
      return try output.write(
        made.inventory.members(of: head, at: try now()), isSecret: true)
    }
    try output.write(
      Table.facts([
        ["API key", made.apiKey.reveal()],
        ["for curl", "-H @\(directory.authHeader)"],
        ["keys", directory.keys],
        ["root certificate", directory.root],
        ["authorities' keys", "\(directory.authority) (no server needs them: keep them apart)"],
      ]), isSecret: true)
    output.note("The API key is shown this once; only its hash is kept.")
    output.note("Next: PayServer --config \(configurationDirectory) --data \(dataDirectory)")
  }
}

extension KeyInventory {
  /// `head` and everything there is, without any secret.
  fileprivate func members(of head: JSONValue, at moment: Timestamp) -> JSONValue {
    let certificates = certificates.map { $0.json(at: moment) }
    return
      head
      .with("certificates", .array(certificates))
      .with("tokenKeys", .array(tokenKeys.map(\.json)))
      .with("apiKeys", .array(apiKeys.map(\.json)))
  }

  /// The same for a person, as three tables.
  fileprivate func text(at moment: Timestamp, headStyle: Style) -> String {
    func lines(_ head: [String], _ rows: [[String]], alignedRight: Set<Int> = []) -> String {
      var table = Table(head: head, style: headStyle, alignedRight: alignedRight)
      return table.lines(rows)
    }
    return [
      lines(
        ["CERTIFICATE", "KEY", "SUBJECT", "UNTIL", "DAYS LEFT"],
        certificates.map {
          [
            $0.role, "\($0.key)", $0.subject, "\($0.notAfter)",
            "\($0.daysLeft(at: moment))",
          ]
        }, alignedRight: [4]),
      lines(["TOKEN KEY", "USE"], tokenKeys.map { [$0.kid, $0.signs ? "signs" : "verifies"] }),
      lines(
        ["API KEY", "KIND", "MADE", "STATE", "LABEL"],
        apiKeys.map { key in
          let state = key.revokedAt.map { "revoked \($0)" } ?? "good"
          return [key.id, key.kind.rawValue, "\(key.createdAt)", state, key.label ?? ""]
        }),
    ].joined(separator: "\n")
  }
}

extension CertificateSummary {
  func json(at moment: Timestamp) -> JSONValue {
    [
      "role": .string(role), "key": .string("\(key)"), "subject": .string(subject),
      "issuer": .string(issuer), "serial": .string(serial),
      "notBefore": .string(notBefore.description), "notAfter": .string(notAfter.description),
      "daysLeft": .integer(daysLeft(at: moment)), "sha256": .string(fingerprint),
      "file": .string(file),
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
      "createdAt": .string(createdAt.description),
    ]
    return
      base
      .with("label", label.map { .string($0) })
      .with("revokedAt", revokedAt.map { .string($0.description) })
  }
}
