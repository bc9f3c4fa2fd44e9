/// Why the address of a database, or what belongs to it, is refused: a usage error.
///
/// No text of the address is repeated, but names of options: where a password stands in it, it may
/// stand anywhere.
package enum PostgresAddressError: Error, Sendable, Hashable {
  /// More than `Limits.postgresAddressBytes`.
  case tooLong
  /// Neither a URL nor `name=value` words; `offset` is the byte at which it goes wrong.
  case syntax(wanted: String, offset: Int)
  case passwordInAddress
  case passwordInEnvironment
  /// `name` is nil if it is not even the form of one.
  case unknownOption(name: String?)
  case duplicateOption(name: String)
  case optionValue(name: String, wanted: String)
  /// The file with the password cannot be used.
  case credential(detail: String)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .tooLong: "postgres_address_too_long"
    case .syntax: "postgres_address_syntax"
    case .passwordInAddress: "postgres_password_in_address"
    case .passwordInEnvironment: "postgres_password_in_environment"
    case .unknownOption: "postgres_option_unknown"
    case .duplicateOption: "postgres_option_duplicate"
    case .optionValue: "postgres_option_value"
    case .credential: "postgres_credential"
    }
  }
}

extension PostgresAddressError: CustomStringConvertible {
  /// Where a password may be.
  private static let places =
    "put it into the file that PGPASSFILE names, a connection service file, or the systemd"
    + " credential postgres-password"

  package var description: String {
    switch self {
    case .tooLong: "the database address is too long"
    case .syntax(let wanted, let offset):
      "the database address is wrong at byte \(offset): \(wanted); it is"
        + " postgres://USER@HOST:PORT/DATABASE, service=NAME, or words name=value"
    case .passwordInAddress:
      "a password in the database address is seen by every user of this machine: "
        + Self.places
    case .passwordInEnvironment:
      "a password in the environment (PGPASSWORD) goes on to every child process: "
        + Self.places
    case .unknownOption(let name):
      Self.unknown(name) + "; known: " + PostgresAddress.known.joined(separator: ", ")
    case .duplicateOption(let name): "the database address has \(name) twice"
    case .optionValue(let name, let wanted): "\(name) of the database address must be \(wanted)"
    case .credential(let detail): "the database password: \(detail)"
    }
  }

  private static func unknown(_ name: String?) -> String {
    guard let name else { return "the database address has an option that is not a name" }
    return "the database address has the unknown option \(name)"
      + PostgresAddress.suggestion(for: name)
  }
}
