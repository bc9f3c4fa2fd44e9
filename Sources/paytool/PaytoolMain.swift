import Glibc
import PayCore
import PaySystem

@main
enum PaytoolMain {
  /// Every command, in the order in which help lists them.
  static let commands: [CommandSpec] = [
    .check, .offers, .notificationRender, .notificationCheck, .notificationPlist,
    .notificationSimulate, .quote, .requestValidate, .keysGenerate, .keysList, .keysInspect,
    .keysAdd,
    .keysRevoke,
    .sessionSign, .sessionVerify, .sessionRequest, .sessionContent, .tokenInspect, .tokenVerify,
    .tokenOpen, .tokenSimulate, .intentCreate, .intentList, .intentShow,
    .intentVerify, .intentAuthorization, .intentCapture, .intentCancel, .intentRefund,
    .intentDispute, .intentVoidings, .ledgerBalance, .ledgerJournal, .ledgerExport, .reconcile,
    .explain, .currency, .help,
  ]

  static func main() {
    // A reader that has seen enough ends us without a word, even under a parent that ignores this.
    signal(SIGPIPE, SIG_DFL)
    ProcessStart.secure()
    do {
      exit(run(try ProcessStart.arguments()).rawValue)
    } catch {
      StandardError.write(line: "paytool: \(error)")
      exit(ExitCode.storage.rawValue)
    }
  }

  private static func run(_ arguments: [String]) -> ExitCode {
    // Errors must be told in the right form even if the line cannot be read.
    let options = arguments.prefix { $0 != "--" }
    let plain = Output(
      path: nil, isQuiet: false, colors: Colors(isRefused: options.contains("--no-color")))
    let help = Help(commands: commands)
    guard !arguments.isEmpty else {
      StandardError.write(line: help.short)
      return .usage
    }
    do throws(Failure) {
      switch try ArgumentParser(commands: commands).parse(arguments) {
      case .help(let path, asJSON: true): try plain.write(help.json(for: path))
      case .help(let path, asJSON: false): try plain.write(help.text(for: path))
      case .version(asJSON: true):
        try plain.write(["name": "paytool", "version": .string(version)])
      case .version(asJSON: false): try plain.write("paytool \(version)\n")
      case .run(let parsed):
        let invocation = Invocation(arguments: parsed, commands: commands, colors: plain.colors)
        try invocation.checkOutput()
        try parsed.command.run(invocation)
      }
      return .ok
    } catch {
      plain.report(error, asJSON: options.contains("--json"))
      return error.exitCode
    }
  }
}
