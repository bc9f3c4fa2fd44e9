import HTTPTransport
import PayCore

/// Whether the payment sheet takes a request; asks nothing of the engine and changes nothing.
struct PaymentRequestRoutes: Sendable {
  var routes: [Route] {
    [
      Route("POST", "/v1/payment-requests/validate", .backend, query: ["rules", "apiVersion"]) {
        (call) throws(ServerProblem) in try validate(call)
      }
    ]
  }

  private func validate(_ call: Call) throws(ServerProblem) -> HTTPResponse {
    let rules = try call.query.ruleChoices()
    let version = try call.query.apiVersion()
    let body = try call.json()
    let order = try reading { () throws(JSONFaults) in
      try ValidationOrder(body: body, rules: rules, apiVersion: version)
    }
    return .json(RequestValidation(order).json.bytes)
  }
}

extension QueryString {
  fileprivate func ruleChoices() throws(ServerProblem) -> [RuleChoice]? {
    guard let text = self["rules"] else { return nil }
    do throws(RuleChoice.UnknownWord) {
      return try RuleChoice.list(text)
    } catch {
      throw .fault("/rules", "unknown_value", error.detail)
    }
  }

  fileprivate func apiVersion() throws(ServerProblem) -> Int? {
    guard let number = try integer("apiVersion", in: .min ... .max) else { return nil }
    guard let version = ValidationOrder.apiVersion(number) else {
      throw .fault("/apiVersion", "out_of_range", ValidationOrder.versionDetail)
    }
    return version
  }
}
