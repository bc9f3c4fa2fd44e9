/// Takes the chunked transfer coding off a body; extensions and trailers are refused.
struct ChunkedBody {
  private enum State {
    case size
    case data(Int)
    case dataEnd
    case end
  }

  private(set) var body: [UInt8] = []
  private let limit: Int
  private var state = State.size
  /// 16 digits are the most a 64-bit size has; then CR LF.
  private static let sizeLine = 18

  init(limit: Int) { self.limit = limit }

  /// Takes what there is of `input`; true when the body is complete.
  mutating func decode(_ input: inout InputBuffer) throws(Fault) -> Bool {
    while true {
      switch state {
      case .size:
        guard let line = try input.takeLine(limit: Self.sizeLine, tooLong: .badChunk) else {
          return false
        }
        let size = try Self.size(input.bytes[line])
        if size > limit - body.count { throw .bodyTooLarge }
        state = size == 0 ? .end : .data(size)
      case .data(let left):
        let part = min(left, input.count)
        if part == 0 { return false }
        body.append(contentsOf: input.take(part))
        input.compact()
        state = part == left ? .dataEnd : .data(left - part)
      case .dataEnd:
        guard let line = try input.takeLine(limit: 2, tooLong: .badChunk) else { return false }
        guard line.isEmpty else { throw .badChunk }
        state = .size
      case .end:
        guard let line = try input.takeLine(limit: 2, tooLong: .trailers) else { return false }
        guard line.isEmpty else { throw .trailers }
        return true
      }
    }
  }

  private static func size(_ digits: ArraySlice<UInt8>) throws(Fault) -> Int {
    guard !digits.isEmpty else { throw .badChunk }
    var total = 0
    for digit in digits {
      let value: UInt8
      switch ASCII.lower(digit) {
      case 0x30...0x39: value = digit - 0x30
      case 0x61...0x66: value = ASCII.lower(digit) - 0x61 + 10
      default: throw .badChunk
      }
      // Sixteen digits fill 64 bits, and an Int has 63.
      if total > Int.max >> 4 { throw .bodyTooLarge }
      total = total << 4 | Int(value)
    }
    return total
  }
}
