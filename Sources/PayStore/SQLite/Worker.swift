import CLinux
import Glibc
import PaySystem
import Synchronization

/// A queue of commands that threads of its own carry out, in batches of what is waiting.
///
/// `Context` is made on each thread by `open` and stays there: it need not be Sendable.
final class Worker<Command: Sendable>: Sendable {
  private struct State {
    var waiting: [Command] = []
    var isClosing = false
    var sleeping = 0
    var running = 0
  }

  private let state = Mutex(State())
  /// Counts wake-ups; threads sleep on it in the kernel.
  private let wakeUp: Int32
  private let capacity: Int

  /// `perform` is called on each of `threads` threads in turn with the commands that wait, up to
  /// `batch` at a time; it ends when it is given none, which means that the worker is closing.
  init(
    threads: Int, capacity: Int, batch: Int,
    _ makePerform: @escaping @Sendable () -> ([Command]) -> Void
  ) {
    self.capacity = capacity
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_SEMAPHORE))
    state.withLock { $0.running = threads }
    for _ in 0..<threads {
      Thread.start { [self] in
        let perform = makePerform()
        while let commands = next(batch) { perform(commands) }
        perform([])
        state.withLock { $0.running -= 1 }
      }
    }
  }

  deinit { Glibc.close(wakeUp) }

  /// What became of a command that was handed in.
  enum Admission { case queued, full, closed }

  func submit(_ command: Command) -> Admission {
    let (admission, wake) = state.withLock { state -> (Admission, Bool) in
      if state.isClosing { return (.closed, false) }
      if state.waiting.count >= capacity { return (.full, false) }
      state.waiting.append(command)
      return (.queued, state.sleeping > 0)
    }
    if wake { eventfd_write(wakeUp, 1) }
    return admission
  }

  /// Lets the threads finish what is queued and end; nothing more is taken.
  func close() {
    let threads = state.withLock { state in
      state.isClosing = true
      return state.running
    }
    eventfd_write(wakeUp, eventfd_t(threads))
  }

  /// The commands that wait, as soon as there are any; nil once the worker is closing and empty.
  private func next(_ batch: Int) -> [Command]? {
    while true {
      let (commands, isClosing) = state.withLock { state -> ([Command], Bool) in
        let taken = Array(state.waiting.prefix(batch))
        state.waiting.removeFirst(taken.count)
        if taken.isEmpty { state.sleeping += 1 }
        return (taken, state.isClosing)
      }
      if !commands.isEmpty { return commands }
      if isClosing { return nil }
      var count: eventfd_t = 0
      eventfd_read(wakeUp, &count)
      state.withLock { $0.sleeping -= 1 }
    }
  }
}
