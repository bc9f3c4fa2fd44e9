/// The members of one object of a payment request, in the order in which they are added; what is
/// absent is not written.
struct RequestMembers {
  private var members: [JSONMember] = []

  /// The object.
  var json: JSONValue { .object(members) }

  init(capacity: Int) { members.reserveCapacity(capacity) }

  mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { members.append(JSONMember(name, value)) }
  }

  mutating func add(_ name: String, _ text: String?) { add(name, text.map { .string($0) }) }

  mutating func add(_ name: String, _ value: Bool?) { add(name, value.map { .bool($0) }) }

  mutating func add(_ name: String, _ count: Int64?) { add(name, count.map { .integer($0) }) }

  mutating func add(_ name: String, _ texts: [String]?) {
    add(name, texts.map { JSONValue.strings($0) })
  }

  mutating func add(_ name: String, _ amount: Money?) { add(name, amount?.amount) }

  mutating func add(_ name: String, _ date: RequestDate?) { add(name, date?.text) }

  mutating func add<Name: RequestName>(_ name: String, _ value: Name?) {
    add(name, value?.rawValue)
  }

  mutating func add<Name: RequestName>(_ name: String, _ values: [Name]?) {
    add(name, values?.map(\.rawValue))
  }

  mutating func add<Part: RequestPart>(_ name: String, _ part: Part?) { add(name, part?.json) }

  mutating func add<Part: RequestPart>(_ name: String, _ parts: [Part]?) {
    add(name, parts.map { JSONValue.array($0.map(\.json)) })
  }
}
