extension SealedToken {
  /// The `paymentData` object as Apple spells it.
  package var json: JSONValue {
    let header: JSONValue = [
      "publicKeyHash": .string(Base64.encode(publicKeyHash)),
      version.keyMember: .string(Base64.encode(keyMaterial)),
      "transactionId": .string(Hex.lower(transactionID)),
    ]
    return [
      "data": .string(Base64.encode(data)), "signature": .string(Base64.encode(signature)),
      "header": header.with("applicationData", applicationData.map { .string(Hex.lower($0)) }),
      "version": .string(version.rawValue),
    ]
  }

  /// Reads a whole payment token (`paymentData`, `paymentMethod`, `transactionIdentifier`) or its
  /// `paymentData` alone.
  ///
  /// Throws `tooLarge`, `notJSON` and what `init(json:)` throws.
  package init(parsing bytes: [UInt8]) throws(PaymentTokenFault) {
    guard bytes.count <= Limits.paymentTokenBytes || TokenCheck.size.isOff else {
      throw .tooLarge(bytes.count)
    }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw .notJSON(error)
    }
    try self.init(json: json)
  }

  /// Throws `simulator`, `shape`, `version`, `keyMember`, `base64`, `hex`.
  package init(json: JSONValue) throws(PaymentTokenFault) {
    guard let paymentData = json["paymentData"] else {
      self = try Self.paymentData(json, at: "")
      return
    }
    if Self.isSimulated(json, paymentData) { throw .simulator }
    try Self.checkAround(json)
    self = try Self.paymentData(paymentData, at: "/paymentData")
    guard let identifier = json["transactionIdentifier"] else { return }
    guard identifier.names(transactionID) || TokenCheck.transactionIdentifier.isOff else {
      throw .shape([
        JSONFault(
          pointer: "/transactionIdentifier", code: "wrong_value",
          detail: "must be the transactionId of the header")
      ])
    }
  }

  /// Members that nothing signs and nothing reads do no harm out here, and Apple may add to them;
  /// but not a second token.
  private static func checkAround(_ json: JSONValue) throws(PaymentTokenFault) {
    var faults: [JSONFault] = []
    for name in ["version", "data", "signature", "header"]
    where json[name] != nil && !TokenCheck.besidePaymentData.isOff {
      faults.append(
        JSONFault(
          pointer: "/" + name, code: "unknown_member", detail: "belongs into paymentData alone"))
    }
    if let method = json["paymentMethod"], !method.isObject, !TokenCheck.paymentMethod.isOff {
      faults.append(
        JSONFault(pointer: "/paymentMethod", code: "wrong_type", detail: "must be an object"))
    }
    guard faults.isEmpty else { throw .shape(faults) }
  }

  /// The iOS Simulator's sheet gives no payment data, and says so in the identifier.
  private static func isSimulated(_ token: JSONValue, _ paymentData: JSONValue) -> Bool {
    switch paymentData {
    case .null, .string(""), .object([]): true
    default: token["transactionIdentifier"] == "Simulated Identifier"
    }
  }

  private static func paymentData(
    _ json: JSONValue, at pointer: String
  ) throws(PaymentTokenFault) -> SealedToken {
    if json == .object([]) { throw .simulator }
    var reader = JSONReader(json, at: pointer)
    let name = reader.string("version")
    let data = reader.string("data")
    let signature = reader.string("signature")
    let header = reader.object("header")
    var parts = JSONReader(header ?? [:], at: reader.path("header"))
    let hash = parts.string("publicKeyHash")
    let transaction = parts.string("transactionId")
    let ephemeralKey = parts.optionalString(Version.ecV1.keyMember)
    let wrappedKey = parts.optionalString(Version.rsaV1.keyMember)
    let application = parts.optionalString("applicationData")
    if header != nil { reader.note(parts.finish()) }
    let faults = reader.finish()
    guard faults.isEmpty || TokenCheck.shape.isOff else { throw .shape(faults) }
    guard let name, let data, let signature, let hash, let transaction else {
      throw .shape(faults)
    }
    let keyed = wrappedKey == nil ? Version.ecV1 : .rsaV1
    guard let version = Version(rawValue: name) ?? (TokenCheck.version.isOff ? keyed : nil) else {
      throw .version(name)
    }
    let (key, other) = version == .ecV1 ? (ephemeralKey, wrappedKey) : (wrappedKey, ephemeralKey)
    guard let key, other == nil || TokenCheck.keyMember.isOff else { throw .keyMember(version) }
    return SealedToken(
      version: version, data: try base64(data, reader.path("data")),
      signature: try base64(signature, reader.path("signature")),
      keyMaterial: try base64(key, parts.path(version.keyMember)),
      publicKeyHash: try base64(hash, parts.path("publicKeyHash"), count: 32),
      transactionID: try sha256(transaction, parts.path("transactionId"), .transactionIDLength),
      applicationData: try application.map { (text) throws(PaymentTokenFault) in
        try sha256(text, parts.path("applicationData"), .applicationDataLength)
      })
  }

  private static func base64(
    _ text: String, _ pointer: @autoclosure () -> String, count: Int? = nil
  ) throws(PaymentTokenFault) -> [UInt8] {
    guard let bytes = Base64.decode(text), !bytes.isEmpty, count == nil || bytes.count == count
    else { throw .base64(pointer: pointer(), count: count) }
    return bytes
  }

  private static func sha256(
    _ text: String, _ pointer: @autoclosure () -> String, _ length: TokenCheck
  ) throws(PaymentTokenFault) -> [UInt8] {
    guard let bytes = Hex.decode(text), bytes.count == 32 || length.isOff else {
      throw .hex(pointer: pointer())
    }
    return bytes
  }
}

extension SealedToken.Version {
  /// The member of the header that carries the key material.
  package var keyMember: String {
    switch self {
    case .ecV1: "ephemeralPublicKey"
    case .rsaV1: "wrappedKey"
    }
  }
}

extension JSONValue {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }

  /// Whether it is the hex of these bytes.
  fileprivate func names(_ bytes: [UInt8]) -> Bool {
    if case .string(let text) = self { Hex.decode(text) == bytes } else { false }
  }
}
