/// What the server says when it refuses a request, for a person to read.
///
/// Source: RFC 9457, `application/problem+json`.
public struct ProblemAnswer: Sendable, Hashable {
  /// Stable code, snake_case: `offer_withdrawn`; empty for a problem that is not of our server.
  public let code: String
  /// The kind of problem, in a few words.
  public let title: String
  /// What is wrong this time, and what to do; empty if there is nothing to say.
  public let detail: String

  /// Reads the body of an answer that is neither 200 nor 201. Throws `notJSON`, as for the page of
  /// a proxy, and `malformed` if there is no title.
  public init(parsing body: [UInt8]) throws(AnswerError) {
    var reader = JSONReader(try JSONValue(answer: body))
    let title = reader.string("title")
    let code = reader.optionalString("code")
    let detail = reader.optionalString("detail")
    if let fault = reader.faults.first { throw AnswerError(fault) }
    self.title = title ?? ""
    self.code = code ?? ""
    self.detail = detail ?? ""
  }

  /// Title and detail as one text.
  public var message: String { detail.isEmpty ? title : "\(title): \(detail)" }
}
