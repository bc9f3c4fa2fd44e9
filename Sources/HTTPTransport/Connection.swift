/// One connection as a state machine: it moves its own bytes and says what the loop must do next.
///
/// Used by the thread of its loop only.
final class Connection {
  /// What the loop does after each call.
  enum Action {
    case wait
    /// Hand the request to the handler; `answer` takes what comes back.
    case run(HTTPRequest)
    /// Forget the connection; letting go of it closes the socket.
    case close
  }

  private enum Phase {
    /// TLS is being agreed.
    case handshaking
    /// Between requests, or in the middle of receiving one.
    case receiving
    /// The handler has the request; there is no deadline.
    case handling
    /// The answer is being written.
    case sending
    /// Everything was said; the peer may finish reading it before the socket is closed.
    case lingering(Int)
  }

  let peer: String
  /// Whether it is counted among the open ones; one that is not is only told so.
  let isAdmitted: Bool
  /// Milliseconds of the loop's clock after which `expire` must be called.
  private(set) var deadline = Int64.max
  private let context: LoopContext
  private let stream: ByteStream
  private var parser: RequestParser
  private var phase = Phase.receiving
  /// The stage for which `deadline` was set; a deadline is set once for each.
  private var timedStage: RequestParser.Stage?
  private var output: [UInt8] = []
  private var sent = 0
  private var isHead = false
  /// The connection ends with the next answer. Reading goes on until then: a request may be half
  /// received, and it is answered.
  private var closesAfterAnswer = false
  /// The peer sends no more; what it asked before is still answered.
  private var hasEnded = false
  /// So much was sent ahead that the rest must wait in the socket.
  private var isPaused = false

  init(
    _ descriptor: consuming Descriptor, peer: String, isAdmitted: Bool, tls: TLSSession?,
    context: LoopContext
  ) {
    self.peer = peer
    self.isAdmitted = isAdmitted
    self.context = context
    stream = ByteStream(descriptor, tls: tls)
    parser = RequestParser(limits: context.limits, peer: peer)
    if tls == nil {
      timedStage = .empty
      deadline = context.after(context.limits.idleSeconds)
    } else {
      phase = .handshaking
      deadline = context.after(context.limits.headerSeconds)
    }
  }

  var number: Int32 { stream.number }

  /// What to watch the socket for.
  var interest: Interest {
    var interest: Interest = []
    if !hasEnded && !isPaused { interest.insert(.read) }
    if sent < output.count || stream.wantsWrite { interest.insert(.write) }
    return interest
  }

  /// Whether a handler has a request of this connection.
  var isHandling: Bool {
    if case .handling = phase { return true }
    return false
  }

  /// Whether all was said, and only the peer's end is still open.
  var isLingering: Bool {
    if case .lingering = phase { return true }
    return false
  }

  /// Moves what the socket allows.
  func handle(_ ready: Interest) -> Action {
    if !ready.isDisjoint(with: .broken) { return .close }
    if case .handshaking = phase { return shakeHands() }
    // TLS may have to read before it can write, and write before it can read.
    let isEither = stream.isSecure
    if isEither || ready.contains(.write), case let action = flush(), !action.isWait {
      return action
    }
    guard ready.contains(.read) || isEither && !isPaused else { return .wait }
    return receive() == .failed ? .close : advance()
  }

  private func shakeHands() -> Action {
    switch stream.handshake() {
    case .moved:
      phase = .receiving
      return receive() == .failed ? .close : advance()
    case .blocked: return .wait
    case .ended, .failed: return .close
    }
  }

  /// Sends the handler's answer.
  func answer(_ response: HTTPResponse) -> Action {
    guard isHandling else { return .wait }
    return send(response, isHead: isHead)
  }

  /// Refuses before anything was received.
  func refuse(_ fault: Fault) -> Action {
    closesAfterAnswer = true
    parser.discard()
    return send(context.refusal(Refusal(fault, peer: peer)), isHead: false)
  }

  /// The server stops: closes at once if nothing is under way, else after the next answer.
  func drain() -> Action {
    closesAfterAnswer = true
    guard case .receiving = phase, parser.stage == .empty else { return .wait }
    // A request may lie unread in the socket.
    return receive() == .failed ? .close : advance()
  }

  /// The deadline has passed.
  func expire() -> Action {
    guard case .receiving = phase else { return .close }
    switch parser.stage {
    case .empty: return .close
    case .head: return refuse(.headerTimeout)
    case .body: return refuse(.bodyTimeout)
    }
  }

