import PaySystem

/// A number of things: `1 payload`, `2 payloads`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// A text as it stands in a message: in quotes, cut if it is long.
func quoted(_ text: String) -> String {
  let safe = Terminal.safe(text)
  return "'" + (safe.count > 60 ? safe.prefix(57) + "..." : safe) + "'"
}

/// What a file that was named on the command line is called in a message.
func inputName(_ path: String) -> String { path == "-" ? "standard input" : path }
