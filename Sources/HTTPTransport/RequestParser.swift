/// Reads one strict HTTP/1.1 request after another out of bytes that arrive in any pieces.
///
/// Pure: no socket, no clock. The events for the same bytes are the same however they are cut.
struct RequestParser {
  enum Event {
    /// More bytes are needed.
    case incomplete
    /// The head is right and the client waits for `100 Continue`; the body follows.
    case expectsContinue
    /// A complete request; `closes` if the client wants no other one after it.
    case request(HTTPRequest, closes: Bool)
    /// Nothing more can be read from these bytes.
    case refused(Fault)
  }

  /// How far the current request has come.
  enum Stage { case empty, head, body }

  private enum State {
    case requestLine
    case fields
    case sized(Int)
    case chunked
    case refused(Fault)
  }

  private let limits: HTTPServerLimits
  private let peer: String
  private var input = InputBuffer()
  private var state = State.requestLine
  private var head = RequestHead()
  private var chunks = ChunkedBody(limit: 0)
  private var fieldBytes = 0
  private var skippedEmptyLine = false

  init(limits: HTTPServerLimits, peer: String) {
    self.limits = limits
    self.peer = peer
  }

  /// Bytes that arrived and were not consumed.
  var buffered: Int { input.count }

  var stage: Stage {
    switch state {
    case .requestLine: input.isEmpty && !skippedEmptyLine ? .empty : .head
    case .fields: .head
    case .sized, .chunked: .body
    case .refused: .empty
    }
  }

  /// Adds bytes that arrived; their room is borrowed from `spare`.
  mutating func append(_ bytes: UnsafeRawBufferPointer, spare: inout [UInt8]) {
    input.append(bytes, spare: &spare)
  }

  /// Gives borrowed room back if nothing is buffered.
  mutating func rest(spare: inout [UInt8]) { input.rest(spare: &spare) }

  /// Drops what was not consumed.
  mutating func discard() { input.removeAll() }

  /// The next event; after `.incomplete` append first, after `.refused` there is no other.
  mutating func next() -> Event {
    do throws(Fault) {
      while true {
        if let event = try step() { return event }
      }
    } catch {
      input.removeAll()
      state = .refused(error)
      return .refused(error)
    }
  }

  /// One state further; nil to go on.
  private mutating func step() throws(Fault) -> Event? {
    switch state {
    case .requestLine: return try readRequestLine()
    case .fields: return try readFields()
    case .sized(let length):
      guard input.count >= length else { return .incomplete }
      return finish(body: Array(input.take(length)))
    case .chunked:
      guard try chunks.decode(&input) else { return .incomplete }
      let body = chunks.body
      chunks = ChunkedBody(limit: 0)
      return finish(body: body)
    case .refused(let fault): throw fault
    }
  }

  private mutating func readRequestLine() throws(Fault) -> Event? {
    // Method, two spaces, version and line end take the rest of the line.
    let limit = limits.targetBytes + 64
    guard let line = try input.takeLine(limit: limit, tooLong: .targetTooLong) else {
      return .incomplete
    }
    if line.isEmpty && !skippedEmptyLine {
      // RFC 9112 2.2: one empty line before a request is ignored.
      skippedEmptyLine = true
      return nil
    }
    head = try RequestHead(
      line: input.bytes.span.extracting(line), targetLimit: limits.targetBytes)
    fieldBytes = 0
    state = .fields
    return nil
  }

  private mutating func readFields() throws(Fault) -> Event? {
    while true {
      let room = limits.headerBytes - fieldBytes
      guard let line = try input.takeLine(limit: room, tooLong: .headersTooLarge) else {
        return .incomplete
      }
      fieldBytes += line.count + 2
      if line.isEmpty { return try startBody() }
      try Self.add(input.bytes, line, to: &head, limits)
    }
  }

  // Static, so that the head changes while the input is only lent.
  private static func add(
    _ bytes: borrowing [UInt8], _ line: Range<Int>, to head: inout RequestHead,
    _ limits: HTTPServerLimits
  ) throws(Fault) {
    try head.addField(bytes.span.extracting(line), countLimit: limits.headerCount)
  }

  private mutating func startBody() throws(Fault) -> Event? {
    let limit =
      limits.bodyBytesByPath.isEmpty
      ? limits.bodyBytes : limits.bodyBytesByPath[head.path] ?? limits.bodyBytes
    try head.finish(bodyLimit: limit)
    let length = head.contentLength ?? 0
    if head.isChunked {
      chunks = ChunkedBody(limit: limit)
      state = .chunked
    } else if length == 0 {
      return finish(body: [])
    } else {
      state = .sized(length)
      input.reserve(length)
    }
    return head.expectsContinue ? .expectsContinue : nil
  }

  private mutating func finish(body: [UInt8]) -> Event {
    input.compact()
    state = .requestLine
    skippedEmptyLine = false
    let request = HTTPRequest(
      method: head.method, path: head.path, query: head.query, headers: head.headers, body: body,
      peer: peer)
    let closes = head.closes
    head = RequestHead()
    return .request(request, closes: closes)
  }
}
