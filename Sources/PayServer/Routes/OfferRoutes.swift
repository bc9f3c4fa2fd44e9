import HTTPTransport
import PayCore

/// What can be bought, and for how much.
struct OfferRoutes: Sendable {
  let engine: PaymentEngine

  var routes: [Route] {
    [
      Route("GET", "/v1/offers", .backend) { (_) throws(ServerProblem) in try list() },
      Route("GET", "/v1/offers/{id}", .backend) { (call) throws(ServerProblem) in try show(call) },
      Route("GET", "/v1/quotes", .backendOrOffer, query: Self.quoteParameters) {
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

  private static let quoteParameters = ["offer", "segment", "shipping", "explain"]

  private func quote(_ call: Call) throws(ServerProblem) -> HTTPResponse {
    if case .offer(let credential) = call.principal {
      // A token that has expired is not told what else is wrong.
      do { try engine.checkTime(of: credential) } catch { throw .engine(error) }
    }
    let segment = try call.query.integer("segment")
    let isExplained = try call.query.flag("explain")
    let quote: Quote
    do throws(EngineError) {
      quote = try self.quote(call, segment: segment)
    } catch .quote(let error) {
      guard case .unknownShipping = error else { throw .engine(.quote(error)) }
      throw .noPrice(error, pointer: "/shipping")
    } catch {
      throw .engine(error)
    }
    return .json(isExplained ? quote.explained(quote.json).bytes : quote.bytes)
  }

  private func quote(_ call: Call, segment: Int64?) throws(EngineError) -> Quote {
    let (offer, shipping) = (call.query["offer"], call.query["shipping"])
    if case .offer(let credential) = call.principal {
      return try engine.quote(offer: offer, segment: segment, shipping: shipping, by: credential)
    }
    do {
      return try engine.quote(offer: offer, segment: segment, shipping: shipping)
    } catch {
      throw .quote(error)
    }
  }
}
