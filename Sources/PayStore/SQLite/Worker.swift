import CLinux
import Glibc
import PayCore
import PaySystem
import Synchronization

/// What a thread of a worker does with its commands. A value is made, used and let go on one
/// thread, so it need not be Sendable.
protocol Performer: SendableMetatype {
  associatedtype Command: Sendable
  /// Carries out commands, in their order.
  func perform(_ commands: [Command])
  /// Ends orderly after the last command; what went wrong, if anything.
  func finish() -> StoreError?
}

/// A bounded queue of commands that threads of its own carry out, in batches of what is waiting.
final class Worker<Work: Performer>: Sendable {
  private struct State {
    var waiting: [Work.Command] = []
    /// Threads that sleep and that nobody has woken yet.
    var sleeping = 0
    var running = 0
    var isClosing = false
    /// The first failure of a thread that ended.
    var failure: StoreError?
    var closers: [@Sendable (StoreError?) -> Void] = []
  }

  private let state = Mutex(State())
  /// Counts wake-ups, one for each thread woken; threads sleep on it in the kernel.
  private let wakeUp: Int32
  private let capacity: Int
  private let batch: Int

  /// Starts `threads` threads, each with a performer of its own, and returns when all are made.
  ///
  /// At most `capacity` commands wait; a thread takes up to `batch` of them at a time. Throws what
  /// `make` throws; no thread is left then.
  static func start(
    threads: Int, capacity: Int, batch: Int,
    _ make: @escaping @Sendable () throws(StoreError) -> Work
  ) throws(StoreError) -> Worker {
    let worker = Worker(capacity: capacity, batch: batch)
    for _ in 0..<threads {
      let opened = Outcome<StoreError?>()
      worker.state.withLock { $0.running += 1 }
      Thread.start { worker.end(after: worker.work(opened, make)) }
      if let failure = opened.wait() {
        worker.stopAndWait()
        throw failure
      }
    }
    return worker
  }

  private init(capacity: Int, batch: Int) {
    self.capacity = capacity
    self.batch = batch
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_SEMAPHORE))
    precondition(wakeUp >= 0, "the system gives no more descriptors")
  }

  deinit { Glibc.close(wakeUp) }

  /// Queues a command; says why not otherwise: `overloaded` or `closed`.
  func submit(_ command: Work.Command) -> StoreError? {
    let (refusal, wakes) = state.withLock { state -> (StoreError?, Bool) in
      if state.isClosing { return (.closed, false) }
      if state.waiting.count >= capacity { return (.overloaded, false) }
      state.waiting.append(command)
      guard state.sleeping > 0 else { return (nil, false) }
      state.sleeping -= 1
      return (nil, true)
    }
    if wakes { eventfd_write(wakeUp, 1) }
    return refusal
  }

  /// Takes no more commands; the threads carry out what is queued and end.
  ///
  /// When every thread has ended and let go what it held, the last one tells `done` what went
  /// wrong, if anything; the caller does if they had ended before.
  func stop(_ done: @escaping @Sendable (StoreError?) -> Void = { _ in }) {
    let (sleeping, ended) = state.withLock { state -> (Int, StoreError??) in
      let sleeping = state.sleeping
      (state.isClosing, state.sleeping) = (true, 0)
      if state.running == 0 { return (sleeping, .some(state.failure)) }
      state.closers.append(done)
      return (sleeping, nil)
    }
    if sleeping > 0 { eventfd_write(wakeUp, eventfd_t(sleeping)) }
    if let ended { done(ended) }
  }

  /// Stops, and returns when every thread has ended; what went wrong then.
  func close() async -> StoreError? {
    await withCheckedContinuation { continuation in
      stop { continuation.resume(returning: $0) }
    }
  }

  /// Stops, and blocks the calling thread until every thread has ended.
  func stopAndWait() {
    let ended = Outcome<StoreError?>()
    stop { ended.set($0) }
    _ = ended.wait()
  }

  // MARK: On a thread of the worker

  /// The whole life of a performer; when this returns, it is gone.
  private func work(
    _ opened: Outcome<StoreError?>, _ make: () throws(StoreError) -> Work
  ) -> StoreError? {
    let performer: Work
    do {
      performer = try make()
    } catch {
      opened.set(error)
      return nil
    }
    opened.set(nil)
    while let commands = next() { performer.perform(commands) }
    return performer.finish()
  }

  private func end(after failure: StoreError?) {
    let ended = state.withLock { state -> State? in
      state.running -= 1
      state.failure = state.failure ?? failure
      return state.running == 0 ? state : nil
    }
    guard let ended else { return }
    for closer in ended.closers { closer(ended.failure) }
  }

  /// The commands that wait, as soon as there are any; nil when the worker is closing and empty.
  private func next() -> [Work.Command]? {
    while true {
      let (commands, isClosing) = state.withLock { state -> ([Work.Command], Bool) in
        let commands = Array(state.waiting.prefix(batch))
        state.waiting.removeFirst(commands.count)
        if commands.isEmpty, !state.isClosing { state.sleeping += 1 }
        return (commands, state.isClosing)
      }
      if !commands.isEmpty { return commands }
      if isClosing { return nil }
      var count: eventfd_t = 0
      eventfd_read(wakeUp, &count)
    }
  }
}
