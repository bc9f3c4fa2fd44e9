extension CommandSpec {
  static let help = CommandSpec(
    ["help"], "help for everything, for a group or for a command", operands: ["[COMMAND]..."],
    examples: ["paytool help", "paytool help session", "paytool help session sign"]
  ) { (invocation) throws(Failure) in
    let topic = try ArgumentParser(commands: invocation.commands)
      .helpTopic(invocation.arguments.operands)
    let help = Help(commands: invocation.commands)
    if invocation.isJSON { return try invocation.output.write(help.json(for: topic)) }
    try invocation.output.write(help.text(for: topic))
  }
}
