import TestSupport
import Testing

@testable import HTTPTransport

@Suite struct `The request parser` {
  /// Feeds `bytes` in the pieces that `cuts` makes; every event as one line.
  static func events(_ bytes: [UInt8], cuts: [Int] = []) -> [String] {
    var spare: [UInt8] = []
    var parser = RequestParser(limits: HTTPServerLimits(), peer: "peer")
    var events: [String] = []
    var start = 0
    for end in cuts + [bytes.count] {
      bytes[start..<end].withUnsafeBytes { parser.append($0, spare: &spare) }
      start = end
      loop: while true {
        switch parser.next() {
        case .incomplete:
          parser.rest(spare: &spare)
          break loop
        case .expectsContinue: events.append("continue")
        case .request(let request, let closes):
          let query = request.query.map { "?\($0)" } ?? ""
          let body = String(decoding: request.body, as: UTF8.self)
          let fields = request.headers.fields.map { "\($0.name)=\($0.value)" }
          events.append("\(request.method) \(request.path)\(query) \(body)|\(fields)|\(closes)")
        case .refused(let fault):
          events.append("\(fault.status) \(fault.code)")
          return events
        }
      }
    }
    return events
  }

  static func check(_ events: [String], _ row: RequestCase) {
    let lines = events.map { event in
      event.prefix { $0 != "|" }.trimmingSuffix(while: { $0 == " " })
    }
    let refusal = row.refusal.flatMap { code in row.status.map { ["\($0) \(code)"] } } ?? []
    #expect(lines.map(String.init).filter { $0 != "continue" } == row.requests + refusal)
  }

  @Test(arguments: RequestCase.accepted)
  func `reads what is right`(_ row: RequestCase) { Self.check(Self.events(row.bytes), row) }

  @Test(arguments: RequestCase.refused)
  func `refuses what is wrong, and what follows it`(_ row: RequestCase) {
    Self.check(Self.events(row.bytes), row)
  }

  @Test(arguments: RequestCase.accepted + RequestCase.refused)
  func `gives the same events however the bytes are cut`(_ row: RequestCase) {
    let whole = Self.events(row.bytes)
    let each = Array(1..<max(2, row.bytes.count))
    #expect(Self.events(row.bytes, cuts: each) == whole, "byte by byte")
    // Every split of a long row costs time that is square in its length.
    let step = max(1, row.bytes.count / 500)
    for cut in stride(from: 1, to: row.bytes.count, by: step)
    where Self.events(row.bytes, cuts: [cut]) != whole {
      Issue.record("cut at \(cut): \(Self.events(row.bytes, cuts: [cut]))")
    }
  }

  @Test func `asks for the body only once the head is right`() {
    let head = RequestCase.post("Expect: 100-continue", "Content-Length: 7", body: "")
    #expect(Self.events(Array(head.utf8)) == ["continue"])
    let chunked = RequestCase.post("Expect: 100-Continue", "Transfer-Encoding: chunked", body: "")
    #expect(Self.events(Array(chunked.utf8)) == ["continue"])
    let old = "POST /p HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 7\r\n\r\n"
    #expect(Self.events(Array(old.utf8)) == [])
  }

  @Test(arguments: [
    ("HTTP/1.1\r\nHost: x", false), ("HTTP/1.1\r\nHost: x\r\nConnection: keep-alive", false),
    ("HTTP/1.1\r\nHost: x\r\nConnection: close", true),
    ("HTTP/1.1\r\nHost: x\r\nConnection: a , CLOSE", true),
    ("HTTP/1.1\r\nHost: x\r\nConnection: closed", false),
    ("HTTP/1.0", true), ("HTTP/1.0\r\nConnection: keep-alive", true),
  ]) func `knows when the client wants no other request`(_ head: String, _ closes: Bool) {
    let events = Self.events(Array("GET / \(head)\r\n\r\n".utf8))
    #expect(events.first?.hasSuffix("|\(closes)") == true)
  }

  @Test func `keeps the fields in order and finds them without case`() {
    var spare: [UInt8] = []
    var parser = RequestParser(limits: HTTPServerLimits(), peer: "10.0.0.1")
    Array(RequestCase.field("a: 1\r\nB:  2 \r\nA: 3").utf8).withUnsafeBytes {
      parser.append($0, spare: &spare)
    }
    guard case .request(let request, _) = parser.next() else {
      Issue.record("no request")
      return
    }
    #expect(request.headers.fields.map(\.name) == ["Host", "a", "B", "A"])
    #expect(request.headers["A"] == "1")
    #expect(request.headers["b"] == "2")
    #expect(request.headers["c"] == nil)
    #expect(request.headers.values("a") == ["1", "3"])
    #expect(request.peer == "10.0.0.1")
  }

  @Test func `takes larger bodies on the paths that allow them`() {
    var limits = HTTPServerLimits()
    limits.bodyBytes = 4
    limits.bodyBytesByPath = ["/p": 7]
    for (path, isTaken) in [("/p", true), ("/q", false)] {
      var spare: [UInt8] = []
      var parser = RequestParser(limits: limits, peer: "")
      let text = "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n1234567"
      Array(text.utf8).withUnsafeBytes { parser.append($0, spare: &spare) }
      if case .request = parser.next() { #expect(isTaken) } else { #expect(!isTaken) }
    }
  }

  @Test(arguments: 0..<40)
  func `never traps on random bytes, and splits never matter`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = (RequestCase.accepted + RequestCase.refused).filter { $0.bytes.count < 300 }
    for _ in 0..<100 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes += pieces.randomElement(using: &random)?.bytes ?? []
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2 where bytes.count > 1: bytes.remove(at: place)
        default: bytes.removeSubrange(place + 1..<bytes.count)
        }
      }
      let cuts = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0...bytes.count, using: &random)
      }
      let whole = Self.events(bytes)
      #expect(
        Self.events(bytes, cuts: cuts.sorted()) == whole, "seed \(seed), cuts \(cuts), \(bytes)")
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, predicate(last) { rest.removeLast() }
    return rest
  }
}
