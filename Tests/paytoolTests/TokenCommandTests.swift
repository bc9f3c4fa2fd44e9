import Foundation
import PayCore
import PayCrypto
import TestSupport
import Testing

/// `paytool token`, by the real program.
@Suite struct TokenCommandTests {
  private static let start = "2030-01-01T00:00:00Z"
  /// One data directory for all: keys of RSA take long to make.
  private static let shared = Result { try Shop.withKeys(at: start) }
  private let shop: Shop

  init() throws { shop = try Self.shared.get() }

  private var root: String { shop.data + "/keys/root.pem" }

  /// The path of a new file with a simulated token of 20.00 USD.
  private func simulated(_ options: String...) throws -> String {
    let path = shop.folder.file(UUID().uuidString + ".json")
    let arguments =
      ["token", "simulate", "--amount", "20.00", "--currency", "USD", "--at", Self.start, "-o"]
      + [path] + options
    let finished = try shop.paytool(arguments)
    guard finished.status == 0 else { throw UnexpectedExit(arguments, finished) }
    return path
  }

  private func token(
    _ command: String, _ path: String, _ options: String..., at moment: String = start
  ) throws -> Finished {
    try shop.paytool(["token", command, path, "--root", root, "--at", moment] + options)
  }

  // MARK: Good tokens

