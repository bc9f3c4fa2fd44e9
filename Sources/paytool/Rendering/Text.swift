import PaySystem

/// A text as it stands in a message: in quotes, cut if it is long.
func quoted(_ text: String) -> String {
  let safe = Terminal.safe(text)
  return "'" + (safe.count > 60 ? safe.prefix(57) + "..." : safe) + "'"
}
