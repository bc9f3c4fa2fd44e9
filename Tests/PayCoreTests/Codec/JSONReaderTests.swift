import PayCore
import Testing

@Suite struct JSONReaderTests {
  private func places(_ faults: [JSONFault]) -> [String] {
    faults.map { "\($0.pointer) \($0.code)" }
  }

  @Test func `a good object is read without a fault`() {
    var reader = JSONReader(["a": "x", "b": 2, "c": ["y"], "d": .null, "e": ["k": 1]])
    #expect(reader.string("a") == "x")
    #expect(reader.integer("b") == 2)
    #expect(reader.strings("c") == ["y"])
    #expect(reader.value("d") == .null)
    #expect(reader.object("e") == ["k": 1])
    #expect(reader.optionalString("f") == nil)
    #expect(reader.optionalInteger("g") == nil)
    #expect(reader.value("h") == nil)
    #expect(reader.finish() == [])
  }

  @Test func `all faults are reported together, unknown members last`() {
    var reader = JSONReader(
      ["extra": 1, "a": 1, "b": "2", "c": ["x", 1, .null], "d": .number("1.0"), "more": 2],
      at: "/x")
    _ = reader.string("a")
    _ = reader.integer("b")
    _ = reader.strings("c")
    _ = reader.optionalInteger("d")
    _ = reader.array("e")
    reader.fault("d", "own_code", "a rule of the caller's")
    reader.fault(nil, "own_code", "about the whole")
    #expect(
      places(reader.finish()) == [
        "/x/a wrong_type", "/x/b wrong_type", "/x/c/1 wrong_type", "/x/c/2 wrong_type",
        "/x/d wrong_type", "/x/e missing_member", "/x/d own_code", "/x own_code",
        "/x/extra unknown_member", "/x/more unknown_member",
      ])
  }

  @Test func `messages say what is wrong and what would be right`() {
    var reader = JSONReader(["a": 1, "z": 1])
    _ = reader.string("a")
    _ = reader.integer("b")
    _ = reader.optionalInteger("z")
    _ = reader.optionalString("y")
    #expect(
      reader.finish().map(\.detail) == [
        "must be a string, not an integer", "is missing: an integer",
      ])
  }

  @Test func `an unknown member is told the known ones, each once`() {
    var reader = JSONReader(["a": 1, "c": 1, "d": 1])
    _ = reader.optionalInteger("a")
    _ = reader.has("a")
    _ = reader.optionalString("b")
    #expect(
      reader.finish().map(\.detail) == [
        "is not a member here; known: a, b", "is not a member here; known: a, b",
      ])
  }

  @Test func `a second verdict repeats nothing`() {
    var reader = JSONReader(["a": 1])
    #expect(reader.finish() == reader.finish())
    #expect(reader.finish().count == 1)
    #expect(reader.finish().first?.detail == "is not a member here; known: none")
  }

  @Test(arguments: [JSONValue.null, true, 1, "x", [], [["a": 1]], .number("1.5")])
  func `what is not an object is one fault`(value: JSONValue) {
    var reader = JSONReader(value, at: "/p")
    _ = reader.string("a")
    _ = reader.optionalInteger("b")
    _ = reader.object("c")
    #expect(places(reader.finish()) == ["/p wrong_type"])
  }

  @Test(arguments: [
    ("a/b", "/a~1b"), ("m~n", "/m~0n"), ("~1", "/~01"), ("/~/", "/~1~0~1"), ("", "/"), (" ", "/ "),
    ("é\u{301}", "/é\u{301}"),
  ])
  func `a pointer's token is escaped as RFC 6901 wants`(name: String, pointer: String) {
    var reader = JSONReader(.object([JSONMember(name, 1)]))
    #expect(reader.path(name) == pointer)
    #expect(reader.finish().map(\.pointer) == [pointer])
  }

  @Test func `a name is asked for byte for byte`() {
    var reader = JSONReader(["\u{212A}ey": "x"])
    #expect(reader.string("Key") == nil)
    #expect(places(reader.finish()) == ["/Key missing_member", "/\u{212A}ey unknown_member"])
  }

  @Test(arguments: ["abcd", "dcba", "cadb", "aabbccdd", "bxdacxa"])
  func `members are found in whatever order they are asked for`(order: String) {
    var reader = JSONReader(["a": 1, "b": 2, "c": 3, "d": 4])
    let values: [Character: JSONValue] = ["a": 1, "b": 2, "c": 3, "d": 4]
    for name in order { #expect(reader.value(String(name)) == values[name]) }
    #expect(reader.finish() == [])
  }
}
