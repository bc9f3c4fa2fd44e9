import PayCore
import PayStore
import PaySystem

extension CommandSpec {
  static let intentList = CommandSpec(
    ["intent", "list"], "purchase intents, newest first",
    options: [
      OptionSpec("--limit", value: "N", help: "at most N of them (all if left out)"),
      OptionSpec("--format", value: "FORMAT", help: "table, json or ndjson (one object a line)"),
      .at,
    ],
    examples: [
      "paytool intent list --limit 20", "paytool intent list --format ndjson | jq -r .state",
    ],
    notes: "Writes page after page, however many there are. Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    let format = try invocation.choice("--format", of: ListFormat.self)
    let limit = try invocation.limit()
    let moment = try invocation.now()
    var list = IntentList(
      format: format ?? (invocation.isJSON ? .json : .table), style: invocation.output.headStyle)
    try invocation.output.stream { (append) throws(Failure) in
      try invocation.eachPage(limit: limit) { (page) throws(Failure) in
        try append(list.bytes(of: page.map { $0.observed(at: moment) }))
      }
      try append(list.end)
    }
  }
}

/// How intents are listed.
private enum ListFormat: String, CaseIterable {
  case table, json, ndjson
}

/// Writes intents page by page.
private struct IntentList {
  let format: ListFormat
  private var table: Table
  private var isFirst = true

  init(format: ListFormat, style: Style) {
    self.format = format
    table = Table(
      head: ["INTENT", "STATE", "PRICE", "OFFER", "SEGMENT", "CREATED"], style: style,
      alignedRight: [2, 4])
  }

  var end: [UInt8] { format == .json ? Array("]}\n".utf8) : [] }

  mutating func bytes(of page: [PurchaseIntent]) -> [UInt8] {
    defer { isFirst = false }
    switch format {
    case .table: return Array(table.lines(page.map(\.row)).utf8)
    case .ndjson: return page.flatMap { $0.json().bytes + [UInt8(ascii: "\n")] }
    case .json:
      let elements = page.map { $0.json().bytes }
      let start = isFirst ? #"{"object":"list","data":["# : ","
      return Array(start.utf8) + elements.joined(separator: [UInt8(ascii: ",")])
    }
  }
}

extension PurchaseIntent {
  fileprivate var row: [String] {
    [id, state.rawValue, "\(price)", offer, "\(segment)", "\(createdAt)"]
  }
}

extension Invocation {
  fileprivate func limit() throws(Failure) -> Int {
    guard let text = arguments.value("--limit") else { return .max }
    guard let limit = Int(text), limit > 0 else {
      throw .usage("--limit \(quoted(text)) is not a whole number from 1")
    }
    return limit
  }

  /// Reads the intents, newest first, in pages that fit in memory; at least one page, which may be
  /// empty.
  fileprivate func eachPage(
    limit: Int, _ body: ([PurchaseIntent]) throws(Failure) -> Void
  ) throws(Failure) {
    let store: SQLiteStore
    do {
      store = try SQLiteStore.open(directory: dataDirectory, mode: .readOnly)
    } catch {
      throw Failure(error)
    }
    var left = limit
    var before: String?
    repeat {
      let page = try page(of: store, before: before, limit: min(left, 1000))
      if page.isEmpty, before != nil { return }
      try body(page)
      left -= page.count
      before = page.last?.id
    } while before != nil && left > 0
  }

  private func page(
    of store: SQLiteStore, before: String?, limit: Int
  ) throws(Failure) -> [PurchaseIntent] {
    let result = blocking { () async -> Result<[PurchaseIntent], StoreError> in
      do throws(StoreError) {
        return .success(try await store.intents(before: before, limit: limit))
      } catch {
        return .failure(error)
      }
    }
    do { return try result.get() } catch { throw Failure(error) }
  }
}
