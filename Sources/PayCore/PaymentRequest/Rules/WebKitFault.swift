/// The exception that WebKit would throw, and the member that causes it.
struct WebKitFault: Error {
  let rule: WebKitRule
  /// WebKit's text.
  let message: String
  /// What to do about it, where more can be said than the rule does.
  let remedy: String?
  /// RFC 6901 pointer into the web form; empty for the whole.
  private(set) var pointer: String

  init(
    _ rule: WebKitRule, _ message: String, at pointer: String = "", remedy: String? = nil
  ) {
    self.rule = rule
    self.message = message
    self.remedy = remedy
    self.pointer = pointer
  }

  /// The same fault, seen from the object that holds the place as its member `name`.
  func below(_ name: String) -> WebKitFault {
    var fault = self
    fault.pointer = "/" + name + pointer
    return fault
  }

  /// The same fault, seen from the array that holds the place at `index`.
  func below(_ index: Int) -> WebKitFault { below(String(index)) }

  var finding: RequestFinding {
    RequestFinding(
      rule: rule.rawValue, pointer: pointer, message: message, source: rule.source,
      remedy: remedy ?? rule.remedy, difference: rule.difference)
  }
}

extension JSONValue {
  /// The value of a member whose name is ASCII; nil for anything but an object that has it.
  ///
  /// No other text has the value and the length of an ASCII one, so the quick comparison is exact.
  func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    let length = name.utf8.count
    for index in members.indices
    where members[index].name.utf8.count == length && members[index].name == name {
      return members[index].value
    }
    return nil
  }

  /// The elements, if it is an array; none otherwise.
  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
