internal import CLinux
internal import Glibc
internal import Synchronization

/// An HTTP/1.1 server: some loops, one thread each, that share a port.
///
/// A handler runs on the loop that read its request, so it must never block: it suspends instead,
/// for as long as it likes. Work that blocks belongs to an executor or a thread of its own. When
/// the peer goes away the handler is not cancelled (an effect half done is worse than an answer
/// that nobody reads); its answer is dropped, and its connection counts as open until it returns.
package final class HTTPServer: Sendable {
  private enum State { case bound, running, stopped }

  /// The address that was bound, with the port that was picked if 0 was asked for.
  package let address: ListenAddress
  private let loops: [EventLoop]
  private let state = Mutex(State.bound)

  /// Binds the address and listens; nothing is accepted before `start`.
  ///
  /// Raises the process's limit of open descriptors as far as it may, and bounds the connections
  /// by it.
  ///
  /// - Parameters:
  ///   - listen: where to listen; port 0 picks a free one.
  ///   - limits: every bound.
  ///   - loops: threads; one per core if nil.
  ///   - tls: the identity to serve under; plain HTTP if nil.
  ///   - refusal: the answer to what the transport itself refuses; called on a loop's thread.
  ///   - handler: the answer to a request; called on a loop's thread.
  ///
  /// - Throws: `addressInUse` or `system`.
  package init(
    listen: ListenAddress, limits: HTTPServerLimits = .init(), loops: Int? = nil,
    tls: TLSConfiguration? = nil,
    refusal: @escaping @Sendable (Refusal) -> HTTPResponse,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws(HTTPServerError) {
    try Listener.probe(listen)
    let admission = Admission(
      total: min(limits.connections, DescriptorLimit.raise(for: limits.connections)),
      perAddress: limits.connectionsPerAddress)
    var address = listen
    var made: [EventLoop] = []
    for _ in 0..<max(1, loops ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
      let listener = try Listener(address, backlog: limits.backlog)
      address = listener.address
      made.append(
        try EventLoop(
          listener: listener, admission: admission,
          context: LoopContext(limits: limits, refusal: refusal), tls: tls?.context,
          handler: handler))
    }
    self.address = address
    self.loops = made
  }

  /// Starts the threads and returns.
  ///
  /// The server lives until `stop`, whoever holds it. Throws `alreadyStarted`, also after a stop,
  /// or `system`.
  package func start() throws(HTTPServerError) {
    let isFirst = state.withLock { state in
      if state != .bound { return false }
      state = .running
      return true
    }
    guard isFirst else { throw .alreadyStarted }
    for loop in loops { try LoopThread.start(loop) }
  }

  /// Stops: accepts no more, closes idle connections, answers what is in work or half received,
  /// each with `Connection: close`.
  ///
  /// Blocks the calling thread until all connections are closed or `drainSeconds` are over; then
  /// the rest is cut. Returns how many were. A handler that is still running keeps its thread.
  @discardableResult
  package func stop(drainSeconds: Int) -> Int {
    let wasRunning = state.withLock { state in
      defer { state = .stopped }
      return state == .running
    }
    guard wasRunning else { return 0 }
    for loop in loops { loop.drain(seconds: drainSeconds) }
    var cut = 0
    for loop in loops {
      // The loop keeps the deadline; the second more is for one that a handler blocks.
      _ = loop.drained.wait(milliseconds: Int32(clamping: (drainSeconds + 1) * 1000))
      cut += loop.cut.load(ordering: .relaxed)
    }
    return cut
  }
}

/// Starts the thread of a loop.
private enum LoopThread {
  static func start(_ loop: EventLoop) throws(HTTPServerError) {
    // Signals are for the program's own threads, and SIGPIPE, which OpenSSL causes by writing to a
    // closed socket, is for none: a loop inherits a mask that holds all but those of a crash.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&all, crash) }
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let context = Unmanaged.passRetained(loop)
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { @Sendable argument in
        guard let argument else { return nil }
        Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      throw .system(call: "pthread_create", errno: result)
    }
    pthread_detach(thread)
  }
}

/// The number of descriptors that the process may have.
private enum DescriptorLimit {
  /// Descriptors kept for everything that is not a connection: files, database, listeners.
  private static let reserve = 128

  /// Raises the limit for so many connections, as far as it may; how many connections it allows.
  static func raise(for connections: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return connections
    }
    let wanted = rlim_t(connections + reserve)
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return max(1, Int(clamping: limit.rlim_cur) - reserve)
  }
}
