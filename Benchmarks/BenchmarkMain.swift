import Glibc
import PaySystem

/// Measures ours beside a peer or a limit, in one run: `Benchmarks PROGRAMS SCRATCH PYTHON`, where
/// PROGRAMS is the folder of the release binaries, SCRATCH an empty folder with `c-puts` in it, and
/// PYTHON an interpreter that has DuckDB.
@main
enum BenchmarkMain {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else {
      StandardError.write(line: "usage: Benchmarks PROGRAMS SCRATCH PYTHON (see Scripts/bench)")
      exit(2)
    }
    do {
      if arguments[1] == ReconciliationBenchmark.joinArgument {
        try await ReconciliationBenchmark.join(data: arguments[2], settlement: arguments[3])
        exit(0)
      }
      let missed = try await run(programs: arguments[1], scratch: arguments[2])
      try await ReconciliationBenchmark(
        programs: arguments[1], scratch: arguments[2], python: arguments[3]
      ).run()
      exit(missed == 0 ? 0 : 1)
    } catch {
      StandardError.write(line: "Benchmarks: \(error)")
      exit(70)
    }
  }

  private static func run(programs: String, scratch: String) async throws -> Int {
    var missed = 0
    func report(_ measurement: Measurement) {
      print(measurement.line)
      fflush(nil)
      if !measurement.isMet { missed += 1 }
    }
    let signing = benchmarkSigning()
    report(
      Measurement(
        name: "session signing, CMS of 600 bytes, per CPU-second", ours: signing.ours, unit: "/s",
        other: signing.limit, otherName: "raw EVP_PKEY_sign", target: .atLeast(0.40)))
    let starts = try benchmarkStarts(
      [
        (programs + "/paytool", ["quote", "--segment", "2", "--json"]), (scratch + "/c-puts", []),
        ("/usr/bin/python3", ["-c", "1"]),
      ], rounds: 100)
    report(
      Measurement(
        name: "paytool quote --segment 2, start to exit", ours: starts[0], unit: "ms",
        other: starts[1], otherName: "C puts", target: .atMost(5)))
    report(
      Measurement(
        name: "paytool quote --segment 2, start to exit", ours: starts[0], unit: "ms",
        other: starts[2], otherName: "python3 -c 1", target: nil))
    let store = try await benchmarkStore(directory: scratch + "/store-benchmark")
    report(
      Measurement(
        name: "intents through the store, 64 clients", ours: store.grouped, unit: "/s",
        other: store.single, otherName: "one commit per intent", target: .atLeast(3)))
    let http = try HTTPBenchmark(programs: programs, scratch: scratch).run()
    report(
      Measurement(
        name: "HTTP quotes per CPU-second of the server", ours: http.ours, unit: "/s",
        other: http.nginx, otherName: "nginx, static file of the same size", target: nil))
    return missed
  }
}
