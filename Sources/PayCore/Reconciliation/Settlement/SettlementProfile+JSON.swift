extension SettlementProfile {
  /// Reads a mapping profile; every fault is told at once.
  ///
  /// `name` is the file's name without `.json`; a member `name` must repeat it.
  package init(parsing bytes: [UInt8], name: String) throws(SettlementProfileError) {
    let root: JSONValue
    do {
      root = try JSONValue(parsing: bytes)
    } catch {
      let fault = JSONFault(pointer: "", code: error.code.rawValue, detail: error.description)
      throw SettlementProfileError(name: name, faults: [fault])
    }
    var draft = SettlementProfileDraft(root)
    guard let profile = draft.checked(name: name) else {
      throw SettlementProfileError(name: name, faults: draft.faults)
    }
    self = profile
  }
}

/// The readers of a profile's objects, and the faults that they found.
private struct SettlementProfileDraft {
  private(set) var faults: [JSONFault] = []
  private var root: JSONReader

  init(_ value: JSONValue) { root = JSONReader(value) }

  mutating func checked(name: String) -> SettlementProfile? {
    checkName(name)
    _ = root.optionalString("description")
    let delimiter = delimiter()
    let decimalMark = choice("decimalMark", [".": UInt8(ascii: "."), ",": UInt8(ascii: ",")], ".")
    let isInMinorUnits = choice("unit", ["major": false, "minor": true], "major")
    let exponents = exponents(isInMinorUnits: isInMinorUnits)
    let days = root.integer("settlementDays")
    checkRange("settlementDays", days, Limits.settlementDays)
    let headerRow = root.optionalInteger("headerRow") ?? 1
    checkRange("headerRow", headerRow, Limits.headerRow)
    let cutoff = cutoff()
    let columns = columns()
    let optional = root.has("optionalColumns") ? root.strings("optionalColumns") : []
    let date = date()
    let gross = root.object("gross").flatMap { amount($0, "gross") }
    let net = root.has("net") ? root.object("net").flatMap { amount($0, "net") } : nil
    let fees = fees()
    checkApart(fees, [("gross", gross), ("net", net)])
    let rules = Dictionary(
      uniqueKeysWithValues: SettlementControlRule.allCases.map { ($0.rawValue, $0) })
    let control = root.has("controlTotal") ? choice("controlTotal", rules, "") : nil
    let types = types()
    faults = root.finish() + faults
    guard faults.isEmpty, let delimiter, let decimalMark, let isInMinorUnits, let days, let cutoff,
      let columns, let optional, let date, let gross, let fees, let types
    else { return nil }
    return SettlementProfile(
      name: name, settlementDays: days, cutoffOffsetSeconds: cutoff, delimiter: delimiter,
      decimalMark: decimalMark, isInMinorUnits: isInMinorUnits, exponents: exponents,
      headerRow: Int(headerRow), columns: columns, optionalColumns: Set(optional), date: date,
      gross: gross, net: net,
      fees: fees, types: types, controlTotal: control)
  }

  // MARK: Members of the root

