import Foundation
import PayCore
import TestSupport
import Testing

@Suite struct NotificationInteractionTests {
  private static func items(_ count: Int) -> JSONValue {
    .array(
      (0..<count).map { index in
        [
          "title": .string("title \(index)"), "text": .string("text \(index)"),
          "imageUrl": .string("https://example.com/\(index).jpg"),
        ]
      })
  }

  static func content(
    offer: NotificationOffer? = Fixture.notificationOffer(), items: Int? = nil, attachments: Int = 0
  ) throws -> NotificationContent {
    let payload = (["aps": [:]] as JSONValue).with("offer", offer?.json)
      .with("items", items.map(Self.items))
    return try NotificationContent(parsing: payload.bytes, attachments: attachments)
  }

  private static func received(
    offer: NotificationOffer? = Fixture.notificationOffer(), items: Int? = nil, attachments: Int = 0
  ) throws -> NotificationInteraction {
    var interaction = NotificationInteraction()
    interaction.receive(try content(offer: offer, items: items, attachments: attachments))
    return interaction
  }

  // MARK: Segments

  @Test(
    arguments: [
      (nil, 1, "10.00"), (0, 0, "5.00"), (1, 1, "10.00"), (2, 2, "20.00"), (3, 1, "10.00"),
      (-1, 1, "10.00"), (Int.max, 1, "10.00"), (Int.min, 1, "10.00"),
    ] as [(Int?, Int, String)])
  func `none and an index outside mean the default segment`(
    index: Int?, segment: Int, amount: String
  ) throws {
    var interaction = try Self.received(offer: Fixture.notificationOffer(defaultSegment: 1))
    #expect(interaction.segment == 1)
    interaction.select(2)
    interaction.select(index)
    #expect(interaction.segment == segment)
    #expect(interaction.amount?.amount == amount)
    #expect(interaction.response == nil && !interaction.forward)
  }

  @Test func `without an offer there is no segment, no amount and nothing to buy`() throws {
    var interaction = try Self.received(offer: nil)
    interaction.select(2)
    #expect(interaction.segment == nil && interaction.amount == nil)
    #expect(interaction.buy() == nil)
    #expect(interaction.item == nil && interaction.itemIndex == nil)
  }

  // MARK: Buying

  @Test func `an intent that is over is followed by one for the segment that was bought`() throws {
    var interaction = try Self.received()
    #expect(interaction.buyAgain() == nil)
    interaction.select(2)
    #expect(interaction.buy()?.idempotencyKey.hasSuffix(".2.1") == true)
    interaction.select(0)
    interaction.answered(status: 201)
    #expect(interaction.buyAgain()?.idempotencyKey.hasSuffix(".2.2") == true)
    interaction.finish()
    #expect(interaction.buyAgain() == nil)
  }

  @Test func `a buy posts the segment as the device shows it`() throws {
    var interaction = try Self.received()
    interaction.select(7)
    let bought = interaction.buy()
    let request = try #require(bought)
    #expect(
      String(decoding: request.body, as: UTF8.self) == #"{"offer":"some-product","segment":0}"#)
    #expect(request.idempotencyKey == "\(Fixture.notificationID).0.1")
  }

  @Test func `an attempt lasts until its answer or another segment`() throws {
    var interaction = try Self.received()
    func key() -> String? {
      // `note_` and 26 characters come first.
      interaction.buy().map { String($0.idempotencyKey.dropFirst(31)) }
    }
    #expect(key() == ".0.1")
    #expect(key() == ".0.1", "a retry after a lost answer")
    interaction.select(2)
    #expect(key() == ".2.2", "another segment")
    interaction.select(1)
    interaction.select(2)
    #expect(key() == ".2.2", "looked at another one only")
    interaction.answered(status: 503)
    #expect(key() == ".2.2", "the server may be at it still")
    interaction.answered(status: 201)
    #expect(key() == ".2.3", "after an answer")
    interaction.answered(status: 422)
    #expect(key() == ".2.4", "after a refusal")
  }

  @Test func `pay in app asks for the app and tells no option`() throws {
    var interaction = try Self.received()
    _ = interaction.perform(action: "switch")
    interaction.payInApp()
    #expect(interaction.forward && interaction.response == nil)
    interaction.select(1)
    #expect(!interaction.forward)
    var nothing = NotificationInteraction()
    nothing.payInApp()
    #expect(!nothing.forward)
  }

  // MARK: Actions and items

