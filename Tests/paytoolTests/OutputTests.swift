import Foundation
import TestSupport
import Testing

@Suite struct OutputTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: shop.folder.path).sorted()
  }

  @Test func `no command is told with the help on standard error`() throws {
    let finished = try shop.paytool()
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty)
    #expect(finished.errors.hasPrefix("paytool: notifications, prices,"))
    #expect(finished.errors.contains("Commands:"))
  }

  @Test(arguments: [["help"], ["--help"], ["-h"]])
  func `help goes to standard output`(arguments: [String]) throws {
    let finished = try shop.paytool(arguments)
    #expect(finished.status == 0)
    #expect(finished.errors.isEmpty)
    for title in ["Examples:", "Commands:", "Options of every command:", "Exit codes:"] {
      #expect(finished.output.contains(title))
    }
  }

  @Test func `help and --help are the same, for groups and commands too`() throws {
    for words in [["session"], ["session", "sign"], ["quote"]] {
      let help = try shop.paytool(["help"] + words)
      #expect(help.status == 0)
      #expect(help.output == (try shop.paytool(words + ["--help"])).output)
    }
    let wrong = try shop.paytool("help", "session", "sing")
    #expect(wrong.status == 2)
    #expect(wrong.errors == "paytool: unknown session command 'sing'; did you mean sign?\n")
  }

  @Test func `help is a document too`() throws {
    let data = try #require(try shop.json("help", "keys")["data"] as? [[String: Any]])
    #expect(
      data.map { $0["name"] as? String }
        == ["keys generate", "keys list", "keys inspect", "keys add", "keys revoke"])
  }

  @Test func `the version is told`() throws {
    #expect(try shop.ok("--version").hasPrefix("paytool "))
    #expect(try shop.json("--version")["name"] as? String == "paytool")
  }

  @Test func `a file takes its name when it is complete, and replaces what was there`() throws {
    let path = try shop.file("quote.json", "old")
    for option in [["-o", path], ["--output", path], ["--output=\(path)"]] {
      let finished = try shop.paytool(["quote", "--json"] + option)
      #expect(finished.status == 0 && finished.output.isEmpty && finished.errors.isEmpty)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try document(text)["object"] as? String == "quote")
    }
    #expect(try names() == ["quote.json"])
  }

  @Test func `a command that fails leaves the file as it was`() throws {
    let path = try shop.file("quote.json", "old")
    #expect(try shop.paytool("quote", "--segment", "9", "-o", path).status == 2)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try names() == ["quote.json"])
  }

  @Test func `a file that cannot be written is named`() throws {
    for path in ["/nowhere/quote.json", shop.folder.path] {
      let finished = try shop.paytool("quote", "-o", path)
      #expect(finished.status == 5)
      #expect(finished.errorLines.count == 1)
      #expect(finished.errors.contains(path))
    }
  }

  @Test func `a device is written to and not replaced`() throws {
    let fifo = shop.folder.file("pipe")
    #expect(mkfifo(fifo, 0o600) == 0)
    let finished = try run(
      "/bin/sh",
      ["-c", "cat \"$1\" & \"$0\" quote -o \"$1\"; wait", binaryDirectory + "/paytool", fifo],
      environment: ["PAY_CONFIG": shop.configuration])
    #expect(finished.status == 0)
    #expect(finished.output.hasPrefix("Some Product"))
    #expect(try names() == ["pipe"])
  }

  @Test func `a dash is standard output`() throws {
    #expect(try shop.ok("quote", "-o", "-") == (try shop.ok("quote")))
  }

  @Test(arguments: [["quote"], ["quote", "--json"], ["help"], ["--version"], ["offers"]])
  func `a full disk behind standard output is an error`(arguments: [String]) throws {
    let finished = try run(
      "/bin/sh", ["-c", "exec \"$@\" > /dev/full", "sh", binaryDirectory + "/paytool"] + arguments,
      environment: ["PAY_CONFIG": shop.configuration])
    #expect(finished.status == 5)
    #expect(finished.errorLines.count == 1)
  }

  @Test func `a reader that has seen enough ends us without a word`() throws {
    let fifo = shop.folder.file("pipe")
    try #require(mkfifo(fifo, 0o600) == 0)
    // Read and write, so that opening does not wait for the other end; then nobody reads.
    let finished = try run(
      "/bin/sh",
      [
        "-c", "exec 3<>\"$1\" 4>\"$1\" 3<&-; exec \"$0\" help >&4", binaryDirectory + "/paytool",
        fifo,
      ])
    #expect(finished.status == SIGPIPE)
    #expect(finished.errors.isEmpty)
  }

  @Test(arguments: [
    (["keys", "generate"], ">&-", "standard output"), (["offers"], ">&-", "standard output"),
    (["token", "inspect", "-"], "<&-", "standard input"),
  ])
  func `a closed stream is an error of its own`(
    arguments: [String], closing: String, name: String
  ) throws {
    let finished = try run(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" \(closing)", binaryDirectory + "/paytool"] + arguments,
      environment: ["PAY_CONFIG": shop.configuration, "PAY_DATA": shop.data])
    #expect(finished.status == 5, "\(finished.errors)")
    #expect(finished.errorLines.count == 1 && finished.errors.contains(name))
  }

  /// What a program writes to a terminal; `script` gives it one.
  private func onTerminal(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> String {
    let command = ([binaryDirectory + "/paytool"] + arguments).joined(separator: " ")
    let plain = ["PAY_CONFIG": shop.configuration, "TERM": "xterm", "NO_COLOR": ""]
    return try run(
      "/usr/bin/script", ["-qec", command, "/dev/null"],
      environment: plain.merging(environment) { $1 }
    ).output
  }

  private static let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  @Test(.enabled(if: hasScript)) func `a terminal gets colors unless they are refused`() throws {
    #expect(try onTerminal(["offers"]).hasPrefix("\u{1B}[1mOFFER"))
    #expect(try onTerminal(["offer"]).hasPrefix("\u{1B}[31mpaytool:\u{1B}[0m unknown"))
    for text in [
      try onTerminal(["offers", "--no-color"]), try onTerminal(["offer", "--no-color"]),
      try onTerminal(["offers"], environment: ["NO_COLOR": "1"]),
      try onTerminal(["offers"], environment: ["TERM": "dumb"]),
      try onTerminal(["offers", "--json"]),
    ] {
      #expect(!text.isEmpty && !text.contains("\u{1B}"))
    }
  }

  @Test(
    .enabled(if: hasScript),
    arguments: [
      ["offers"], ["quote"], ["notification", "simulate", "--script", "nope\u{202E}\u{9B}31m"],
    ])
  func `JSON on a terminal steers it no more than text, and is the same document`(
    arguments: [String]
  ) throws {
    var shop = shop
    shop.configuration = try sampleCopy(in: shop) { _, text in
      text.replacingOccurrences(of: "Some Product", with: "Some\u{F0001} \u{E000}Product")
    }
    let piped = try shop.paytool(arguments + ["--json"])
    let shown = try onTerminal(
      arguments.map { "'\($0)'" } + ["--json"], environment: ["PAY_CONFIG": shop.configuration]
    ).replacing("\r\n", with: "\n")
    let escapable = shown.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .privateUse: true
      default: false
      }
    }
    #expect(escapable.isEmpty)
    let raw = piped.output + piped.errors
    #expect(raw.contains("\u{F0001}") || raw.contains("\u{9B}"))
    #expect(try document(shown) as NSDictionary == document(raw) as NSDictionary)
  }

  @Test func `a file or a pipe gets no colors`() throws {
    #expect(!(try shop.ok("offers")).contains("\u{1B}"))
    #expect(!(try shop.paytool("offer")).errors.contains("\u{1B}"))
  }
}
