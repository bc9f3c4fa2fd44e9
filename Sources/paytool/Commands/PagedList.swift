import PayCore
import PayStore
import PaySystem

/// How a list is written.
enum ListFormat: String, CaseIterable {
  case table, json, ndjson
}

/// Writes a list page by page, in one of three forms.
struct PagedList<Element> {
  private let format: ListFormat
  private let row: (Element) -> [String]
  private let json: (Element) -> JSONValue
  private var table: Table
  private var isFirst = true

  init(
    _ format: ListFormat, table: Table, row: @escaping (Element) -> [String],
    json: @escaping (Element) -> JSONValue
  ) {
    self.format = format
    self.table = table
    self.row = row
    self.json = json
  }

  var isJSON: Bool { format != .table }

  var end: [UInt8] { format == .json ? Array("]}\n".utf8) : [] }

  mutating func bytes(of page: [Element]) -> [UInt8] {
    defer { isFirst = false }
    switch format {
    case .table: return Array(table.lines(page.map(row)).utf8)
    case .ndjson: return page.flatMap { json($0).bytes + [UInt8(ascii: "\n")] }
    case .json:
      let elements = page.map { json($0).bytes }
      let start = isFirst ? #"{"object":"list","data":["# : ","
      return Array(start.utf8) + elements.joined(separator: [UInt8(ascii: ",")])
    }
  }
}

extension OptionSpec {
  static let limit = OptionSpec("--limit", value: "N", help: "at most N of them (all if left out)")
  static let listFormat = OptionSpec(
    "--format", value: "FORMAT", help: "table, json or ndjson (one object a line)")
}

extension Invocation {
  /// The format of `--format`, else that of `--json`, else a table.
  func listFormat() throws(Failure) -> ListFormat {
    try choice("--format", of: ListFormat.self) ?? (isJSON ? .json : .table)
  }

  /// The number of `--limit`.
  func limit() throws(Failure) -> Int {
    guard let text = arguments.value("--limit") else { return .max }
    guard let limit = Int(text), limit > 0 else {
      throw .usage("--limit \(quoted(text)) is not a whole number from 1")
    }
    return limit
  }

  /// Writes a list as it is read.
  func write<Element: Sendable>(
    _ list: PagedList<Element>, limit: Int = .max,
    page: @escaping @Sendable (SQLiteStore, Element?, Int) async throws(StoreError) -> [Element]
  ) throws(Failure) {
    var list = list
    try output.stream(isJSON: list.isJSON) { (append) throws(Failure) in
      try eachPage(limit: limit, page) { (page) throws(Failure) in
        try append(list.bytes(of: page))
      }
      try append(list.end)
    }
  }

  /// Reads what the store has, in pages that fit in memory; at least one page, which may be empty.
  ///
  /// `page` reads up to a number of elements after the last one of the page before.
  func eachPage<Element: Sendable>(
    limit: Int = .max,
    _ page: @escaping @Sendable (SQLiteStore, Element?, Int) async throws(StoreError) -> [Element],
    _ body: ([Element]) throws(Failure) -> Void
  ) throws(Failure) {
    let store = try store(.readOnly)
    var left = limit
    var last: Element?
    repeat {
      let (after, count) = (last, min(left, 1000))
      let result = blocking { () async -> Result<[Element], StoreError> in
        do throws(StoreError) {
          return .success(try await page(store, after, count))
        } catch {
          return .failure(error)
        }
      }
      let elements: [Element]
      do { elements = try result.get() } catch { throw Failure(error) }
      if elements.isEmpty, last != nil { return }
      try body(elements)
      left -= elements.count
      last = elements.last
    } while last != nil && left > 0
  }
}
