internal import Glibc

/// Bytes that arrived and were not yet consumed.
struct InputBuffer {
  private(set) var bytes: [UInt8] = []
  private(set) var start = 0
  /// No line feed lies between `start` and here: what was searched is not searched again.
  private var searched = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { start == bytes.count }

  /// Adds bytes; if there is no room of its own, that of `spare` is taken.
  mutating func append(_ more: UnsafeRawBufferPointer, spare: inout [UInt8]) {
    if bytes.capacity == 0 { swap(&bytes, &spare) }
    bytes.append(contentsOf: more)
  }

  /// Gives the room back to `spare` if it holds nothing, so that a connection at rest has none.
  mutating func rest(spare: inout [UInt8]) {
    guard isEmpty else { return }
    compact()
    SpareRoom.giveBack(&bytes, to: &spare)
  }

  /// The byte that comes next.
  var first: UInt8? { start < bytes.count ? bytes[start] : nil }

  /// Takes the next line without its CR LF, nil if its end has not arrived.
  ///
  /// `limit` counts the line with its end. The result is a range of `bytes`, good until the next
  /// `compact`. Which error comes does not depend on the pieces in which the bytes arrived.
  mutating func takeLine(limit: Int, tooLong: Fault) throws(Fault) -> Range<Int>? {
    guard let end = findLineFeed() else {
      searched = bytes.count
      if count > limit { throw tooLong }
      return nil
    }
    if end + 1 - start > limit { throw tooLong }
    guard end > start, bytes[end - 1] == ASCII.cr else { throw .bareLineFeed }
    let line = start..<(end - 1)
    consume(end + 1 - start)
    return line
  }

  /// Takes `count` bytes, of which at least so many must be there.
  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    let slice = bytes[start..<(start + count)]
    consume(count)
    return slice
  }

  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(start + count)
  }

  /// Gives back the room of what was consumed, once that is all of it or at least half.
  mutating func compact() {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      start = 0
      searched = 0
    } else if start > bytes.count / 2 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
  }

  mutating func removeAll() { self = InputBuffer() }

  private mutating func consume(_ count: Int) {
    start += count
    searched = start
  }

  private func findLineFeed() -> Int? {
    bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress, searched < raw.count else { return nil }
      guard let found = memchr(base + searched, Int32(ASCII.lf), raw.count - searched) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }
}

/// Room for bytes that the connections of a loop lend each other, instead of asking for it anew
/// with each request.
enum SpareRoom {
  /// More than a usual message needs; larger rooms are freed.
  private static let limit = 16 * 1024

  /// Leaves `bytes` empty and without room.
  static func giveBack(_ bytes: inout [UInt8], to spare: inout [UInt8]) {
    if bytes.capacity > spare.capacity && bytes.capacity <= limit {
      bytes.removeAll(keepingCapacity: true)
      swap(&bytes, &spare)
    }
    bytes = []
  }
}
