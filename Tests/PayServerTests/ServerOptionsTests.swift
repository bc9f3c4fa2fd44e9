import Testing

@testable import PayServer

/// What the command line of PayServer is taken for.
@Suite struct `Server options` {
  /// A command line that is taken, and what must come of it.
  struct Good: Sendable, CustomTestStringConvertible {
    let line: String
    let environment: [String: String]
    let holds: @Sendable (ServerOptions) -> Bool

    init(
      _ line: String, _ environment: [String: String] = [:],
      _ holds: @escaping @Sendable (ServerOptions) -> Bool
    ) {
      self.line = line
      self.environment = environment
      self.holds = holds
    }

    var testDescription: String { "\(line) \(environment.sorted { $0.key < $1.key })" }
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
  }

  private func message(_ arguments: [String]) -> String? {
    do throws(UsageError) {
      _ = try ServerOptions.parse(arguments, environment: [:])
      return nil
    } catch {
      return error.message
    }
  }

  private static let places = ["PAY_CONFIG": "/c", "PAY_DATA": "/d"]

  @Test(
    arguments: [
      Good("") {
        $0.configurationDirectory == "merchant-config" && $0.dataDirectory == ".pay"
          && $0.listen == "127.0.0.1:8080" && $0.certificatePath == nil
          && $0.privateKeyPath == nil && !$0.isBehindProxy
          && $0.limits.requestsPerSecondPerKey == 2000
          && $0.limits.requestsPerSecondPerDevice == 5 && $0.limits.connections == 8192
          && $0.limits.connectionsPerAddress == 6144
      },
      Good("", places) { $0.configurationDirectory == "/c" && $0.dataDirectory == "/d" },
      Good("", ["PAY_CONFIG": "", "PAY_DATA": ""]) {
        $0.configurationDirectory == "merchant-config" && $0.dataDirectory == ".pay"
      },
      Good("--config c --data d", places) {
        $0.configurationDirectory == "c" && $0.dataDirectory == "d"
      },
      Good("--config=c --data=d=e") {
        $0.configurationDirectory == "c" && $0.dataDirectory == "d=e"
      },
      Good("--data a --data b") { $0.dataDirectory == "b" },
      Good("--listen localhost:0") { $0.listen == "localhost:0" },
      Good("--listen=[::1]:65535") { $0.listen == "[::1]:65535" },
      Good("--listen 127.9.9.9:1") { $0.listen == "127.9.9.9:1" },
      Good("--listen 0.0.0.0:8080 --behind-proxy") { $0.isBehindProxy },
      Good("--behind-proxy") { $0.isBehindProxy },
      Good("--listen [::]:443 --tls-cert c.pem --tls-key k.pem") {
        $0.certificatePath == "c.pem" && $0.privateKeyPath == "k.pem"
      },
      Good("--store sqlite") { $0.dataDirectory == ".pay" },
      Good(
        "--key-rate 1 --device-rate=1000000 --connections 7 --connections-per-address 3"
      ) {
        $0.limits.requestsPerSecondPerKey == 1 && $0.limits.requestsPerSecondPerDevice == 1_000_000
          && $0.limits.connections == 7 && $0.limits.connectionsPerAddress == 3
      },
    ])
  func `a good line is taken`(_ good: Good) throws {
    let request = try ServerOptions.parse(
      Self.words(good.line), environment: good.environment)
    guard case .serve(let options) = request else {
      Issue.record("the line asks for \(request)")
      return
    }
    #expect(good.holds(options))
  }

  @Test(
    arguments: [
      ("--lisen 127.0.0.1:1", "unknown option --lisen; did you mean --listen?"),
      ("--Data x", "did you mean --data?"), ("--nonsense", "unknown option --nonsense ("),
      ("serve", "unknown option serve ("), ("-x", "unknown option -x"),
      ("--behind-proxy=yes", "unknown option =yes"),
      ("--data", "--data needs a value"), ("--data=", "--data needs a value"),
      ("--tls-key", "--tls-key needs a value"), ("--key-rate", "--key-rate needs a value"),
      ("--listen 0.0.0.0:8080", "is not loopback"), ("--listen [::]:8080", "is not loopback"),
      ("--listen 192.168.1.1:8080", "is not loopback"), ("--listen 126.0.0.1:1", "not loopback"),
      ("--tls-cert c.pem", "--tls-cert and --tls-key go together"),
      ("--tls-key k.pem", "--tls-cert and --tls-key go together"),
      ("--listen 0.0.0.0:1 --tls-cert c.pem", "go together"),
      ("--tls-cert c --tls-key k --behind-proxy", "--behind-proxy says that a proxy ends TLS"),
      ("--listen 8080", "is not HOST:PORT"), ("--listen 127.0.0.1", "is not HOST:PORT"),
      ("--listen 127.0.0.1:", "is not HOST:PORT"), ("--listen :8080", "is not HOST:PORT"),
      ("--listen 127.0.0.1:65536", "is not HOST:PORT"), ("--listen ::1:80", "is not HOST:PORT"),
      ("--listen shop.example.com:80", "is not HOST:PORT"),
      ("--listen 127.0.0.1:-1", "is not HOST:PORT"), ("--listen [127.0.0.1]:1", "not HOST:PORT"),
      ("--key-rate 0", "--key-rate needs a whole number from 1 to 1000000, not 0"),
      ("--key-rate 1000001", "not 1000001"), ("--device-rate -1", "not -1"),
      ("--device-rate 1.5", "not 1.5"), ("--connections ten", "not ten"),
      ("--connections-per-address 99999999999999999999", "not 99999999999999999999"),
      ("--store postgres", "--store postgres: this version has sqlite only"),
    ])
  func `a bad line is refused in one line that names the fault`(
    line: String, fault: String
  ) throws {
    let message = try #require(self.message(Self.words(line)))
    #expect(message.contains(fault))
    #expect(!message.contains("\n"))
  }

  @Test(arguments: ["--help", "-h", "--data d --help", "--help --nonsense"])
  func `help is given whatever else is asked`(line: String) throws {
    guard case .help = try ServerOptions.parse(Self.words(line), environment: [:]) else {
      Issue.record("\(line) gives no help")
      return
    }
  }

  @Test func `version is told`() throws {
    guard case .version = try ServerOptions.parse(["--version"], environment: [:]) else {
      Issue.record("--version does not tell the version")
      return
    }
  }

  @Test func `every option that help names is taken`() {
    let named = Usage.text.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      return line.hasPrefix("  --") ? words.first.map(String.init) : nil
    }
    #expect(named.count >= 12)
    for option in named {
      let option = option.filter { $0 != "," }
      // Alone it may lack a value or a partner; it must not be unknown.
      #expect(message([option])?.contains("unknown option") != true, "\(option)")
    }
  }
}
