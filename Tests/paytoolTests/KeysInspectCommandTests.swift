import Foundation
import TestSupport
import Testing

@Suite struct KeysInspectCommandTests {
  private let shop: Shop
  private static let madeAt = "2026-01-01T00:00:00Z"
  private static let merchantHash =
    "D5C9AE4D8F72286F1CE15FE72DA6DDC3FC2E78B117D6C6272CAE89544D2ED111"

  init() throws { shop = try Shop.withKeys(at: Self.madeAt) }

  private func key(_ name: String) -> String { shop.data + "/keys/" + name }

  private func inspect(_ arguments: String...) throws -> Finished {
    try shop.paytool(["keys", "inspect", "--at", "2026-01-02T00:00:00Z"] + arguments)
  }

  /// Every word of a private key's file that is not PEM's own.
  private func secrets(_ path: String) throws -> [Substring] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
  }

  @Test(arguments: ["ec", "rsa"])
  func `a pair is shown with its role, dates and hashes, and no secret`(kind: String) throws {
    let files = [key("payment-processing-\(kind).key"), key("payment-processing-\(kind).pem")]
    let shown = try inspect(files[0], files[1])
    #expect(shown.status == 0 && shown.errors.isEmpty)
    for part in [
      "payment processing", "759 days left", Self.merchantHash, "in \(files[1])",
      "the configured merchant.com.sample.ApplePayAction",
    ] {
      #expect(shown.output.contains(part), "\(part)")
    }
    let json = try inspect(files[0], files[1], "--json")
    let document = try document(json.output)
    #expect(document["belongTogether"] as? Bool == true)
    let read = try #require(document["files"] as? [[String: Any]])
    let certificate = try #require((read[1]["certificates"] as? [[String: Any]])?.first)
    let secretKey = try #require(read[0]["privateKey"] as? [String: Any])
    #expect(certificate["role"] as? String == "paymentProcessing")
    #expect(certificate["merchantIdentifierHash"] as? String == Self.merchantHash)
    #expect(certificate["isConfiguredMerchant"] as? Bool == true)
    #expect(certificate["daysLeft"] as? Int == 759)
    #expect(certificate["publicKeyHash"] as? String == secretKey["publicKeyHash"] as? String)
    #expect(secretKey["certificateFile"] as? String == files[1])
    for secret in try secrets(files[0]) {
      #expect(!shown.output.contains(secret) && !json.output.contains(secret))
    }
  }

  @Test func `the hash is that of stock openssl, in Base64 and in hex`() throws {
    let path = key("payment-processing-ec.key")
    let spki = try run("/usr/bin/openssl", ["pkey", "-in", path, "-pubout", "-outform", "DER"])
    let hash = try run(
      "/usr/bin/openssl", ["dgst", "-sha256", "-binary"], input: spki.standardOutput)
    let shown = try inspect(path).output
    #expect(shown.contains(Data(hash.standardOutput).base64EncodedString()))
    #expect(shown.contains(hash.standardOutput.map { String(format: "%02x", $0) }.joined()))
    let json = try document(try inspect(path, "--json").output)
    #expect(json["belongTogether"] is NSNull)
  }

  @Test func `each certificate is told by its role`() throws {
    let authority = shop.data + "/ca/"
    let document = try document(
      try inspect(
        key("root.pem"), key("session-signer.pem"), authority + "token-signer-ec.pem",
        authority + "token-signer-rsa.pem", key("payment-processing-rsa.pem"),
        packageRoot + "/merchant-config/trust/AppleRootCA-G3.pem", "--json"
      ).output)
    let files = try #require(document["files"] as? [[String: Any]])
    let roles = files.flatMap { file in
      (file["certificates"] as? [[String: Any]] ?? []).map { $0["role"] as? String ?? "" }
    }
    #expect(
      roles == [
        "root", "sessionSigner", "intermediate", "tokenSigner", "tokenIntermediate",
        "tokenSigner", "tokenIntermediate", "paymentProcessing", "appleRoot",
      ])
  }

  @Test func `a pair that does not match is shown and exits 1`() throws {
    let finished = try inspect(key("payment-processing-ec.key"), key("payment-processing-rsa.pem"))
    #expect(finished.status == 1)
    #expect(finished.output.contains("none of it among these files"))
    #expect(finished.errorLines.count == 1)
    #expect(finished.errors.contains("is not the private key of the certificate"))
  }

  @Test func `an end that is near or past, and another merchant, are told and not refused`() throws
  {
    let path = key("payment-processing-ec.pem")
    for (moment, word) in [
      ("2028-01-02T00:00:00Z", "ends in 29 days"), ("2028-02-01T00:00:00Z", "has expired"),
    ] {
      let finished = try shop.paytool("keys", "inspect", "--at", moment, path)
      #expect(finished.status == 0)
      #expect(finished.errorLines.count == 1 && finished.errors.contains(word))
    }
    let exact = try shop.paytool("keys", "inspect", "--at", "2028-01-01T00:00:00Z", path)
    #expect(exact.errors.isEmpty, "30 days are left")
    var other = shop
    other.configuration = shop.folder.file("other")
    try FileManager.default.copyItem(
      atPath: packageRoot + "/merchant-config", toPath: other.configuration)
    let merchant = other.configuration + "/merchant.json"
    let text = try String(contentsOfFile: merchant, encoding: .utf8)
    try text.replacing("ApplePayAction", with: "Other").write(
      toFile: merchant, atomically: true, encoding: .utf8)
    let finished = try other.paytool("keys", "inspect", "--at", Self.madeAt, path)
    #expect(finished.status == 0)
    #expect(finished.output.contains("NOT the configured merchant.com.sample.Other"))
    #expect(finished.errors.contains("another merchant"))
    other.configuration = shop.folder.file("none")
    let without = try other.paytool("keys", "inspect", "--at", Self.madeAt, path)
    #expect(without.status == 0 && without.output.contains("no configuration to compare it with"))
  }

  @Test func `an encrypted file opens with a file or a credential, and only with one of them`()
    throws
  {
    let archive = shop.folder.file("merchant.p12")
    let passphrase = try shop.file("passphrase", "open sesame\n")
    let made = try run(
      "/usr/bin/openssl",
      [
        "pkcs12", "-export", "-inkey", key("payment-processing-ec.key"), "-in",
        key("payment-processing-ec.pem"), "-passout", "file:" + passphrase, "-out", archive,
      ])
    #expect(made.status == 0)
    for path in [passphrase, archive] {
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    let locked = try inspect(archive)
    #expect(locked.status == 4 && locked.output.isEmpty)
    #expect(locked.errors.contains("--passphrase-file"))
    let opened = try inspect(archive, "--passphrase-file", passphrase)
    #expect(opened.status == 0 && opened.output.contains("in this file"))
    #expect(!opened.output.contains("sesame"))
    let credential = try shop.paytool(
      ["keys", "inspect", archive, "--passphrase-credential", "passphrase"],
      environment: ["CREDENTIALS_DIRECTORY": shop.folder.path])
    #expect(credential.status == 0)
    let both = try inspect(
      archive, "--passphrase-file", passphrase, "--passphrase-credential", "passphrase")
    #expect(both.status == 2)
    let wrong = try inspect(archive, "--passphrase-file", key("token-signing-key"), "--json")
    #expect(wrong.status == 4 && wrong.errors.contains("key_passphrase_wrong"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: archive)
    let exposed = try inspect(archive, "--passphrase-file", passphrase)
    #expect(exposed.status == 4 && exposed.errors.contains("chmod 600"))
  }

  @Test func `it needs a file that is there and is one`() throws {
    #expect(try inspect().status == 2)
    #expect(try inspect(shop.folder.file("none")).status == 5)
    let text = try inspect(try shop.file("text", "hello"))
    #expect(text.status == 4 && text.output.isEmpty && text.errorLines.count == 1)
  }
}
