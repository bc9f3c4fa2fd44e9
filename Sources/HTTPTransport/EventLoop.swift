internal import CLinux
internal import Glibc
internal import Synchronization

/// One thread that moves the bytes of its connections and runs their handlers.
///
/// As a `TaskExecutor` it runs a handler where its request was read, without a change of thread; a
/// handler that waits is resumed here.
///
/// `@unchecked Sendable`: `mailbox`, `drained` and `cut` are safe from any thread. Everything else
/// is touched by the loop's thread alone: `run` is called once, on that thread, the private methods
/// are called from `run` only, and `complete` from a task that prefers this executor.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  /// Signalled once all connections are closed after a stop.
  let drained: WakeUp
  /// Connections that were cut when the time to drain was over.
  let cut = Atomic<Int>(0)
  private let mailbox: Mailbox
  private let wakeUp: WakeUp
  private let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  private let admission: Admission
  private let context: LoopContext
  private let tls: TLSContext?
  private var poller: Poller
  private var listener: Listener?
  private var table = ConnectionTable()
  private var jobs: [UnownedJob] = []
  private var handlers = 0
  private var turnedAway = 0
  private var drainDeadline: Int64?
  private var hasDrained = false
  private var isListenerPaused = false
  private var nextSweep: Int64 = 0
  private let sweepEvery: Int64

  private static let listenerToken = UInt64.max
  private static let wakeUpToken = UInt64.max - 1
  /// Refused connections that may linger at once; beyond, they are closed without a word.
  private static let turnedAwayLimit = 64

  init(
    listener: consuming Listener, admission: Admission, context: sending LoopContext,
    tls: TLSContext?,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws(HTTPServerError) {
    let wakeUp = try WakeUp()
    drained = try WakeUp()
    self.wakeUp = wakeUp
    mailbox = Mailbox(wakeUp)
    self.handler = handler
    self.admission = admission
    self.tls = tls
    let limits = context.limits
    self.context = context
    let shortest =
      [
        limits.headerSeconds, limits.bodySeconds, limits.idleSeconds,
        limits.writeSeconds, limits.lingerSeconds,
      ].min() ?? 1
    sweepEvery = Int64(min(250, max(10, shortest * 250)))
    poller = try Poller()
    guard poller.add(listener.number, .read, token: Self.listenerToken),
      poller.add(wakeUp.number, .read, token: Self.wakeUpToken)
    else { throw .system(call: "epoll_ctl", errno: errno) }
    self.listener = consume listener
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The tasks of a loop are awaited before it ends; should another one outlive it, it still runs.
    if !mailbox.post(job) { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Stops accepting, answers what is under way, and closes the rest after `seconds`.
  func drain(seconds: Int) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    mailbox.postDrain(
      deadline: (Int64(time.tv_sec) + Int64(seconds)) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The loop itself; returns once it was drained and no handler is left.
  func run() {
    while true {
      let count = poller.wait(milliseconds: timeout())
      context.tick()
      for index in 0..<count { dispatch(poller.event(index)) }
      runJobs()
      if context.now >= nextSweep { sweep() }
      if drainDeadline != nil && table.count == 0 {
        finishDraining()
        if handlers == 0 && mailbox.close() { return }
      }
    }
  }

  private func timeout() -> Int32 {
    guard mailbox.prepareToSleep(drainSeen: drainDeadline != nil) else { return 0 }
    if table.count == 0 && !isListenerPaused { return -1 }
    return Int32(max(0, min(sweepEvery, nextSweep - context.now)))
  }

  private func dispatch(_ event: (token: UInt64, interest: Interest)) {
    switch event.token {
    case Self.wakeUpToken: wakeUp.clear()
    case Self.listenerToken: accept(atMost: 64)
    default:
      guard let connection = table.find(event.token) else { return }
      perform(connection.handle(event.interest), event.token, connection)
    }
  }

  private func perform(_ action: Connection.Action, _ token: UInt64, _ connection: Connection) {
    switch action {
    case .wait: break
    case .run(let request): start(request, token)
    case .close: return remove(token, connection)
    }
    if let interest = table.update(token, connection) {
      poller.change(connection.number, interest, token: token)
    }
  }

  private func remove(_ token: UInt64, _ connection: Connection) {
    table.remove(token)
    if !connection.isAdmitted {
      turnedAway -= 1
    } else if !connection.isHandling {
      // The place of one whose handler still runs is given back when the handler ends, so that
      // the bound on connections is a bound on handlers too.
      admission.release(connection.peer)
    }
  }

  private func start(_ request: HTTPRequest, _ token: UInt64) {
    handlers += 1
    Task(executorPreference: self) { [self, handler] in
      complete(await handler(request), token: token, peer: request.peer)
    }
  }

  /// On the loop's thread: the task that calls it prefers this executor.
  private func complete(_ response: HTTPResponse, token: UInt64, peer: String) {
    handlers -= 1
    guard let connection = table.find(token) else { return admission.release(peer) }
    perform(connection.answer(response), token, connection)
  }

  private func runJobs() {
    if let deadline = mailbox.take(&jobs), drainDeadline == nil { startDraining(deadline) }
    for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    jobs.removeAll(keepingCapacity: true)
  }
}

// Accepting.
extension EventLoop {
  private func accept(atMost count: Int) {
    for _ in 0..<count {
      switch listener?.accept() ?? .idle {
      case .connection(let descriptor, let host): open(descriptor, host)
      case .exhausted:
        isListenerPaused = true
        watchListener([])
        return
      case .idle: return
      }
    }
  }

  private func open(_ descriptor: consuming Descriptor, _ host: String) {
    let isAdmitted = admission.admit(host)
    if !isAdmitted {
      // A handshake, only to be turned away, is what an attacker would like to cause.
      guard turnedAway < Self.turnedAwayLimit, tls == nil else { return }
      turnedAway += 1
    }
    let session = tls?.session(over: descriptor.number)
    if tls != nil && session == nil { return admission.release(host) }
    let connection = Connection(
      descriptor, peer: host, isAdmitted: isAdmitted, tls: session, context: context)
    let token = table.insert(connection, interest: .read)
    guard poller.add(connection.number, .read, token: token) else {
      return remove(token, connection)
    }
    if !isAdmitted {
      perform(connection.refuse(.tooManyConnections), token, connection)
    } else if drainDeadline != nil {
      perform(connection.drain(), token, connection)
    }
  }

  private func watchListener(_ interest: Interest) {
    guard let number = listener?.number else { return }
    poller.change(number, interest, token: Self.listenerToken)
  }
}

// Time.
extension EventLoop {
  private func sweep() {
    nextSweep = context.now + sweepEvery
    if isListenerPaused {
      isListenerPaused = false
      watchListener(.read)
    }
    for token in table.expired(context.now) {
      guard let connection = table.find(token) else { continue }
      perform(connection.expire(), token, connection)
    }
    if let drainDeadline, context.now >= drainDeadline {
      cutAll()
    }
  }

  private func startDraining(_ deadline: Int64) {
    drainDeadline = deadline
    // What the kernel has accepted already would be reset by closing the listener.
    accept(atMost: context.limits.backlog)
    listener = nil
    for token in table.tokens {
      guard let connection = table.find(token) else { continue }
      perform(connection.drain(), token, connection)
    }
  }

  private func finishDraining() {
    if !hasDrained { drained.signal() }
    hasDrained = true
  }

  private func cutAll() {
    for token in table.tokens {
      guard let connection = table.find(token) else { continue }
      if !connection.isLingering { cut.add(1, ordering: .relaxed) }
      remove(token, connection)
    }
  }
}
