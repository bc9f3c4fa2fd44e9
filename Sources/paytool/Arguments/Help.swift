import PayCore

/// Help texts, made from the table of commands; examples come first.
struct Help: Sendable {
  let commands: [CommandSpec]

  /// The help for the words of a command or group; empty: for all.
  func text(for path: [String]) -> String {
    if let command = commands.first(where: { $0.path == path }) { return text(for: command) }
    return overview(of: commands.filter { $0.path.starts(with: path) }, group: path)
  }

  private func overview(of commands: [CommandSpec], group: [String]) -> String {
    let title =
      group.isEmpty
      ? "paytool: prices, keys, merchant sessions and purchase intents of one merchant."
      : "paytool \(group.joined(separator: " ")): these commands."
    let examples =
      group.isEmpty
      ? [
        "paytool quote --segment 2", "paytool keys generate", "paytool check",
        "paytool intent list",
      ]
      : commands.map { $0.examples[0] }
    let rows = commands.map { command in
      (([command.name] + command.operands).joined(separator: " "), command.summary)
    }
    var lines = [title, "", "Examples:"] + examples.map { "  " + $0 }
    lines += ["", "Commands:"] + columns(rows)
    if group.isEmpty {
      lines += ["", "Options of every command:"] + columns(OptionSpec.common.map(row))
      lines += ["", Self.exitCodes]
    }
    lines += ["", "paytool help COMMAND tells more of one."]
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(for command: CommandSpec) -> String {
    let usage = (["paytool", command.name] + command.operands + ["[options]"])
    var lines = ["\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst())."]
    lines += ["", "Examples:"] + command.examples.map { "  " + $0 }
    lines += ["", "Usage: " + usage.joined(separator: " ")]
    if !command.options.isEmpty {
      lines += ["", "Options:"] + columns(command.options.map(row))
    }
    lines += ["", "Options of every command:"] + columns(OptionSpec.common.map(row))
    if !command.notes.isEmpty { lines += ["", command.notes] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let exitCodes = """
    Exit codes: 0 ok, 1 checked and found bad, 2 usage, 3 cancelled, 4 key or credential, 5 file or
    store, 6 remote, 70 internal. Standard output carries data only.
    """

  private func row(_ option: OptionSpec) -> (String, String) {
    let names = option.names.sorted { $0.utf8.count < $1.utf8.count }.joined(separator: ", ")
    return (option.value.map { "\(names) \($0)" } ?? names, option.help)
  }

  private func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { $0.0.utf8.count }.max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.utf8.count + 2) + right
    }
  }
}
