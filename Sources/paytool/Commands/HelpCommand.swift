extension CommandSpec {
  static let help = CommandSpec(
    ["help"], "help for a command: paytool help session sign",
    examples: ["paytool help", "paytool help quote", "paytool help session sign"]
  ) { (invocation) throws(Failure) in
    try invocation.output.write(Help(commands: invocation.commands).text(for: []))
    return .ok
  }
}
