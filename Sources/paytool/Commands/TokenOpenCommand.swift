import Glibc
import PayCore
import PayCrypto
import PaySystem

extension CommandSpec {
  static let tokenOpen = CommandSpec(
    ["token", "open"], "verifies a payment token, and opens it with the merchant's key",
    operands: ["FILE"],
    options: [
      .tokenKey, .passphraseFile, .passphraseCredential, .merchantIdentifier,
      .merchantIdentifierHash, .tokenRoot, .tokenWindow, .at,
      OptionSpec("--reveal", value: "FILE", help: "write the plaintext to FILE, new, 0600"),
    ],
    examples: [
      "paytool token open token.json --root .pay/keys/root.pem",
      "paytool token open token.json --key processing.p12 --passphrase-file passphrase --json",
      "paytool token open token.json --reveal plaintext.json",
    ],
    notes:
      "FILE is the whole payment token or its paymentData; - is standard input. Shows the amount\n"
      + "and the card's last four digits. The card's number and its cryptogram come out only in\n"
      + "the file of --reveal, which must not exist yet. Exits 1 and names the fault if it is\n"
      + "not good."
  ) { (invocation) throws(Failure) in
    let judge = try invocation.tokenJudge()
    let ring = try invocation.processingKeys()
    let reveal = invocation.arguments.value("--reveal")
    if let reveal, reveal == "-" || reveal.isEmpty {
      throw .usage("--reveal writes to a new file only: card data belongs in no pipe")
    }
    if let reveal, reveal == invocation.arguments.value("--output") {
      throw .usage("--reveal and --output name one file: the report would replace the plaintext")
    }
    if let reveal, Files.exists(reveal) {
      throw Failure(
        FileError(path: reveal, operation: "create", cause: "it exists", number: EEXIST))
    }
    let token = try invocation.sealedToken()
    let hash = try invocation.merchantIdentifierHash(for: token, ring)
    let verified = try judge.verify(token)
    let opened: OpenedToken
    do throws(PaymentTokenFault) {
      opened = try PaymentTokenOpener(ring: ring, merchantIdentifierHash: hash).open(verified)
    } catch {
      // The key that is not there may be one that stayed closed.
      guard case .noKey = error, let locked = ring.locked.first else { throw Failure(error) }
      throw Failure(locked)
    }
    // The report first: if it cannot be written, or stands where the plaintext was to go, no card
    // data has been put anywhere.
    try invocation.tell(opened, verified)
    if let reveal {
      do throws(FileError) {
        try Files.create(reveal, with: opened.payload)
      } catch {
        throw Failure(error)
      }
      invocation.output.note("\(reveal) holds the card's number: remove it when you are done.")
    }
  }
}

extension Invocation {
  fileprivate func tell(_ opened: OpenedToken, _ verified: VerifiedToken) throws(Failure) {
    let token = verified.token
    if isJSON {
      return try output.write([
        "object": "openedToken", "version": .string(token.version.rawValue),
        "signingTime": .string(verified.signingTime.description),
        "transactionId": .string(Hex.lower(token.transactionID)),
        "last4": .string(opened.last4), "expiry": .string(opened.expiry),
        "amount": opened.amount.map { .string($0.amount) } ?? .null,
        "currency": opened.currency.map { .string($0.code) } ?? .null,
        "currencyNumeric": .string(opened.currencyNumeric),
        "amountMinor": .integer(opened.amountMinor),
        "paymentDataType": .string(opened.paymentDataType.rawValue),
        "eciIndicator": opened.eciIndicator.map { .string($0) } ?? .null,
      ])
    }
    let indicator = opened.eciIndicator.map { ", ECI \($0)" } ?? ""
    try output.write(
      Table.facts([
        ["amount", opened.amountText],
        ["card", "ends in \(opened.last4), expires \(opened.expiryText)"],
        ["authenticated by", opened.paymentDataType.rawValue + indicator],
        ["signed", "\(verified.signingTime) by \(verified.signer)"],
        ["transaction", Hex.lower(token.transactionID)],
        ["application data", token.applicationData.map { Hex.lower($0) } ?? "none"],
      ]))
  }
}

extension OpenedToken {
  /// nil if ISO 4217 has no such number.
  fileprivate var currency: Currency? { Int(currencyNumeric).flatMap { Currency(numeric: $0) } }

  /// nil if the currency is unknown, or has no minor units.
  fileprivate var amount: Money? {
    guard let currency, currency.minorDigits != nil else { return nil }
    return Money(minorUnits: amountMinor, currency: currency)
  }

  fileprivate var amountText: String {
    amount?.description ?? "\(amountMinor) in minor units of currency \(currencyNumeric)"
  }

  /// Apple writes YYMMDD; the century is this one.
  fileprivate var expiryText: String {
    "20\(expiry.prefix(2))-\(expiry.dropFirst(2).prefix(2))-\(expiry.suffix(2))"
  }
}
