import Testing

@testable import paytool

/// The declaration of the commands, checked before any input.
@Suite struct CommandTableTests {
  private static let names = PaytoolMain.commands.map(\.name)

  private func command(_ name: String) throws -> CommandSpec {
    try #require(PaytoolMain.commands.first { $0.name == name })
  }

  @Test func `no command is there twice or begins another`() {
    for command in PaytoolMain.commands {
      let others = PaytoolMain.commands.filter { $0.path.starts(with: command.path) }
      #expect(others.count == 1, "\(command.name)")
    }
  }

  @Test func `an option means the same in every command`() {
    var known: [String: OptionSpec] = [:]
    for option in PaytoolMain.commands.flatMap(\.options) + OptionSpec.common {
      for name in option.names {
        // Of payment tokens, and only there, a version is something to choose.
        if name == "--version" { continue }
        let other = known.updateValue(option, forKey: name)
        #expect(other == nil || other?.names == option.names && other?.value == option.value)
      }
    }
  }

  @Test(arguments: names)
  func `a command has a phrase, examples that can be run, and its options in its help`(
    name: String
  ) throws {
    let command = try command(name)
    #expect(!command.summary.hasSuffix(".") && command.summary.first?.isLowercase == true)
    #expect(command.examples[0].contains("paytool \(name)"))
    let help = Help(commands: PaytoolMain.commands).text(for: command.path)
    for option in command.allOptions { #expect(help.contains(option.name)) }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(help)")
    for example in command.examples where example.hasPrefix("paytool ") {
      let words = example.prefix { !"|<>".contains($0) }.split(separator: " ").dropFirst()
      let request = try ArgumentParser(commands: PaytoolMain.commands).parse(words.map(String.init))
      guard case .run(let parsed) = request else {
        Issue.record("\(example) runs nothing")
        return
      }
      #expect(parsed.command.name == name, "\(example)")
    }
  }

  @Test func `the overview names every command`() {
    let help = Help(commands: PaytoolMain.commands)
    for name in Self.names {
      #expect(help.text(for: []).contains("\n  \(name) "))
      #expect(help.short.contains("\n  \(name) "))
    }
  }

  @Test func `the help of a command is this`() throws {
    let help = Help(commands: PaytoolMain.commands).text(for: ["quote"])
    #expect(
      help == """
        The exact price of a segment, and its payment request.

        Examples:
          paytool quote --segment 2
          paytool quote --segment 2 --json
          paytool quote --offer tea-box --shipping express --explain
          paytool quote --offer some-product --form passkit --json

        Usage: paytool quote [options]

        --form is for --json: which form the payment request has in it.

        Options:
          --offer ID     the offer (the first one if left out)
          --segment N    zero-based segment (the offer's default one if left out)
          --shipping ID  shipping method (the segment's first one if left out)
          --explain      each step of the price, to redo it by hand
          --form FORM    web (total apart) or passkit (total last)
          --at TIME      take TIME for now: 2026-01-01T00:00:00Z

        Options of every command:
          --config DIR       merchant configuration (else PAY_CONFIG, else merchant-config)
          --data DIR         keys and store (else PAY_DATA, else .pay)
          --json             print JSON; errors too, as problem JSON on standard error
          -o, --output FILE  write to FILE, all or nothing, not to standard output
          -q, --quiet        nothing but errors on standard error
          --no-color         no colors (nor with NO_COLOR or TERM=dumb)
          -h, --help         show help
          --version          show the version

        """)
  }

  @Test func `the help of a group is this`() {
    #expect(
      Help(commands: PaytoolMain.commands).text(for: ["session"]) == """
        Examples:
          paytool session sign -o session.json
          paytool session verify session.json
          paytool session request --identity merchant-identity.pem -o session.json
          paytool session content session.json > content

        Commands:
          session sign          a signed merchant session, alone or for an intent
          session verify FILE   whether a session is ours, unchanged and in time
          session request       a merchant session from Apple
          session content FILE  the exact bytes that a session's signature covers

        paytool help session COMMAND tells all of one.

        """)
  }
}
