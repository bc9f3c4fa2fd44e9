import CCurl
import Glibc

/// What libcurl's callbacks need and leave during one request.
///
/// It stays with its thread: libcurl calls back on the thread that asked it to perform.
final class Transfer {
  private let limit: Int
  private let sockets: SocketCounter
  private let mayCallLoopback: Bool
  private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Transfer.wordBytes)
  private var answer: [UInt8] = []
  private var headBytes = 0
  private var isTooLarge = false
  private var refused: (address: String, use: String)?

  // Sizes that libcurl's header gives as macros: CURL_ERROR_SIZE; our bound of an answer's head.
  private static let wordBytes = 256
  private static let headLimit = 16 * 1024
  /// What is told of an answer that is none.
  private static let shownBytes = 300

  init(limit: Int, sockets: SocketCounter, mayCallLoopback: Bool) {
    self.limit = limit
    self.sockets = sockets
    self.mayCallLoopback = mayCallLoopback
    words.initialize(repeating: 0, count: Self.wordBytes)
  }

  deinit { words.deallocate() }

  /// Has the handle call this object; it must outlive the handle's work.
  func listen(_ handle: borrowing CurlHandle) throws(HTTPSError) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    try handle.set(CURLOPT_ERRORBUFFER, at: words)
    try handle.set(CURLOPT_WRITEDATA, at: own)
    try handle.set(CURLOPT_WRITEFUNCTION, receiveBody)
    try handle.set(CURLOPT_HEADERDATA, at: own)
    try handle.set(CURLOPT_HEADERFUNCTION, receiveHead)
    try handle.set(CURLOPT_OPENSOCKETDATA, at: own)
    try handle.setSocketOpener(openSocket)
  }

  /// The body, if the outcome is an answer that says 200.
  func answer(
    _ handle: borrowing CurlHandle, _ outcome: CURLcode, to host: String
  ) throws(HTTPSError) -> [UInt8] {
    guard outcome != CURLE_OK else {
      guard handle.status == 200 else {
        let words = String(decoding: answer.prefix(Self.shownBytes), as: UTF8.self)
        throw .status(host: host, handle.status, words: words)
      }
      return answer
    }
    if isTooLarge { throw .answerTooLarge(host: host, limit: limit) }
    let told = String(cString: words)
    let cause = told.isEmpty ? handle.text(of: outcome) : told
    switch outcome {
    case CURLE_OPERATION_TIMEDOUT: throw .timeout(host: host, cause: cause)
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST:
      if let refused {
        throw .addressRefused(host: host, address: refused.address, use: refused.use)
      }
      throw .unreachable(host: host, cause: cause)
    case CURLE_SSL_CERTPROBLEM: throw .credential(cause: cause)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED:
      throw .tls(host: host, cause: cause)
    // Under TLS 1.3 a server refuses our certificate after the handshake: it reads as a cut.
    case CURLE_RECV_ERROR where cause.contains(" alert "),
      CURLE_SEND_ERROR where cause.contains(" alert "):
      throw .tls(host: host, cause: cause)
    // Its alert is lost if it has closed the connection before we finished writing.
    case CURLE_RECV_ERROR where headBytes == 0, CURLE_SEND_ERROR where headBytes == 0,
      CURLE_GOT_NOTHING:
      throw .brokenOff(
        host: host,
        cause: cause + "; it ended the connection unanswered, and may not accept our certificate")
    default: throw .brokenOff(host: host, cause: cause)
    }
  }

  fileprivate func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isTooLarge = isTooLarge || bytes.count > limit - answer.count
    if !isTooLarge { answer += bytes }
    return !isTooLarge
  }

  fileprivate func count(head bytes: Int) -> Bool {
    headBytes += bytes
    isTooLarge = isTooLarge || headBytes > Self.headLimit
    return !isTooLarge
  }

  /// A socket for an address, the very one that libcurl connects it to; nil if nobody is to be
  /// called there.
  fileprivate func socket(_ wanted: UnsafePointer<curl_sockaddr>) -> Int32? {
    sockets.countAddress()
    let address = PublicAddress.bytes(of: pay_curl_address(wanted))
    let isPermitted = mayCallLoopback && PublicAddress.isLoopback(address)
    if !isPermitted, let use = PublicAddress.refusal(of: address) {
      refused = (PublicAddress.text(of: address), use)
      return nil
    }
    let kind = wanted.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    let number = Glibc.socket(wanted.pointee.family, kind, wanted.pointee.protocol)
    guard number >= 0 else { return nil }
    sockets.countSocket()
    return number
  }
}

// Global functions: a closure could be isolated to an actor and trap on libcurl's thread.

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private func receiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
  return transfer(context)?.append(bytes) == true ? count : 0
}

private func receiveHead(
  _: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.count(head: size * count) == true ? count : 0
}

private func openSocket(
  _ context: UnsafeMutableRawPointer?, _: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address, let transfer = transfer(context) else { return CURL_SOCKET_BAD }
  return transfer.socket(address) ?? CURL_SOCKET_BAD
}
