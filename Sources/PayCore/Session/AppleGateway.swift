/// Which of Apple's worlds a session is for: a sheet of the one refuses a session of the other.
package enum AppleEnvironment: String, Sendable, CaseIterable {
  case production, sandbox

  package var other: AppleEnvironment { self == .production ? .sandbox : .production }

  /// The word at the end of the common name of those who sign sessions there.
  var signerSuffix: String { self == .production ? "PROD" : "SANDBOX" }
}

/// Where Apple gives out merchant sessions: a host and a path of a list that never grows by input.
///
/// Source: Apple, Setting up your server; the pods are those that older devices name.
package struct AppleGateway: Sendable, Hashable {
  package let host: String
  package let path: String

  private init(host: String, path: String) {
    self.host = host
    self.path = path
  }

  /// The gateway that is asked when nobody names another.
  package static func standard(_ environment: AppleEnvironment) -> AppleGateway {
    switch environment {
    case .production: AppleGateway(host: "apple-pay-gateway.apple.com", path: paths[0])
    case .sandbox: AppleGateway(host: "apple-pay-gateway-cert.apple.com", path: paths[0])
    }
  }

  /// The gateway with exactly this host and path; nil if the environment has none.
  static func listed(
    host: String, path: String, in environment: AppleEnvironment
  ) -> AppleGateway? {
    guard let host = hosts(environment).first(where: { $0.hasSameBytes(as: host) }),
      let path = paths.first(where: { $0.hasSameBytes(as: path) })
    else { return nil }
    return AppleGateway(host: host, path: path)
  }

  package static let paths = ["/paymentservices/paymentSession", "/paymentservices/startSession"]

  package static func hosts(_ environment: AppleEnvironment) -> [String] {
    environment == .production ? production : sandbox
  }

  private static let sandbox = [
    "apple-pay-gateway-cert.apple.com", "cn-apple-pay-gateway-cert.apple.com",
  ]
  private static let production =
    ["apple-pay-gateway.apple.com", "cn-apple-pay-gateway.apple.com"]
    + pods("apple-pay-gateway-nc-pod", 5) + pods("apple-pay-gateway-pr-pod", 5)
    + pods("cn-apple-pay-gateway-sh-pod", 3) + pods("cn-apple-pay-gateway-tj-pod", 3)

  /// The pods 1...count of a place, each with the one that stands in for it.
  private static func pods(_ name: String, _ count: Int) -> [String] {
    (1...count).flatMap { ["\(name)\($0).apple.com", "\(name)\($0)-dr.apple.com"] }
  }
}
