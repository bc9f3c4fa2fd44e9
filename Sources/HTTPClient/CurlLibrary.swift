import CCurl
import Glibc

/// The functions of libcurl, opened at the first request.
// Unchecked: the table is filled before anybody else sees it, and only read after; libcurl's
// functions may be called by all threads once it has been set up (libcurl-thread(3)).
final class CurlLibrary: @unchecked Sendable {
  let functions: UnsafeMutablePointer<pay_curl>

  /// The library, or why there is none.
  static let shared = Result<CurlLibrary, HTTPSError> { () throws(HTTPSError) in
    try CurlLibrary(name: "libcurl.so.4")
  }

  /// The first version that takes a list of schemes as text; keys from memory came earlier.
  private static let oldest: UInt32 = 0x07_5500
  static let oldestName = "7.85"

  init(name: String) throws(HTTPSError) {
    functions = .allocate(capacity: 1)
    functions.initialize(to: pay_curl())
    guard pay_curl_open(functions, name) == 1 else {
      throw .libraryMissing(cause: dlerror().map { String(cString: $0) } ?? name)
    }
    // libcurl would write the secrets of every connection to the file that this names.
    unsetenv("SSLKEYLOGFILE")
    guard pay_curl_global_init(functions) == CURLE_OK else {
      throw .libraryUnfit(cause: "it cannot be set up")
    }
    guard let version = pay_curl_version(functions) else {
      throw .libraryUnfit(cause: "it does not tell its version")
    }
    guard version.pointee.version_num >= Self.oldest else {
      throw .libraryUnfit(
        cause: "it is version \(version.pointee.version.map { String(cString: $0) } ?? "?")")
    }
  }

  deinit { functions.deallocate() }
}

/// One use of libcurl: options, a transfer, and the end.
struct CurlHandle: ~Copyable {
  private let library: CurlLibrary
  private let pointer: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []

  private var functions: UnsafeMutablePointer<pay_curl> { library.functions }

  init(_ library: CurlLibrary) throws(HTTPSError) {
    guard let pointer = library.functions.pointee.easy_init() else {
      throw .libraryUnfit(cause: "it cannot reserve memory")
    }
    self.library = library
    self.pointer = pointer
  }

  deinit {
    library.functions.pointee.easy_cleanup(pointer)
    for list in lists { library.functions.pointee.slist_free_all(list) }
  }

  func set(_ option: CURLoption, _ number: Int) throws(HTTPSError) {
    try check(option, pay_curl_set_number(functions, pointer, option, number))
  }

  func set(_ option: CURLoption, _ text: String?) throws(HTTPSError) {
    try check(option, pay_curl_set_text(functions, pointer, option, text))
  }

  func set(_ option: CURLoption, at value: UnsafeMutableRawPointer) throws(HTTPSError) {
    try check(option, pay_curl_set_pointer(functions, pointer, option, value))
  }

  /// The bytes must stay where they are until the handle goes.
  func set(_ option: CURLoption, lent bytes: UnsafeRawBufferPointer) throws(HTTPSError) {
    try check(
      option, pay_curl_set_blob(functions, pointer, option, bytes.baseAddress, bytes.count))
  }

  func set(_ option: CURLoption, _ receiver: @escaping curl_write_callback) throws(HTTPSError) {
    try check(option, pay_curl_set_receiver(functions, pointer, option, receiver))
  }

  func setSocketOpener(_ opener: @escaping curl_opensocket_callback) throws(HTTPSError) {
    try check(
      CURLOPT_OPENSOCKETFUNCTION, pay_curl_set_socket_opener(functions, pointer, opener))
  }

  mutating func set(_ option: CURLoption, list texts: [String]) throws(HTTPSError) {
    var list: UnsafeMutablePointer<curl_slist>?
    for text in texts {
      guard let longer = functions.pointee.slist_append(list, text) else {
        functions.pointee.slist_free_all(list)
        throw .libraryUnfit(cause: "it cannot reserve memory")
      }
      list = longer
    }
    guard let list else { return }
    lists.append(list)
    try set(option, at: UnsafeMutableRawPointer(list))
  }

  /// Sends and receives; the outcome in libcurl's terms.
  func perform() -> CURLcode { functions.pointee.easy_perform(pointer) }

  /// The status of the answer; 0 if there was none.
  var status: Int {
    var status = 0
    return pay_curl_get_status(functions, pointer, &status) == CURLE_OK ? status : 0
  }

  /// What libcurl calls an outcome.
  func text(of code: CURLcode) -> String {
    functions.pointee.easy_strerror(code).map { String(cString: $0) } ?? "code \(code.rawValue)"
  }

  /// An option that is not taken must not be left out: each is there for safety.
  private func check(_ option: CURLoption, _ code: CURLcode) throws(HTTPSError) {
    guard code == CURLE_OK else {
      throw .libraryUnfit(cause: "it does not take option \(option.rawValue)")
    }
  }
}
