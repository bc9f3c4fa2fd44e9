import PayCore

extension CommandSpec {
  static let requestValidate = CommandSpec(
    ["request", "validate"],
    "whether the payment sheet takes a request, by whose rules not, and why",
    operands: ["FILE"],
    options: [
      OptionSpec(
        "--rules", value: "SET",
        help: "apple (what Apple writes), webkit (what Safari does), engine (ours) or all"),
      OptionSpec(
        "--api-version", value: "N",
        help:
          "version of Apple Pay on the web (\(RequestValidation.defaultAPIVersion) if left out)"),
    ],
    examples: [
      "paytool request validate request.json",
      "paytool request validate request.json --rules webkit --api-version 3 --json",
      "paytool request validate - --rules apple < request.json",
    ],
    notes:
      "The web form or the PassKit form; of a quote or an intent its paymentRequest, as in\n"
      + "paytool quote --json | paytool request validate -. WebKit stops at its first fault, the\n"
      + "others tell all. Exits 1 on an error; a warning is only told."
  ) { (invocation) throws(Failure) in
    let rules = try invocation.choice("--rules", of: RuleChoice.self) ?? .all
    let version = try invocation.apiVersion() ?? RequestValidation.defaultAPIVersion
    let path = invocation.arguments.operands[0]
    let order = ValidationOrder(
      document: try invocation.json(at: path), rules: rules, apiVersion: version)
    let verdict = RequestValidation(order)
    if invocation.isJSON {
      try invocation.output.write(verdict.json)
    } else {
      let list = RequestFindingList(
        findings: verdict.findings, isColored: invocation.output.usesColor)
      try invocation.output.write(list.text(rules: rules, apiVersion: version))
    }
    guard verdict.isValid else { throw verdict.failure(of: path, asJSON: invocation.isJSON) }
  }
}

extension Invocation {
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
  /// Why the command failed. A person has the findings on standard output already.
  fileprivate func failure(of path: String, asJSON: Bool) -> Failure {
    let errors = findings.filter { $0.severity == .error }
    return Failure(
      .foundBad, "payment_request_invalid", "\(path) has \(counted(errors.count, "error"))",
      details: (asJSON ? errors : []).map { error in
        Failure.Detail(
          file: nil,
          fault: JSONFault(pointer: error.pointer, code: error.rule, detail: error.message))
      })
  }
}