  @Test(arguments: [
    ("switch", ResponseOption.doNotDismiss), ("open", .dismissAndForwardAction),
    ("cancel", .dismiss), ("cancle", .dismiss), ("whatever", .dismissAndForwardAction),
    ("", .dismissAndForwardAction), ("Cancel", .dismissAndForwardAction),
    ("com.apple.UNNotificationDefaultActionIdentifier", .dismissAndForwardAction),
  ])
  func `an action has its response`(name: String, expected: ResponseOption) throws {
    for items in [nil, 0, 1, 2] {
      var interaction = try Self.received(items: items)
      #expect(interaction.perform(action: name) == expected)
      #expect(interaction.response == expected && !interaction.forward)
    }
  }

  @Test(
    arguments: [
      (0, 0, []), (1, 0, [0, 0, 0]), (2, 0, [0, 1, 0]), (3, 0, [0, 1, 2]), (3, 2, [0, 1, 0]),
      (3, 1, [0, 0, 0]), (3, 3, [0, 1, 2]), (2, 5, [0, 1, 0]), (3, -1, [0, 1, 2]),
    ] as [(Int, Int, [Int])])
  func `switch goes round the items that have a picture, all if there are no pictures`(
    count: Int, attachments: Int, shown: [Int]
  ) throws {
    var interaction = try Self.received(items: count, attachments: attachments)
    var seen: [Int] = []
    for _ in 0..<3 {
      if let index = interaction.itemIndex {
        seen.append(index)
        #expect(interaction.item?.title == "title \(index)")
      }
      #expect(interaction.perform(action: "switch") == .doNotDismiss)
    }
    #expect(seen == shown)
  }

  @Test func `a second notification replaces the first, a dismissed one opens as it was`() throws {
    var interaction = try Self.received(items: 3)
    interaction.select(2)
    _ = interaction.perform(action: "switch")
    #expect(interaction.perform(action: "cancel") == .dismiss)
    #expect(interaction.segment == 2 && interaction.itemIndex == 1)
    _ = interaction.perform(action: "switch")
    #expect(interaction.itemIndex == 2)
    interaction.receive(try Self.content(items: 2))
    #expect(interaction.segment == 0 && interaction.itemIndex == 0 && interaction.response == nil)
    interaction.finish()
    #expect(interaction == NotificationInteraction())
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `whatever happens, what is on view exists`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var interaction = NotificationInteraction()
    for step in 0..<2000 {
      switch random.next() % 8 {
      case 0:
        let offer = random.next().isMultiple(of: 3) ? nil : Fixture.notificationOffer()
        interaction.receive(
          try Self.content(
            offer: offer, items: Int(random.next() % 4), attachments: Int(random.next() % 6) - 1))
      case 1: interaction.select(random.next().isMultiple(of: 4) ? nil : Int(random.next() % 5) - 1)
      case 2: interaction.select(Int(truncatingIfNeeded: random.next()))
      case 3: interaction.payInApp()
      case 4 where random.next().isMultiple(of: 20): interaction.finish()
      case 5: interaction.answered(status: Int(random.next() % 600))
      case 6:
        let request = interaction.buy()
        #expect((request == nil) == (interaction.content?.offer == nil))
      default:
        let names = ["switch", "switch", "open", "cancel", "x"]
        _ = interaction.perform(action: names.randomElement(using: &random) ?? "")
      }
      let place: Comment = "seed \(seed), step \(step)"
      let items = interaction.content?.items ?? []
      #expect(interaction.itemIndex.map(items.indices.contains) ?? items.isEmpty, place)
      #expect((interaction.item == nil) == items.isEmpty, place)
      let segments = interaction.content?.offer?.segments ?? []
      #expect(interaction.segment.map(segments.indices.contains) ?? segments.isEmpty, place)
      #expect((interaction.amount == nil) == segments.isEmpty, place)
    }
  }
}

@Suite struct NotificationContentTests {
  private func codes(_ text: String) -> [String] {
    do throws(NotificationContentError) {
      _ = try NotificationContent(parsing: Array(text.utf8), attachments: 0)
      return []
    } catch {
      #expect(error.code == error.faults.first?.code)
      return error.faults.map { "\($0.code) \($0.pointer)" }
    }
  }

