import HTTPTransport
import PayCore

/// A request on its way through a route.
struct Call: Sendable {
  let request: HTTPRequest
  /// Method and template, as idempotency scopes and log lines name the route.
  let route: String
  /// Who asks; nil on open routes.
  let principal: Principal?
  /// The path's variable parts, percent-decoded, in order.
  let parameters: [String]
  /// The query: no names but the route's own.
  let query: QueryString

  /// The body as JSON. Throws `unsupportedMediaType` and `json`.
  func json() throws(ServerProblem) -> JSONValue {
    guard Self.isJSON(request.headers["Content-Type"] ?? "") else { throw .unsupportedMediaType }
    do {
      return try JSONValue(parsing: request.body)
    } catch {
      throw .json(error)
    }
  }

  /// The body as JSON, an empty one as an empty object.
  func jsonIfAny() throws(ServerProblem) -> JSONValue {
    request.body.isEmpty ? [:] : try json()
  }

  /// `application/json`, alone or with the only charset that JSON has.
  private static func isJSON(_ type: String) -> Bool {
    let text = type.lowercased().filter { $0 != " " && $0 != "\t" && $0 != "\"" }
    return text == "application/json" || text == "application/json;charset=utf-8"
  }
}

/// One route: a method, a path whose `{}` parts vary, who may use it, and what it does.
struct Route: Sendable {
  let method: String
  let template: String
  let access: Access
  /// The names that the query may have.
  let query: [String]
  let handle: @Sendable (Call) async throws(ServerProblem) -> HTTPResponse
  /// Method and template: `POST /v1/purchase-intents/{id}/capture`.
  let name: String
  /// The template's segments; nil for one that varies.
  private let segments: [[UInt8]?]

  init(
    _ method: String, _ template: String, _ access: Access, query: [String] = [],
    _ handle: @escaping @Sendable (Call) async throws(ServerProblem) -> HTTPResponse
  ) {
    self.method = method
    self.template = template
    self.access = access
    self.query = query
    self.handle = handle
    name = "\(method) \(template)"
    segments = PathSegments(template).map { $0.elementsEqual("{id}".utf8) ? nil : Array($0) }
  }

  /// The variable parts of a path that fits the template; nil if it does not.
  fileprivate func parameters(of path: PathSegments) -> [String]? {
    guard path.count == segments.count else { return nil }
    var parameters: [String] = []
    for (segment, given) in zip(segments, path) {
      if let segment {
        guard given.elementsEqual(segment) else { return nil }
      } else {
        guard let decoded = QueryString.decoded(Substring(given)), !decoded.isEmpty else {
          return nil
        }
        parameters.append(decoded)
      }
    }
    return parameters
  }
}

/// A path's parts between its slashes, as bytes: `/a/b` has an empty one, `a` and `b`.
private typealias PathSegments = [Substring.UTF8View]

extension PathSegments {
  fileprivate init(_ path: String) {
    self = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Substring($0).utf8 }
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
    let path = PathSegments(request.path)
    var allowed: [String] = []
    // Fixed paths come before those that vary, so that /validate is not taken for an id.
    for route in routes {
      guard let parameters = route.parameters(of: path) else { continue }
      if route.method == method { return (route, parameters) }
      allowed += route.method == "GET" ? ["GET", "HEAD"] : [route.method]
    }
    throw allowed.isEmpty ? .notFound : .methodNotAllowed(allowed: allowed)
  }
}
