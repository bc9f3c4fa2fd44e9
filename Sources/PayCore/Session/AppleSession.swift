/// A merchant session that Apple made, checked as far as anybody but Apple can, and handed on byte
/// for byte as it came.
///
/// Which bytes Apple's signature covers is not public: whether the session is Apple's rests on the
/// TLS connection over which it came. Source: the members of public samples, since Apple calls it
/// opaque.
package struct AppleSession: Sendable {
  /// The answer as it was received.
  package let bytes: [UInt8]
  package let createdAt: Timestamp
  package let expiresAt: Timestamp
  /// What is odd but no reason to refuse it.
  package let findings: [Finding]

  /// Reads an answer to `request` that came at `moment`.
  package init(
    _ bytes: [UInt8], answering request: SessionRequest, from environment: AppleEnvironment,
    at moment: Timestamp, digest: some Digest, signatures: some SessionSignatureReader
  ) throws(AppleSessionFault) {
    let json: JSONValue
    do { json = try JSONValue(parsing: bytes) } catch { throw .notJSON(error) }
    if let refusal = Self.refusal(in: json) { throw refusal }
    let members = try Members(json, isWeb: request.initiative == SessionInitiative.web.rawValue)
    (createdAt, expiresAt) = try Self.times(members, at: moment)
    guard members.displayName.hasSameBytes(as: request.displayName) else { throw .displayName }
    guard members.domainName.map({ $0.hasSameBytes(as: request.initiativeContext) }) ?? true else {
      throw .domainName
    }
    guard members.initiative.map({ $0.hasSameBytes(as: request.initiative) }) ?? true,
      members.initiativeContext.map({ $0.hasSameBytes(as: request.initiativeContext) }) ?? true
    else { throw .initiative }
    guard let signer = signatures.signerName(of: members.signature) else { throw .signature }
    guard signer.hasSuffix(environment.signerSuffix) else {
      throw .environment(signer: signer, wanted: environment)
    }
    self.bytes = bytes
    let expected = Hex.upper(digest.sha256(Array(request.merchantIdentifier.utf8)))
    let isExpected = members.merchantIdentifier.hasSameBytes(as: expected)
    findings = isExpected ? [] : [Self.otherHash]
  }

  /// That the member is the hash of the merchant ID is what samples show, not what Apple says.
  private static let otherHash = Finding(
    code: "apple_session_merchant_hash", severity: .warning, pointer: "/merchantIdentifier",
    message: "is not the SHA-256 of the merchant ID, as it was in all sessions seen so far")

  /// What the gateway says where it gives no session.
  private static func refusal(in json: JSONValue) -> AppleSessionFault? {
    func text(_ name: String) -> String? {
      switch json[name] {
      case nil, .null: nil
      case .string(let text): text
      case .some(let other): String(decoding: other.bytes, as: UTF8.self)
      }
    }
    let (status, message) = (text("statusCode"), text("statusMessage"))
    guard status != nil || message != nil else { return nil }
    return .errorBody(status: status ?? "unknown", message: message ?? "no message")
  }

  private static func times(
    _ members: Members, at moment: Timestamp
  ) throws(AppleSessionFault) -> (Timestamp, Timestamp) {
    for (name, value) in [
      ("epochTimestamp", members.epochTimestamp), ("expiresAt", members.expiresAt),
    ] where value < Limits.leastMilliseconds { throw .seconds(member: name) }
    let created = Timestamp(milliseconds: members.epochTimestamp)
    let end = Timestamp(milliseconds: members.expiresAt)
    guard created < end,
      end <= created.adding(seconds: Limits.appleSessionLifetimeSeconds)
    else { throw .lifetime }
    let skew = Limits.appleClockSkewSeconds
    guard created.adding(seconds: -skew) <= moment, moment <= created.adding(seconds: skew),
      moment < end
    else { throw .clock(created: created, now: moment) }
    return (created, end)
  }
}

/// The members of a session that are looked at; others may be there.
private struct Members {
  let epochTimestamp: Int64
  let expiresAt: Int64
  let merchantIdentifier: String
  let displayName: String
  let domainName: String?
  let initiative: String?
  let initiativeContext: String?
  let signature: [UInt8]

  init(_ json: JSONValue, isWeb: Bool) throws(AppleSessionFault) {
    var reader = JSONReader(json)
    let created = reader.integer("epochTimestamp")
    let end = reader.integer("expiresAt")
    let merchant = reader.string("merchantIdentifier")
    let name = reader.string("displayName")
    domainName = isWeb ? reader.string("domainName") : reader.optionalString("domainName")
    initiative = reader.optionalString("initiative")
    initiativeContext = reader.optionalString("initiativeContext")
    let hex = reader.string("signature")
    for member in ["nonce", "merchantSessionIdentifier"] where reader.string(member) == "" {
      reader.fault(member, "empty", "must not be empty")
    }
    if let merchant, !Self.isHash(merchant) {
      reader.fault("merchantIdentifier", "wrong_value", "must be 64 characters of upper-case hex")
    }
    for (member, time) in [("epochTimestamp", created), ("expiresAt", end)] {
      if let time, !(0...Timestamp.latest).contains(time) {
        reader.fault(member, "out_of_range", "must lie between the years 1970 and 9999")
      }
    }
    let bytes = hex.flatMap(Hex.decodeLower)
    if hex != nil, bytes?.isEmpty ?? true {
      reader.fault("signature", "wrong_value", "must be lower-case hex")
    }
    guard reader.faults.isEmpty, let created, let end, let merchant, let name, let bytes else {
      throw .shape(reader.faults)
    }
    (epochTimestamp, expiresAt, merchantIdentifier) = (created, end, merchant)
    (displayName, signature) = (name, bytes)
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
  }
}