  @Test(arguments: [
    (#"{"aps":{}}"#, []), (#"{"aps":{},"items":[]}"#, []), ("{", ["json_unexpected_end "]),
    ("[]", ["wrong_type "]), (#"{"items":1}"#, ["wrong_type /items"]),
    (#"{"items":[{"title":"t","text":"t","imageUrl":"u","more":1}]}"#, []),
    (
      #"{"items":[1,{"title":"t","text":2,"imageUrl":"u"}],"offer":[]}"#,
      ["wrong_type /items/0", "wrong_type /items/1/text", "wrong_type /offer"]
    ),
  ])
  func `every fault is told at once`(text: String, expected: [String]) {
    #expect(codes(text) == expected)
  }

  @Test func `a payload of two pictures is read`() throws {
    let text = """
      {"aps": {"alert": {"title": "多媒体", "body": "图片"}, "category": "customUI"},
       "items": [{"title": "一", "text": "1", "imageUrl": "http://example.com/1.jpg"},
                 {"title": "二", "text": "2", "imageUrl": "http://example.com/2.jpg"}]}
      """
    let content = try NotificationContent(parsing: Array(text.utf8), attachments: 2)
    #expect(content.items.count == 2 && content.offer == nil)
    #expect(PayloadLint(Array(text.utf8)).findings == [])
  }
}

private let originalPayload = packageRoot + "/../shared/vectors/original-remote-payload.json"

/// The payload of the sample that came first, byte for byte as its users have it.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: originalPayload)))
struct OriginalPayloadTests {
  @Test func `its two items go round, and each action has its option`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: originalPayload)))
    #expect(PayloadLint(bytes).isAccepted)
    let content = try NotificationContent(parsing: bytes, attachments: 0)
    #expect(content.items.map(\.title) == ["奥迪1", "奥迪2"])
    #expect(content.items.map(\.text) == ["奥迪R8", "奥迪超跑"])
    #expect(content.items.map { $0.imageUrl.split(separator: "/").last } == ["r8.jpg", "r8-1.jpg"])
    var interaction = NotificationInteraction()
    interaction.receive(content)
    var shown = [interaction.itemIndex]
    for _ in 0..<2 {
      #expect(interaction.perform(action: "switch") == .doNotDismiss)
      shown.append(interaction.itemIndex)
    }
    #expect(shown == [0, 1, 0])
    let options = ["open", "cancel", "cancle", "another"].map { interaction.perform(action: $0) }
    #expect(options == [.dismissAndForwardAction, .dismiss, .dismiss, .dismissAndForwardAction])
    #expect(interaction.itemIndex == 0)
  }
}

@Suite struct InteractionScriptTests {
  private func lines(_ text: String) -> [Int?] {
    do throws(InteractionScriptError) {
      _ = try InteractionScript(parsing: Array(text.utf8))
      return []
    } catch {
      return error.faults.map(\.line)
    }
  }

  @Test func `every event is read, with its line`() throws {
    let text = """
      # taps

      receive a b.json
        receive p.json attachments=2\t
      select 2
      select -1
      select none
      action some name
      buy\r
      pay-in-app
      finish
      """
    let script = try InteractionScript(parsing: Array(text.utf8))
    #expect(
      script.steps.map(\.event) == [
        .receive(path: "a b.json", attachments: 0), .receive(path: "p.json", attachments: 2),
        .select(2), .select(-1), .select(nil), .action("some name"), .buy, .payInApp, .finish,
      ])
    #expect(script.steps.map(\.line) == [3, 4, 5, 6, 7, 8, 9, 10, 11])
    #expect(script.steps[1].text == "receive p.json attachments=2")
    #expect(script.steps[6].text == "buy")
  }

  @Test(
    arguments: [
      ("", [nil]), ("# nothing\n\n", [nil]), ("select 1", [1]), ("\n\nbuy\nfinish", [3, 4]),
      ("receive", [1]), ("receive attachments=1", [1]), ("receive p attachments=x", [1]),
      ("receive p attachments=-1", [1]), ("receive p attachments=65", [1]),
      ("receive p attachments=02", [1]), ("receive p\nselect", [2]), ("receive p\nselect two", [2]),
      ("receive p\nselect 1 2", [2]), ("receive p\nselect +1", [2]),
      ("receive p\nselect 99999999999999999999", [2]), ("receive p\naction", [2]),
      ("receive p\nbuy now", [2]), ("receive p\nfinish x", [2]), ("receive p\nfinish\nbuy", [3]),
      ("receive a\u{0}b", [1]), ("recieve p", [1]),
      ("receive p\nselect x\nselect 1\ntap\n", [2, 4]),
    ] as [(String, [Int?])])
  func `bad lines are named, all of them`(text: String, expected: [Int?]) {
    #expect(lines(text) == expected)
  }

  @Test func `a slip is answered with the word that was meant`() {
    let error = #expect(throws: InteractionScriptError.self) {
      try InteractionScript(parsing: Array("recieve p.json".utf8))
    }
    #expect(error?.faults.first?.detail == "'recieve' is no event; did you mean receive?")
  }

  @Test func `a script is bounded, and is UTF-8`() {
    let most = "receive p\n" + String(repeating: "buy\n", count: Limits.scriptLines - 2)
    #expect(lines(most) == [])
    #expect(lines(most + "buy\n") == [Limits.scriptLines + 1])
    #expect(throws: InteractionScriptError.self) { try InteractionScript(parsing: [0xFF]) }
  }
}
