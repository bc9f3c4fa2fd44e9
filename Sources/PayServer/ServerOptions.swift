import HTTPTransport

/// What the command line of PayServer says, checked.
struct ServerOptions: Sendable {
  var configurationDirectory = "merchant-config"
  var dataDirectory = ".pay"
  var listen = "127.0.0.1:8080"
  var certificatePath: String?
  var privateKeyPath: String?
  var isBehindProxy = false
  /// Takes payment tokens under the development root too.
  var isDevelopment = false
  var limits = ServerLimits()

  /// What the arguments ask for.
  enum Request: Sendable {
    case serve(ServerOptions)
    case help
    case version
  }

  /// Reads arguments (without the program's name) over the environment's defaults.
  static func parse(
    _ arguments: [String], environment: [String: String]
  ) throws(UsageError) -> Request {
    var options = ServerOptions()
    if let path = environment["PAY_CONFIG"], !path.isEmpty { options.configurationDirectory = path }
    if let path = environment["PAY_DATA"], !path.isEmpty { options.dataDirectory = path }
    var words = ArgumentWords(arguments)
    while let word = words.next() {
      switch word {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--config": options.configurationDirectory = try words.value(of: word)
      case "--data": options.dataDirectory = try words.value(of: word)
      case "--listen": options.listen = try words.value(of: word)
      case "--tls-cert": options.certificatePath = try words.value(of: word)
      case "--tls-key": options.privateKeyPath = try words.value(of: word)
      case "--behind-proxy": options.isBehindProxy = true
      case "--dev": options.isDevelopment = true
      case "--store": try checkStore(try words.value(of: word))
      case "--key-rate": options.limits.requestsPerSecondPerKey = try words.number(of: word)
      case "--device-rate": options.limits.requestsPerSecondPerDevice = try words.number(of: word)
      case "--connections": options.limits.connections = try words.number(of: word)
      case "--connections-per-address":
        options.limits.connectionsPerAddress = try words.number(of: word)
      default: throw UsageError.unknown(word)
      }
    }
    try options.checkListener()
    return .serve(options)
  }

  /// A listener that others can reach must not speak plain HTTP to them.
  private func checkListener() throws(UsageError) {
    let address: ListenAddress
    do {
      address = try ListenAddress(parsing: listen)
    } catch {
      throw UsageError("--listen \(listen) is not HOST:PORT such as 127.0.0.1:8080 or [::1]:8080")
    }
    guard !isDevelopment || (address.isLoopback && !isBehindProxy) else {
      throw UsageError(
        "--dev takes payment tokens that anybody with the development keys can make: it listens on "
          + "loopback only, without --behind-proxy")
    }
    guard (certificatePath == nil) == (privateKeyPath == nil) else {
      throw UsageError("--tls-cert and --tls-key go together")
    }
    if certificatePath != nil, isBehindProxy {
      throw UsageError("--behind-proxy says that a proxy ends TLS: leave out --tls-cert, or it")
    }
    guard address.isLoopback || certificatePath != nil || isBehindProxy else {
      throw UsageError(
        "--listen \(listen) is not loopback: give --tls-cert and --tls-key, or --behind-proxy if "
          + "a proxy on a private network ends TLS")
    }
  }

  private static func checkStore(_ name: String) throws(UsageError) {
    guard name == "sqlite" else {
      throw UsageError("--store \(name): this version has sqlite only")
    }
  }
}

/// Bounds of the service, each with its reason.
struct ServerLimits: Sendable {
  /// A backend that asks more often than this has a loop.
  var requestsPerSecondPerKey = 2000
  /// A person taps a few times a second at most.
  var requestsPerSecondPerDevice = 5
  /// Open connections, in all and of one address; behind a proxy that is one address.
  var connections = HTTPServerLimits().connections
  var connectionsPerAddress = HTTPServerLimits().connectionsPerAddress
}

/// A command line that does not say what to do; its text is one line for the person who typed it.
struct UsageError: Error, Sendable {
  let message: String

  init(_ message: String) { self.message = message }
}

/// The arguments, read one after another; `--option=value` counts as two words.
private struct ArgumentWords {
  private var words: [String]
  private var attached: String?

  init(_ words: [String]) { self.words = words.reversed() }

  mutating func next() -> String? {
    if let attached { return "=" + attached }
    guard let word = words.popLast() else { return nil }
    guard word.utf8.starts(with: "--".utf8), let equals = word.firstIndex(of: "=") else {
      return word
    }
    attached = String(word[word.index(after: equals)...])
    return String(word[..<equals])
  }

  mutating func value(of option: String) throws(UsageError) -> String {
    let value = attached ?? words.popLast()
    attached = nil
    guard let value, !value.isEmpty else { throw UsageError("\(option) needs a value") }
    return value
  }

  mutating func number(of option: String) throws(UsageError) -> Int {
    let text = try value(of: option)
    guard let number = Int(text), String(number) == text, (1...1_000_000).contains(number) else {
      throw UsageError("\(option) needs a whole number from 1 to 1000000, not \(text)")
    }
    return number
  }
}
