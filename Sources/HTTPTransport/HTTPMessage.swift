/// One complete request whose framing was checked.
package struct HTTPRequest: Sendable {
  /// The method as sent, a token: `"GET"`.
  package let method: String
  /// The path of the target as sent (not percent-decoded); it starts with `/`.
  package let path: String
  /// The text after the first `?` of the target, nil if there is none.
  package let query: String?
  /// The header fields, those of the framing included.
  package let headers: HTTPHeaders
  /// The body, its transfer coding removed; empty if there was none.
  package let body: [UInt8]
  /// The address of the peer as text, without a port: `"127.0.0.1"`, `"::1"`.
  package let peer: String
}

/// What a handler answers.
package struct HTTPResponse: Sendable {
  /// 200-599; anything else is answered as 500.
  package var status: Int
  /// Fields to send. `Content-Length`, `Transfer-Encoding` and `Date` are the transport's own and
  /// are left out; `Connection: close` closes the connection after the answer.
  package var headers: HTTPHeaders
  /// The body; an answer to HEAD sends its length only, 204 and 304 send none.
  package var body: [UInt8]

  /// An answer of `status` with these fields and this body.
  package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
