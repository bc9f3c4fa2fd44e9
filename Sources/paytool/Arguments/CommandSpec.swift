/// An option of a command line, `--name` or `--name VALUE`.
struct OptionSpec: Sendable, Hashable {
  /// With its dashes; the first is the name by which it is asked for: `--output`, `-o`.
  let names: [String]
  /// What the value is called in help; nil for a switch.
  let value: String?
  /// Whether it may be given more than once, each time with another value.
  let isRepeatable: Bool
  let help: String

  init(_ names: String..., value: String? = nil, isRepeatable: Bool = false, help: String) {
    self.names = names
    self.value = value
    self.isRepeatable = isRepeatable
    self.help = help
  }

  var name: String { names[0] }

  static let offer = OptionSpec(
    "--offer", value: "ID", help: "the offer (the first one if left out)")
  static let segment = OptionSpec(
    "--segment", value: "N", help: "zero-based segment (the offer's default one if left out)")
  static let shipping = OptionSpec(
    "--shipping", value: "ID", help: "shipping method (the segment's first one if left out)")
  static let at = OptionSpec(
    "--at", value: "TIME", help: "take TIME for now: 2026-01-01T00:00:00Z")

  /// The options that every command takes.
  static let common = [
    OptionSpec(
      "--config", value: "DIR",
      help: "merchant configuration (else PAY_CONFIG, else merchant-config)"),
    OptionSpec("--data", value: "DIR", help: "keys and store (else PAY_DATA, else .pay)"),
    OptionSpec("--json", help: "print JSON; errors too, as problem JSON on standard error"),
    OptionSpec(
      "--output", "-o", value: "FILE", help: "write to FILE, all or nothing, not to standard output"
    ),
    OptionSpec("--quiet", "-q", help: "nothing but errors on standard error"),
    OptionSpec("--no-color", help: "no colors (nor with NO_COLOR or TERM=dumb)"),
    OptionSpec("--help", "-h", help: "show help"),
    OptionSpec("--version", help: "show the version"),
  ]
}

/// A command: parsing, help and "did you mean" all come from this table.
struct CommandSpec: Sendable {
  /// The words that name it: `["keys", "add"]`.
  let path: [String]
  /// A phrase without a full stop.
  let summary: String
  /// Names of its operands in order: `["FILE"]`; a last one with `...` is any number of them.
  let operands: [String]
  /// Its own options, beyond the common ones.
  let options: [OptionSpec]
  /// Whole command lines, the commonest first.
  let examples: [String]
  /// Lines below the options; may be empty.
  let notes: String
  let run: @Sendable (Invocation) throws(Failure) -> Void

  init(
    _ path: [String], _ summary: String, operands: [String] = [], options: [OptionSpec] = [],
    examples: [String], notes: String = "",
    run: @escaping @Sendable (Invocation) throws(Failure) -> Void
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
  var allOptions: [OptionSpec] { options + commonOptions }

  /// The options that every command takes, but for a name to which this one gives another meaning.
  var commonOptions: [OptionSpec] {
    OptionSpec.common.filter { common in !options.contains { $0.name == common.name } }
  }
}
