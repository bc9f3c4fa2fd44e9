import PayCore
import PayCrypto
import PaySystem

extension CommandSpec {
  static let notificationRender = CommandSpec(
    ["notification", "render"], "the payload of an offer, for one recipient or for many",
    options: [
      .offer,
      OptionSpec(
        "--recipients", value: "FILE", help: "a payload for each line of FILE, written as NDJSON"),
      .at,
    ],
    examples: [
      "paytool notification render --offer some-product -o payload.json",
      "paytool notification render --recipients customers.txt -o payloads.ndjson",
    ],
    notes:
      "With --recipients each line is an object with recipient, id and payload; APNs is given the\n"
      + "payload alone (jq -c .payload). Each has an id and an offer token of its own, with which\n"
      + "anybody can buy: send it to one recipient. Where its bytes go stands on standard error.\n"
      + "Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    let configuration = try invocation.configuration()
    let moment = try invocation.now()
    let keys = try invocation.keys { (directory) throws(KeyError) in
      try ES256TokenKeys(directory)
    }
    let issuer = NotificationIssuer(
      configuration, nextID: Environment.live().nextNotificationID, digest: OpenSSLDigest(),
      tokenKeys: keys)
    let render = { () throws(Failure) in
      try invocation.payload(of: issuer, configuration, at: moment)
    }
    if let path = invocation.arguments.value("--recipients") {
      try invocation.write(to: try invocation.recipients(at: path), render)
    } else {
      let payload = try render()
      try invocation.output.write(
        invocation.isJSON ? payload.report : payload.json, isSecret: true)
      invocation.note(payload)
    }
  }
}

extension Invocation {
  fileprivate func payload(
    of issuer: NotificationIssuer, _ configuration: MerchantConfiguration, at moment: Timestamp
  ) throws(Failure) -> NotificationPayload {
    let id = arguments.value("--offer")
    do {
      return try issuer.payload(offer: id, at: moment)
    } catch .quote(.unknownOffer) {
      throw unknownOffer(id ?? "", in: configuration)
    } catch .notification(.notConfigured) {
      throw Failure(
        .foundBad, NotificationError.notConfigured.code,
        "\(configurationDirectory): \(NotificationError.notConfigured)")
    } catch {
      throw Failure(error)
    }
  }

  /// The recipients in a file, all of them checked before the first payload is made.
  fileprivate func recipients(at path: String) throws(Failure) -> [String] {
    let bytes = try file(at: path, limit: Limits.recipientFileBytes)
    do {
      return try RecipientList(parsing: bytes).recipients
    } catch {
      throw Failure(error, file: path == "-" ? "standard input" : path)
    }
  }

  /// Writes a line per recipient as it is made; the payloads differ in ids and tokens only, so the
  /// bytes of the first are those of all.
  fileprivate func write(
    to recipients: [String], _ render: () throws(Failure) -> NotificationPayload
  ) throws(Failure) {
    var first: NotificationPayload?
    try output.stream(isSecret: true, isJSON: true) { (append) throws(Failure) in
      for recipient in recipients {
        let payload = try render()
        first = first ?? payload
        let line: JSONValue = [
          "recipient": .string(recipient), "id": .string(payload.id), "payload": payload.json,
        ]
        try append(line.bytes + [UInt8(ascii: "\n")])
      }
    }
    guard let first else { return }
    let number = counted(recipients.count, "payload")
    output.note("\(number), \(recipients.count == 1 ? "of" : "each of") these bytes:")
    note(first)
  }

  /// Tells where the bytes of a payload go, and what was left out.
  fileprivate func note(_ payload: NotificationPayload) {
    let budget = payload.budget
    var table = Table(alignedRight: [1])
    let rows =
      budget.entries.map { [$0.part.name, String($0.bytes)] }
      + [["total", String(budget.total)], ["left of \(budget.limit)", String(budget.left)]]
    for line in table.lines(rows).split(separator: "\n") { output.note(String(line)) }
    if payload.isShortened {
      output.note(
        "warning: the body was shortened by \(counted(payload.omittedCharacters, "character")) to "
          + "fit \(budget.limit) bytes")
    }
  }
}

extension NotificationPayload {
  /// The payload and what is known about it.
  fileprivate var report: JSONValue {
    [
      "object": "notification", "id": .string(id), "bytes": .integer(Int64(bytes.count)),
      "expiresAt": .string(offer.expiresAt.description),
      "budget": .array(
        budget.entries.map {
          ["part": .string($0.part.rawValue), "bytes": .integer(Int64($0.bytes))]
        }),
      "shortened": .bool(isShortened), "payload": json,
    ]
  }
}
