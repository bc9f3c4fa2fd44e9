import COpenSSL
import PayCore

/// OpenSSL's stream over memory, by which it reads and writes PEM.
struct MemoryBIO: ~Copyable {
  private let pointer: OpaquePointer

  /// An empty one to write to; its memory is wiped when it goes.
  init() throws(CryptoFailure) {
    guard let pointer = BIO_new(BIO_s_mem()) else { throw .openSSL("reserve memory") }
    self.pointer = pointer
  }

  deinit { BIO_free(pointer) }

  /// Lets `body` write, and hands what it wrote to `result`.
  static func written<Result>(
    _ operation: String, by body: (OpaquePointer) -> Int32,
    _ result: (UnsafeRawBufferPointer) -> Result
  ) throws(CryptoFailure) -> Result {
    let bio = try MemoryBIO()
    guard body(bio.pointer) > 0 else { throw .openSSL(operation) }
    var start: UnsafePointer<UInt8>?
    let count = pay_bio_memory(bio.pointer, &start)
    return result(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Lets `body` read from `bytes`, which stay where they are.
  static func reading<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (OpaquePointer) throws(CryptoFailure) -> Result
  ) throws(CryptoFailure) -> Result {
    guard let pointer = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else {
      throw .openSSL("read PEM")
    }
    defer { BIO_free(pointer) }
    return try body(pointer)
  }
}
