/// One object of a payment request as Apple documents it: its members by name.
struct RequestObject: Sendable {
  enum Kind: Sendable {
    case request, lineItem, total, shippingMethod, dateRange, dateComponents, contact, recurring
    case automaticReload, deferred, tokenContext, disbursement, installments, installmentItem
  }

  let kind: Kind
  /// In the order in which a request usually has them: so they are found.
  let members: [RequestMember]
  /// A bit for the place of each member that is required.
  let required: UInt64

  init(_ kind: Kind, _ members: [RequestMember]) {
    self.kind = kind
    self.members = members
    required = members.enumerated().reduce(0) { bits, next in
      next.element.isRequired ? bits | 1 << UInt64(next.offset) : bits
    }
  }

  /// The place of a name among `members`, looked for from `start` on, and round.
  func place(of name: String, from start: Int) -> Int? {
    for index in start..<members.count where members[index].name.hasSameBytes(as: name) {
      return index
    }
    for index in 0..<start where members[index].name.hasSameBytes(as: name) { return index }
    return nil
  }
}

/// One member of an object of a payment request.
struct RequestMember: Sendable {
  /// What Apple takes as its value.
  indirect enum Value: Sendable {
    case text, flag, integer
    /// A text that may not be empty: it stands on the sheet.
    case label
    case amount, date, country
    /// A page that a person opens, or a service that Apple calls.
    case url, notificationURL
    case texts, countries
    /// One of Apple's words, or several of them.
    case word([VersionedName])
    case words([VersionedName])
    case object(RequestObject)
    case objects(RequestObject)
    /// A value that Apple does not describe.
    case any
  }

  let name: String
  let value: Value
  /// The first version of Apple Pay on the web that has it; 1 also where none is documented.
  let since: Int
  /// Whether Apple documents `since`, or only that it came after the version before.
  let isSinceKnown: Bool
  let isRequired: Bool
  /// Whether only WebKit describes it, so that Apple has no rule for it.
  let isWebKits: Bool
  /// The form whose API alone has it; nil if both have it.
  let onlyForm: RequestDocument.Form?
  /// The type of JSON that `value` is written as.
  let type: JSONType

  init(
    _ name: String, _ value: Value, since: Int = 1, isSinceKnown: Bool = true,
    isRequired: Bool = false, isWebKits: Bool = false, only form: RequestDocument.Form? = nil
  ) {
    self.name = name
    self.value = value
    self.since = since
    self.isSinceKnown = isSinceKnown
    self.isRequired = isRequired
    self.isWebKits = isWebKits
    onlyForm = form
    type = value.type
  }
}

/// Sees each object and member of a payment request once. Pointers of what it reports begin at the
/// value in hand.
protocol RequestVisitor {
  var report: RequestReport { get set }
  /// A member that the table knows.
  mutating func visit(_ value: JSONValue, of member: RequestMember, in kind: RequestObject.Kind)
  /// An element of an array of objects.
  mutating func visit(element: JSONValue)
  /// A member that the table does not know.
  mutating func visit(unknown name: String, in object: RequestObject)
  /// An object whose members have been visited; `present` has a bit for each in `object.members`.
  mutating func leave(_ value: JSONValue, _ object: RequestObject, present: UInt64)
}

extension RequestVisitor {
  mutating func visit(element: JSONValue) {}
  mutating func visit(unknown name: String, in object: RequestObject) {}

  /// Visits an object and what is in it; anything but an object is passed over.
  mutating func walk(_ value: JSONValue, as object: RequestObject) {
    guard case .object(let members) = value else { return }
    var present: UInt64 = 0
    var next = 0
    for index in members.indices {
      guard let place = object.place(of: members[index].name, from: next) else {
        visit(unknown: members[index].name, in: object)
        continue
      }
      next = place + 1
      present |= 1 << UInt64(place)
      let count = report.count
      let known = object.members[place]
      visit(members[index].value, of: known, in: object.kind)
      descend(members[index].value, as: known.value)
      report.leave(known.name, since: count)
    }
    leave(value, object, present: present)
  }

  private mutating func descend(_ value: JSONValue, as type: RequestMember.Value) {
    switch type {
    case .object(let object): walk(value, as: object)
    case .objects(let object):
      guard case .array(let elements) = value else { return }
      for (index, element) in elements.enumerated() {
        let count = report.count
        visit(element: element)
        walk(element, as: object)
        if report.count > count { report.leave(String(index), since: count) }
      }
    default: break
    }
  }
}