  /// Reads what came; after `.failed` the connection is of no more use.
  private func receive() -> Transfer {
    if hasEnded { return .blocked }
    if case .lingering(let left) = phase { return discard(left) }
    let transfer = stream.read(into: context.room)
    switch transfer {
    case .moved(let count):
      let bytes = UnsafeRawBufferPointer(rebasing: context.room[..<count])
      parser.append(bytes, spare: &context.spareInput)
    case .ended: hasEnded = true
    case .blocked, .failed: return transfer
    }
    // What is being received is bounded by the parser, which looks at it after each read.
    if case .receiving = phase { return transfer }
    isPaused = parser.buffered >= context.limits.pipelineBytes
    return stream.holdsMore && !isPaused ? receive() : transfer
  }

  /// Throws away what still comes; `.failed` once it ends or is more than the bound leaves.
  private func discard(_ left: Int) -> Transfer {
    switch stream.discard(into: context.room) {
    case .moved(let count):
      phase = .lingering(left - count)
      return left > count ? .moved(count) : .failed
    case .blocked: return .blocked
    case .ended, .failed: return .failed
    }
  }

  /// Goes on with what was received, if it is time to.
  private func advance() -> Action {
    guard case .receiving = phase else { return .wait }
    while true {
      switch parser.next() {
      case .expectsContinue:
        output.append(contentsOf: ResponseEncoder.continue)
        if case .close = flush() { return .close }
      case .request(let request, let closes):
        if closes { closesAfterAnswer = true }
        isHead = request.method == "HEAD"
        phase = .handling
        deadline = .max
        parser.rest(spare: &context.spareInput)
        return .run(request)
      case .refused(let fault): return refuse(fault)
      case .incomplete:
        if stream.holdsMore {
          let transfer = receive()
          if transfer == .failed { return .close }
          if transfer != .blocked { continue }
        }
        if parser.stage == .empty && (hasEnded || closesAfterAnswer) { return .close }
        if hasEnded { return refuse(.incomplete) }
        setDeadline()
        parser.rest(spare: &context.spareInput)
        return .wait
      }
    }
  }

  private func setDeadline() {
    let stage = parser.stage
    guard stage != timedStage else { return }
    timedStage = stage
    switch stage {
    case .empty: deadline = context.after(context.limits.idleSeconds)
    case .head: deadline = context.after(context.limits.headerSeconds)
    case .body: deadline = context.after(context.limits.bodySeconds)
    }
  }

  private func send(_ response: HTTPResponse, isHead: Bool) -> Action {
    if ResponseEncoder.closes(response) { closesAfterAnswer = true }
    if output.capacity == 0 { swap(&output, &context.spareOutput) }
    encode(response, isHead: isHead)
    phase = .sending
    deadline = context.after(
      context.limits.writeSeconds + Double(output.count) / Double(64 * 1024))
    return flush()
  }

  /// Appends the answer to the output; one that cannot be sent becomes a 500.
  private func encode(_ response: HTTPResponse, isHead: Bool) {
    let date = context.date.bytes
    let closes = closesAfterAnswer
    if ResponseEncoder.encode(response, isHead: isHead, closes: closes, date: date, to: &output) {
      return
    }
    let refused = context.refusal(Refusal(.invalidAnswer, peer: peer))
    if !ResponseEncoder.encode(refused, isHead: isHead, closes: closes, date: date, to: &output) {
      output.append(contentsOf: ResponseEncoder.bare500)
    }
  }

  /// Writes what the socket takes.
  private func flush() -> Action {
    while sent < output.count {
      switch output.withUnsafeBytes({ stream.write(.init(rebasing: $0[sent...])) }) {
      case .moved(let count): sent += count
      case .blocked: return .wait
      case .ended, .failed: return .close
      }
    }
    if !output.isEmpty { SpareRoom.giveBack(&output, to: &context.spareOutput) }
    sent = 0
    guard case .sending = phase else { return .wait }
    return finishAnswer()
  }

  private func finishAnswer() -> Action {
    isPaused = false
    if closesAfterAnswer {
      // Closing now, with bytes unread, would reset the connection and destroy the answer.
      stream.finishWriting()
      parser.discard()
      if hasEnded { return .close }
      phase = .lingering(context.limits.lingerBytes)
      deadline = context.after(context.limits.lingerSeconds)
      return .wait
    }
    phase = .receiving
    timedStage = nil
    return advance()
  }
}

extension Connection.Action {
  var isWait: Bool {
    if case .wait = self { return true }
    return false
  }
}
