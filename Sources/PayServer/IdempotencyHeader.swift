import HTTPTransport
import PayCore

/// The `Idempotency-Key` header: bare, or quoted as a structured-field string; both are one key.
///
/// Source: draft-ietf-httpapi-idempotency-key-header-07.
enum IdempotencyHeader {
  /// The key of a request. Throws `idempotencyKeyMissing` and `idempotencyKeyMalformed`.
  static func key(of request: HTTPRequest) throws(ServerProblem) -> String {
    let values = request.headers.values("Idempotency-Key")
    guard let value = values.first else { throw .idempotencyKeyMissing }
    guard values.count == 1, let key = unquoted(Array(value.utf8)),
      (1...Limits.idempotencyKeyBytes).contains(key.count),
      key.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .idempotencyKeyMalformed }
    return String(decoding: key, as: UTF8.self)
  }

  private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    guard bytes.first == quote else { return bytes }
    guard bytes.count >= 2, bytes.last == quote else { return nil }
    var key: [UInt8] = []
    var rest = bytes.dropFirst().dropLast().makeIterator()
    while let byte = rest.next() {
      if byte == quote { return nil }
      guard byte == backslash else {
        key.append(byte)
        continue
      }
      guard let escaped = rest.next(), escaped == quote || escaped == backslash else { return nil }
      key.append(escaped)
    }
    return key
  }
}
