import PayCore
import PaySystem

extension CommandSpec {
  static let notificationSimulate = CommandSpec(
    ["notification", "simulate"], "plays what a person does with a notification on the device",
    options: [
      OptionSpec("--script", value: "FILE", help: "the events, one a line"),
      OptionSpec(
        "--server", value: "URL", help: "post each buy to URL/v1/purchase-intents, by curl"),
    ],
    examples: [
      "paytool notification simulate --script taps.txt",
      "paytool notification simulate --script taps.txt --json",
      "paytool notification simulate --script taps.txt --server http://127.0.0.1:8080",
    ],
    notes:
      "Events: receive PAYLOAD.json [attachments=N], select N, select none, action NAME, buy,\n"
      + "pay-in-app, finish. Blank lines and lines that begin with # are ignored. Paths start at\n"
      + "the current directory. The script and its payloads are read before anything plays.\n"
      + "Without --server a buy is shown, not sent. With it the offer token goes to URL: https,\n"
      + "or this machine. Exits 1 if the server refuses a buy, 6 if it does not answer.\n"
      + "An answer that the server gave before, to the same key, is told as the same as before:\n"
      + "what has become of its intent is not asked, as a device would."
  ) { (invocation) throws(Failure) in
    guard let path = invocation.arguments.value("--script") else {
      throw .usage("notification simulate needs --script FILE")
    }
    var server: ServerAddress?
    if let text = invocation.arguments.value("--server") { server = try ServerAddress(text) }
    let script = try invocation.script(at: path)
    var simulation = Simulation(
      server: server, contents: try invocation.contents(of: script, at: path))
    try invocation.output.stream(isJSON: invocation.isJSON) { (append) throws(Failure) in
      var table = Table(head: Simulation.head, style: invocation.output.headStyle)
      for step in script.steps {
        let played = try simulation.play(step)
        let text =
          invocation.isJSON
          ? String(decoding: played.json.bytes, as: UTF8.self) + "\n"
          : table.lines([played.row]) + played.notes.map { "    \(Terminal.safe($0))\n" }.joined()
        try append(Array(text.utf8))
      }
    }
    if let refusal = simulation.refusal { throw refusal }
  }
}

extension Invocation {
  fileprivate func script(at path: String) throws(Failure) -> InteractionScript {
    let bytes = try file(at: path)
    do {
      return try InteractionScript(parsing: bytes)
    } catch {
      let shown = error.faults.prefix(20)
      let count = error.faults.count == 1 ? "a fault" : "\(error.faults.count) faults"
      throw Failure(
        .foundBad, error.code, "the script \(path) has \(count), so nothing was played",
        details: shown.map { fault in
          Failure.Detail(
            file: fault.line.map { "line \($0)" },
            fault: JSONFault(pointer: "", code: error.code, detail: fault.detail))
        })
    }
  }

  /// What each `receive` shows, by its line, so that nothing plays if one cannot be shown.
  fileprivate func contents(
    of script: InteractionScript, at path: String
  ) throws(Failure) -> [Int: NotificationContent] {
    var contents: [Int: NotificationContent] = [:]
    for step in script.steps {
      guard case .receive(let payload, let attachments) = step.event else { continue }
      do throws(Failure) {
        contents[step.line] = try content(at: payload, attachments: attachments)
      } catch {
        throw Failure(
          error.exitCode, error.code, "\(path) line \(step.line): \(error.message)",
          details: error.details)
      }
    }
    return contents
  }

  private func content(
    at path: String, attachments: Int
  ) throws(Failure) -> NotificationContent {
    let bytes = try file(at: path)
    do {
      return try NotificationContent(parsing: bytes, attachments: attachments)
    } catch {
      throw Failure(
        .foundBad, error.code, "\(path) cannot be shown by the content extension",
        details: error.faults.map { Failure.Detail(file: nil, fault: $0) })
    }
  }
}
