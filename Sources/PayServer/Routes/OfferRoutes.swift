import HTTPTransport
import PayCore

/// What can be bought, and for how much.
struct OfferRoutes: Sendable {
  let engine: PaymentEngine

  var routes: [Route] {
    [
      Route("GET", "/v1/offers", .backend) { (call) throws(ServerProblem) in try list(call) },
      Route("GET", "/v1/offers/{id}", .backend) { (call) throws(ServerProblem) in try show(call) },
      Route("GET", "/v1/quotes", .backend) { (call) throws(ServerProblem) in try quote(call) },
    ]
  }

  private func list(_ call: Call) throws(ServerProblem) -> HTTPResponse {
    _ = try QueryString(call.request.query, known: [])
    let body: JSONValue = [
      "object": "list", "url": "/v1/offers", "hasMore": false,
      "data": .array(engine.configuration.offers.map(\.json)),
    ]
    return .json(body.bytes)
  }

  private func show(_ call: Call) throws(ServerProblem) -> HTTPResponse {
    _ = try QueryString(call.request.query, known: [])
    guard let offer = engine.configuration.offer(call.parameters[0]) else { throw .notFound }
    return .json(offer.json.bytes)
  }

  private func quote(_ call: Call) throws(ServerProblem) -> HTTPResponse {
    let query = try QueryString(call.request.query, known: ["offer", "segment"])
    let segment = try query.integer("segment")
    do {
      return .json(try engine.quote(offer: query["offer"], segment: segment).json.bytes)
    } catch {
      throw .engine(.quote(error))
    }
  }
}
