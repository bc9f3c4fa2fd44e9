/// Why a request brought no answer.
package enum HTTPSError: Error, Sendable, Hashable {
  /// libcurl is not installed.
  case libraryMissing(cause: String)
  /// libcurl is too old, or was built without what a request needs.
  case libraryUnfit(cause: String)
  /// Host, path or a header hold what cannot stand in them.
  case malformedRequest(String)
  /// No address, or nobody listens there.
  case unreachable(host: String, cause: String)
  /// An address of the host is none that a stranger may be called at; nothing was sent.
  case addressRefused(host: String, address: String, use: String)
  /// Not done within the bounds.
  case timeout(host: String, cause: String)
  /// No connection that could be trusted came about, or the other side refused ours.
  case tls(host: String, cause: String)
  /// The certificate or the key that we were to show cannot be used.
  case credential(cause: String)
  /// The answer is longer than it may be; its rest was not read.
  case answerTooLarge(host: String, limit: Int)
  /// The connection ended before the answer did, or what came is not HTTP.
  case brokenOff(host: String, cause: String)
  /// An answer, but not 200, with the beginning of what it says; redirects are not followed.
  case status(host: String, Int, words: String)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .libraryMissing: "remote_library_missing"
    case .libraryUnfit: "remote_library_unfit"
    case .malformedRequest: "remote_request_malformed"
    case .unreachable: "remote_unreachable"
    case .addressRefused: "remote_address_refused"
    case .timeout: "remote_timeout"
    case .tls: "remote_tls"
    case .credential: "remote_credential"
    case .answerTooLarge: "remote_answer_too_large"
    case .brokenOff: "remote_broken_off"
    case .status: "remote_status"
    }
  }
}

extension HTTPSError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .libraryMissing(let cause):
      "the library libcurl, which sends the request, is missing: install it "
        + "(apt-get install libcurl4) (\(cause))"
    case .libraryUnfit(let cause):
      "the installed libcurl cannot send the request: \(cause); install libcurl4 of Debian 12 or "
        + "later, version \(CurlLibrary.oldestName) or newer with OpenSSL"
    case .malformedRequest(let what): "the request cannot be sent: \(what)"
    case .unreachable(let host, let cause):
      "\(host) cannot be reached: \(cause); look at the network, the firewall and the name server"
    case .addressRefused(let host, let address, let use):
      "\(host) resolves to \(address), which is \(use) and not public, so no connection was made: "
        + "look at the name server and the hosts file"
    case .timeout(let host, let cause): "\(host) did not answer in time: \(cause); try again"
    case .tls(let host, let cause): "no trusted connection to \(host): \(cause)"
    case .credential(let cause):
      "the certificate or key to identify ourselves with cannot be used: \(cause)"
    case .answerTooLarge(let host, let limit):
      "the answer of \(host) is longer than \(limit) bytes and was not read to its end"
    case .brokenOff(let host, let cause): "the answer of \(host) cannot be read: \(cause)"
    case .status(let host, let status, let words):
      "\(host) answered with status \(status), not 200"
        + ((300..<400).contains(status) ? "; redirects are not followed" : "")
        + (words.isEmpty ? "" : ": \(words)")
    }
  }
}
