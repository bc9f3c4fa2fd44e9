import PayCore

extension TokenFaultKind {
  /// Size, JSON and members.
  static let document: [TokenFaultKind] = [
    TokenFaultKind("too-large", "payment_token_too_large", "more bytes than a token may have") {
      $0.changeText = { text in
        let missing = max(0, Limits.paymentTokenBytes + 1 - text.count)
        text += [UInt8](repeating: UInt8(ascii: " "), count: missing)
      }
    },
    TokenFaultKind("cut-off", "payment_token_not_json", "the last brace is missing") {
      $0.changeText = { text in text.removeLast(2) }
    },
    TokenFaultKind("member-twice", "payment_token_not_json", "a member stands there twice") {
      $0.changePaymentData = { $0.with("version", $0["version"]) }
    },
    missing("version"), missing("data"), missing("signature"), missing("header"),
    missingInHeader("transactionId", "transaction-id-missing"),
    missingInHeader("publicKeyHash", "key-hash-missing"),
    TokenFaultKind("unknown-member", "payment_token_shape", "a member that Apple does not have") {
      $0.changePaymentData = { $0.with("comment", "unsigned") }
    },
    TokenFaultKind(
      "unknown-header-member", "payment_token_shape", "a header that Apple does not have"
    ) {
      $0.changePaymentData = changingHeader { $0.with("comment", "unsigned") }
    },
    TokenFaultKind(
      "version-beside", "payment_token_shape", "a version beside paymentData, not in it"
    ) { $0.changeToken = { $0.with("version", "EC_v1") } },
    TokenFaultKind("payment-method-text", "payment_token_shape", "paymentMethod is a text") {
      $0.changeToken = { $0.setting("paymentMethod", "Visa") }
    },
    TokenFaultKind("data-not-text", "payment_token_shape", "data is a number") {
      $0.changePaymentData = { $0.setting("data", 1) }
    },
    TokenFaultKind(
      "other-transaction-identifier", "payment_token_shape",
      "the token's own identifier is not that of its header"
    ) { recipe in
      let identifier = JSONValue.string(Hex.upper(recipe.random(32)))
      recipe.changeToken = { $0.setting("transactionIdentifier", identifier) }
    },
    TokenFaultKind("ios-simulator", "payment_token_simulator", "what the iOS Simulator gives") {
      $0.changeToken = {
        $0.setting("paymentData", [:])
          .setting("transactionIdentifier", "Simulated Identifier")
      }
    },
    TokenFaultKind("unknown-version", "payment_token_version", "a version that is not Apple's") {
      $0.changePaymentData = { $0.setting("version", "EC_v2") }
    },
    TokenFaultKind("key-missing", "payment_token_key_member", "no key material") { recipe in
      let name = recipe.version.keyMember
      recipe.changePaymentData = changingHeader { $0.removing(name) }
    },
    TokenFaultKind("both-keys", "payment_token_key_member", "the key material of both versions") {
      recipe in
      let other = recipe.version == .ecV1 ? SealedToken.Version.rsaV1 : .ecV1
      let material = JSONValue.string(Base64.encode(recipe.random(91)))
      recipe.changePaymentData = changingHeader { $0.with(other.keyMember, material) }
    },
    TokenFaultKind("other-version", "payment_token_key_member", "the name of the other version") {
      recipe in
      let other = recipe.version == .ecV1 ? SealedToken.Version.rsaV1 : .ecV1
      recipe.changePaymentData = { $0.setting("version", .string(other.rawValue)) }
    },
  ]

  /// Base64, hex and what they hold.
  static let encodings: [TokenFaultKind] = [
    TokenFaultKind(
      "base64-stray-bits", "payment_token_base64", "Base64 with bits after its last byte"
    ) {
      $0.changePaymentData = changingHeader {
        // 32 bytes leave two bits of the last character unused: B is A with one of them set.
        $0.changingText("publicKeyHash") { String($0.dropLast(2)) + strayed(from: $0) + "=" }
      }
    },
    TokenFaultKind("base64-unpadded", "payment_token_base64", "Base64 without its padding") {
      $0.changePaymentData = changingHeader {
        $0.changingText("publicKeyHash") { String($0.dropLast()) }
      }
    },
    TokenFaultKind("base64-line-break", "payment_token_base64", "Base64 in two lines") {
      $0.changePaymentData = {
        $0.changingText("data") { String($0.prefix(64)) + "\n" + $0.dropFirst(64) }
      }
    },
    TokenFaultKind("no-data", "payment_token_base64", "data is empty") {
      $0.changeBeforeSigning = { $0.data = [] }
    },
    TokenFaultKind("short-key-hash", "payment_token_base64", "a key hash of 31 bytes") {
      $0.changeBeforeSigning = { $0.publicKeyHash.removeLast() }
    },
    TokenFaultKind("hex-odd", "payment_token_hex", "hex with half a byte at its end") {
      $0.changePaymentData = changingHeader {
        $0.changingText("transactionId") { String($0.dropLast()) }
      }
      $0.changeToken = { $0.removing("transactionIdentifier") }
    },
    TokenFaultKind("hex-letter", "payment_token_hex", "hex with a letter beyond f") {
      $0.changePaymentData = changingHeader {
        $0.changingText("transactionId") { "g" + $0.dropFirst() }
      }
      $0.changeToken = { $0.removing("transactionIdentifier") }
    },
    TokenFaultKind("short-transaction-id", "payment_token_hex", "a transaction id of 31 bytes") {
      $0.changeBeforeSigning = { $0.transactionID.removeLast() }
    },
    TokenFaultKind(
      "short-application-data", "payment_token_hex", "an application data hash of 31 bytes"
    ) { recipe in
      let hash = recipe.applicationData ?? recipe.random(32)
      recipe.applicationData = Array(hash.dropLast())
    },
  ]

  private static func missing(_ name: String) -> TokenFaultKind {
    TokenFaultKind("\(name)-missing", "payment_token_shape", "no \(name)") {
      $0.changePaymentData = { $0.removing(name) }
    }
  }

  private static func missingInHeader(_ name: String, _ fault: String) -> TokenFaultKind {
    TokenFaultKind(fault, "payment_token_shape", "no \(name) in the header") {
      $0.changePaymentData = changingHeader { $0.removing(name) }
    }
  }

  private static func changingHeader(
    _ change: @escaping (JSONValue) -> JSONValue
  ) -> (JSONValue) -> JSONValue {
    { $0.changing("header", change) }
  }

  /// The character before the padding with one of its unused bits set.
  private static func strayed(from text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    guard let last = text.dropLast().last, let index = alphabet.firstIndex(of: last) else {
      return ""
    }
    return String(alphabet[index ^ 1])
  }
}

extension JSONValue {
  /// This object with a text of it changed.
  fileprivate func changingText(_ name: String, _ change: (String) -> String) -> JSONValue {
    changing(name) { value in
      guard case .string(let text) = value else { return value }
      return .string(change(text))
    }
  }
}
