import Foundation
import PayCore
import PaySystem
import Synchronization
import TestSupport

@testable import PayCrypto

/// Randomness that is remembered, since a simulated card's number and cryptogram come of it.
private final class RememberedRandom: Sendable {
  private let made = Mutex<[[UInt8]]>([])

  func bytes(_ count: Int) -> [UInt8] {
    let bytes = secureRandomBytes(count)
    made.withLock { $0.append(bytes) }
    return bytes
  }

  /// What was asked for in such a length.
  func all(of count: Int) -> [[UInt8]] { made.withLock { $0.filter { $0.count == count } } }
}

extension CanaryRun {
  private var developmentRoot: [String] { ["--root", data.file("keys/root.pem")] }

  /// Makes good tokens and one with each fault there is, and has them read in every way.
  func playTokens() throws {
    for version in SealedToken.Version.allCases { try reveal(version) }
    let directory = KeyDirectory(data: data.path)
    guard let dollars = Currency(code: "USD") else { return }
    let payment = SimulatedPayment(
      price: Money(minorUnits: 2000, currency: dollars), applicationData: nil)
    for fault in TokenFaultKind.allCases {
      let random = RememberedRandom()
      let simulator = try TokenSimulator(directory, random: random.bytes)
      let bytes = try simulator.token(
        for: payment, version: fault.versions[0], at: Timestamp.current(), fault: fault)
      try addCard(random, fault.rawValue)
      let file = try written("\(fault.rawValue).json", String(decoding: bytes, as: UTF8.self))
      try play(["token", "inspect", file])
      try play(["token", "open", file] + developmentRoot)
      try play(["token", "open", file, "--json"] + developmentRoot)
    }
  }

  /// The number and the cryptogram of a card that was made of this randomness.
  private func addCard(_ random: RememberedRandom, _ name: String) throws {
    let numbers = random.all(of: 9).map { digits in
      Array(TestCardNumber { _ in digits }.text.utf8)
    }
    let cryptograms = random.all(of: 20)
    try expect(!numbers.isEmpty && !cryptograms.isEmpty, "the card of \(name)")
    for number in numbers { hunt.add(CanarySecret(name: "card number, \(name)", bytes: number)) }
    for bytes in cryptograms { hunt.add(CanarySecret(name: "cryptogram, \(name)", bytes: bytes)) }
  }

  /// Simulates a token from the command line and opens it; the file of `--reveal` alone may have what
  /// is in it.
  private func reveal(_ version: SealedToken.Version) throws {
    let token = workFile("token-\(version.rawValue).json")
    let plaintext = workFile("plaintext-\(version.rawValue).json")
    try good(
      [
        "token", "simulate", "--amount", "20.00", "--currency", "USD", "--version",
        version.rawValue, "-o", token,
      ])
    try good(["token", "inspect", token])
    try good(["token", "verify", token] + developmentRoot)
    try good(["token", "open", token] + developmentRoot)
    try good(["token", "open", token, "--reveal", plaintext] + developmentRoot)
    // It is there now, and is not written again.
    try expect(
      try play(["token", "open", token, "--reveal", plaintext] + developmentRoot).status != 0,
      "a second reveal")
    let payload = try document(
      String(decoding: try Self.contents(plaintext), as: UTF8.self) + "\n")
    let data = payload["paymentData"] as? [String: Any] ?? [:]
    let number = payload["applicationPrimaryAccountNumber"] as? String ?? ""
    let cryptogram = Data(base64Encoded: data["onlinePaymentCryptogram"] as? String ?? "")
    hunt.add(CanarySecret(name: "card number, \(version)", bytes: Array(number.utf8)))
    hunt.add(CanarySecret(name: "cryptogram, \(version)", bytes: [UInt8](cryptogram ?? Data())))
    try addSymmetricKey(version, token)
    let mode = try FileManager.default.attributesOfItem(atPath: plaintext)[.posixPermissions]
    try expect(mode as? Int == 0o600, "the mode of \(plaintext)")
    try expect(hunt.findings(in: try Self.contents(plaintext)).count == 2, "the plaintext")
    secretFiles.append(plaintext)
    try offer([token, plaintext])
  }

  /// Has a server read files as payment tokens, the plaintext of one by mistake among them.
  private func offer(_ files: [String]) throws {
    let server = try ServerProcess(data: data, arguments: ["--dev"])
    let made = try server.call(
      "POST", "/v1/purchase-intents", body: #"{"offer":"some-product","segment":2}"#,
      key: "token-\(files.count)-\(UUID().uuidString)")
    let id = try document(made.text + "\n")["id"] as? String ?? ""
    for file in files {
      let text = String(decoding: try Self.contents(file), as: UTF8.self)
      let answer = try server.call(
        "POST", "/v1/payment-tokens/validate",
        body: #"{"paymentToken":\#(text),"intent":"\#(id)"}"#)
      try expect(answer.status == 422, answer.text)
      look(answer.body, "a server's answer to \(file)")
    }
    try expect(server.end(SIGTERM) == 0, "the server ends in order")
  }

  /// The key of a token, and the secret of which it is derived, as stock openssl finds them.
  private func addSymmetricKey(_ version: SealedToken.Version, _ file: String) throws {
    let token = try SealedToken(parsing: try Self.contents(file))
    let key = data.file("keys/payment-processing-\(version == .ecV1 ? "ec" : "rsa").key")
    guard version == .ecV1 else {
      let options = [
        "rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_mgf1_md:sha256",
      ].flatMap { ["-pkeyopt", $0] }
      let wrapped = try run(
        "/usr/bin/openssl", ["pkeyutl", "-decrypt", "-inkey", key] + options,
        input: token.keyMaterial)
      try expect(wrapped.status == 0, wrapped.errors)
      hunt.add(CanarySecret(name: "symmetric key, \(version)", bytes: wrapped.standardOutput))
      return
    }
    let pem = try run(
      "/usr/bin/openssl", ["pkey", "-pubin", "-inform", "DER"], input: token.keyMaterial)
    let ephemeral = try written("ephemeral.pem", pem.output)
    let secret = try run(
      "/usr/bin/openssl", ["pkeyutl", "-derive", "-inkey", key, "-peerkey", ephemeral])
    try expect(secret.standardOutput.count == 32, secret.errors)
    let merchant = sha256(Array("merchant.com.sample.ApplePayAction".utf8))
    let derived = sha256(
      [0, 0, 0, 1] + secret.standardOutput + [0x0D] + Array("id-aes256-GCMApple".utf8) + merchant)
    hunt.add(CanarySecret(name: "shared secret", bytes: secret.standardOutput))
    hunt.add(CanarySecret(name: "symmetric key, \(version)", bytes: derived))
  }
}
