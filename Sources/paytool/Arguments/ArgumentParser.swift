import PayCore

/// A command line, read: which command, its operands and options.
struct ParsedArguments: Sendable {
  let command: CommandSpec
  let operands: [String]
  private let values: [String: String]
  private let switches: Set<String>

  fileprivate init(
    command: CommandSpec, operands: [String], values: [String: String], switches: Set<String>
  ) {
    self.command = command
    self.operands = operands
    self.values = values
    self.switches = switches
  }

  /// The value of an option by its first name; nil if it was not given.
  func value(_ name: String) -> String? { values[name] }

  func has(_ name: String) -> Bool { switches.contains(name) }
}

/// Reads command lines against a table of commands.
struct ArgumentParser: Sendable {
  let commands: [CommandSpec]

  /// What a command line asks for.
  enum Request: Sendable {
    case run(ParsedArguments)
    /// Help for a command, for a group of them, or (empty) for all.
    case help([String])
    case version(asJSON: Bool)
  }

  /// Reads the arguments (without the program's name). Options may stand anywhere; `--` ends them.
  func parse(_ arguments: [String]) throws(Failure) -> Request {
    let scanned = try scan(arguments)
    if scanned.switches.contains("--version") {
      return .version(asJSON: scanned.switches.contains("--json"))
    }
    if scanned.switches.contains("--help") { return .help(knownPrefix(of: scanned.words)) }
    let (command, operands) = try command(in: scanned.words)
    for name in scanned.values.keys.sorted() + scanned.switches.sorted()
    where !command.allOptions.contains(where: { $0.names[0] == name }) {
      throw .usage(
        "\(command.name) takes no \(name); it takes "
          + command.allOptions.map { $0.names[0] }.joined(separator: ", "))
    }
    guard operands.count <= command.operands.count else {
      let wanted = command.operands.isEmpty ? "no operand" : command.operands.joined(separator: " ")
      throw .usage(
        "\(command.name) takes \(wanted), not \(quoted(operands[command.operands.count]))")
    }
    guard operands.count == command.operands.count else {
      throw .usage(
        "\(command.name) needs \(command.operands[operands.count]), as in: \(command.examples[0])")
    }
    return .run(
      ParsedArguments(
        command: command, operands: operands, values: scanned.values, switches: scanned.switches))
  }

  /// What `paytool help WORDS` asks for: the words must name a command or a group.
  func help(for words: [String]) throws(Failure) -> Request {
    let names = words.filter { !$0.hasPrefix("-") }
    let known = knownPrefix(of: names)
    if known.count < names.count { _ = try command(in: names) }
    return .help(known)
  }

  private struct Scanned {
    var words: [String] = []
    var values: [String: String] = [:]
    var switches: Set<String> = []
  }

  /// Tells options from words; every option of any command is known here, since options may stand
  /// before the command.
  private func scan(_ arguments: [String]) throws(Failure) -> Scanned {
    let options = commands.flatMap(\.options) + OptionSpec.common
    var scanned = Scanned()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        scanned.words += rest
        break
      }
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        scanned.words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let attached = argument.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      let name = attached == nil ? argument : String(parts[0])
      guard let option = options.first(where: { $0.names.contains(name) }) else {
        let known = Set(options.flatMap(\.names)).sorted()
        let hint = Suggestion.closest(to: name, among: known).map { "; did you mean \($0)?" }
        throw .usage("unknown option \(quoted(name))" + (hint ?? " (see paytool --help)"))
      }
      let canonical = option.names[0]
      guard option.value != nil else {
        guard attached == nil else { throw .usage("\(name) takes no value") }
        scanned.switches.insert(canonical)
        continue
      }
      guard let value = attached ?? rest.popFirst() else {
        throw .usage("\(name) needs a value: \(name) \(option.value ?? "")")
      }
      guard scanned.values.updateValue(value, forKey: canonical) == nil else {
        throw .usage("\(name) is there twice")
      }
    }
    return scanned
  }

  /// The command that the first words name, and the words behind them.
  private func command(in words: [String]) throws(Failure) -> (CommandSpec, [String]) {
    guard let first = words.first else {
      throw .usage("no command; the commands are " + names(below: []).joined(separator: ", "))
    }
    let longestFirst = commands.sorted { $0.path.count > $1.path.count }
    if let command = longestFirst.first(where: { words.starts(with: $0.path) }) {
      return (command, Array(words.dropFirst(command.path.count)))
    }
    let group = commands.contains { $0.path.first == first } ? [first] : []
    let known = names(below: group)
    let context = group.isEmpty ? "command" : "\(first) command"
    guard words.count > group.count else {
      throw .usage("\(first) needs one of: \(known.joined(separator: ", "))")
    }
    let word = words[group.count]
    let hint = Suggestion.closest(to: word, among: known).map { "; did you mean \($0)?" }
    throw .usage(
      "unknown \(context) \(quoted(word))"
        + (hint ?? "; there are \(known.joined(separator: ", "))"))
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
