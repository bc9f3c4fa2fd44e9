import COpenSSL
package import PaySystem

/// Bytes that nobody may see by accident: they print as `[redacted]` and are wiped when the value
/// goes.
///
/// Whoever needs them says so: `reveal` for text that a person is to keep, `withBytes` for the
/// rest.
package final class Secret: @unchecked Sendable {
  // Written in `init`, wiped in `deinit`, only read between: threads cannot meet.
  private let memory: UnsafeMutableRawBufferPointer

  private init(count: Int) { memory = .allocate(byteCount: count, alignment: 1) }

  package convenience init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count)
    memory.copyMemory(from: bytes)
  }

  /// Takes the bytes over: the array is wiped.
  package convenience init(wiping bytes: inout [UInt8]) {
    self.init(count: bytes.count)
    memory.copyBytes(from: bytes)
    bytes.wipe()
  }

  /// `count` bytes as `fill` leaves them; they were zero before.
  convenience init<Failure: Error>(
    count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    self.init(count: count)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    try fill(memory)
  }

  /// Bytes.
  package var count: Int { memory.count }

  deinit {
    OPENSSL_cleanse(memory.baseAddress, memory.count)
    memory.deallocate()
  }

  /// The text, for the one place where a person is to read it.
  package func reveal() -> String { String(decoding: memory, as: UTF8.self) }

  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(memory))
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "[redacted]" }
  package var debugDescription: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension [UInt8] {
  /// Overwrites the bytes so that the optimiser cannot leave it out.
  mutating func wipe() {
    withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
  }
}

extension Files {
  /// Creates a file that only its owner may read; throws (`isExisting`) if it is there already.
  package static func create(_ path: String, with secret: Secret) throws(FileError) {
    var bytes = secret.withBytes { [UInt8]($0) }
    defer { bytes.wipe() }
    try create(path, with: bytes, mode: 0o600)
  }
}
