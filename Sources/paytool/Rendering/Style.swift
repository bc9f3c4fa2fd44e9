import Glibc

/// How a piece of text stands out on a terminal that shows colors.
enum Style: String, Sendable {
  case plain = ""
  case bold = "1"
  case red = "31"

  func apply(to text: String) -> String {
    self == .plain ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}

/// Whether the two outputs are terminals that show colors, to people who did not refuse them
/// (no-color.org).
struct Colors: Sendable {
  let output: Bool
  let errors: Bool

  static let none = Colors(output: false, errors: false)

  private init(output: Bool, errors: Bool) {
    self.output = output
    self.errors = errors
  }

  /// `isRefused`: the command line says `--no-color`.
  init(isRefused: Bool) {
    let isWanted =
      !isRefused && environmentVariable("NO_COLOR") == nil && environmentVariable("TERM") != "dumb"
    output = isWanted && isatty(STDOUT_FILENO) == 1
    errors = isWanted && isatty(STDERR_FILENO) == 1
  }
}

/// An environment variable that is set and not empty.
func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
