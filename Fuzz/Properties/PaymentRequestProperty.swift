internal import PayCore

/// Every rule set judges any document, and says where and why; a request that is read is written so
/// that it reads the same again, in either form, and loses no member on the way.
enum PaymentRequestProperty {
  /// Versions between which rules change, and the newest that a request can be held against.
  static let versions = [1, 2, 3, 4, 8, 12, 14, RequestValidation.apiVersions.upperBound]

  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    guard let document = try? JSONValue(parsing: bytes) else { return }
    for version in versions {
      try judge(ValidationOrder(document: document, apiVersion: version), document)
    }
    for rules in [RuleChoice.apple, .webkit, .engine] {
      let order = ValidationOrder(document: document, rules: [rules])
      try judge(order, document)
      try claim(
        RequestValidation(order) == RequestValidation(order),
        "the verdict differs from time to time")
    }
    if let request = try? PaymentRequest(webForm: document) {
      try checkForms(of: request, read: document)
    }
    if let request = try? PaymentRequest(passKitForm: document) {
      try checkForms(of: request, read: document)
    }
  }

  private static func judge(
    _ order: ValidationOrder, _ document: JSONValue
  ) throws(BrokenClaim) {
    let verdict = RequestValidation(order)
    for finding in verdict.findings {
      for text in [finding.rule, finding.message, finding.source, finding.remedy] {
        try claim(!text.isEmpty, "a finding leaves out what its reader needs: \(finding)")
      }
      let set = finding.rule.prefix { $0 != "." }
      try claim(
        order.rules.contains { $0.rawValue == set }, "\(finding.rule) was not asked for")
      try claim(
        JSONPointer.leads(finding.pointer, into: document),
        "\(finding.pointer) of \(finding.rule) leads nowhere")
    }
    try claim(
      verdict.isValid
        == (!verdict.rules.isEmpty && !verdict.findings.contains { $0.severity == .error }),
      "valid, and yet an error, or judged by no rule")
    if order.rules == [.webkit] {
      try claim(verdict.findings.count <= 1, "WebKit stops at its first fault")
    }
  }

  private static func checkForms(
    of request: PaymentRequest, read document: JSONValue
  ) throws(BrokenClaim) {
    let expected = RequestForms(of: document)
    try claim(
      request.webForm.sortedBytes == expected.web.sortedBytes,
      "the web form has other members than what was read")
    try claim(
      request.passKitForm.sortedBytes == expected.passKit.sortedBytes,
      "the PassKit form has other members than what was read")
    for (name, form, read) in [
      ("web", request.webForm, { try PaymentRequest(webForm: $0) }),
      ("PassKit", request.passKitForm, { try PaymentRequest(passKitForm: $0) }),
    ] as [(String, JSONValue, (JSONValue) throws -> PaymentRequest)] {
      let again: PaymentRequest
      do {
        again = try read(form)
      } catch {
        throw BrokenClaim(what: "its own \(name) form is refused: \(error)")
      }
      try claim(again == request, "the \(name) form reads as another request")
      try claim(
        again.webForm.bytes == request.webForm.bytes
          && again.passKitForm.bytes == request.passKitForm.bytes,
        "the \(name) form is written otherwise the second time")
    }
  }
}
