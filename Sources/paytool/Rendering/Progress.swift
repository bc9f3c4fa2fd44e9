import Glibc
import PaySystem

/// One line on a person's terminal that says how far a long step is; nothing for anybody else.
final class Progress {
  private let isShown: Bool
  private var shown = ""

  /// `isQuiet`: the command line says `--quiet`.
  init(isQuiet: Bool) {
    let isTerminal = isatty(STDERR_FILENO) == 1 && environmentVariable("TERM") != "dumb"
    isShown = isTerminal && !isQuiet
  }

  deinit { clear() }

  /// Says what is being done, and how much of it is: `reading a.csv 42 %`.
  func tell(_ step: String, _ done: Int = 0, of total: Int = 0) {
    guard isShown else { return }
    let share = total > 0 ? " \(min(done, total) * 100 / total) %" : ""
    let text = Terminal.safe(String(step.prefix(60))) + share
    guard text != shown else { return }
    shown = text
    StandardError.write("\r" + text + "\u{1B}[K")
  }

  /// Takes the line away, for whatever is told next.
  func clear() {
    guard !shown.isEmpty else { return }
    shown = ""
    StandardError.write("\r\u{1B}[K")
  }
}
