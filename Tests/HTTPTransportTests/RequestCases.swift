import Testing

/// Bytes from a client, and what must come of them.
struct RequestCase: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]
  /// Paths of the requests that are read, in order.
  let requests: [String]
  /// The code of the refusal that ends it, nil if none does.
  let refusal: String?
  let status: Int?
  var testDescription: String { name }

  init(_ name: String, _ text: String, reads requests: [String]) {
    self.init(name, Array(text.utf8), requests, nil, nil)
  }

  init(_ name: String, _ text: String, refused status: Int, _ refusal: String) {
    self.init(name, Array((text + RequestCase.get).utf8), [], refusal, status)
  }

  init(
    _ name: String, _ bytes: [UInt8], _ requests: [String], _ refusal: String?, _ status: Int?
  ) {
    self.name = name
    self.bytes = bytes
    self.requests = requests
    self.refusal = refusal
    self.status = status
  }

  static let get = "GET /ok HTTP/1.1\r\nHost: x\r\n\r\n"

  static func post(_ fields: String..., body: String = "1234567") -> String {
    "POST /p HTTP/1.1\r\nHost: x\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body
  }

  static func field(_ line: String) -> String {
    "GET /f HTTP/1.1\r\nHost: x\r\n\(line)\r\n\r\n"
  }

  static let accepted: [RequestCase] = [
    .init("one request", get, reads: ["GET /ok"]),
    .init("three in one piece", get + get + get, reads: ["GET /ok", "GET /ok", "GET /ok"]),
    .init("a body", post("Content-Length: 7") + get, reads: ["POST /p 1234567", "GET /ok"]),
    .init("a body of nothing", post("Content-Length: 0", body: ""), reads: ["POST /p"]),
    .init("no length is no body", post(body: "") + get, reads: ["POST /p", "GET /ok"]),
    .init(
      "chunks",
      post("Transfer-Encoding: chunked", body: "3\r\nabc\r\n0004\r\ndefg\r\n0\r\n\r\n")
        + get, reads: ["POST /p abcdefg", "GET /ok"]),
    .init(
      "chunk sizes in hexadecimal",
      post("transfer-encoding: Chunked", body: "a\r\n0123456789\r\nA\r\n0123456789\r\n0\r\n\r\n"),
      reads: ["POST /p 01234567890123456789"]),
    .init(
      "chunks of nothing", post("Transfer-Encoding: chunked", body: "0\r\n\r\n") + get,
      reads: ["POST /p", "GET /ok"]),
    .init("one empty line before", "\r\n" + get, reads: ["GET /ok"]),
    .init("a query", "GET /a?b=c&d HTTP/1.1\r\nHost: x\r\n\r\n", reads: ["GET /a?b=c&d"]),
    .init("an empty query", "GET /a? HTTP/1.1\r\nHost: x\r\n\r\n", reads: ["GET /a?"]),
    .init("HTTP/1.0 without Host", "GET /a HTTP/1.0\r\n\r\n", reads: ["GET /a"]),
    .init("an unknown method", "BREW /a HTTP/1.1\r\nHost: x\r\n\r\n", reads: ["BREW /a"]),
    .init("no space after the colon", field("A:b"), reads: ["GET /f"]),
    .init("tabs around and in a value", field("A:\t b\tc \t"), reads: ["GET /f"]),
    .init("a value beyond ASCII", field("A: \u{e9}"), reads: ["GET /f"]),
    .init("an empty value", field("A:"), reads: ["GET /f"]),
    .init("a host with a port", "GET /a HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", reads: ["GET /a"]),
    .init(
      "a target of 8 KiB", "GET /\(x(8191)) HTTP/1.1\r\nHost: x\r\n\r\n", reads: ["GET /\(x(8191))"]
    ),
    .init("64 fields", "GET /a HTTP/1.1\r\nHost: x\r\n" + many(63) + "\r\n", reads: ["GET /a"]),
    .init("16 KiB of fields", field("A: " + x(16384 - 9 - 2 - 5)), reads: ["GET /f"]),
    .init(
      "a body of 64 KiB", post("Content-Length: 65536", body: x(65536)),
      reads: ["POST /p " + x(65536)]),
  ]

  static func x(_ count: Int) -> String { String(repeating: "x", count: count) }
  static func many(_ count: Int) -> String { String(repeating: "A: b\r\n", count: count) }
}

