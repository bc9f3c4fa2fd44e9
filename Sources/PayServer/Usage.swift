import PayCore

/// The help of PayServer.
enum Usage {
  static let text = """
    PayServer answers the buy action of a push notification.

    Examples:
      PayServer --config merchant-config --data .pay
      PayServer --listen 0.0.0.0:8443 --tls-cert chain.pem --tls-key key.pem
      curl -H @.pay/keys/auth-header 'http://127.0.0.1:8080/v1/quotes?offer=some-product&segment=2'

    Options:
      --config DIR         the merchant's configuration (else PAY_CONFIG, else merchant-config)
      --data DIR           keys and store (else PAY_DATA, else .pay); paytool keys generate fills it
      --listen HOST:PORT   where to listen (127.0.0.1:8080); port 0 takes a free one
      --tls-cert FILE      certificate chain in PEM, for a listener that is not loopback
      --tls-key FILE       its private key in PEM
      --behind-proxy       a proxy on a private network ends TLS
      --dev                take simulated payment tokens; loopback and test keys only
      --store sqlite       the store (sqlite)
      --key-rate N         requests a second of one API key (\(defaults.requestsPerSecondPerKey))
      --device-rate N      requests a second of one device (\(defaults.requestsPerSecondPerDevice))
      --connections N      open connections (\(defaults.connections))
      --connections-per-address N   of one address (\(defaults.connectionsPerAddress))
      --help, --version

    One JSON line a request goes to standard error. SIGTERM answers what is in flight, for at most
    25 seconds, and exits 0.
    Exit codes: 0 stopped in order, 1 bad configuration, 2 usage, 4 keys, 5 store, file or socket,
    70 internal.

    """

  private static let defaults = ServerLimits()
}

extension UsageError {
  static func unknown(_ word: String) -> UsageError {
    let options = [
      "--config", "--data", "--listen", "--tls-cert", "--tls-key", "--behind-proxy", "--dev",
      "--store",
      "--key-rate", "--device-rate", "--connections", "--connections-per-address", "--help",
      "--version",
    ]
    let hint = Suggestion.closest(to: word, among: options).map { "; did you mean \($0)?" } ?? ""
    return UsageError("unknown option \(word)\(hint) (see PayServer --help)")
  }
}
