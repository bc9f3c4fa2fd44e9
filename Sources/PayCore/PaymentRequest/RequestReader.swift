/// A part of a payment request that is an object in JSON.
protocol RequestPart {
  /// Reads all members; nil, with a fault noted, if one of them is missing or no value.
  init?(_ reader: inout RequestReader)

  var json: JSONValue { get }
}

/// Reads one object of a payment request: a `JSONReader` that knows the request's currency, and
/// notes the faults of inner objects at their own pointers.
struct RequestReader {
  /// Members that nobody asks for are a fault, or are passed over.
  enum Unknown { case refused, passedOver }

  /// Values of WebIDL's `unsigned long`, the type of Apple's counts.
  static let counts: ClosedRange<Int64> = 0...4_294_967_295

  private var json: JSONReader
  private let unknown: Unknown
  /// In which amounts are read; nil if the request's own is at fault, and then no amount is read.
  private(set) var currency: Currency?

  init(_ value: JSONValue, currency: Currency? = nil, unknown: Unknown) {
    json = JSONReader(value)
    self.currency = currency
    self.unknown = unknown
  }

  /// Every fault of the object and of those in it.
  mutating func finish() -> [JSONFault] {
    unknown == .refused ? json.finish() : json.faults
  }

  /// Whether there are members that nobody has asked for: if not, optional ones need no reading.
  var hasMore: Bool { json.hasMore }

  mutating func has(_ name: String) -> Bool { json.has(name) }

  mutating func fault(_ name: String, _ code: String, _ detail: String) {
    json.fault(name, code, detail)
  }

  /// An empty value would be the same as none once it is read.
  mutating func refuseEmpty(_ name: String, remedy: String = "leave it out") {
    json.fault(name, "wrong_value", "must not be empty; \(remedy)")
  }

  /// The total is what is paid: a pending one without an amount is refused too.
  mutating func refuseUnstated(at pointer: String) {
    json.note([
      JSONFault(
        pointer: pointer + "/amount", code: "missing_member",
        detail: "is missing: the total states its amount")
    ])
  }

  // MARK: Texts, numbers

  /// The value of a member that is read properly later.
  mutating func peek(_ name: String) -> JSONValue? { json.value(name) }

  mutating func string(_ name: String) -> String? { json.string(name) }

  mutating func optionalString(_ name: String) -> String? { json.optionalString(name) }

  mutating func optionalBool(_ name: String) -> Bool? { json.optionalBool(name) }

  mutating func optionalStrings(_ name: String) -> [String]? {
    json.has(name) ? json.strings(name) : nil
  }

  mutating func optionalCount(_ name: String) -> Int64? {
    guard let count = json.optionalInteger(name) else { return nil }
    guard RequestReader.counts.contains(count) else {
      json.fault(name, "out_of_range", "must be 0...\(RequestReader.counts.upperBound)")
      return nil
    }
    return count
  }

  /// An object that is passed on as it is.
  mutating func optionalObject(_ name: String) -> JSONValue? {
    json.has(name) ? json.object(name) : nil
  }

  // MARK: Names

  mutating func optionalName<Name: RequestName>(_ name: String) -> Name? {
    json.optionalString(name).map(Name.init(rawValue:))
  }

  mutating func names<Name: RequestName>(_ name: String) -> [Name]? {
    json.strings(name)?.map(Name.init(rawValue:))
  }

  mutating func optionalNames<Name: RequestName>(_ name: String) -> [Name]? {
    json.has(name) ? names(name) : nil
  }

  // MARK: Money, dates, bytes

  /// Reads the currency of all amounts of this object, and of those in it.
  mutating func readCurrency(_ name: String) {
    guard let code = json.string(name) else { return }
    guard let currency = Currency(code: code) else {
      json.fault(name, "unknown_currency", "is not a currency of ISO 4217")
      return
    }
    guard currency.minorDigits != nil else {
      let error = MoneyError.noMinorUnit(currency)
      json.fault(name, error.code, error.description)
      return
    }
    self.currency = currency
  }

  mutating func amount(_ name: String) -> Money? {
    guard let text = json.string(name), let currency else { return nil }
    do throws(MoneyError) {
      return try Money(parsing: text, currency: currency)
    } catch {
      json.fault(name, error.code, error.description)
      return nil
    }
  }

  mutating func optionalAmount(_ name: String) -> Money? { json.has(name) ? amount(name) : nil }

  mutating func optionalDate(_ name: String) -> RequestDate? {
    guard let text = json.optionalString(name) else { return nil }
    let date = RequestDate(text)
    if date == nil {
      json.fault(name, "timestamp", "must be RFC 3339 such as 2026-01-01T00:00:00Z")
    }
    return date
  }

  mutating func optionalBytes(_ name: String) -> [UInt8]? {
    guard let text = json.optionalString(name) else { return nil }
    let bytes = Base64.decode(text)
    if bytes == nil { json.fault(name, "wrong_value", "must be Base64 with its padding") }
    return bytes
  }

  // MARK: Objects

  mutating func part<Part: RequestPart>(_ name: String) -> Part? {
    json.object(name).flatMap { read($0, of: name) }
  }

  mutating func optionalPart<Part: RequestPart>(_ name: String) -> Part? {
    json.has(name) ? part(name) : nil
  }

  mutating func parts<Part: RequestPart>(_ name: String) -> [Part]? {
    guard let elements = json.array(name) else { return nil }
    var parts: [Part] = []
    parts.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      if let part: Part = read(element, of: name, index) { parts.append(part) }
    }
    return parts.count == elements.count ? parts : nil
  }

  mutating func optionalParts<Part: RequestPart>(_ name: String) -> [Part]? {
    json.has(name) ? parts(name) : nil
  }

  /// Reads the value of a member, or one of its elements. Pointers in it begin at the value, so
  /// that only faults cost one.
  private mutating func read<Part: RequestPart>(
    _ value: JSONValue, of name: String, _ index: Int? = nil
  ) -> Part? {
    var reader = RequestReader(value, currency: currency, unknown: unknown)
    let part = Part(&reader)
    let faults = reader.finish()
    if !faults.isEmpty {
      let pointer = json.path(name) + (index.map { "/\($0)" } ?? "")
      json.note(
        faults.map {
          JSONFault(pointer: pointer + $0.pointer, code: $0.code, detail: $0.detail)
        })
    }
    return part
  }
}