extension RequestCase {
  static let refused: [RequestCase] =
    lengths + codings + lines + fields + sizes + expectations

  private static let lengths: [RequestCase] =
    [
      "7, 7", "+7", "-1", "0x7", "7 0", "", "3 6", "7;a", "07", "7.0", "\u{661}",
    ].map {
      .init(
        "Content-Length \"\($0)\"", post("Content-Length: \($0)"), refused: 400,
        "bad_content_length")
    } + [
      .init(
        "two lengths that differ", post("Content-Length: 7", "Content-Length: 0"), refused: 400,
        "bad_content_length"),
      .init(
        "zero, then a length", post("Content-Length: 0", "Content-Length: 7"), refused: 400,
        "bad_content_length"),
      .init(
        "the same length twice", post("Content-Length: 7", "content-length: 7"), refused: 400,
        "bad_content_length"),
      .init(
        "2^64 + 7", post("Content-Length: 18446744073709551623"), refused: 413, "body_too_large"),
      .init("1 GiB", post("Content-Length: 1073741824"), refused: 413, "body_too_large"),
      .init("64 KiB + 1", post("Content-Length: 65537"), refused: 413, "body_too_large"),
    ]

  private static let codings: [RequestCase] = [
    .init(
      "length, then chunked",
      post("Content-Length: 5", "Transfer-Encoding: chunked", body: "0\r\n\r\n"), refused: 400,
      "ambiguous_length"),
    .init(
      "chunked, then length",
      post("Transfer-Encoding: chunked", "Content-Length: 5", body: "0\r\n\r\n"), refused: 400,
      "ambiguous_length"),
    .init(
      "gzip, chunked and a length", post("Transfer-Encoding: gzip, chunked", "Content-Length: 7"),
      refused: 400, "ambiguous_length"),
    .init(
      "chunked twice", post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
      refused: 400, "ambiguous_length"),
    .init(
      "chunked, then identity", post("Transfer-Encoding: chunked", "Transfer-Encoding: identity"),
      refused: 400, "ambiguous_length"),
    .init(
      "chunked in HTTP/1.0", "POST /p HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      refused: 400, "ambiguous_length"),
    .init(
      "xchunked", post("Transfer-Encoding: xchunked"), refused: 501,
      "transfer_encoding_not_supported"),
    .init(
      "gzip, chunked", post("Transfer-Encoding: gzip, chunked"), refused: 501,
      "transfer_encoding_not_supported"),
    chunks("0x7\r\n1234567\r\n0\r\n\r\n", 400, "bad_chunk"),
    chunks("\r\n", 400, "bad_chunk"),
    chunks("-1\r\n", 400, "bad_chunk"),
    chunks("3;ext=1\r\nabc\r\n0\r\n\r\n", 400, "bad_chunk"),
    chunks("3 \r\nabc\r\n0\r\n\r\n", 400, "bad_chunk"),
    chunks("3\r\nabcd\r\n0\r\n\r\n", 400, "bad_chunk"),
    chunks("3\nabc\r\n0\r\n\r\n", 400, "bare_line_feed"),
    chunks("FFFFFFFFFFFFFFFFF\r\nabc", 400, "bad_chunk"),
    chunks("FFFFFFFFFFFFFFFF\r\nabc", 413, "body_too_large"),
    chunks("8000000000000000\r\nabc", 413, "body_too_large"),
    chunks("10001\r\n", 413, "body_too_large"),
    chunks("ffff\r\n\(x(65535))\r\n2\r\n", 413, "body_too_large"),
    chunks("0\r\nA: b\r\n\r\n", 400, "trailers_not_supported"),
  ]

  private static func chunks(_ body: String, _ status: Int, _ code: String) -> RequestCase {
    let name = "chunks \(body.debugDescription.prefix(40))"
    return .init(name, post("Transfer-Encoding: chunked", body: body), refused: status, code)
  }

  private static let lines: [RequestCase] = [
    line("GET /a HTTP/1.1\nHost: x\n\n", 400, "bare_line_feed"),
    line("GET /a HTTP/1.1\r\nHost: x\n\r\n", 400, "bare_line_feed"),
    line("\n", 400, "bare_line_feed"),
    line("\r\n\r\n", 400, "bad_request_line"),
    line("GET /a\r\n\r\n", 400, "bad_request_line"),
    line("GET  /a HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_target"),
    line("GET /a  HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request_line"),
    line("GET /a HTTP/1.1 \r\nHost: x\r\n\r\n", 400, "bad_request_line"),
    line(" GET /a HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request_line"),
    line("G(T /a HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request_line"),
    line("GET\t/a\tHTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request_line"),
    line("GET /a http/1.1\r\nHost: x\r\n\r\n", 400, "bad_request_line"),
    line("GET /a HTTP/1.10\r\nHost: x\r\n\r\n", 400, "bad_request_line"),
    line("GET /a HTTP/2.0\r\nHost: x\r\n\r\n", 505, "version_not_supported"),
    line("GET /a HTTP/1.9\r\nHost: x\r\n\r\n", 505, "version_not_supported"),
    line("GET /a HTTP/0.9\r\nHost: x\r\n\r\n", 505, "version_not_supported"),
    line("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "bad_target"),
    line("GET http://x/a HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_target"),
    line("CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_target"),
    line("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_target"),
    line("GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_target"),
    line("GET /\u{e9} HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_target"),
    line("GET /a\0 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_target"),
    line("GET /a\r HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_target"),
    line("\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\r\n\r\n", 400, "bad_request_line"),
  ]

  private static func line(_ text: String, _ status: Int, _ code: String) -> RequestCase {
    .init("line \(text.debugDescription)", text, refused: status, code)
  }

  private static let fields: [RequestCase] = [
    .init("no Host", "GET /a HTTP/1.1\r\n\r\n", refused: 400, "bad_host"),
    .init("two Hosts", field("Host: x"), refused: 400, "bad_host"),
    .init("an empty Host", "GET /a HTTP/1.1\r\nHost:\r\n\r\n", refused: 400, "bad_host"),
    .init("a Host with a path", "GET /a HTTP/1.1\r\nHost: x/y\r\n\r\n", refused: 400, "bad_host"),
    .init("Host, Host", "GET /a HTTP/1.1\r\nHost: x, y\r\n\r\n", refused: 400, "bad_host"),
    .init("a folded value", field("A: b\r\n c"), refused: 400, "folded_header"),
    .init(
      "a fold at once", "GET /a HTTP/1.1\r\n Host: x\r\n\r\n", refused: 400, "folded_header"),
    .init("a space before the colon", field("A : b"), refused: 400, "bad_header"),
    .init("no colon", field("A b"), refused: 400, "bad_header"),
    .init("no name", field(": b"), refused: 400, "bad_header"),
    .init("a name beyond ASCII", field("\u{e9}: b"), refused: 400, "bad_header"),
    .init("NUL in a value", field("A: b\0c"), refused: 400, "bad_header"),
    .init("a bare CR in a value", field("A: b\rc"), refused: 400, "bad_header"),
    .init("DEL in a value", field("A: b\u{7f}c"), refused: 400, "bad_header"),
    .init("ESC in a value", field("A: b\u{1b}c"), refused: 400, "bad_header"),
  ]

  private static let sizes: [RequestCase] = [
    .init("32 KiB header", field("A: " + x(32768)), refused: 431, "headers_too_large"),
    .init(
      "16 KiB + 1 of fields", field("A: " + x(16385 - 9 - 2 - 5)), refused: 431, "headers_too_large"
    ),
    .init("10,000 fields", field(many(10000) + "A: b"), refused: 431, "headers_too_large"),
    .init("65 fields", field(many(63) + "A: b"), refused: 431, "headers_too_large"),
    .init(
      "64 KiB target", "GET /\(x(65536)) HTTP/1.1\r\nHost: x\r\n\r\n", refused: 414,
      "target_too_long"),
    .init(
      "8 KiB + 1 target", "GET /\(x(8192)) HTTP/1.1\r\nHost: x\r\n\r\n", refused: 414,
      "target_too_long"),
  ]

  private static let expectations: [RequestCase] = [
    .init("another expectation", field("Expect: 200-ok"), refused: 417, "expectation_failed"),
    .init(
      "two expectations", field("Expect: 100-continue\r\nExpect: 100-continue"), refused: 417,
      "expectation_failed"),
    .init(
      "leave for too much", post("Expect: 100-continue", "Content-Length: 65537"), refused: 413,
      "body_too_large"),
  ]
}