  private mutating func checkName(_ name: String) {
    let isName =
      (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
    if !isName {
      root.fault(
        nil, "wrong_value", "the profile's name must be lower-case letters, digits and hyphens")
    }
    if let inside = root.optionalString("name"), !inside.hasSameBytes(as: name) {
      root.fault("name", "wrong_value", "must be \(name), as the file is named")
    }
  }

  private mutating func delimiter() -> UInt8? {
    let known = [",": UInt8(ascii: ","), ";": UInt8(ascii: ";"), "\t": UInt8(ascii: "\t")]
    return choice("delimiter", known.merging(["|": UInt8(ascii: "|")]) { one, _ in one }, ",")
  }

  private mutating func checkRange(
    _ member: String, _ value: Int64?, _ bounds: ClosedRange<Int64>
  ) {
    guard let value, !bounds.contains(value) else { return }
    let wanted = "must be \(bounds.lowerBound) to \(bounds.upperBound), not \(value)"
    root.fault(member, "out_of_range", wanted)
  }

  private mutating func cutoff() -> Int64? {
    guard let text = root.string("cutoffZone") else { return nil }
    let offset = TimeZoneOffset.fixed(text)
    if offset == nil {
      root.fault("cutoffZone", "wrong_value", "must be UTC or an offset such as +01:00")
    }
    return offset
  }

  /// One of some words, `fallback` if the member is absent; any other word is a fault.
  private mutating func choice<Value>(
    _ member: String, _ known: [String: Value], _ fallback: String
  ) -> Value? {
    guard root.has(member) else { return known[fallback] }
    return root.word(member, known)
  }

  /// The exponent profile that `psp` names, which has a meaning for minor units only.
  private mutating func exponents(isInMinorUnits: Bool?) -> ExponentProfile? {
    guard let name = root.optionalString("psp") else { return nil }
    guard let profile = ExponentProfile.named(name) else {
      let known = ExponentProfile.all.map(\.name)
      let hint = Suggestion.closest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
      root.fault("psp", "unknown_value", "must be one of \(known.joined(separator: ", "))\(hint)")
      return nil
    }
    if isInMinorUnits == false {
      root.fault("psp", "wrong_value", "says how minor units are counted: it goes with unit minor")
    }
    return profile
  }

  // MARK: Objects

  private mutating func columns() -> SettlementColumns? {
    guard let value = root.object("columns") else { return nil }
    var reader = JSONReader(value, at: "/columns")
    let type = reader.header("type")
    let reference = reader.header("reference")
    let columns = SettlementColumns(
      type: type ?? "", reference: reference ?? "",
      refundReference: reader.optionalHeader("refundReference"),
      chargebackReference: reader.optionalHeader("chargebackReference"),
      parentReference: reader.optionalHeader("parentReference"),
      merchantReference: reader.optionalHeader("merchantReference"),
      payoutReference: reader.optionalHeader("payoutReference"),
      account: reader.optionalHeader("account"),
      exchangeRate: reader.optionalHeader("exchangeRate"),
      text: reader.has("text") ? reader.headers("text") ?? [] : [],
      rowReference: reader.has("rowReference") ? reader.headers("rowReference") ?? [] : [])
    faults += reader.finish()
    return type == nil || reference == nil ? nil : columns
  }

  private mutating func date() -> SettlementDate? {
    guard let value = root.object("date") else { return nil }
    var reader = JSONReader(value, at: "/date")
    let column = reader.header("column")
    let format = reader.string("format")
    let pattern = format.flatMap { DatePattern($0) }
    if format != nil, pattern == nil {
      reader.fault(
        "format", "wrong_value",
        "must be made of yyyy, MM, dd, HH, mm and ss, such as yyyy-MM-dd HH:mm:ss")
    }
    var zone: SettlementDate.Zone?
    if reader.has("zone") == reader.has("zoneColumn") {
      reader.fault(nil, "wrong_value", "must have either zone or zoneColumn")
    } else if let header = reader.optionalHeader("zoneColumn") {
      zone = .column(header)
    } else if let text = reader.optionalString("zone") {
      zone = TimeZoneOffset.seconds(text).map { .fixed($0) }
      if zone == nil {
        reader.fault("zone", "wrong_value", "must be a zone such as UTC, CET or +01:00")
      }
    }
    faults += reader.finish()
    guard let column, let pattern, let zone else { return nil }
    return SettlementDate(column: column, pattern: pattern, zone: zone)
  }

  private mutating func amount(_ value: JSONValue, _ member: String) -> SettlementAmount? {
    var reader = JSONReader(value, at: "/" + member)
    let mode: SettlementAmount.Mode?
    switch reader.word(
      "mode", ["signed": "signed", "debit-credit": "debit-credit", "by-type": "by-type"])
    {
    case "debit-credit":
      let (debit, credit) = (reader.header("debit"), reader.header("credit"))
      if let debit, let credit, debit.hasSameBytes(as: credit) {
        reader.fault("credit", "duplicate", "is also the column of debit")
      }
      mode = debit.flatMap { debit in credit.map { .debitCredit(debit: debit, credit: $0) } }
    case "by-type": mode = reader.header("amount").map { .byType($0) }
    case "signed": mode = reader.header("amount").map { .signed($0) }
    default:
      for name in ["amount", "debit", "credit"] { _ = reader.has(name) }
      mode = nil
    }
    let currency = reader.header("currency")
    faults += reader.finish()
    return mode.flatMap { mode in currency.map { SettlementAmount(mode: mode, currency: $0) } }
  }

  private mutating func fees() -> SettlementFees? {
    guard root.has("fees") else { return SettlementFees(columns: [], isCostPositive: true) }
    guard let value = root.object("fees") else { return nil }
    var reader = JSONReader(value, at: "/fees")
    let columns = reader.headers("columns")
    let isCostPositive = reader.word("costs", ["positive": true, "negative": false])
    faults += reader.finish()
    guard let columns, let isCostPositive else { return nil }
    return SettlementFees(columns: columns, isCostPositive: isCostPositive)
  }

  /// A column that is an amount and a fee as well would be counted twice.
  private mutating func checkApart(
    _ fees: SettlementFees?, _ amounts: [(member: String, amount: SettlementAmount?)]
  ) {
    for header in fees?.columns ?? [] {
      for (member, amount) in amounts {
        guard let amount, amount.headers.contains(where: { $0.hasSameBytes(as: header) })
        else { continue }
        faults.append(
          JSONFault(
            pointer: "/fees/columns", code: "duplicate",
            detail: "names column \(header), which is the amount of \(member)"))
      }
    }
  }

  private mutating func types() -> [String: SettlementType]? {
    guard case .object(let members)? = root.object("types") else { return nil }
    let kinds = Dictionary(uniqueKeysWithValues: SettlementKind.allCases.map { ($0.rawValue, $0) })
    var types: [String: SettlementType] = [:]
    if members.isEmpty { root.fault("types", "empty", "must name at least one type") }
    for member in members {
      // The short form is the kind alone.
      let isShort = if case .object = member.value { false } else { true }
      let pointer = isShort ? "/types" : "/types/" + JSONReader.escaped(member.name)
      let object: JSONValue = isShort ? .object([member]) : member.value
      var reader = JSONReader(object, at: pointer)
      let kind = reader.word(isShort ? member.name : "kind", kinds)
      let isDebit =
        !isShort && reader.has("direction")
        ? reader.word("direction", ["debit": true, "credit": false]) : kind?.isDebit
      if let kind, let isDebit, kind.isContradicted(isDebit: isDebit) {
        reader.fault(
          "direction", "wrong_value",
          "must be \(isDebit ? "credit" : "debit") for the kind \(kind.rawValue), or be left out")
      }
      faults += reader.finish()
      if let kind { types[member.name] = SettlementType(kind: kind, isDebit: isDebit) }
    }
    return types
  }
}

extension SettlementKind {
  /// Whether a direction is the opposite of what the kind says by itself.
  ///
  /// A fee may be given back; exports do not agree on the direction of payouts.
  fileprivate func isContradicted(isDebit: Bool) -> Bool {
    self != .fee && !isPayout && self.isDebit == !isDebit
  }
}

extension JSONReader {
  /// A column's header: any text but the empty one.
  fileprivate mutating func header(_ member: String) -> String? {
    guard let text = string(member) else { return nil }
    if text.isEmpty { fault(member, "empty", "must be the header of a column") }
    return text.isEmpty ? nil : text
  }

