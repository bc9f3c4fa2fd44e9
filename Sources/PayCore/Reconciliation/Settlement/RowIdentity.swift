/// What makes two lines of a file the same row at the provider.
enum RowIdentity: Hashable {
  case reference(account: String, row: String)
  /// A row without a reference of its own is told from others by all that it says.
  case content(SettlementLine)

  /// Of a line whose `occurrence` has not been counted yet.
  init(_ line: SettlementLine) {
    self =
      line.rowReference.isEmpty
      ? .content(line) : .reference(account: line.account, row: line.rowReference)
  }

  /// Numbers the lines that are the same row: 0, 1, 2, ... in an order that follows from what they
  /// say and not from where they stand in the file.
  static func countOccurrences(_ lines: inout [SettlementRecord]) {
    // Lines are compared where their hashes are equal; another line with the same hash is as good
    // as impossible, and is counted by its whole identity.
    var byHash: [Int: Int] = [:]
    var others: [RowIdentity: Int] = [:]
    // Zero-based lines after the first, by the first.
    var repeats: [Int: [Int]] = [:]
    byHash.reserveCapacity(lines.count)
    for index in lines.indices {
      let identity = RowIdentity(lines[index].line)
      let hash = identity.hashValue
      guard let first = byHash[hash] else {
        byHash[hash] = index
        continue
      }
      if RowIdentity(lines[first].line) == identity {
        repeats[first, default: []].append(index)
      } else if let first = others[identity] {
        repeats[first, default: []].append(index)
      } else {
        others[identity] = index
      }
    }
    for (first, more) in repeats { number([first] + more, &lines) }
  }

  private static func number(_ indices: [Int], _ lines: inout [SettlementRecord]) {
    var ordered = indices
    if !lines[indices[0]].line.rowReference.isEmpty {
      let contents = indices.map { (index: $0, bytes: lines[$0].line.canonicalBytes) }
      ordered = contents.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.index)
    }
    for (occurrence, index) in ordered.enumerated() { lines[index].line.occurrence = occurrence }
  }
}
