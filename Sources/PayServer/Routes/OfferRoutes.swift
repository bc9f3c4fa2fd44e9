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
    let offer = call.query["offer"]
    let segment = try call.query.integer("segment")
    do throws(EngineError) {
      if case .offer(let credential) = call.principal {
        return .json(try engine.quote(offer: offer, segment: segment, by: credential).json.bytes)
      }
    } catch {
      throw .engine(error)
    }
    do {
      return .json(try engine.quote(offer: offer, segment: segment).json.bytes)
    } catch {
      throw .engine(.quote(error))
    }
  }
}
