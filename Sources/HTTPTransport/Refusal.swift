/// Why the transport itself answers, before any handler: a status, a stable code, a line for
/// people.
package struct Refusal: Sendable {
  /// 400, 408, 413, 414, 417, 431, 500, 501, 503 or 505.
  package let status: Int
  /// Stable, snake_case, never reused.
  package let code: String
  /// One line for people; it holds nothing that the client sent.
  package let detail: String
  /// The address of the peer as text, without a port.
  package let peer: String

  init(_ fault: Fault, peer: String) {
    status = fault.status
    code = fault.code
    detail = fault.detail
    self.peer = peer
  }
}

/// What is wrong with a request; the parser throws it and the connection refuses with it.
struct Fault: Error, Equatable {
  let status: Int
  let code: String
  let detail: String

  init(_ status: Int, _ code: String, _ detail: String) {
    self.status = status
    self.code = code
    self.detail = detail
  }

  static let bareLineFeed = Fault(
    400, "bare_line_feed", "A line of the request does not end in CR LF.")
  static let badRequestLine = Fault(
    400, "bad_request_line", "The request line is not METHOD SP target SP HTTP/1.1.")
  static let badTarget = Fault(
    400, "bad_target", "The request target is not a path that starts with a slash.")
  static let targetTooLong = Fault(414, "target_too_long", "The request target is too long.")
  static let badVersion = Fault(
    505, "version_not_supported", "Only HTTP/1.1 and HTTP/1.0 are spoken here.")
  static let badHeader = Fault(
    400, "bad_header", "A header field is not name, colon, value without control characters.")
  static let foldedHeader = Fault(
    400, "folded_header", "A header field is continued on a second line.")
  static let headersTooLarge = Fault(
    431, "headers_too_large", "The header fields are too many or too long.")
  static let badHost = Fault(400, "bad_host", "There must be exactly one Host field with a host.")
  static let badContentLength = Fault(
    400, "bad_content_length", "There may be one Content-Length, of decimal digits only.")
  static let ambiguousLength = Fault(
    400, "ambiguous_length", "The length of the body is stated in two ways.")
  static let badTransferEncoding = Fault(
    501, "transfer_encoding_not_supported", "The only transfer coding taken is chunked.")
  static let badExpectation = Fault(
    417, "expectation_failed", "The only expectation met is 100-continue.")
  static let bodyTooLarge = Fault(413, "body_too_large", "The body is larger than is taken here.")
  static let badChunk = Fault(400, "bad_chunk", "The chunks of the body are malformed.")
  static let trailers = Fault(
    400, "trailers_not_supported", "Fields after a chunked body are not taken.")
  static let incomplete = Fault(
    400, "incomplete_request", "The peer stopped sending in the middle of a request.")
  static let headerTimeout = Fault(
    408, "request_timeout", "The header of the request did not arrive in time.")
  static let bodyTimeout = Fault(
    408, "request_timeout", "The body of the request did not arrive in time.")
  static let tooManyConnections = Fault(
    503, "too_many_connections", "Too many connections are open; try again later.")
  static let invalidAnswer = Fault(
    500, "invalid_answer", "The answer of the service could not be sent.")
}
