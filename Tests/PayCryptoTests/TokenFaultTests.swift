import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// Every fault that a simulated token can have, through the real checks.
@Suite struct TokenFaultTests {
  /// A fault of a kind of token, whose message is in one of its encodings.
  struct Case: CustomTestStringConvertible, Sendable {
    let fault: TokenFaultKind
    let version: SealedToken.Version
    let encoding: TokenCMSWriter.Encoding

    var testDescription: String { "\(fault) \(version.rawValue) \(encoding)" }
  }

  static let cases = TokenFaultKind.allCases.flatMap { fault in
    fault.versions.flatMap { version in
      TokenCMSWriter.Encoding.allCases.map { Case(fault: fault, version: version, encoding: $0) }
    }
  }

  /// Scripts/prove-checks names a check that is to be taken away here.
  private static let removedCheck = ProcessInfo.processInfo.environment["PAY_REMOVED_CHECK"]

  @Test(arguments: cases)
  func `a faulty token is refused, for that fault`(_ test: Case) throws {
    let bench = try TokenBench.shared.get()
    for applicationData in [nil, Array("an intent".utf8)] {
      let token = try bench.token(test.version, applicationData: applicationData) {
        (recipe) throws(CryptoFailure) in
        recipe.message.encoding = test.encoding
        try test.fault.apply(&recipe)
      }
      try TokenCheck.$isTakenAway.withValue({ $0.rawValue == Self.removedCheck }) {
        // Whether or not the chain is known must not matter.
        for verifier in [bench.verifier, try bench.forgetfulVerifier()] {
          let fault = bench.fault(of: token, verifier)
          #expect(fault?.code == test.fault.code, "\(fault.map(\.description) ?? "it is accepted")")
        }
      }
    }
  }

  @Test(arguments: [SealedToken.Version.ecV1, .rsaV1])
  func `a key that is cut otherwise is refused before anything is opened`(
    version: SealedToken.Version
  ) throws {
    let bench = try TokenBench.shared.get()
    let name = version == .ecV1 ? "ephemeral-key-cut" : "wrapped-key-cut"
    let fault = try #require(TokenFaultKind(rawValue: name))
    let token = try bench.token(version) { (recipe) throws(CryptoFailure) in
      try fault.apply(&recipe)
    }
    TokenCheck.$isTakenAway.withValue({ $0.rawValue == Self.removedCheck }) {
      #expect(tokenFault { try bench.verify(token) }?.code == fault.code)
    }
  }

  /// The root may end before what it has issued.
  @Test(arguments: SealedToken.Version.allCases)
  func `certificates are good no longer than their root`(version: SealedToken.Version) throws {
    let bench = try TokenBench.shared.get()
    let root = try TokenIssuer(bench.keys.directory).root
    let token = try bench.token(version)
    for (end, code) in [(0, "payment_token_certificate_dates"), (1, nil)] {
      let request = CertificateRequest(
        role: .root, commonName: DevelopmentPKI.rootName, userID: nil, key: root.key,
        serial: secureRandomBytes(16), notBefore: TestKeys.now.adding(seconds: -86_400),
        notAfter: TestKeys.now.adding(seconds: Int64(end)))
      let verifier = try PaymentTokenVerifier(roots: [request.issue(with: root.key)])
      #expect(tokenFault { try bench.verify(token, verifier) }?.code == code)
    }
  }

  @Test func `every code that a payment token can be refused with has a fault`() throws {
    let table = String(
      decoding: try Files.read(packageRoot + "/docs/errors.md", limit: 1 << 20), as: UTF8.self)
    let others = [
      // What strangers are told of all of them; what the keys lack; what the intent does not want.
      "payment_token_refused", "payment_token_no_merchant", "payment_token_other_intent",
    ]
    let listed = table.split(separator: "`").map(String.init)
      .filter { $0.hasPrefix("payment_token_") && !others.contains($0) }
    let known = Set(TokenFaultKind.allCases.map(\.code))
    #expect(listed.count >= 28)
    for code in listed { #expect(known.contains(code), "\(code)") }
    for code in known { #expect(listed.contains(code), "\(code)") }
  }

  @Test func `faults have names of their own, in words and hyphens`() {
    let names = TokenFaultKind.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    for fault in TokenFaultKind.allCases {
      #expect(fault.rawValue.allSatisfy { $0 == "-" || $0.isLowercase || $0.isNumber })
      #expect(!fault.summary.isEmpty && !fault.summary.hasSuffix("."))
      #expect(TokenFaultKind(rawValue: fault.rawValue)?.code == fault.code)
    }
    #expect(TokenFaultKind(rawValue: "none") == nil)
  }
}

/// A merchant with keys, who gets simulated tokens and checks them.
struct TokenBench: Sendable {
  /// Keys of RSA take long to make.
  static let shared = Result { try TokenBench() }

  let keys: TestKeys
  /// 20.00 USD.
  let price: Money
  let root: Certificate
  let simulator: TokenSimulator
  let verifier: PaymentTokenVerifier
  let opener: PaymentTokenOpener

  init() throws {
    keys = try TestKeys()
    price = Money(minorUnits: 2000, currency: try #require(Currency(code: "USD")))
    simulator = try TokenSimulator(keys.directory, random: secureRandomBytes)
    root = try keys.directory.readCertificates(keys.directory.root, count: 1)[0]
    verifier = try PaymentTokenVerifier(roots: [root])
    opener = PaymentTokenOpener(
      ring: try ProcessingKeyRing.load(keys.directory), merchantIdentifierHash: nil)
    // From here on its chains are known, in each spelling.
    for version in SealedToken.Version.allCases {
      for encoding in TokenCMSWriter.Encoding.allCases {
        try verify(token(version) { $0.message.encoding = encoding })
      }
    }
  }

  /// A token of 20.00 USD with something done to it.
  func token(
    _ version: SealedToken.Version, applicationData: [UInt8]? = nil,
    price: Money? = nil,
    _ change: (inout TokenRecipe) throws(CryptoFailure) -> Void = { _ in }
  ) throws -> [UInt8] {
    var recipe = simulator.recipe(
      for: SimulatedPayment(price: price ?? self.price, applicationData: applicationData),
      version: version, at: TestKeys.now)
    try change(&recipe)
    return try recipe.token()
  }

  /// One that remembers no chain.
  func forgetfulVerifier() throws -> PaymentTokenVerifier {
    try PaymentTokenVerifier(roots: [root], remembering: 0)
  }

  func open(
    _ token: [UInt8], _ verifier: PaymentTokenVerifier? = nil
  ) throws(PaymentTokenFault) -> OpenedToken {
    let sealed = try SealedToken(parsing: token)
    return try opener.open(try (verifier ?? self.verifier).verify(sealed, at: TestKeys.now))
  }

  /// What can be checked of a token without a key.
  func verify(
    _ token: [UInt8], _ verifier: PaymentTokenVerifier? = nil
  ) throws(PaymentTokenFault) {
    _ = try (verifier ?? self.verifier).verify(SealedToken(parsing: token), at: TestKeys.now)
  }

  /// What a token is refused for; nil: it is good.
  func fault(of token: [UInt8], _ verifier: PaymentTokenVerifier) -> PaymentTokenFault? {
    do throws(PaymentTokenFault) {
      _ = try open(token, verifier)
      return nil
    } catch {
      return error
    }
  }
}
