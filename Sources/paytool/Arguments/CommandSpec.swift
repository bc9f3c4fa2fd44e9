/// An option of a command line, `--name` or `--name VALUE`.
struct OptionSpec: Sendable {
  /// With its dashes; the first is the name by which it is asked for: `--output`, `-o`.
  let names: [String]
  /// What the value is called in help; nil for a switch.
  let value: String?
  let help: String

  init(_ names: String..., value: String? = nil, help: String) {
    self.names = names
    self.value = value
    self.help = help
  }

  static let offer = OptionSpec(
    "--offer", value: "ID", help: "the offer (the first one if left out)")
  static let segment = OptionSpec(
    "--segment", value: "N", help: "zero-based segment (the offer's default one if left out)")
  static let at = OptionSpec(
    "--at", value: "TIME", help: "pretend it is TIME, RFC 3339: 2026-01-01T00:00:00Z")

  /// The options that every command takes.
  static let common = [
    OptionSpec(
      "--config", value: "DIR",
      help: "merchant configuration (else PAY_CONFIG, else merchant-config)"),
    OptionSpec("--data", value: "DIR", help: "keys and store (else PAY_DATA, else .pay)"),
    OptionSpec("--json", help: "print JSON; errors too, as problem JSON on standard error"),
    OptionSpec(
      "--output", "-o", value: "FILE",
      help: "write to FILE instead of standard output, all or nothing"),
    OptionSpec("--quiet", "-q", help: "no messages on standard error but errors"),
    OptionSpec("--no-color", help: "no colors (also NO_COLOR)"),
    OptionSpec("--help", "-h", help: "show this help"),
    OptionSpec("--version", help: "show the version"),
  ]
}

/// A command: parsing, help and "did you mean" all come from this table.
struct CommandSpec: Sendable {
  /// The words that name it: `["keys", "add"]`.
  let path: [String]
  let summary: String
  /// Names of its operands in order: `["FILE"]`.
  let operands: [String]
  /// Its own options, beyond the common ones.
  let options: [OptionSpec]
  /// Whole command lines, the commonest first.
  let examples: [String]
  /// A paragraph below the options; may be empty.
  let notes: String
  let run: @Sendable (Invocation) throws(Failure) -> ExitCode

  init(
    _ path: [String], _ summary: String, operands: [String] = [], options: [OptionSpec] = [],
    examples: [String], notes: String = "",
    run: @escaping @Sendable (Invocation) throws(Failure) -> ExitCode
  ) {
    self.path = path
    self.summary = summary
    self.operands = operands
    self.options = options
    self.examples = examples
    self.notes = notes
    self.run = run
  }

  var name: String { path.joined(separator: " ") }
  var allOptions: [OptionSpec] { options + OptionSpec.common }
}

/// How the program ends.
enum ExitCode: Int32, Sendable {
  case ok = 0
  case foundBad = 1
  case usage = 2
  case cancelled = 3
  case credential = 4
  case storage = 5
  case remote = 6
  case `internal` = 70
}