  fileprivate mutating func optionalHeader(_ member: String) -> String? {
    has(member) ? header(member) : nil
  }

  /// Headers of columns, each once: what is there twice would be counted twice.
  fileprivate mutating func headers(_ member: String) -> [String]? {
    guard let texts = strings(member) else { return nil }
    if texts.isEmpty { fault(member, "empty", "must name at least one column") }
    for (index, text) in texts.enumerated()
    where texts[..<index].contains(where: { $0.hasSameBytes(as: text) }) {
      fault(member, "duplicate", "names column \(text) twice")
    }
    return texts
  }

  /// What one of some words means; any other word is a fault that names them.
  fileprivate mutating func word<Value>(_ member: String, _ known: [String: Value]) -> Value? {
    guard let word = string(member) else { return nil }
    guard let value = known[word] else {
      let words = known.keys.sorted()
      let shown = words.map { $0 == "\t" ? "\\t" : $0 }
      // Any one character is one edit from any other.
      let close = word.utf8.count > 1 ? Suggestion.closest(to: word, among: shown) : nil
      let wanted = close.map { "did you mean \($0)?" } ?? "known: " + shown.joined(separator: " ")
      fault(member, "unknown_value", "is none of the known words; \(wanted)")
      return nil
    }
    return value
  }
}
