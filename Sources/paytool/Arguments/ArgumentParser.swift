import PayCore

/// A command line, read: which command, its operands and options.
struct ParsedArguments: Sendable {
  let command: CommandSpec
  let operands: [String]
  private let values: [String: [String]]
  private let switches: Set<String>

  fileprivate init(command: CommandSpec, operands: [String], options: ScannedArguments) {
    self.command = command
    self.operands = operands
    values = options.values
    switches = options.switches
  }

  /// The value of an option by its first name; nil if it was not given.
  func value(_ name: String) -> String? { values[name]?.first }

  /// All values of an option that may be given more than once, in their order.
  func values(_ name: String) -> [String] { values[name] ?? [] }

  func has(_ name: String) -> Bool { switches.contains(name) }
}

/// What a command line asks for.
enum Request: Sendable {
  case run(ParsedArguments)
  /// Help for the words of a command or of a group; for everything if there are none.
  case help([String], asJSON: Bool)
  case version(asJSON: Bool)
}

/// Reads command lines against a table of commands.
struct ArgumentParser: Sendable {
  let commands: [CommandSpec]

  /// Reads the arguments (without the program's name). Options may stand anywhere; `--` ends them.
  func parse(_ arguments: [String]) throws(Failure) -> Request {
    let scanned = try scan(arguments)
    let asJSON = scanned.switches.contains("--json")
    if scanned.switches.contains("--version") { return .version(asJSON: asJSON) }
    if scanned.switches.contains("--help") {
      return .help(knownPrefix(of: scanned.words), asJSON: asJSON)
    }
    let (command, operands) = try command(in: scanned.words)
    try check(scanned, against: command)
    try check(operands, against: command)
    return .run(ParsedArguments(command: command, operands: operands, options: scanned))
  }

  // MARK: Options

  /// Tells options from words; the options of all commands are known here, since they may stand
  /// before the command.
  private func scan(_ arguments: [String]) throws(Failure) -> ScannedArguments {
    let options = options(for: arguments)
    var scanned = ScannedArguments()
    var unknown: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        scanned.words += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        scanned.words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = argument.hasPrefix("--") ? String(parts[0]) : argument
      let attached = argument.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      guard let option = options.first(where: { $0.names.contains(name) }) else {
        unknown = unknown ?? name
        continue
      }
      try scanned.take(option, as: name, attached: attached, from: &rest)
    }
    if let unknown { throw unknownOption(unknown, among: scanned.words) }
    return scanned
  }

  /// All options of all commands. A name that every command has, and one of them in another
  /// meaning, has that meaning where the words of that command are.
  private func options(for arguments: [String]) -> [OptionSpec] {
    let words = arguments.prefix { $0 != "--" }
    let own = commands.first { command in
      command.commonOptions.count < OptionSpec.common.count
        && words.indices.contains { words[$0...].starts(with: command.path) }
    }
    let common = OptionSpec.common
    let others = commands.flatMap(\.options).filter { option in
      !common.contains { $0.name == option.name }
    }
    return (own?.allOptions ?? common) + others
  }

  /// The refusal of an option that no command has, with the closest one of the command at hand.
  private func unknownOption(_ name: String, among words: [String]) -> Failure {
    let path = knownPrefix(of: words)
    let known = commands.filter { $0.path.starts(with: path) }.flatMap(\.allOptions)
    // Any letter is one slip away from any other.
    let hint =
      name.hasPrefix("--") ? Suggestion.closest(to: name, among: known.map(\.name)) : nil
    return .usage("unknown option \(quoted(name))" + advice(hint, help: path))
  }

  private func check(
    _ scanned: ScannedArguments, against command: CommandSpec
  ) throws(Failure) {
    let known = command.allOptions.map(\.name)
    for name in scanned.names where !known.contains(name) {
      let hint = Suggestion.closest(to: name, among: known)
      throw .usage("\(command.name) takes no \(name)" + advice(hint, help: command.path))
    }
    for name in ["--config", "--data", "--output"] where scanned.values[name]?.contains("") == true
    {
      throw .usage("\(name) needs a value that is not empty")
    }
  }

  private func advice(_ suggestion: String?, help path: [String]) -> String {
    if let suggestion { return "; did you mean \(suggestion)?" }
    return " (see \((["paytool"] + path + ["--help"]).joined(separator: " ")))"
  }

  // MARK: Words

  private func check(_ operands: [String], against command: CommandSpec) throws(Failure) {
    let wanted = command.operands
    if wanted.last?.hasSuffix("...") == true { return }
    if operands.count < wanted.count {
      throw .usage("\(command.name) needs \(wanted[operands.count]): \(command.examples[0])")
    }
    if operands.count > wanted.count {
      let known = wanted.isEmpty ? "no operand" : wanted.joined(separator: " ") + " only"
      throw .usage("\(command.name) takes \(known): what is \(quoted(operands[wanted.count]))?")
    }
  }

  /// The command that the first words name, and the words behind them.
  private func command(in words: [String]) throws(Failure) -> (CommandSpec, [String]) {
    if let command = commands.first(where: { words.starts(with: $0.path) }) {
      return (command, Array(words.dropFirst(command.path.count)))
    }
    let group = knownPrefix(of: words)
    let known = names(below: group)
    guard words.count > group.count else {
      let name = (["paytool"] + group).joined(separator: " ")
      throw .usage("\(name) needs a command: \(known.joined(separator: ", "))")
    }
    let word = words[group.count]
    let what = (["unknown"] + group + ["command"]).joined(separator: " ")
    let hint = Suggestion.closest(to: word, among: known).map { "did you mean \($0)?" }
    throw .usage(
      "\(what) \(quoted(word)); " + (hint ?? "there are \(known.joined(separator: ", "))"))
  }

  /// The words, if they name a command or a group; throws the refusal of the first that does not.
  func helpTopic(_ words: [String]) throws(Failure) -> [String] {
    let known = knownPrefix(of: words)
    if known.count < words.count { _ = try command(in: words) }
    return known
  }

  /// The words that may follow `path`.
  private func names(below path: [String]) -> [String] {
    var names: [String] = []
    for command in commands where command.path.starts(with: path) && command.path.count > path.count
    {
      let name = command.path[path.count]
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// As many of the words as name a command or a group.
  private func knownPrefix(of words: [String]) -> [String] {
    var prefix: [String] = []
    for word in words {
      guard commands.contains(where: { $0.path.starts(with: prefix + [word]) }) else { break }
      prefix.append(word)
    }
    return prefix
  }
}

/// Options and words, before anyone knows which command they are for.
private struct ScannedArguments {
  var words: [String] = []
  private(set) var values: [String: [String]] = [:]
  private(set) var switches: Set<String> = []

  /// First names of all options that were given, sorted.
  var names: [String] { values.keys.sorted() + switches.sorted() }

  /// Notes an option, its value either attached with `=` or the next argument, whatever that is:
  /// `--segment -1` is a value out of range, not an unknown option.
  mutating func take(
    _ option: OptionSpec, as name: String, attached: String?, from rest: inout ArraySlice<String>
  ) throws(Failure) {
    guard let wanted = option.value else {
      guard attached == nil else { throw .usage("\(name) takes no value") }
      switches.insert(option.name)
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw .usage("\(name) needs a value: \(name) \(wanted)")
    }
    guard option.isRepeatable || values[option.name] == nil else {
      throw .usage("\(name) is there twice")
    }
    values[option.name, default: []].append(value)
  }
}
