import HTTPTransport
import PayCore

/// What can be bought, and for how much.
struct OfferRoutes: Sendable {
  let engine: PaymentEngine

  var routes: [Route] {
    [
      Route("GET", "/v1/offers", .backend) { (_) throws(ServerProblem) in try list() },
      Route("GET", "/v1/offers/{id}", .backend) { (call) throws(ServerProblem) in try show(call) },
      Route("GET", "/v1/quotes", .backendOrOffer, query: ["offer", "segment"]) {
        (call) throws(ServerProblem) in try quote(call)
      },
    ]
  }

  private func list() throws(ServerProblem) -> HTTPResponse {
    let body: JSONValue = [
      "object": "list", "url": "/v1/offers", "hasMore": false,
      "data": .array(engine.configuration.offers.map(\.json)),
    ]
    return .json(body.bytes)
  }

  private func show(_ call: Call) throws(ServerProblem) -> HTTPResponse {
    guard let offer = engine.configuration.offer(call.parameters[0]) else { throw .notFound }
    return .json(offer.json.bytes)
  }

  private func quote(_ call: Call) throws(ServerProblem) -> HTTPResponse {
    if case .offer(let credential) = call.principal { return try quote(call, by: credential) }
    let segment = try call.query.integer("segment")
    do {
      return .json(try engine.quote(offer: call.query["offer"], segment: segment).json.bytes)
    } catch {
      throw .engine(.quote(error))
    }
  }

  private func quote(
    _ call: Call, by credential: OfferCredential
  ) throws(ServerProblem) -> HTTPResponse {
    // A token that has expired is not told what else is wrong.
    do { try engine.checkTime(of: credential) } catch { throw .engine(error) }
    let segment = try call.query.integer("segment")
    do {
      let quote = try engine.quote(offer: call.query["offer"], segment: segment, by: credential)
      return .json(quote.json.bytes)
    } catch {
      throw .engine(error)
    }
  }
}
