import PayCore

/// Help texts, made from the table of commands; examples come first.
struct Help: Sendable {
  let commands: [CommandSpec]

  /// The help for the words of a command or group; empty: for all.
  func text(for path: [String]) -> String {
    if let command = commands.first(where: { $0.path == path }) { return text(for: command) + "\n" }
    return (path.isEmpty ? overview : text(forGroup: path)) + "\n"
  }

  /// What a person reads who gave no command.
  var short: String {
    sections([
      Self.title, Self.list("Examples:", Self.firstSteps), commandTable(commands),
      "paytool help tells more, paytool help COMMAND all of one.",
    ])
  }

  /// The same for programs: the commands at or below `path` with all that a line of them may hold.
  func json(for path: [String]) -> JSONValue {
    let chosen = commands.filter { $0.path.starts(with: path) }
    return ["object": "list", "data": .array(chosen.map(\.json))]
  }

  private static let title =
    "paytool: notifications, prices, purchase intents, sessions, tokens, the ledger and its proof."
  private static let firstSteps = [
    "paytool check", "paytool quote --segment 2", "paytool keys generate",
    "paytool intent create --segment 2",
  ]

  private var overview: String {
    sections([
      Self.title, Self.list("Examples:", Self.firstSteps), commandTable(commands),
      Self.optionTable("Options of every command:", OptionSpec.common), Self.exitCodes,
      "paytool help COMMAND tells all of one.",
    ])
  }

  private func text(forGroup path: [String]) -> String {
    let chosen = commands.filter { $0.path.starts(with: path) }
    if chosen.count == 1 { return text(for: chosen[0]) }
    let name = path.joined(separator: " ")
    return sections([
      Self.list("Examples:", chosen.map { $0.examples[0] }), commandTable(chosen),
      "paytool help \(name) COMMAND tells all of one.",
    ])
  }

  private func text(for command: CommandSpec) -> String {
    let usage = ["paytool", command.name] + command.operands + ["[options]"]
    return sections([
      command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".",
      Self.list("Examples:", command.examples),
      "Usage: " + usage.joined(separator: " "), command.notes,
      Self.optionTable("Options:", command.options),
      Self.optionTable("Options of every command:", command.commonOptions),
    ])
  }

  private static var exitCodes: String {
    list("Exit codes:", ExitCode.allCases.map { "\($0.rawValue) \($0.title)" })
  }

  private func commandTable(_ commands: [CommandSpec]) -> String {
    Self.list(
      "Commands:",
      Self.columns(
        commands.map { (([$0.name] + $0.operands).joined(separator: " "), $0.summary) }))
  }

  private static func optionTable(_ title: String, _ options: [OptionSpec]) -> String {
    guard !options.isEmpty else { return "" }
    return list(
      title,
      columns(
        options.map { option in
          let names = option.names.reversed().joined(separator: ", ")
          return (([names] + [option.value].compactMap { $0 }).joined(separator: " "), option.help)
        }))
  }

  private func sections(_ sections: [String]) -> String {
    sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func list(_ title: String, _ lines: [String]) -> String {
    ([title] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { $0.0.utf8.count }.max() ?? 0
    return rows.map { left, right in
      left + String(repeating: " ", count: width - left.utf8.count + 2) + right
    }
  }
}

extension CommandSpec {
  fileprivate var json: JSONValue {
    [
      "object": "command", "name": .string(name), "summary": .string(summary),
      "operands": .strings(operands), "options": .array(allOptions.map(\.json)),
      "examples": .strings(examples),
    ]
  }
}

extension OptionSpec {
  fileprivate var json: JSONValue {
    [
      "names": .strings(names), "value": value.map { .string($0) } ?? .null,
      "help": .string(help),
    ]
  }
}
