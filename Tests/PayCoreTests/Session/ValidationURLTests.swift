import PayCore
import Testing

@Suite struct ValidationURLTests {
  private static let path = "/paymentservices/paymentSession"
  private static let good = "https://apple-pay-gateway.apple.com" + path

  private func code(_ url: String, _ environment: AppleEnvironment = .production) -> String {
    do throws(ValidationURLFault) {
      _ = try AppleGateway(validationURL: url, in: environment)
      return "ok"
    } catch {
      return error.code
    }
  }

  @Test func `the gateways are these`() {
    #expect(AppleGateway.hosts(.production).count == 34)
    #expect(Set(AppleGateway.hosts(.production)).count == 34)
    #expect(
      AppleGateway.hosts(.sandbox) == [
        "apple-pay-gateway-cert.apple.com", "cn-apple-pay-gateway-cert.apple.com",
      ])
    for host in [
      "cn-apple-pay-gateway.apple.com", "apple-pay-gateway-nc-pod1.apple.com",
      "apple-pay-gateway-pr-pod5-dr.apple.com", "cn-apple-pay-gateway-sh-pod3.apple.com",
      "cn-apple-pay-gateway-tj-pod1-dr.apple.com",
    ] {
      #expect(AppleGateway.hosts(.production).contains(host))
    }
    #expect(AppleGateway.standard(.production).host == "apple-pay-gateway.apple.com")
    #expect(AppleGateway.standard(.sandbox).host == "apple-pay-gateway-cert.apple.com")
    for environment in AppleEnvironment.allCases {
      #expect(AppleGateway.standard(environment).path == Self.path)
    }
  }

  @Test(arguments: AppleEnvironment.allCases)
  func `every gateway is taken in its environment only`(environment: AppleEnvironment) throws {
    for host in AppleGateway.hosts(environment) {
      for path in AppleGateway.paths {
        for port in ["", ":443"] {
          let url = "https://" + host + port + path
          let gateway = try AppleGateway(validationURL: url, in: environment)
          #expect(gateway.host == host && gateway.path == path)
          #expect(code(url, environment.other) == "validation_url_environment")
        }
      }
    }
  }

  private static let long = String(repeating: "x", count: 255)
  private static let refused: [(url: String, code: String)] = [
    ("", "scheme"), ("https://", "host"), ("https:///\(path)", "host"), ("\(path)", "scheme"),
    ("http://apple-pay-gateway.apple.com\(path)", "scheme"),
    ("HTTPS://apple-pay-gateway.apple.com\(path)", "scheme"),
    ("httos://example.com", "scheme"), ("https:/apple-pay-gateway.apple.com\(path)", "scheme"),
    ("https://https://apple-pay-gateway.apple.com\(path)", "port"),
    (" \(good)", "characters"), ("\(good)\n", "characters"), ("\(good)\u{0}", "characters"),
    ("https://apple-pay-gateway\u{3002}apple.com\(path)", "characters"),
    ("\(good)\(long)", "characters"),
    ("%gh&%ij", "scheme"), ("\(good)?", "query"), ("\(good)#", "query"), ("\(good)?a=b", "query"),
    ("https://attacker.example?cn-apple-pay-gateway.apple.com", "query"),
    ("https://apple-pay-gateway.apple.com@attacker.example\(path)", "user"),
    ("https://@apple-pay-gateway.apple.com\(path)", "user"),
    ("https://a:b@apple-pay-gateway.apple.com\(path)", "user"),
    ("https://apple-pay-gateway.apple.com:8443\(path)", "port"),
    ("https://apple-pay-gateway.apple.com:\(path)", "port"),
    ("https://apple-pay-gateway.apple.com:0443\(path)", "port"),
    ("https://apple-pay-gateway.apple.com:443:443\(path)", "port"),
    ("https://[::1]\(path)", "port"), ("https://127.0.0.1\(path)", "host"),
    ("https://apple.com", "host"), ("https://apple.com\(path)", "host"),
    ("https://attacker.example/cn-apple-pay-gateway.apple.com", "host"),
    ("https://apple-pay-gateway.apple.com.attacker.example\(path)", "host"),
    ("https://apple-pay-gateway-x.evil-apple.com\(path)", "host"),
    ("https://Apple-pay-gateway.apple.com\(path)", "host"),
    ("https://apple-pay-gateway.apple.com.\(path)", "host"),
    ("https://apple-pay-gateway.apple.com\\\(path)", "host"),
    ("https://apple-pay-gateway-nc-pod6.apple.com\(path)", "host"),
    ("https://apple-pay-gateway-nc-pod01.apple.com\(path)", "host"),
    ("https://apple-pay-gateway.apple.com", "path"),
    ("https://apple-pay-gateway.apple.com/", "path"), ("\(good)/", "path"),
    ("https://apple-pay-gateway.apple.com/paymentservices/../paymentservices", "path"),
    ("https://apple-pay-gateway.apple.com/\(path)", "path"),
    ("https://apple-pay-gateway.apple.com/paymentservices/paymentsession", "path"),
    ("https://apple-pay-gateway.apple.com/paymentservices/paymentSessio%6E", "path"),
  ]

  @Test(arguments: refused)
  func `anything else is refused and told why`(url: String, code: String) {
    #expect(self.code(url) == "validation_url_" + code)
  }

  /// What is rebuilt must come from the list, not from the input: a letter of another spelling that
  /// compares equal would travel along otherwise.
  @Test func `equal letters of other bytes are not equal`() {
    #expect(code("https://apple-pay-gateway.apple.\u{212A}com" + Self.path) != "ok")
    #expect(code("https://apple-pay-gateway.apple.co\u{6D}\u{301}" + Self.path) != "ok")
  }
}
