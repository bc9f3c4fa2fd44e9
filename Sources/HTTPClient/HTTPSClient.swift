import CCurl

/// A POST to a host's port 443.
package struct HTTPSRequest: Sendable {
  /// A domain name in lower case.
  package let host: String
  /// From its slash on; letters, digits, points, hyphens and underscores between slashes.
  package let path: String
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package init(
    host: String, path: String, headers: [(name: String, value: String)], body: [UInt8]
  ) {
    self.host = host
    self.path = path
    self.headers = headers
    self.body = body
  }

  /// What keeps it from being sent; nil if nothing does.
  var fault: String? {
    func isPlain(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
    guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(isPlain) else {
      return "the host is not a domain name"
    }
    guard path.utf8.first == UInt8(ascii: "/"),
      path.utf8.allSatisfy({ isPlain($0) || (0x41...0x5A).contains($0) || "/_".utf8.contains($0) })
    else { return "the path is not a plain one" }
    let texts = headers.flatMap { [$0.name, $0.value] }
    return texts.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
      ? nil : "a header holds control characters"
  }
}

/// What we show of ourselves in the handshake, lent for one request: both in PEM, the key without
/// a passphrase. Nothing of it is copied but what the TLS library reads from it.
package struct ClientCredential {
  /// The certificate, then those that lead to its root.
  let certificates: UnsafeRawBufferPointer
  let key: UnsafeRawBufferPointer

  package init(certificates: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) {
    self.certificates = certificates
    self.key = key
  }
}

/// A way around the Internet for tests: nothing that a user can give leads here.
package struct Rehearsal: Sendable {
  /// Where a host's connections really go: a port of 127.0.0.1.
  package var ports: [String: UInt16] = [:]
  /// The root to trust, in PEM, instead of the system's; empty: the system's.
  package var root: [UInt8] = []
  package var mayCallLoopback = true

  package init() {}
}

/// One POST at a time to a host that is named exactly.
///
/// TLS 1.2 or newer, the host verified against the system's roots. No redirect is followed, no
/// proxy, netrc, cookie or variable of the environment heeded. An address is looked at after the
/// name was resolved, where the socket is opened: the one that passes is the one that is called.
package struct HTTPSClient: Sendable {
  package struct Bounds: Sendable {
    /// Bytes of an answer's body.
    package var answerBytes = 64 * 1024
    /// For all of it, from the name's resolution to the answer's last byte.
    package var totalMilliseconds = 10_000
    package var connectMilliseconds = 3_000

    package init() {}
  }

  /// What was asked of the network.
  package let sockets = SocketCounter()
  private let bounds: Bounds
  private let rehearsal: Rehearsal?
  private let library: @Sendable () throws(HTTPSError) -> CurlLibrary

  package init(bounds: Bounds = Bounds(), rehearsal: Rehearsal? = nil) {
    self.init(bounds: bounds, rehearsal: rehearsal) { () throws(HTTPSError) in
      try CurlLibrary.shared.get()
    }
  }

  init(
    bounds: Bounds = Bounds(), rehearsal: Rehearsal? = nil,
    library: @escaping @Sendable () throws(HTTPSError) -> CurlLibrary
  ) {
    self.bounds = bounds
    self.rehearsal = rehearsal
    self.library = library
  }

  /// The body of an answer with status 200, byte for byte. Blocks its thread until then.
  package func post(
    _ request: HTTPSRequest, as credential: ClientCredential?
  ) throws(HTTPSError) -> [UInt8] {
    if let fault = request.fault { throw .malformedRequest(fault) }
    let transfer = Transfer(
      limit: bounds.answerBytes, sockets: sockets,
      mayCallLoopback: rehearsal?.mayCallLoopback ?? false)
    // libcurl holds its address until the handle is gone.
    defer { withExtendedLifetime(transfer) {} }
    return try withBorrowed(request.body) { (body) throws(HTTPSError) in
      try withBorrowed(rehearsal?.root ?? []) { (root) throws(HTTPSError) in
        var handle = try CurlHandle(try library())
        try address(&handle, request, body)
        try restrict(handle)
        try secure(handle, root)
        if let credential { try identify(handle, credential) }
        try transfer.listen(handle)
        return try transfer.answer(handle, handle.perform(), to: request.host)
      }
    }
  }

  private func address(
    _ handle: inout CurlHandle, _ request: HTTPSRequest, _ body: UnsafeRawBufferPointer
  ) throws(HTTPSError) {
    try handle.set(CURLOPT_URL, "https://" + request.host + request.path)
    try handle.set(CURLOPT_PATH_AS_IS, 1)
    try handle.set(CURLOPT_POST, 1)
    try handle.set(CURLOPT_POSTFIELDSIZE, body.count)
    // libcurl only reads what it is to send.
    if let start = body.baseAddress {
      try handle.set(CURLOPT_POSTFIELDS, at: UnsafeMutableRawPointer(mutating: start))
    }
    // Without the last, libcurl asks before it sends a longer body.
    try handle.set(
      CURLOPT_HTTPHEADER, list: request.headers.map { "\($0.name): \($0.value)" } + ["Expect:"])
    if let port = rehearsal?.ports[request.host] {
      try handle.set(CURLOPT_CONNECT_TO, list: ["\(request.host):443:127.0.0.1:\(port)"])
    }
  }

  /// Nothing but this request, to nowhere but this host.
  private func restrict(_ handle: borrowing CurlHandle) throws(HTTPSError) {
    try handle.set(CURLOPT_PROTOCOLS_STR, "https")
    try handle.set(CURLOPT_FOLLOWLOCATION, 0)
    try handle.set(CURLOPT_PROXY, "")
    try handle.set(CURLOPT_NOPROXY, "*")
    try handle.set(CURLOPT_NETRC, 0)
    try handle.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    try handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    try handle.set(CURLOPT_FORBID_REUSE, 1)
    try handle.set(CURLOPT_NOSIGNAL, 1)
    try handle.set(CURLOPT_TIMEOUT_MS, bounds.totalMilliseconds)
    try handle.set(CURLOPT_CONNECTTIMEOUT_MS, bounds.connectMilliseconds)
  }

  private func secure(
    _ handle: borrowing CurlHandle, _ root: UnsafeRawBufferPointer
  ) throws(HTTPSError) {
    try handle.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    try handle.set(CURLOPT_TLS13_CIPHERS, Self.suites13)
    try handle.set(CURLOPT_SSL_CIPHER_LIST, Self.suites12)
    try handle.set(CURLOPT_SSL_VERIFYPEER, 1)
    try handle.set(CURLOPT_SSL_VERIFYHOST, 2)
    try handle.set(CURLOPT_SSL_SESSIONID_CACHE, 0)
    guard !root.isEmpty else { return }
    try handle.set(CURLOPT_CAINFO, nil)
    try handle.set(CURLOPT_CAPATH, nil)
    try handle.set(CURLOPT_CAINFO_BLOB, lent: root)
  }

  private func identify(
    _ handle: borrowing CurlHandle, _ credential: ClientCredential
  ) throws(HTTPSError) {
    try handle.set(CURLOPT_SSLCERTTYPE, "PEM")
    try handle.set(CURLOPT_SSLCERT_BLOB, lent: credential.certificates)
    try handle.set(CURLOPT_SSLKEYTYPE, "PEM")
    try handle.set(CURLOPT_SSLKEY_BLOB, lent: credential.key)
  }

  // Source: Apple, Setting up your server: what its gateways take, and nothing else.
  private static let suites13 = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384"
  private static let suites12 =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
    + "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384"
}

/// Lends the bytes of an array under a typed error.
private func withBorrowed<Value>(
  _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(HTTPSError) -> Value
) throws(HTTPSError) -> Value {
  try bytes.withUnsafeBufferPointer { (buffer) throws(HTTPSError) in
    try body(UnsafeRawBufferPointer(buffer))
  }
}
