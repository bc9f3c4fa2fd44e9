import HTTPTransport
import PayCore

/// A request on its way through a route.
struct Call: Sendable {
  let request: HTTPRequest
  /// Who asks; nil on open routes.
  let principal: Principal?
  /// The path's variable parts, percent-decoded, in order.
  let parameters: [String]

  /// The body as JSON. Throws `unsupportedMediaType` and `json`.
  func json() throws(ServerProblem) -> JSONValue {
    let type = request.headers["Content-Type"]?.split(separator: ";").first
    guard let type, type.trimmingSpaces().lowercased() == "application/json" else {
      throw .unsupportedMediaType
    }
    do {
      return try JSONValue(parsing: request.body)
    } catch {
      throw .json(error)
    }
  }
}

/// One route: a method, a path whose `{}` parts vary, who may use it, and what it does.
struct Route: Sendable {
  let method: String
  let template: String
  let access: Access
  let handle: @Sendable (Call) async throws(ServerProblem) -> HTTPResponse

  init(
    _ method: String, _ template: String, _ access: Access,
    _ handle: @escaping @Sendable (Call) async throws(ServerProblem) -> HTTPResponse
  ) {
    self.method = method
    self.template = template
    self.access = access
    self.handle = handle
  }

  /// Method and template, as idempotency scopes and log lines name the route.
  var name: String { "\(method) \(template)" }

  /// The variable parts of a path that fits the template; nil if it does not.
  func parameters(of path: String) -> [String]? {
    let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
    let given = path.split(separator: "/", omittingEmptySubsequences: false)
    guard wanted.count == given.count else { return nil }
    var parameters: [String] = []
    for (part, text) in zip(wanted, given) {
      if part == "{id}" {
        guard let decoded = QueryString.decoded(text), !decoded.isEmpty else { return nil }
        parameters.append(decoded)
      } else if !String(part).hasSameBytes(as: String(text)) {
        return nil
      }
    }
    return parameters
  }
}

/// All routes; finds the one for a request.
struct Router: Sendable {
  let routes: [Route]

  /// The route and the variable parts of its path. Throws `notFound` and `methodNotAllowed`; HEAD
  /// is answered as GET, the transport leaves the body out.
  func route(
    for request: HTTPRequest
  ) throws(ServerProblem) -> (route: Route, parameters: [String]) {
    let method = request.method == "HEAD" ? "GET" : request.method
    var allowed: [String] = []
    // Fixed paths come before those that vary, so that /validate is not taken for an id.
    for route in routes {
      guard let parameters = route.parameters(of: request.path) else { continue }
      if route.method == method { return (route, parameters) }
      allowed += route.method == "GET" ? ["GET", "HEAD"] : [route.method]
    }
    throw allowed.isEmpty ? .notFound : .methodNotAllowed(allowed: allowed)
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
