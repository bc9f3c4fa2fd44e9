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
  init(line: ArraySlice<UInt8>, targetLimit: Int) throws(Fault) {
    guard let one = line.firstIndex(of: ASCII.space), one > line.startIndex,
      let two = line[(one + 1)...].firstIndex(of: ASCII.space)
    else { throw .badRequestLine }
    let method = line[..<one]
    let target = line[(one + 1)..<two]
    guard method.allSatisfy(ByteSet.token.contains) else { throw .badRequestLine }
    if target.count > targetLimit { throw .targetTooLong }
    guard target.first == ASCII.slash, target.allSatisfy(ByteSet.target.contains) else {
      throw .badTarget
    }
    try readVersion(line[(two + 1)...])
    self.method = String(decoding: method, as: UTF8.self)
    if let mark = target.firstIndex(of: ASCII.question) {
      path = String(decoding: target[..<mark], as: UTF8.self)
      query = String(decoding: target[(mark + 1)...], as: UTF8.self)
    } else {
      path = String(decoding: target, as: UTF8.self)
    }
  }

  private mutating func readVersion(_ version: ArraySlice<UInt8>) throws(Fault) {
    if version.elementsEqual("HTTP/1.1".utf8) { return }
    guard version.elementsEqual("HTTP/1.0".utf8) else {
      let digits = version.dropFirst(5)
      let isVersion =
        version.starts(with: "HTTP/".utf8) && digits.count == 3
        && digits.allSatisfy { (0x2e...0x39).contains($0) && $0 != ASCII.slash }
      throw isVersion ? .badVersion : .badRequestLine
    }
    isVersion10 = true
    closes = true
  }

  /// Reads `name: value` and remembers what the framing needs.
  mutating func addField(_ line: ArraySlice<UInt8>, countLimit: Int) throws(Fault) {
    if line.first == ASCII.space || line.first == ASCII.tab { throw .foldedHeader }
    guard let colon = line.firstIndex(of: ASCII.colon), colon > line.startIndex,
      line[..<colon].allSatisfy(ByteSet.token.contains)
    else { throw .badHeader }
    let name = line[..<colon]
    let value = ASCII.trimmed(line[(colon + 1)...])
    guard value.allSatisfy(ASCII.isFieldValue) else { throw .badHeader }
    if headers.count == countLimit { throw .headersTooLarge }
    try readFraming(name, value)
    headers.add(name: name, value: value)
  }

  private mutating func readFraming(
    _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>
  ) throws(Fault) {
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
      for option in value.split(separator: ASCII.comma)
      where ASCII.equal(ASCII.trimmed(option), "close") {
        closes = true
      }
    case 14 where ASCII.equal(name, "content-length"):
      guard contentLength == nil else { throw .badContentLength }
      contentLength = try Self.length(value)
    case 17 where ASCII.equal(name, "transfer-encoding"):
      transferEncodings += 1
      isChunked = ASCII.equal(value, "chunked")
    default: break
    }
  }

  /// Decimal digits without a leading zero; what no Int holds is as large as an Int can be.
  private static func length(_ value: ArraySlice<UInt8>) throws(Fault) -> Int {
    guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }),
      value.count == 1 || value.first != 0x30
    else { throw .badContentLength }
    var total = 0
    for digit in value {
      let (tens, over) = total.multipliedReportingOverflow(by: 10)
      let (sum, more) = tens.addingReportingOverflow(Int(digit - 0x30))
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
