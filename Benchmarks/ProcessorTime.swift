import Glibc

/// Seconds of processor time that this thread has had.
func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Nanoseconds of processor time that one operation takes, for each of some steps; one call of a
/// step performs `operations` of them.
///
/// The median of many rounds, in which the steps take turns (A B A B), so that a slow spell of the
/// machine hits them alike.
func nanosecondsEach(
  operations: Int = 1, _ steps: [() throws -> Void]
) throws -> [Double] {
  // A turn takes some milliseconds, which is long beside what reading the clock costs.
  let repeats = try steps.map { step in
    try step()
    let start = threadSeconds()
    for _ in 0..<8 { try step() }
    return max(1, Int(8 * 0.004 / max(threadSeconds() - start, 1e-6)))
  }
  var times = [[Double]](repeating: [], count: steps.count)
  for _ in 0..<31 {
    for (index, step) in steps.enumerated() {
      let start = threadSeconds()
      for _ in 0..<repeats[index] { try step() }
      let seconds = threadSeconds() - start
      times[index].append(seconds * 1e9 / Double(repeats[index] * operations))
    }
  }
  return times.map(\.median)
}

/// Computes every value and folds them into one that is used, so that none can be left out.
@inline(__always)
func fold(_ count: Int, _ value: (Int) throws -> Int128) rethrows {
  var folded: Int128 = 0
  for index in 0..<count { folded ^= try value(index) }
  consume(folded)
}

/// Takes a result where the optimizer cannot see that nobody reads it.
@inline(never)
@_optimize(none)
func consume<Value>(_ value: Value) {}
