/// The rules of `notification.json`.
struct NotificationRules {
  private(set) var faults: [JSONFault] = []

  mutating func notification(_ draft: NotificationDraft) -> NotificationTemplate? {
    text(draft.category, "category", limit: Limits.notificationNameBytes)
    text(draft.title, "title", limit: Limits.notificationTitleBytes)
    text(draft.subtitle, "subtitle", limit: Limits.notificationTitleBytes)
    // People read a body in lines; a line feed is no way to hide anything.
    let bodyText = draft.body?.split(separator: "\n").joined(separator: " ")
    text(bodyText, "body", limit: Limits.notificationBodyBytes)
    text(draft.sound, "sound", limit: Limits.notificationNameBytes)
    text(draft.threadIdentifier, "threadIdentifier", limit: Limits.notificationNameBytes)
    let level = level(draft.interruptionLevel)
    score(draft.relevanceScore)
    endpoint(draft.endpoint)
    range(draft.validSeconds)
    guard faults.isEmpty, let category = draft.category, let title = draft.title,
      let body = draft.body, let endpoint = draft.endpoint
    else { return nil }
    return NotificationTemplate(
      category: category, title: title, subtitle: draft.subtitle, body: body, sound: draft.sound,
      threadIdentifier: draft.threadIdentifier, interruptionLevel: level,
      relevanceScore: draft.relevanceScore, endpoint: endpoint,
      validSeconds: draft.validSeconds ?? 86_400)
  }

  private mutating func fault(_ member: String, _ code: String, _ detail: String) {
    faults.append(JSONFault(pointer: "/" + member, code: code, detail: detail))
  }

  private mutating func text(_ value: String?, _ member: String, limit: Int) {
    guard let value, let problem = displayProblem(value, limit: limit) else { return }
    fault(member, "text", problem)
  }

  private mutating func level(_ value: String?) -> InterruptionLevel? {
    guard let value else { return nil }
    let known = InterruptionLevel.allCases
    if let level = known.first(where: { $0.rawValue.hasSameBytes(as: value) }) { return level }
    let names = known.map(\.rawValue)
    let hint = Suggestion.closest(to: value, among: names)
    fault(
      "interruptionLevel", "unknown_value",
      "must be one of \(names.joined(separator: ", "))"
        + (hint.map { "; did you mean \($0)?" } ?? ""))
    return nil
  }

  private mutating func score(_ text: String?) {
    guard let text, !Self.isScore(text) else { return }
    fault(
      "relevanceScore", "out_of_range",
      "must be 0 to 1 in decimal, such as 0.75, with at most "
        + "\(Limits.relevanceScoreDecimals) decimals and no exponent")
  }

  private static func isScore(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let decimals = parts.dropFirst().first ?? "0".utf8[...]
    let areDigits = decimals.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard parts.count <= 2, areDigits, decimals.count <= Limits.relevanceScoreDecimals else {
      return false
    }
    if parts[0].elementsEqual("0".utf8) { return true }
    return parts[0].elementsEqual("1".utf8) && decimals.allSatisfy { $0 == UInt8(ascii: "0") }
  }

  private mutating func endpoint(_ value: String?) {
    guard let value, let problem = Endpoint.problem(value) else { return }
    fault("endpoint", "endpoint_url", problem)
  }

  private mutating func range(_ value: Int64?) {
    let bounds = Limits.notificationValidSeconds
    guard let value, !bounds.contains(value) else { return }
    fault(
      "validSeconds", "out_of_range",
      "must be \(bounds.lowerBound) to \(bounds.upperBound), not \(value)")
  }
}
