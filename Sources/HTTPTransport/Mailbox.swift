internal import Synchronization

/// What other threads leave for a loop.
final class Mailbox: Sendable {
  fileprivate struct Contents {
    var jobs: [UnownedJob] = []
    var drainDeadline: Int64?
    var isSleeping = false
    var isClosed = false
  }

  private let contents = Mutex(Contents())
  private let wakeUp: WakeUp

  init(_ wakeUp: WakeUp) { self.wakeUp = wakeUp }

  /// Leaves a job; false if the loop has ended.
  func post(_ job: UnownedJob) -> Bool {
    let (taken, wake) = contents.withLock { contents in
      if contents.isClosed { return (false, false) }
      contents.jobs.append(job)
      return (true, contents.rouse())
    }
    if wake { wakeUp.signal() }
    return taken
  }

  /// Asks the loop to stop by `deadline`, in milliseconds of the loop's clock.
  func postDrain(deadline: Int64) {
    let wake = contents.withLock { contents in
      contents.drainDeadline = deadline
      return contents.rouse()
    }
    if wake { wakeUp.signal() }
  }

  /// Called before the loop waits: true if it may sleep, false if something lies here.
  func prepareToSleep(drainSeen: Bool) -> Bool {
    contents.withLock { contents in
      contents.isSleeping =
        contents.jobs.isEmpty && (drainSeen || contents.drainDeadline == nil)
      return contents.isSleeping
    }
  }

  /// Moves the jobs into `jobs`, which must be empty and whose room is used next; the drain's
  /// deadline if one was asked for.
  func take(_ jobs: inout [UnownedJob]) -> Int64? {
    contents.withLock { contents in
      contents.isSleeping = false
      swap(&contents.jobs, &jobs)
      return contents.drainDeadline
    }
  }

  /// Takes no more jobs; false if there are some.
  func close() -> Bool {
    contents.withLock { contents in
      contents.isClosed = contents.jobs.isEmpty
      return contents.isClosed
    }
  }
}

extension Mailbox.Contents {
  /// Whether the loop must be woken; only the first that finds it asleep does.
  fileprivate mutating func rouse() -> Bool {
    defer { isSleeping = false }
    return isSleeping
  }
}
