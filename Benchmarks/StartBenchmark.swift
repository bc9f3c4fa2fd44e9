import Glibc
import PaySystem

/// Milliseconds from start to exit of some command lines, the median of many, taken in turn.
func benchmarkStarts(
  _ commands: [(path: String, arguments: [String])], rounds: Int
) throws(BenchmarkError) -> [Double] {
  var times = [[Double]](repeating: [], count: commands.count)
  for round in 0..<rounds + 10 {
    for (index, command) in commands.enumerated() {
      let start = monotonicNanoseconds()
      guard try ChildProcess(command.path, command.arguments).wait() else {
        throw BenchmarkError("\(command.path) \(command.arguments.joined(separator: " ")) failed")
      }
      let elapsed = Double(monotonicNanoseconds() - start) / 1_000_000
      // The first rounds fill the page cache.
      if round >= 10 { times[index].append(elapsed) }
    }
  }
  return times.map(\.median)
}
