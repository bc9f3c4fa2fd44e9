/// Why an answer of the server cannot be used by a device.
public enum AnswerError: Error, Sendable, Hashable {
  /// The body is not JSON, from the byte at `offset` on.
  case notJSON(offset: Int, detail: String)
  /// A member is missing or of another type or form.
  case malformed(pointer: String, detail: String)
  /// Two members do not agree, such as a total that is not the sum of its lines.
  case contradictory(pointer: String, detail: String)

  /// Stable code, snake_case, never reused.
  public var code: String {
    switch self {
    case .notJSON: "answer_not_json"
    case .malformed: "answer_malformed"
    case .contradictory: "answer_contradictory"
    }
  }
}

extension AnswerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notJSON(_, let detail): "the answer is not JSON: \(detail)"
    case .malformed(let pointer, let detail), .contradictory(let pointer, let detail):
      "\(pointer.isEmpty ? "the answer" : pointer) \(detail)"
    }
  }
}

extension AnswerError {
  init(_ fault: JSONFault) { self = .malformed(pointer: fault.pointer, detail: fault.detail) }
}

extension JSONValue {
  /// The JSON of an answer, bounded as every document from outside. Throws `notJSON`.
  init(answer body: [UInt8]) throws(AnswerError) {
    do {
      try self.init(parsing: body)
    } catch {
      throw .notJSON(offset: error.offset, detail: error.description)
    }
  }
}
