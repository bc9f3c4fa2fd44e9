import COpenSSL
import PayCore

/// What an `i2d` function writes when it is asked to reserve the memory itself.
func encodedDER(
  _ operation: String, _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
) throws(CryptoFailure) -> [UInt8] {
  var start: UnsafeMutablePointer<UInt8>?
  let count = encode(&start)
  guard count > 0, let start else { throw .openSSL(operation) }
  defer { CRYPTO_free(start, nil, 0) }
  return [UInt8](UnsafeBufferPointer(start: start, count: Int(count)))
}
