import CLinux
import Glibc
import HTTPTransport
import PayCore
import PayCrypto
import PayStore
import PaySystem

@main
enum ServerMain {
  static func main() {
    ProcessStart.secure()
    do {
      switch try ServerOptions.parse(try ProcessStart.arguments(), environment: environment())
      {
      case .help: print(Usage.text, terminator: "")
      case .version: print("PayServer \(version)")
      case .serve(let options): try serve(options)
      }
    } catch let error as UsageError {
      stop(.init(2, [error.message]))
    } catch let error as StartError {
      stop(error)
    } catch {
      stop(.init(70, ["unexpected error: \(error)"]))
    }
  }

  /// Runs the service until SIGTERM or SIGINT, then drains it.
  private static func serve(_ options: ServerOptions) throws {
    let signals = StopSignals()
    let log = ServerLog(now: Timestamp.current)
    defer { log.close() }
    let server = try RunningServer(options, log: log)
    log.write(
      "listening",
      [
        JSONMember("address", .string(server.url)),
        JSONMember("development", .bool(options.isDevelopment)),
      ])
    while !signals.arrive(withinMilliseconds: 500) {
      server.followKeys()
      server.sweep()
    }
    try server.stop()
  }

  private static func environment() -> [String: String] {
    var values: [String: String] = [:]
    for name in ["PAY_CONFIG", "PAY_DATA"] {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }

  private static func stop(_ error: StartError) -> Never {
    for line in error.lines { StandardError.write(line: "PayServer: " + Terminal.safe(line)) }
    exit(error.status)
  }
}

/// Why the service did not start, or did not stop in order: one line each for the operator.
struct StartError: Error {
  let status: Int32
  let lines: [String]

  init(_ status: Int32, _ lines: [String]) {
    self.status = status
    self.lines = lines
  }
}

/// SIGTERM and SIGINT, taken by the main thread alone.
private struct StopSignals {
  private var set = sigset_t()

  /// Blocks the signals; must run before any other thread exists, so that all inherit it.
  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    signal(SIGPIPE, SIG_IGN)
  }

  /// Waits for one of them, so long at most.
  func arrive(withinMilliseconds wait: Int) -> Bool {
    var set = set
    var time = timespec(tv_sec: wait / 1000, tv_nsec: wait % 1000 * 1_000_000)
    return sigtimedwait(&set, nil, &time) > 0
  }
}
