import PayCore

extension CommandSpec {
  static let requestValidate = CommandSpec(
    ["request", "validate"],
    "whether the payment sheet takes a request, by whose rules not, and why",
    operands: ["FILE"],
    options: [
      OptionSpec(
        "--rules", value: "SETS",
        help: "apple (what Apple writes), webkit (what Safari does), engine (ours), or all"),
      OptionSpec(
        "--api-version", value: "N",
        help:
          "version of Apple Pay on the web (\(RequestValidation.defaultAPIVersion) if left out)"),
    ],
    examples: [
      "paytool request validate request.json",
      "paytool request validate request.json --rules webkit --api-version 3 --json",
      "paytool request validate - --rules apple,engine < request.json",
    ],
    notes:
      "The web form or the PassKit form; of a quote or an intent its paymentRequest, as in\n"
      + "paytool quote --json | paytool request validate -. The options may stand in the file\n"
      + #"instead: {"paymentRequest":{...},"rules":"webkit","apiVersion":3}."#
      + "\n\n"
      + "What a page gives the Payment Request API, methodData and details or one of the two, is\n"
      + "held against WebKit's rules alone: method identifiers and amounts, not the data of a\n"
      + "method. What no rule that was asked for is about is not valid: --rules webkit judges no\n"
      + "request in the PassKit form.\n\n"
      + "WebKit stops at its first fault, the others tell all. What several sets say of one\n"
      + "place is one fault; --json keeps all findings. Exits 1 on an error; a warning is\n"
      + "only told."
  ) { (invocation) throws(Failure) in
    let path = invocation.arguments.operands[0]
    let order = try invocation.validationOrder(for: path)
    let verdict = RequestValidation(order)
    let list = RequestFindingList(
      findings: verdict.findings, isColored: invocation.output.usesColor)
    if invocation.isJSON {
      try invocation.output.write(verdict.json)
    } else {
      try invocation.output.write(list.text(of: verdict))
    }
    guard verdict.isValid else {
      throw invocation.isJSON
        ? verdict.failure(of: path)
        // A person has the findings on standard output already.
        : Failure(.foundBad, "payment_request_invalid", verdict.reason(path, errors: list.errors))
    }
  }
}

extension Invocation {
  /// What is to be checked: the options stand on the command line or in the file, not in both.
  fileprivate func validationOrder(for path: String) throws(Failure) -> ValidationOrder {
    let rules = try choices("--rules", of: RuleChoice.self)
    let version = try apiVersion()
    let document = try json(at: path)
    do throws(JSONFaults) {
      return try ValidationOrder(
        body: document, rules: rules.isEmpty ? nil : rules, apiVersion: version)
    } catch {
      let isSaidTwice = error.faults.contains { $0.code == "duplicate_parameter" }
      throw Failure(
        isSaidTwice ? .usage : .foundBad, isSaidTwice ? "usage" : "validation_order_invalid",
        "how \(inputName(path)) is to be checked is not clear",
        details: error.faults.map { Failure.Detail(file: nil, fault: $0) })
    }
  }

  /// The version of `--api-version`; nil if it was not given.
  fileprivate func apiVersion() throws(Failure) -> Int? {
    guard let text = arguments.value("--api-version") else { return nil }
    guard let version = Int(text), String(version) == text,
      RequestValidation.apiVersions.contains(version)
    else { throw .usage("--api-version \(quoted(text)) \(ValidationOrder.versionDetail)") }
    return version
  }
}

extension RequestValidation {
  /// Why the command failed, to a program.
  fileprivate func failure(of path: String) -> Failure {
    let errors = findings.filter { $0.severity == .error }
    return Failure(
      .foundBad, "payment_request_invalid", reason(path, errors: errors.count),
      details: errors.map { error in
        Failure.Detail(
          file: nil,
          fault: JSONFault(pointer: error.pointer, code: error.rule, detail: error.message))
      })
  }

  fileprivate func reason(_ path: String, errors: Int) -> String {
    guard !rules.isEmpty else {
      return "\(inputName(path)) is in \(form.name): no rule that was asked for is about it"
    }
    return "\(inputName(path)) has \(counted(errors, "error"))"
  }
}