  @Test(arguments: ["EC_v1", "RSA_v1"])
  func `a simulated token verifies and opens`(version: String) throws {
    let path = try simulated("--version", version, "--application-data", "YW4gaW50ZW50")
    let verified = try token("verify", path)
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(verified.errors.isEmpty)
    #expect(verified.output.contains("\(version), good"))
    #expect(verified.output.contains("not Apple's: good for development only"))
    let verdict = try document(try token("verify", path, "--json").output)
    #expect(verdict["object"] as? String == "tokenVerification")
    #expect(verdict["valid"] as? Bool == true)
    #expect((verdict["findings"] as? [Any])?.isEmpty == true)
    let facts = try #require(verdict["token"] as? [String: Any])
    #expect(facts["signingTime"] as? String == Self.start)
    #expect(facts["rootIsApple"] as? Bool == false)
    let application = try #require(facts["applicationData"] as? String)
    #expect(application == Hex.lower(OpenSSLDigest().sha256(Array("an intent".utf8))))

    let opened = try token("open", path)
    #expect(opened.status == 0, "\(opened.errors)")
    #expect(opened.output.contains("20.00 USD"))
    #expect(opened.output.contains("expires 2033-01-31"))
    let json = try document(try token("open", path, "--json").output)
    #expect(
      Set(json.keys) == [
        "object", "version", "signingTime", "transactionId", "last4", "expiry", "amount",
        "currency", "currencyNumeric", "amountMinor", "paymentDataType", "eciIndicator",
      ])
    #expect(json["object"] as? String == "openedToken")
    #expect(json["version"] as? String == version)
    #expect(json["transactionId"] as? String == facts["transactionId"] as? String)
    #expect((json["last4"] as? String)?.count == 4)
    #expect(json["expiry"] as? String == "330131")
    #expect(json["currency"] as? String == "USD")
    #expect(json["currencyNumeric"] as? String == "840")
    #expect(json["amountMinor"] as? Int == 2000)
    #expect(json["amount"] as? String == "20.00")
    #expect(json["paymentDataType"] as? String == "3DSecure")
    #expect(json["eciIndicator"] as? String == "5")
  }

  @Test func `the payment data alone, and standard input, are as good as the whole token`() throws {
    let text = try String(contentsOfFile: simulated(), encoding: .utf8)
    let inner = try #require(try document(text)["paymentData"])
    let data = try JSONSerialization.data(withJSONObject: inner)
    for input in [text, String(decoding: data, as: UTF8.self)] {
      let arguments = ["token", "open", "-", "--root", root, "--at", Self.start]
      #expect(try shop.paytool(arguments, input: input).status == 0)
    }
  }

  @Test func `an encrypted key is asked for only by the tokens that need it`() throws {
    let shop = try Shop.withKeys(at: Self.start)
    let key = shop.data + "/keys/payment-processing-rsa.key"
    let passphrase = try shop.file("passphrase", "open sesame\n")
    chmod(passphrase, 0o600)
    let encrypted = try run(
      "/usr/bin/openssl",
      ["pkcs8", "-topk8", "-v2", "aes-256-cbc", "-in", key, "-passout", "file:" + passphrase])
    try #require(encrypted.status == 0, "\(encrypted.errors)")
    try Data(encrypted.standardOutput).write(to: URL(fileURLWithPath: key))
    for (version, needsIt) in [("EC_v1", false), ("RSA_v1", true)] {
      let path = shop.folder.file(version)
      _ = try shop.ok(
        "token", "simulate", "--amount", "20.00", "--currency", "USD", "--version", version, "--at",
        Self.start, "-o", path)
      let arguments = ["token", "open", path, "--root", shop.data + "/keys/root.pem", "--at"]
      let closed = try shop.paytool(arguments + [Self.start])
      #expect(closed.status == (needsIt ? 4 : 0), "\(closed.errors)")
      #expect(closed.errors.contains(key + " is encrypted") == needsIt)
      let opened = try shop.paytool(arguments + [Self.start, "--passphrase-file", passphrase])
      #expect(opened.status == 0, "\(opened.errors)")
    }
  }

  @Test func `a token for an intent carries its price and its canonical bytes`() throws {
    let shop = try Shop.withKeys()
    let made = try shop.json("intent", "create", "--segment", "2")
    let id = try #require(made["id"] as? String)
    let path = shop.folder.file("token.json")
    _ = try shop.ok("token", "simulate", "--intent", id, "-o", path)
    let opened = try shop.json(
      "token", "open", path, "--root", shop.data + "/keys/root.pem")
    #expect(opened["amountMinor"] as? Int == 2000 && opened["currency"] as? String == "USD")
    let inspected = try shop.json("token", "inspect", path)
    let request = try #require(made["paymentRequest"] as? [String: Any])
    let data = try #require(request["applicationData"] as? String)
    let hash = OpenSSLDigest().sha256(try #require(Base64.decode(data)))
    #expect(inspected["applicationData"] as? String == Hex.lower(hash))
    for extra in [["--amount", "1"], ["--currency", "USD"], ["--application-data", ""]] {
      let arguments = ["token", "simulate", "--intent", id] + extra
      #expect(try shop.paytool(arguments).status == 2)
    }
    #expect(try shop.paytool("token", "simulate", "--intent", "buy_x").status == 2)
  }

  @Test func `inspect tells what the token says and that nothing was checked`() throws {
    let path = try simulated("--fault", "bad-signature")
    let finished = try shop.paytool("token", "inspect", path)
    #expect(finished.status == 0)
    #expect(finished.errors.contains("Nothing was verified"))
    for text in ["EC_v1", "is ours: ", "payment-processing-ec.key", "signer", "issuer", "91 bytes"]
    {
      #expect(finished.output.contains(text), "\(text): \(finished.output)")
    }
    let json = try shop.json("token", "inspect", path)
    #expect(json["verified"] as? Bool == false && json["keyIsOurs"] as? Bool == true)
    #expect(json["signingTime"] as? String == Self.start)
    let certificates = try #require(json["certificates"] as? [[String: Any]])
    #expect(certificates.map { $0["role"] as? String } == ["signer", "issuer"])
    let empty = try Shop()
    let stranger = try empty.json("token", "inspect", path)
    #expect(stranger["keyIsOurs"] is NSNull)
  }

  @Test func `inspect shows what can be read of a token whose signature cannot`() throws {
    let path = try simulated("--fault", "not-cms")
    let finished = try shop.paytool("token", "inspect", path, "--json")
    #expect(finished.status == 1)
    #expect(try document(finished.output)["version"] as? String == "EC_v1")
    #expect(try document(finished.errors)["code"] as? String == "payment_token_cms")
  }

  // MARK: Refusals

  @Test(arguments: TokenFaultKind.allCases)
  func `a fault makes open exit 1 with its code`(fault: TokenFaultKind) throws {
    for version in fault.versions {
      let path = try simulated("--fault", fault.rawValue, "--version", version.rawValue)
      let finished = try token("open", path, "--json")
      #expect(finished.status == 1)
      #expect(finished.output.isEmpty)
      #expect(try document(finished.errors)["code"] as? String == fault.code)
      let told = try token("open", path)
      #expect(told.status == 1 && told.output.isEmpty)
      #expect(told.errors.hasPrefix("paytool: "))
    }
  }

  @Test func `a verdict is data, a refusal a problem too`() throws {
    let path = try simulated("--fault", "tag-flipped")
    // Only a key shows it.
    #expect(try token("verify", path).status == 0)
    let late = try token("verify", path, "--json", at: "2030-01-01T00:05:01Z")
    #expect(late.status == 1)
    let verdict = try document(late.output)
    #expect(verdict["valid"] as? Bool == false)
    let findings = try #require(verdict["findings"] as? [[String: String]])
    #expect(findings.map { $0["code"] } == ["payment_token_stale"])
    #expect(try document(late.errors)["code"] as? String == "payment_token_stale")
  }

  @Test func `the window says how long a token is good`() throws {
    let path = try simulated()
    for (window, second, status) in [("60", 59, 0), ("1", 2, 1), ("600", 59, 0)] {
      let moment = "2030-01-01T00:00:\(second < 10 ? "0" : "")\(second)Z"
      let finished = try token("verify", path, "--window", window, at: moment)
      #expect(finished.status == Int32(status), "\(window)")
    }
    for window in ["0", "601", "-1", "x", "1.5", ""] {
      #expect(try token("verify", path, "--window", window).status == 2)
    }
  }

  @Test func `without a root Apple's is meant, and a simulated token is told what it needs`() throws
  {
    let path = try simulated()
    for command in ["verify", "open"] {
      let finished = try shop.paytool("token", command, path, "--at", Self.start)
      #expect(finished.status == 1)
      #expect(finished.errors.contains("a simulated token wants --root \(root)"))
    }
  }

  @Test func `verify with keys wants the token's among them`() throws {
    let path = try simulated()
    let keys = shop.data + "/keys/payment-processing-"
    #expect(try token("verify", path, "--key", keys + "ec.key").status == 0)
    for command in ["verify", "open"] {
      let other = try token(command, path, "--json", "--key", keys + "rsa.key")
      #expect(other.status == 1)
      #expect(try document(other.errors)["code"] as? String == "payment_token_key_kind")
    }
  }

  @Test func `the merchant is the certificate's, or the command line's`() throws {
    let path = try simulated()
    let merchant = "merchant.com.sample.ApplePayAction"
    let hash = Hex.upper(OpenSSLDigest().sha256(Array(merchant.utf8)))
    for options in [
      ["--merchant-identifier", merchant], ["--merchant-identifier-hash", hash],
      ["--merchant-identifier-hash", hash.lowercased()],
    ] {
      #expect(try token("open", path, options[0], options[1]).status == 0)
    }
    let other = try token("open", path, "--merchant-identifier", "merchant.other", "--json")
    #expect(other.status == 4 && other.output.isEmpty)
    // A key without a certificate says nothing of the merchant: the configured one is meant.
    let key = shop.folder.file("alone.key")
    if !FileManager.default.fileExists(atPath: key) {
      try FileManager.default.copyItem(
        atPath: shop.data + "/keys/payment-processing-ec.key", toPath: key)
    }
    #expect(try token("open", path, "--key", key).status == 0)
    let wrong = try token("open", path, "--key", key, "--merchant-identifier", "merchant.other")
    #expect(wrong.status == 1 && wrong.errors.contains("merchant identifier"))
    #expect(try token("open", path, "--merchant-identifier-hash", "ab").status == 2)
    for option in ["--merchant-identifier", "--merchant-identifier-hash", "--passphrase-file"] {
      let idle = try token("verify", path, option, "x")
      #expect(idle.status == 2 && idle.errors.contains("\(option) does nothing without --key"))
    }
    let both = try token(
      "open", path, "--merchant-identifier", merchant, "--merchant-identifier-hash", hash)
    #expect(both.status == 2)
  }

  // MARK: Secrets

  @Test func `only the new file of --reveal ever shows the card and the cryptogram`() throws {
    let path = try simulated()
    let plain = shop.folder.file("plain.json")
    let revealed = try token("open", path, "--reveal", plain)
    #expect(revealed.status == 0)
    let payload = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: plain)))
        as? [String: Any])
    let number = try #require(payload["applicationPrimaryAccountNumber"] as? String)
    let inner = try #require(payload["paymentData"] as? [String: String])
    let cryptogram = try #require(inner["onlinePaymentCryptogram"])
    let attributes = try FileManager.default.attributesOfItem(atPath: plain)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let outputs = [
      revealed, try token("open", path), try token("open", path, "--json"),
      try token("verify", path), try token("verify", path, "--json"),
      try shop.paytool("token", "inspect", path), try token("open", path, "--reveal", plain),
    ]
    for finished in outputs {
      for secret in [number, cryptogram, String(number.prefix(6))] {
        #expect(!(finished.output + finished.errors).contains(secret))
      }
    }
    #expect(!(try String(contentsOfFile: path, encoding: .utf8)).contains(number))
  }

  @Test func `--reveal replaces nothing and goes to no stream`() throws {
    let path = try simulated()
    let taken = try shop.file("taken.json", "mine")
    let refused = try token("open", path, "--reveal", taken)
    #expect(refused.status == 5 && refused.output.isEmpty)
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "mine")
    for place in ["-", "", "/dev/stdout", "/dev/null"] {
      let finished = try token("open", path, "--reveal", place)
      #expect(finished.status != 0 && finished.output.isEmpty, "\(place)")
    }
  }

  // MARK: The command line

  @Test func `what simulate cannot make is a usage error`() throws {
    let price = ["--amount", "20.00", "--currency", "USD"]
    for arguments in [
      [], ["--amount", "20.00"], ["--currency", "USD"],
      ["--amount", "20.001", "--currency", "USD"],
      ["--amount", "20.00", "--currency", "USX"], price + ["--version", "EC_v2"],
      price + ["--fault", "tag-fliped"], price + ["--fault", "oaep-sha1", "--version", "EC_v1"],
      price + ["--application-data", "A"],
    ] {
      let finished = try shop.paytool(["token", "simulate"] + arguments)
      #expect(finished.status == 2, "\(arguments)")
      #expect(finished.output.isEmpty && finished.errorLines.count == 1)
    }
    let slip = try shop.paytool(["token", "simulate"] + price + ["--fault", "tag-fliped"])
    #expect(slip.errors.contains("did you mean tag-flipped?"))
  }

  @Test func `the faults are listed with their codes`() throws {
    let text = try shop.ok("token", "simulate", "--fault", "list")
    let list = try shop.json("token", "simulate", "--fault", "list")
    let data = try #require(list["data"] as? [[String: Any]])
    #expect(data.count == TokenFaultKind.allCases.count)
    for fault in TokenFaultKind.allCases {
      #expect(text.contains("\n\(fault.rawValue) "))
      #expect(text.contains(fault.code))
    }
  }

  @Test func `a version is the program's, but where a token's is asked for`() throws {
    #expect(try shop.ok("--version").hasPrefix("paytool "))
    #expect(try shop.ok("token", "open", "--version").hasPrefix("paytool "))
    let help = try shop.ok("help", "token", "simulate")
    #expect(help.contains("--version NAME") && !help.contains("show the version"))
  }

  @Test func `keys that are missing are a key error`() throws {
    let empty = try Shop()
    let made = try empty.paytool("token", "simulate", "--amount", "1", "--currency", "USD")
    #expect(made.status == 4)
    let path = try simulated()
    #expect(try empty.paytool("token", "open", path, "--root", root).status == 4)
    #expect(try shop.paytool("token", "verify", "/nowhere").status == 5)
  }
}
