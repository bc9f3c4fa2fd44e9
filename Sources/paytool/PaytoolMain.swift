import CLinux
import Glibc
import PayCore
import PaySystem

@main
enum PaytoolMain {
  /// Every command, in the order in which help lists them.
  static let commands: [CommandSpec] = [
    .quote, .offers, .check, .keysGenerate, .keysList, .keysAdd, .keysRevoke, .sessionSign,
    .sessionVerify, .sessionContent, .intentCreate, .intentList, .intentShow, .intentVerify,
    .intentCancel, .help,
  ]

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let code = run(arguments)
    exit(code.rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitCode {
    let isJSON = arguments.contains("--json")
    let isColored = wantsColor(arguments)
    let plain = Output(path: nil, isQuiet: false, isColored: isColored)
    do throws(Failure) {
      switch try request(arguments) {
      case .help(let path):
        try plain.write(Help(commands: commands).text(for: path))
        return .ok
      case .version(let asJSON):
        if asJSON {
          try plain.write(["name": "paytool", "version": .string(version)])
        } else {
          try plain.write("paytool \(version)\n")
        }
        return .ok
      case .run(let parsed):
        return try parsed.command.run(invocation(parsed, isColored: isColored))
      }
    } catch {
      tell(error, asJSON: isJSON, plain)
      return error.exitCode
    }
  }

  /// `paytool help WORDS` is `paytool WORDS --help`.
  private static func request(_ arguments: [String]) throws(Failure) -> ArgumentParser.Request {
    let parser = ArgumentParser(commands: commands)
    if arguments.first == "help", arguments.count > 1 {
      return try parser.help(for: Array(arguments.dropFirst()))
    }
    return try parser.parse(arguments)
  }

  private static func invocation(_ parsed: ParsedArguments, isColored: Bool) -> Invocation {
    Invocation(
      arguments: parsed, commands: commands,
      output: Output(
        path: parsed.value("--output"), isQuiet: parsed.has("--quiet"), isColored: isColored),
      configurationDirectory: parsed.value("--config") ?? variable("PAY_CONFIG")
        ?? "merchant-config",
      dataDirectory: parsed.value("--data") ?? variable("PAY_DATA") ?? ".pay")
  }

  private static func tell(_ failure: Failure, asJSON: Bool, _ output: Output) {
    if asJSON {
      StandardError.write(line: String(decoding: failure.json.bytes, as: UTF8.self))
      return
    }
    output.error(failure.message)
    for detail in failure.details {
      let place = [detail.file, detail.fault.pointer].compactMap { $0 }.filter { !$0.isEmpty }
      StandardError.write(
        line: "  \(place.joined(separator: " ")): \(Text.safe(detail.fault.detail))")
    }
  }

  /// Colors are for terminals, and for those who did not refuse them (no-color.org).
  private static func wantsColor(_ arguments: [String]) -> Bool {
    !arguments.contains("--no-color") && variable("NO_COLOR") == nil && variable("TERM") != "dumb"
      && isatty(STDERR_FILENO) == 1
  }

  /// An environment variable that is set and not empty.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
