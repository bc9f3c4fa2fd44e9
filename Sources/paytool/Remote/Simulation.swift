import PayCore

/// A notification at work: plays a script's events and tells what became of each.
struct Simulation {
  /// Where buys go; nil if they are only shown.
  private let server: ServerAddress?
  /// What each `receive` shows, by its line.
  private let contents: [Int: NotificationContent]
  private var interaction = NotificationInteraction()
  /// The first buy that the server refused.
  private(set) var refusal: Failure?

  init(server: ServerAddress?, contents: [Int: NotificationContent]) {
    self.server = server
    self.contents = contents
  }

  static let head = ["EVENT", "SEGMENT", "AMOUNT", "ITEM", "THEN"]

  /// An event that was played.
  struct Played {
    let event: String
    let interaction: NotificationInteraction
    var buy: JSONValue?
    /// Lines below the event's own, for a person.
    var notes: [String] = []
  }

  /// Plays one event; throws if the server does not answer.
  mutating func play(_ step: InteractionScript.Step) throws(Failure) -> Played {
    var request: BuyRequest?
    switch step.event {
    case .receive: if let content = contents[step.line] { interaction.receive(content) }
    case .select(let index): interaction.select(index)
    case .action(let name): _ = interaction.perform(action: name)
    case .buy: request = interaction.buy()
    case .payInApp: interaction.payInApp()
    case .finish: interaction.finish()
    }
    var played = Played(event: step.text, interaction: interaction)
    if let request {
      try buy(request, step, &played)
    } else if step.event == .buy {
      played.notes = ["nothing to buy: the payload has no offer"]
    }
    return played
  }

  // MARK: Buying

  private mutating func buy(
    _ request: BuyRequest, _ step: InteractionScript.Step, _ played: inout Played
  ) throws(Failure) {
    let body = try Self.json(request.body)
    let url = server?.purchaseIntents ?? request.url
    let buy: JSONValue = [
      "endpoint": .string(url), "idempotencyKey": .string(request.idempotencyKey), "body": body,
    ]
    let text = String(decoding: request.body, as: UTF8.self)
    played.notes = [
      "\(server == nil ? "would post" : "posts") \(text) to \(url)",
      "Idempotency-Key \(request.idempotencyKey), the offer token as Bearer",
    ]
    guard server != nil else {
      played.buy = buy
      return
    }
    let answer: CurlProgram.Answer
    do throws(Failure) {
      answer = try CurlProgram.post(
        url,
        headers: [
          ("Authorization", request.authorization), ("Idempotency-Key", request.idempotencyKey),
        ], body: request.body)
    } catch {
      throw Failure(error.exitCode, error.code, "line \(step.line): \(error.message)")
    }
    interaction.answered(status: answer.status)
    let told = try tell(answer, step)
    played.buy = buy.with("status", .integer(Int64(answer.status)))
      .with("replayed", .bool(answer.isReplay)).with(told.name, told.json)
    played.notes.append(
      "\(answer.status)\(answer.isReplay ? ", the same answer as before" : ""): \(told.text)")
  }

  /// What an answer says: the intent, or the problem.
  private mutating func tell(
    _ answer: CurlProgram.Answer, _ step: InteractionScript.Step
  ) throws(Failure) -> (name: String, json: JSONValue, text: String) {
    do throws(AnswerError) {
      if answer.status == 200 || answer.status == 201 {
        let intent = try BuyAnswer(parsing: answer.body)
        let json: JSONValue = [
          "id": .string(intent.id), "amount": .string(intent.amount.amount),
          "amountMinor": .integer(intent.amount.minorUnits),
          "currency": .string(intent.amount.currency.code),
          "expiresAt": .string(intent.expiresAt.description),
        ]
        return ("intent", json, "\(intent.id), \(intent.amount), until \(intent.expiresAt)")
      }
      let problem = try ProblemAnswer(parsing: answer.body)
      let code = problem.code.isEmpty ? "problem" : problem.code
      let json: JSONValue = [
        "code": .string(problem.code), "title": .string(problem.title),
        "detail": .string(problem.detail),
      ]
      refuse(
        Failure(
          .foundBad, "buy_refused",
          "line \(step.line): the server refused the buy with \(answer.status), \(code): "
            + problem.message))
      return ("problem", json, "\(code): \(problem.message)")
    } catch {
      throw Failure(
        .remote, error.code,
        "line \(step.line): what answered with \(answer.status) is no PayServer: \(error)")
    }
  }

  private mutating func refuse(_ failure: Failure) { if refusal == nil { refusal = failure } }

  private static func json(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    do {
      return try JSONValue(parsing: bytes)
    } catch {
      throw Failure(.internal, "internal", "the buy request is not JSON: \(error)")
    }
  }
}

// MARK: - What is told

extension Simulation.Played {
  /// The members of every event; a buy has one more.
  var json: JSONValue {
    let item = interaction.item.flatMap { item in
      interaction.itemIndex.map { index -> JSONValue in
        [
          "index": .integer(Int64(index)), "title": .string(item.title), "text": .string(item.text),
          "imageUrl": .string(item.imageUrl),
        ]
      }
    }
    let event: JSONValue = [
      "event": .string(event), "segment": interaction.segment.map { .integer(Int64($0)) } ?? .null,
      "amount": interaction.amount.map { .string($0.amount) } ?? .null, "item": item ?? .null,
      "response": interaction.response.map { .string($0.rawValue) } ?? .null,
      "forward": .bool(interaction.forward),
    ]
    return event.with("buy", buy)
  }

  /// The cells of the table for a person.
  var row: [String] {
    let item = interaction.item.map { item in
      let count = interaction.content?.items.count ?? 0
      return "\((interaction.itemIndex ?? 0) + 1) of \(count), \(item.title)"
    }
    return [
      event, interaction.segment.map(String.init) ?? "-",
      interaction.amount.map(\.description) ?? "-", item ?? "-", outcome,
    ]
  }

  private var outcome: String {
    if interaction.forward { return "the app opens" }
    return switch interaction.response {
    case .doNotDismiss: "stays open"
    case .dismiss: "closes"
    case .dismissAndForwardAction: "closes, the app gets the action"
    case nil: interaction.content == nil ? "is gone" : ""
    }
  }
}
