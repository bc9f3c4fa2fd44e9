package import PayCore

extension JSONValue {
  /// The same document with the members of every object in order of their names, as bytes: two
  /// documents that say the same are equal, to the last scalar.
  package var sortedBytes: [UInt8] { sorted.bytes }

  private var sorted: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(
        members.map { JSONMember($0.name, $0.value.sorted) }
          .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    default: self
    }
  }
}
