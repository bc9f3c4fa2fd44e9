import PayCore

// What the merchant's backend says of an intent, from the shell: the same words as the routes.

extension CommandSpec {
  static let intentAuthorization = word(
    .authorization, "tells what the payment provider said: approved or declined",
    options: [
      .pspReference, OptionSpec("--result", value: "RESULT", help: "approved or declined"),
      OptionSpec(
        "--attested", help: "the provider's own SDK took the payment token: none was checked here"),
    ],
    examples: ["--psp-reference 8836 --result approved --attested"],
    notes: "An approval that comes too late is refused and recorded: see paytool intent voidings.\n"
  )

  static let intentCapture = word(
    .capture, "takes the money of an authorized intent", options: [.pspReference],
    examples: ["--psp-reference 8836"])

  static let intentCancel = word(
    .cancel, "gives a purchase intent up", options: [.pspReference],
    examples: ["", "--psp-reference 8837"],
    notes: "--psp-reference is that of the provider's own cancellation, if there is one.\n")

  static let intentRefund = word(
    .refund, "gives captured money back",
    options: [
      .pspReference, OptionSpec("--amount", value: "AMOUNT", help: "all that is left if left out"),
    ],
    examples: ["--psp-reference 8838", "--psp-reference 8838 --amount 5.00"],
    notes: "--psp-reference is that of the refund: each has its own.\n")

  static let intentDispute = word(
    .dispute, "tells of a dispute: its money was taken, came back, or is gone",
    options: [
      .pspReference, OptionSpec("--result", value: "RESULT", help: "opened, won or lost"),
      OptionSpec("--amount", value: "AMOUNT", help: "with opened: all that is left if left out"),
    ],
    examples: [
      "--psp-reference 8839 --result opened --amount 5.00", "--psp-reference 8839 --result won",
    ],
    notes: "--psp-reference is that of the dispute, the same from its opening to its end.\n")

  private static func word(
    _ verb: BackendWord.Verb, _ summary: String, options: [OptionSpec], examples: [String],
    notes: String = ""
  ) -> CommandSpec {
    let command = "paytool intent \(verb.rawValue) $ID"
    return CommandSpec(
      ["intent", verb.rawValue], summary, operands: ["ID"], options: options + [.at],
      examples: examples.map { $0.isEmpty ? command : command + " " + $0 },
      notes: notes + insteadOfServer
    ) { (invocation) throws(Failure) in
      try invocation.say(try invocation.word(verb))
    }
  }
}

extension OptionSpec {
  fileprivate static let pspReference = OptionSpec(
    "--psp-reference", value: "REF", help: "the payment provider's reference")
}

extension Invocation {
  /// The word that the options say, read as a request's body is.
  fileprivate func word(_ verb: BackendWord.Verb) throws(Failure) -> BackendWord {
    var body: JSONValue = [:]
    for (option, member) in [
      ("--psp-reference", "pspReference"), ("--result", "result"), ("--amount", "amount"),
    ] {
      body = body.with(member, arguments.value(option).map { .string($0) })
    }
    if arguments.has("--attested") { body = body.with("attested", true) }
    do {
      return try BackendWord(verb, json: body)
    } catch {
      let told = error.faults.map { fault in
        let option =
          switch fault.pointer {
          case "/pspReference": "--psp-reference"
          case "/amount": "--amount"
          default: "--result"
          }
        return option + " " + (fault.code == "missing_member" ? "is missing" : fault.detail)
      }
      throw .usage(told.joined(separator: "; "))
    }
  }

  /// Does what a word says with the intent of the operand, and shows what became of it.
  fileprivate func say(_ word: BackendWord) throws(Failure) {
    let id = arguments.operands[0]
    let moment = try now()
    try output.checkWritable(isSecret: false)
    let outcome: IdempotencyOutcome
    do {
      outcome = try withEngine(at: moment) { (engine) async throws(EngineError) in
        try await engine.apply(word, to: id, by: "paytool", scope: nil)
      }
    } catch {
      guard error.exitCode == .usage, error.code != IntentError.unknown.code else { throw error }
      // What is left of a word to be wrong is the amount of a refund or a dispute.
      let amount =
        arguments.value("--amount").map { "--amount " + quoted($0) } ?? "the \(word.verb.rawValue)"
      throw Failure(.usage, error.code, "\(amount) \(error.message)")
    }
    guard case .performed = outcome else {
      throw Failure(.internal, "internal", "the store took a new word for an old one")
    }
    try output.write(after: "\(word.verb.rawValue) was done") { (_) throws(Failure) in
      try show(try intent(id, at: moment))
    }
  }
}
