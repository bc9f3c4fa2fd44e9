import PayCore
import PayCrypto
import PaySystem

extension CommandSpec {
  static let tokenSimulate = CommandSpec(
    ["token", "simulate"], "a payment token under the development root, good or with a fault",
    options: [
      OptionSpec("--intent", value: "ID", help: "the purchase intent that it pays"),
      OptionSpec("--amount", value: "AMOUNT", help: "what it pays, without an intent"),
      OptionSpec("--currency", value: "CODE", help: "the currency of --amount"),
      OptionSpec("--version", value: "NAME", help: "EC_v1 (if left out) or RSA_v1"),
      OptionSpec(
        "--application-data", value: "BASE64", help: "the applicationData of the payment request"),
      OptionSpec("--fault", value: "NAME", help: "what is wrong with it; `--fault list` tells all"),
      .at,
    ],
    examples: [
      "paytool token simulate --intent buy_06b1v9jt8n3k5m7p9rsvwxyz12 -o token.json",
      "paytool token simulate --amount 20.00 --currency USD",
      "paytool token simulate --amount 20.00 --currency USD --fault tag-flipped",
      "paytool token simulate --fault list",
    ],
    notes:
      "Makes what Apple's servers make, with a card that does not exist: verify and open it with\n"
      + "--root DATA/keys/root.pem. Only a server with --dev takes it. With --fault one thing\n"
      + "is wrong with it. Reads DATA/ca, where the development authorities' keys are."
  ) { (invocation) throws(Failure) in
    if invocation.arguments.value("--fault") == "list" { return try invocation.listFaults() }
    let moment = try invocation.now()
    let fault = try invocation.fault()
    let version = try invocation.version(for: fault)
    let payment = try invocation.simulatedPayment(at: moment)
    let simulator = try invocation.keys { (directory) throws(KeyError) in
      try TokenSimulator(directory, random: secureRandomBytes)
    }
    let token: [UInt8]
    do throws(CryptoFailure) {
      token = try simulator.token(for: payment, version: version, at: moment, fault: fault)
    } catch {
      throw Failure(error)
    }
    try invocation.output.write(token)
    if let fault {
      invocation.output.note("Faulty on purpose: \(fault.summary). It is refused as \(fault.code).")
    }
  }
}

extension Invocation {
  /// The fault that is asked for; nil: none.
  fileprivate func fault() throws(Failure) -> TokenFaultKind? {
    guard let name = arguments.value("--fault") else { return nil }
    if let fault = TokenFaultKind(rawValue: name) { return fault }
    let hint = Suggestion.closest(to: name, among: TokenFaultKind.allCases.map(\.rawValue))
      .map { "did you mean \($0)?" }
    throw .usage(
      "there is no fault \(quoted(name)); "
        + (hint ?? "paytool token simulate --fault list tells all"))
  }

  /// The version asked for, else one that can have the fault.
  fileprivate func version(for fault: TokenFaultKind?) throws(Failure) -> SealedToken.Version {
    let possible = fault?.versions ?? SealedToken.Version.allCases
    guard let version = try choice("--version", of: SealedToken.Version.self) else {
      return possible[0]
    }
    if let fault, !possible.contains(version) {
      throw .usage("--fault \(fault) is for \(possible[0].rawValue) only")
    }
    return version
  }

  /// What the token pays: a stored intent, or an amount.
  fileprivate func simulatedPayment(at moment: Timestamp) throws(Failure) -> SimulatedPayment {
    if let id = arguments.value("--intent") {
      for name in ["--amount", "--currency", "--application-data"]
      where arguments.value(name) != nil {
        throw .usage("\(name) is for a token without an intent: the intent says it")
      }
      let intent = try intent(id, at: moment)
      return SimulatedPayment(price: intent.price, applicationData: intent.canonicalBytes)
    }
    guard let amount = arguments.value("--amount"), let code = arguments.value("--currency") else {
      throw .usage("token simulate needs --intent ID, or --amount 20.00 --currency USD")
    }
    guard let currency = Currency(code: code.uppercased()) else {
      throw unknown("--currency", code, among: Currency.all.map(\.code))
    }
    let applicationData = try arguments.value("--application-data").map {
      (text) throws(Failure) -> [UInt8] in
      guard let bytes = Base64.decode(text) else {
        throw .usage("--application-data \(quoted(text)) is not canonical Base64")
      }
      return bytes
    }
    let price: Money
    do throws(MoneyError) {
      price = try Money(parsing: amount, currency: currency)
    } catch {
      throw Failure(.usage, error.code, "--amount \(quoted(amount)): \(error)")
    }
    guard price.minorUnits >= 0 else {
      throw .usage("--amount \(quoted(amount)) is negative: a token pays")
    }
    return SimulatedPayment(price: price, applicationData: applicationData)
  }

  /// What an option is told whose value is none of very many.
  private func unknown(_ option: String, _ text: String, among known: [String]) -> Failure {
    let hint = Suggestion.closest(to: text.uppercased(), among: known)
      .map { "did you mean \($0)?" }
    return Failure(
      .usage, "unknown_currency",
      "\(option) \(quoted(text)) is no currency of ISO 4217; "
        + (hint ?? "paytool currency lists them"))
  }

  /// Every fault, in the order of the checks.
  fileprivate func listFaults() throws(Failure) {
    if isJSON {
      let faults = TokenFaultKind.allCases.map { fault -> JSONValue in
        [
          "name": .string(fault.rawValue), "code": .string(fault.code),
          "summary": .string(fault.summary), "versions": .strings(fault.versions.map(\.rawValue)),
        ]
      }
      return try output.write(["object": "list", "data": .array(faults)])
    }
    var table = Table(head: ["FAULT", "CODE", "WHAT IS WRONG"], style: output.headStyle)
    let rows = TokenFaultKind.allCases.map { fault in
      let only = fault.versions.count == 1 ? " (\(fault.versions[0].rawValue))" : ""
      return [fault.rawValue, fault.code, fault.summary + only]
    }
    try output.write(table.lines(rows))
  }
}
