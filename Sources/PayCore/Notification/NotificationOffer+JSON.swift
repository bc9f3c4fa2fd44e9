extension NotificationOffer {
  /// The member `offer` of a payload.
  package var json: JSONValue {
    [
      "id": .string(id), "label": .string(label), "currency": .string(currency.code),
      "country": .string(country), "networks": .array(networks.map { .string($0) }),
      "capabilities": .array(capabilities.map { .string($0) }),
      "segments": .array(segments.map { .string($0.amount) }),
      "default": .integer(Int64(defaultSegment)), "endpoint": .string(endpoint),
      "expiresAt": .string(expiresAt.description), "notification": .string(notification),
      "token": .string(token),
    ]
  }

  /// The members that are read, in the order in which they are written.
  static let memberNames = [
    "id", "label", "currency", "country", "networks", "capabilities", "segments", "default",
    "endpoint", "expiresAt", "notification", "token",
  ]

  /// Reads the member `offer` of a payload, which stands at `pointer`; every fault at once.
  ///
  /// The rules are those of the configuration, whatever made the payload: nothing else is shown,
  /// and nothing else goes into a request. But networks and capabilities may have names that this
  /// version does not know, and members that it does not know are passed over, so that an app that
  /// is installed reads what the next server adds.
  package init(json: JSONValue, at pointer: String = "/offer") throws(JSONFaults) {
    var reader = JSONReader(json, at: pointer)
    let id = reader.string("id", "offer_id", offerIDProblem)
    let label = reader.string("label", "text") { displayProblem($0, limit: Limits.labelBytes) }
    let currency = reader.currency("currency")
    let country = reader.string("country", "unknown_country", countryProblem)
    let networks = reader.names("networks")
    let capabilities = reader.names("capabilities")
    let amounts = reader.strings("segments")
    let index = reader.integer("default")
    let endpoint = reader.string("endpoint", "endpoint_url", Endpoint.problem)
    let expiry = reader.string("expiresAt")
    let notification = reader.string("notification", "wrong_value") {
      TimeOrderedIDs.isID($0, prefix: NotificationPayload.idPrefix)
        ? nil : "is not the id of a notification"
    }
    let token = reader.string("token", "wrong_value") {
      CompactJWS.mayBe($0) ? nil : "is not a compact JWS"
    }
    let expiresAt = expiry.flatMap(Timestamp.init(rfc3339:))
    if expiry != nil, expiresAt == nil {
      reader.fault("expiresAt", "timestamp", "must be RFC 3339 such as 2026-01-01T00:00:00Z")
    }
    let segments = amounts.map { SegmentRules($0, in: currency, at: reader.path("segments")) }
    reader.note(segments?.faults ?? [])
    if let amounts, let index, index < 0 || index >= Int64(amounts.count) {
      reader.fault("default", "out_of_range", "must be the zero-based index of a segment")
    }
    guard reader.faults.isEmpty, let id, let label, let currency, let country, let networks,
      let capabilities, let segments, let index, let endpoint, let expiresAt, let notification,
      let token
    else { throw JSONFaults(reader.faults) }
    self.init(
      id: id, label: label, currency: currency, country: country, networks: networks,
      capabilities: capabilities, segments: segments.amounts, defaultSegment: Int(index),
      endpoint: endpoint, expiresAt: expiresAt, notification: notification, token: token)
  }
}

extension JSONReader {
  /// A string in which `problem` finds nothing wrong; what it finds is a fault with `code`.
  fileprivate mutating func string(
    _ name: String, _ code: String, _ problem: (String) -> String?
  ) -> String? {
    guard let text = string(name) else { return nil }
    guard let detail = problem(text) else { return text }
    fault(name, code, detail)
    return nil
  }

  /// A currency that can be paid in.
  fileprivate mutating func currency(_ name: String) -> Currency? {
    guard let code = string(name) else { return nil }
    if let problem = currencyProblem(code) {
      fault(name, problem.code, problem.detail)
      return nil
    }
    return Currency(code: code)
  }

  /// Names of PassKit's, known here or not: ASCII letters and digits, each there once.
  fileprivate mutating func names(_ name: String) -> [String]? {
    guard let names = strings(name) else { return nil }
    if names.isEmpty { fault(name, "empty", "must name at least one") }
    if names.count > Limits.networks {
      fault(name, "too_many", "must name at most \(Limits.networks)")
    }
    for (index, text) in names.prefix(Limits.networks).enumerated() {
      let place = "\(path(name))/\(index)"
      if text.isEmpty || !text.utf8.allSatisfy(isAlphanumeric) {
        note([
          JSONFault(pointer: place, code: "wrong_value", detail: "must be letters and digits")
        ])
      } else if names[..<index].contains(where: { $0.hasSameBytes(as: text) }) {
        note([JSONFault(pointer: place, code: "duplicate", detail: "is there twice")])
      }
    }
    return names
  }
}
