import PayCore

/// Where a database is and as whom it is entered, never with a password: a URL, a service of
/// libpq's connection service file, or words `name=value`.
package struct PostgresAddress: Sendable, Hashable {
  struct Option: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// What may stand in an address. Whatever weakens durability or says how a session behaves
  /// (`options`) is ours to set.
  static let known = [
    "host", "port", "dbname", "user", "service", "sslmode", "sslrootcert", "sslcert", "sslkey",
    "channel_binding", "target_session_attrs", "application_name",
  ]

  /// Names under which people give a password.
  private static let secret: Set = ["password", "passwd", "pass", "pwd", "sslpassword"]

  /// The values of an option that has few. `allow` and `prefer` are not among those of `sslmode`:
  /// they go on in plain text without a word.
  private static let choices = [
    "sslmode": ["disable", "require", "verify-ca", "verify-full"],
    "channel_binding": ["disable", "prefer", "require"],
    "target_session_attrs": ["any", "read-write", "primary"],
  ]

  /// In their order, each name once.
  let options: [Option]

  /// Reads an address.
  package init(_ text: String) throws(PostgresAddressError) {
    guard text.utf8.count <= Limits.postgresAddressBytes else { throw .tooLong }
    var parser = PostgresAddressParser(text)
    let found = try parser.parse()
    var names: Set<String> = []
    for (name, value) in found {
      if Self.secret.contains(name.lowercased()) { throw .passwordInAddress }
      guard Self.known.contains(name) else {
        let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
        throw .unknownOption(name: isName && name.utf8.count <= 32 ? name : nil)
      }
      guard names.insert(name).inserted else { throw .duplicateOption(name: name) }
      try Self.check(name, value)
    }
    options = found.map { Option(name: $0.name, value: $0.value) }
  }

  /// The value of an option; nil if the address leaves it to libpq.
  subscript(name: String) -> String? { options.first { $0.name == name }?.value }

  private static func check(_ name: String, _ value: String) throws(PostgresAddressError) {
    guard !value.isEmpty, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .optionValue(name: name, wanted: "a text without control characters, not empty")
    }
    if let choices = choices[name], !choices.contains(value) {
      throw .optionValue(name: name, wanted: "one of " + choices.joined(separator: ", "))
    }
    if name == "port" {
      let ports = value.split(separator: ",", omittingEmptySubsequences: false)
      guard ports.allSatisfy({ isPort($0) }) else {
        throw .optionValue(name: name, wanted: "a number from 1 to 65535, or one for each host")
      }
    }
  }

  private static func isPort(_ text: Substring) -> Bool {
    UInt16(text).map { $0 > 0 && String($0) == text } ?? false
  }

  static func suggestion(for name: String) -> String {
    Suggestion.closest(to: name, among: known).map { " (did you mean \($0)?)" } ?? ""
  }
}

extension PostgresAddress: CustomStringConvertible {
  /// What tells one database from another, for messages.
  package var description: String {
    let named = options.filter { ["service", "host", "port", "dbname", "user"].contains($0.name) }
    return named.isEmpty
      ? "libpq's default database" : named.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }
}
