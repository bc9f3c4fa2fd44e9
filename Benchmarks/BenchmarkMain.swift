import Glibc
import PaySystem

/// Measures ours beside a peer or a limit, in one run:
/// `Benchmarks PROGRAMS SCRATCH PYTHON [engine|crypto]`, where PROGRAMS is the folder of the release
/// binaries, SCRATCH an empty folder with `c-puts` in it, and PYTHON an interpreter that has DuckDB.
/// `engine` leaves out what takes minutes: it measures decimals, money and requests only; `crypto`
/// measures sessions and payment tokens only.
@main
enum BenchmarkMain {
  static func main() async {
    let arguments = CommandLine.arguments
    guard
      arguments.count == 4 || (arguments.count == 5 && ["engine", "crypto"].contains(arguments[4]))
    else {
      StandardError.write(
        line: "usage: Benchmarks PROGRAMS SCRATCH PYTHON [engine|crypto] (see Scripts/bench)")
      exit(2)
    }
    do {
      if arguments[1] == ReconciliationBenchmark.joinArgument {
        try await ReconciliationBenchmark.join(data: arguments[2], settlement: arguments[3])
        exit(0)
      }
      let only = arguments.count == 5 ? arguments[4] : nil
      var missed = only == "crypto" ? 0 : try measureEngine(scratch: arguments[2])
      if only != "engine" { missed += try measureCrypto(scratch: arguments[2]) }
      if arguments.count == 4 {
        missed += try await measureService(programs: arguments[1], scratch: arguments[2])
        try await ReconciliationBenchmark(
          programs: arguments[1], scratch: arguments[2], python: arguments[3]
        ).run()
      }
      exit(missed == 0 ? 0 : 1)
    } catch {
      StandardError.write(line: "Benchmarks: \(error)")
      exit(70)
    }
  }

  /// Prints a line of the report; 1 if its target is missed, else 0.
  private static func report(_ measurement: Measurement) -> Int {
    print(measurement.line)
    fflush(nil)
    return measurement.isMet ? 0 : 1
  }

  /// Decimals, money and requests: how many targets are missed.
  private static func measureEngine(scratch: String) throws -> Int {
    let groups = [
      { try MoneyBenchmark.measurements() },
      { try DecimalBenchmark(scratch: scratch).measurements() },
      { try RequestBenchmark.measurements() },
    ]
    var missed = 0
    for group in groups { missed += try group().map(report).reduce(0, +) }
    return missed
  }

  /// Sessions and payment tokens: how many targets are missed.
  private static func measureCrypto(scratch: String) throws -> Int {
    try TokenBenchmark(scratch: scratch).measurements().map(report).reduce(0, +)
  }

  /// Start, store and HTTP: how many targets are missed.
  private static func measureService(programs: String, scratch: String) async throws -> Int {
    var missed = 0
    let starts = try benchmarkStarts(
      [
        (programs + "/paytool", ["quote", "--segment", "2", "--json"]), (scratch + "/c-puts", []),
        ("/usr/bin/python3", ["-c", "1"]),
      ], rounds: 100)
    missed += report(
      Measurement(
        name: "paytool quote --segment 2, start to exit", ours: starts[0], unit: "ms",
        other: starts[1], otherName: "C puts", target: .atMost(5)))
    missed += report(
      Measurement(
        name: "paytool quote --segment 2, start to exit", ours: starts[0], unit: "ms",
        other: starts[2], otherName: "python3 -c 1", target: nil))
    let store = try await benchmarkStore(directory: scratch + "/store-benchmark")
    missed += report(
      Measurement(
        name: "intents through the store, 64 clients", ours: store.grouped, unit: "/s",
        other: store.single, otherName: "one commit per intent", target: .atLeast(3)))
    let http = try HTTPBenchmark(programs: programs, scratch: scratch).run()
    missed += report(
      Measurement(
        name: "HTTP quotes per CPU-second of the server", ours: http.ours, unit: "/s",
        other: http.nginx, otherName: "nginx, static file of the same size", target: nil))
    return missed
  }
}
