import Testing

@testable import paytool

/// A table of commands of its own, so that new commands do not change these tests.
private let commands: [CommandSpec] = [
  CommandSpec(
    ["price"], "a price",
    options: [
      OptionSpec("--segment", value: "N", help: "which"),
      OptionSpec("--tag", value: "T", isRepeatable: true, help: "one of them"),
    ],
    examples: ["tool price"]
  ) { _ in },
  CommandSpec(["box", "open"], "opens", operands: ["FILE"], examples: ["tool box open a.json"]) {
    _ in
  },
  CommandSpec(
    ["box", "close"], "closes", options: [OptionSpec("--fast", "-f", help: "hurry")],
    examples: ["tool box close"]
  ) { _ in },
  CommandSpec(["say"], "says", operands: ["[WORD]..."], examples: ["tool say"]) { _ in },
]

private func parse(_ arguments: [String]) throws -> ParsedArguments {
  guard case .run(let parsed) = try ArgumentParser(commands: commands).parse(arguments) else {
    throw NotACommand()
  }
  return parsed
}

private struct NotACommand: Error {}

@Suite struct ArgumentParserTests {
  @Test(arguments: [
    ["price", "--segment", "2", "--json"], ["--json", "price", "--segment", "2"],
    ["--segment", "2", "price", "--json"], ["price", "--json", "--segment=2"],
    ["--json", "--segment=2", "price", "--"],
  ])
  func `options may stand anywhere`(arguments: [String]) throws {
    let parsed = try parse(arguments)
    #expect(parsed.command.name == "price")
    #expect(parsed.value("--segment") == "2")
    #expect(parsed.has("--json"))
    #expect(parsed.operands.isEmpty)
  }

  @Test(arguments: ["-1", "", "--json", "-", "--", "a=b", "x"])
  func `the argument behind an option is its value, whatever it is`(value: String) throws {
    #expect(try parse(["price", "--segment", value]).value("--segment") == value)
    #expect(try parse(["price", "--segment=\(value)"]).value("--segment") == value)
    #expect(!(try parse(["price", "--segment", value]).has("--json")))
  }

  @Test func `an option that may be repeated keeps all its values in order`() throws {
    let parsed = try parse(["price", "--tag", "b", "--segment", "2", "--tag=a", "--tag", "b"])
    #expect(parsed.values("--tag") == ["b", "a", "b"])
    #expect(parsed.values("--segment") == ["2"] && parsed.values("--json") == [])
  }

  @Test func `a second name is the same option`() throws {
    #expect(try parse(["box", "close", "-f"]).has("--fast"))
    #expect(try parse(["box", "close", "-o", "a"]).value("--output") == "a")
  }

  @Test(arguments: [
    (["box", "open", "a.json"], ["a.json"]), (["box", "open", "-"], ["-"]),
    (["box", "open", "--", "-q"], ["-q"]), (["box", "open", "--", "--"], ["--"]),
    (["-q", "box", "open", "--json", "a"], ["a"]), (["say"], []), (["say", "a", "b"], ["a", "b"]),
  ])
  func `operands are the words behind the command`(arguments: [String], operands: [String]) throws {
    #expect(try parse(arguments).operands == operands)
  }

  private static let refusals: [([String], String)] = [
    ([], "paytool needs a command: price, box, say"),
    (["prise"], "unknown command 'prise'; did you mean price?"),
    (["wrong"], "unknown command 'wrong'; there are price, box, say"),
    (["box"], "paytool box needs a command: open, close"),
    (["box", "opne"], "unknown box command 'opne'; did you mean open?"),
    (["box", "x"], "unknown box command 'x'; there are open, close"),
    (["price", "--segmnt", "2"], "unknown option '--segmnt'; did you mean --segment?"),
    (["--quite", "price"], "unknown option '--quite'; did you mean --quiet?"),
    (["box", "--segmnt"], "unknown option '--segmnt' (see paytool box --help)"),
    (["price", "-1"], "unknown option '-1' (see paytool price --help)"),
    (["price", "-x=1"], "unknown option '-x=1' (see paytool price --help)"),
    (
      ["box", "close", "--segment", "2"],
      "box close takes no --segment (see paytool box close --help)"
    ),
    (["price", "--fast"], "price takes no --fast (see paytool price --help)"),
    (["price", "--segment"], "--segment needs a value: --segment N"),
    (["price", "--segment", "1", "--segment=2"], "--segment is there twice"),
    (["price", "--json=1"], "--json takes no value"),
    (["price", "--data", ""], "--data needs a value that is not empty"),
    (["price", "--output="], "--output needs a value that is not empty"),
    (["price", "2"], "price takes no operand: what is '2'?"),
    (["box", "open"], "box open needs FILE: tool box open a.json"),
    (["box", "open", "a", "b"], "box open takes FILE only: what is 'b'?"),
    (["\u{1B}[31m"], "unknown command '\\u{1b}[31m'; there are price, box, say"),
  ]

  @Test(arguments: refusals)
  func `what cannot be read is refused by name`(arguments: [String], message: String) {
    let failure = #expect(throws: Failure.self) { try parse(arguments) }
    #expect(failure?.exitCode == .usage)
    #expect(failure?.message == message)
  }

  @Test(arguments: [
    (["--help"], []), (["-h"], []), (["box", "-h"], ["box"]),
    (["box", "open", "-h"], ["box", "open"]),
    (["--help", "price"], ["price"]), (["price", "x", "y", "--help"], ["price"]),
    (["--segment", "9", "price", "-h", "--json"], ["price"]),
  ])
  func `help may be asked for on every level`(arguments: [String], path: [String]) throws {
    guard case .help(path, let asJSON) = try ArgumentParser(commands: commands).parse(arguments)
    else {
      Issue.record("no help for \(path)")
      return
    }
    #expect(asJSON == arguments.contains("--json"))
  }

  @Test(arguments: [
    ["--version"], ["--version", "--json"], ["price", "--version"], ["--version", "-h"],
  ])
  func `the version is told before anything else`(arguments: [String]) throws {
    guard case .version(let asJSON) = try ArgumentParser(commands: commands).parse(arguments) else {
      Issue.record("no version")
      return
    }
    #expect(asJSON == arguments.contains("--json"))
  }
}
