/// How the program ends.
enum ExitCode: Int32, Sendable, CaseIterable {
  case ok = 0
  /// What was asked could be checked, and the answer is no.
  case foundBad = 1
  case usage = 2
  case cancelled = 3
  case credential = 4
  case storage = 5
  case remote = 6
  case `internal` = 70

  /// What help and problem documents call it.
  var title: String {
    switch self {
    case .ok: "ok"
    case .foundBad: "checked and found bad"
    case .usage: "usage"
    case .cancelled: "cancelled"
    case .credential: "key or credential"
    case .storage: "file or store"
    case .remote: "remote service"
    case .internal: "internal"
    }
  }
}
