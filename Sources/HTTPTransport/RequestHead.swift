/// The request line and the header fields of one request, checked as they come.
struct RequestHead {
  private(set) var method = ""
  private(set) var path = ""
  private(set) var query: String?
  private(set) var headers = HTTPHeaders()
  /// The declared length, saturated at `Int.max`.
  private(set) var contentLength: Int?
  private(set) var isChunked = false
  /// The client waits for leave before it sends the body.
  private(set) var expectsContinue = false
  /// The connection ends with this request.
  private(set) var closes = false
  private var isVersion10 = false
  private var transferEncodings = 0
  private var hosts = 0

  /// One of no request.
  init() {}

  /// Reads `METHOD SP target SP HTTP/1.x`.
  init(line: Span<UInt8>, targetLimit: Int) throws(Fault) {
    guard let one = line.firstIndex(of: ASCII.space), one > 0,
      let two = line.firstIndex(of: ASCII.space, from: one + 1)
    else { throw .badRequestLine }
    let method = line.extracting(0..<one)
    let target = line.extracting((one + 1)..<two)
    guard method.allSatisfy(ByteSet.token.contains) else { throw .badRequestLine }
    if target.count > targetLimit { throw .targetTooLong }
    guard !target.isEmpty, target[0] == ASCII.slash,
      target.allSatisfy(ByteSet.target.contains)
    else { throw .badTarget }
    try readVersion(line.extracting((two + 1)..<line.count))
    self.method = String(copying: method)
    if let mark = target.firstIndex(of: ASCII.question) {
      path = String(copying: target.extracting(0..<mark))
      query = String(copying: target.extracting((mark + 1)..<target.count))
    } else {
      path = String(copying: target)
    }
  }

  private mutating func readVersion(_ version: Span<UInt8>) throws(Fault) {
    // Compared exactly: the names of HTTP versions are in upper case only.
    let isVersion =
      version.count == 8 && ASCII.equal(version.extracting(0..<5), "http/")
      && version.extracting(0..<4).allSatisfy { $0 < 0x5b }
      && ASCII.isDigit(version[5]) && version[6] == ASCII.dot && ASCII.isDigit(version[7])
    guard isVersion else { throw .badRequestLine }
    guard version[5] == 0x31, version[7] <= 0x31 else { throw .badVersion }
    isVersion10 = version[7] == 0x30
    closes = isVersion10
  }

  /// Reads `name: value` and remembers what the framing needs.
  mutating func addField(_ line: Span<UInt8>, countLimit: Int) throws(Fault) {
    if line[0] == ASCII.space || line[0] == ASCII.tab { throw .foldedHeader }
    guard let colon = line.firstIndex(of: ASCII.colon), colon > 0 else { throw .badHeader }
    let name = line.extracting(0..<colon)
    let value = line.extracting(line.trimmed((colon + 1)..<line.count))
    guard name.allSatisfy(ByteSet.token.contains), value.allSatisfy(ASCII.isFieldValue) else {
      throw .badHeader
    }
    if headers.count == countLimit { throw .headersTooLarge }
    try readFraming(name, value)
    headers.add(name: name, value: value)
  }

  private mutating func readFraming(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(Fault) {
    switch name.count {
    case 4 where ASCII.equal(name, "host"):
      hosts += 1
      guard hosts == 1, !value.isEmpty, value.allSatisfy(ByteSet.host.contains) else {
        throw .badHost
      }
    case 6 where ASCII.equal(name, "expect"):
      if isVersion10 { return }
      guard !expectsContinue, ASCII.equal(value, "100-continue") else { throw .badExpectation }
      expectsContinue = true
    case 10 where ASCII.equal(name, "connection"):
      readConnection(value)
    case 14 where ASCII.equal(name, "content-length"):
      guard contentLength == nil else { throw .badContentLength }
      contentLength = try Self.length(value)
    case 17 where ASCII.equal(name, "transfer-encoding"):
      transferEncodings += 1
      isChunked = ASCII.equal(value, "chunked")
    default: break
    }
  }

  /// Looks for `close` in a list with commas.
  private mutating func readConnection(_ value: Span<UInt8>) {
    var start = 0
    while start <= value.count {
      let end = value.firstIndex(of: ASCII.comma, from: start) ?? value.count
      if ASCII.equal(value.extracting(value.trimmed(start..<end)), "close") { closes = true }
      start = end + 1
    }
  }

  /// Decimal digits without a leading zero; what no Int holds is as large as an Int can be.
  private static func length(_ value: Span<UInt8>) throws(Fault) -> Int {
    guard !value.isEmpty, value.allSatisfy(ASCII.isDigit), value.count == 1 || value[0] != 0x30
    else { throw .badContentLength }
    var total = 0
    for index in value.indices {
      let (tens, over) = total.multipliedReportingOverflow(by: 10)
      let (sum, more) = tens.addingReportingOverflow(Int(value[index] - 0x30))
      if over || more { return Int.max }
      total = sum
    }
    return total
  }

  /// Checks what only the whole head can show.
  func finish(bodyLimit: Int) throws(Fault) {
    if hosts == 0 && !isVersion10 { throw .badHost }
    if transferEncodings > 0 {
      if contentLength != nil || transferEncodings > 1 || isVersion10 { throw .ambiguousLength }
      if !isChunked { throw .badTransferEncoding }
    }
    if let contentLength, contentLength > bodyLimit { throw .bodyTooLarge }
  }
}
