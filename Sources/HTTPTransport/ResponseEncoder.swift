/// Writes answers as bytes; what could break the framing is never written.
enum ResponseEncoder {
  static let `continue`: [UInt8] = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
  /// What is sent when even the refusal cannot be.
  static let bare500: [UInt8] = Array(
    "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n".utf8)

  /// Appends the bytes of `response`; false, and nothing, if its status or a field cannot be sent.
  ///
  /// An answer to HEAD has the length and not the body; `closes` says that the connection ends with
  /// it; `date` is the value of the Date field.
  static func encode(
    _ response: HTTPResponse, isHead: Bool, closes: Bool, date: [UInt8], to out: inout [UInt8]
  ) -> Bool {
    guard (200...599).contains(response.status) else { return false }
    let hasBody = response.status != 204 && response.status != 304
    let start = out.count
    out.append(contentsOf: "HTTP/1.1 ".utf8)
    append(response.status, to: &out)
    out.append(ASCII.space)
    out.append(contentsOf: reason(response.status).utf8)
    out.append(contentsOf: "\r\nDate: ".utf8)
    out.append(contentsOf: date)
    var isLegal = true
    response.headers.forEachRaw { name, value in
      if isReserved(name) { return true }
      isLegal =
        isLegal && !name.isEmpty && name.allSatisfy(ByteSet.token.contains)
        && value.allSatisfy(ASCII.isFieldValue)
      out.append(ASCII.cr)
      out.append(ASCII.lf)
      out.append(copying: name)
      out.append(ASCII.colon)
      out.append(ASCII.space)
      out.append(copying: value)
      return isLegal
    }
    guard isLegal else {
      out.removeSubrange(start...)
      return false
    }
    if hasBody {
      out.append(contentsOf: "\r\nContent-Length: ".utf8)
      append(response.body.count, to: &out)
    }
    if closes { out.append(contentsOf: "\r\nConnection: close".utf8) }
    out.append(contentsOf: "\r\n\r\n".utf8)
    if hasBody && !isHead { out.append(contentsOf: response.body) }
    return true
  }

  /// Whether the answer asks for its connection to be closed.
  static func closes(_ response: HTTPResponse) -> Bool {
    var closes = false
    response.headers.forEachRaw { name, value in
      if ASCII.equal(name, "connection") && ASCII.equal(value, "close") { closes = true }
      return !closes
    }
    return closes
  }

  /// Fields that only the transport may write.
  private static func isReserved(_ name: Span<UInt8>) -> Bool {
    switch name.count {
    case 4: ASCII.equal(name, "date")
    case 10: ASCII.equal(name, "connection")
    case 14: ASCII.equal(name, "content-length")
    case 17: ASCII.equal(name, "transfer-encoding")
    default: false
    }
  }

  private static func append(_ number: Int, to out: inout [UInt8]) {
    var divisor = 1
    while number / divisor > 9 { divisor *= 10 }
    while divisor > 0 {
      out.append(0x30 + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 402: "Payment Required"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    default: "Status"
    }
  }
}
