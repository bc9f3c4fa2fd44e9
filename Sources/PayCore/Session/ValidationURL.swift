/// Why a validation URL is not one of Apple's, in the order of the checks.
///
/// Whoever names the URL names where the merchant's identity is shown, so nothing that only looks
/// like one of Apple's passes.
package enum ValidationURLFault: Error, Sendable, Hashable {
  /// Longer than any of Apple's, or with a byte that is not visible ASCII.
  case characters
  /// Not `https://`, exactly so.
  case scheme
  /// A query or a fragment.
  case query
  /// A user, or an `@` for whatever reason.
  case user
  /// A port that is not 443.
  case port
  /// A gateway of the other environment.
  case environment(AppleEnvironment)
  /// A host that is none of Apple's gateways, byte for byte.
  case host
  /// Another path.
  case path

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .characters: "validation_url_characters"
    case .scheme: "validation_url_scheme"
    case .query: "validation_url_query"
    case .user: "validation_url_user"
    case .port: "validation_url_port"
    case .environment: "validation_url_environment"
    case .host: "validation_url_host"
    case .path: "validation_url_path"
    }
  }
}

extension ValidationURLFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .characters:
      "it is longer than \(Limits.validationURLBytes) bytes or holds something else than visible "
        + "ASCII"
    case .scheme: "it does not begin with https:// in lower case"
    case .query: "it has a query or a fragment"
    case .user: "it names a user"
    case .port: "its port is not 443"
    case .environment(let asked):
      "its host is a gateway of \(asked.other.rawValue), but the session is for "
        + asked.rawValue + ": --sandbox chooses"
    case .host: "its host is not one of Apple's gateways"
    case .path: "its path is none of \(AppleGateway.paths.joined(separator: ", "))"
    }
  }
}

extension AppleGateway {
  /// The gateway that a validation URL names. Nothing of the URL is kept: host and path are those
  /// of the list.
  package init(
    validationURL url: String, in environment: AppleEnvironment
  ) throws(ValidationURLFault) {
    guard url.utf8.count <= Limits.validationURLBytes,
      url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .characters }
    let scheme = "https://"
    guard url.utf8.starts(with: scheme.utf8) else { throw .scheme }
    let rest = url.utf8.dropFirst(scheme.utf8.count)
    guard !rest.contains(where: { "?#".utf8.contains($0) }) else { throw .query }
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    guard !authority.contains(UInt8(ascii: "@")) else { throw .user }
    let parts = authority.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 1 || parts[1].elementsEqual("443".utf8) else { throw .port }
    let host = String(Substring(parts[0]))
    let path = String(Substring(rest[authority.endIndex...]))
    if let gateway = Self.listed(host: host, path: path, in: environment) {
      self = gateway
      return
    }
    func isHost(of environment: AppleEnvironment) -> Bool {
      Self.hosts(environment).contains { $0.hasSameBytes(as: host) }
    }
    if isHost(of: environment) { throw .path }
    throw isHost(of: environment.other) ? .environment(environment) : .host
  }
}
