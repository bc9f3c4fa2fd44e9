/// Gathers a report's bytes and hands them on in large pieces, so that a report of any length needs
/// little memory and few writes.
struct ReportBuffer {
  private static let pieceBytes = 64 * 1024
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(Self.pieceBytes + 4096) }

  static func += (buffer: inout ReportBuffer, text: String) { buffer.bytes += text.utf8 }

  static func += (buffer: inout ReportBuffer, bytes: [UInt8]) { buffer.bytes += bytes }

  /// Hands on what has been gathered, if it is a whole piece.
  mutating func drain<Failure: Error>(
    _ append: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    if bytes.count >= Self.pieceBytes { try flush(append) }
  }

  /// Hands on what has been gathered.
  mutating func flush<Failure: Error>(
    _ append: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard !bytes.isEmpty else { return }
    try append(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
