internal import PayCore

/// A document that was read is written so that it reads the same again.
enum JSONProperty {
  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    guard let value = try read(bytes) else { return }
    let written = value.bytes
    let limit = max(written.count, Limits.jsonBytes)
    let again: JSONValue
    do {
      again = try JSONValue(parsing: written, limit: limit)
    } catch {
      throw BrokenClaim(what: "what was written is refused: \(error)")
    }
    // Equal texts of Swift may differ in their bytes.
    try claim(again == value && again.bytes == written, "what was written reads otherwise")
    try checkPlaces(in: value)
  }

  /// The document; nil if it is refused, which must name a place inside.
  private static func read(_ bytes: [UInt8]) throws(BrokenClaim) -> JSONValue? {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes)
    } catch {
      try claim((0...bytes.count).contains(error.offset), "the offset of \(error) is outside")
      return nil
    }
  }

  /// A reader that was asked for every member finds each, and no unknown one; one that was asked for
  /// none finds all of them unknown, at pointers that lead there.
  private static func checkPlaces(in value: JSONValue) throws(BrokenClaim) {
    guard case .object(let members) = value else { return }
    var asked = JSONReader(value)
    for member in members {
      let found = asked.value(member.name)
      try claim(found == member.value, "the member \(member.name) is not found")
    }
    try claim(asked.finish().isEmpty, "a member that was asked for is unknown")
    var silent = JSONReader(value)
    let unknown = silent.finish()
    try claim(unknown.count == members.count, "not all members are unknown")
    for (fault, member) in zip(unknown, members) {
      try claim(
        JSONPointer.target(fault.pointer, in: value) == member.value,
        "\(fault.pointer) does not lead to \(member.name)")
    }
  }
}
