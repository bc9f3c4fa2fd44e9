import FoundationEssentials
import PayCore
import PaySystem

/// The sample's quote and payment request: from the offer to JSON, and from JSON to findings,
/// beside what Foundation takes for the JSON alone.
enum RequestBenchmark {
  static func measurements() throws -> [Measurement] {
    let configuration = try ConfigurationDirectory.load("merchant-config")
    let moment = Timestamp.current()
    let quotes = QuoteTable()
    let quote = try Quote(configuration, offer: nil, segment: 2, at: moment)
    let place = configuration.pricePlaces[2]
    let teaBox = try Quote(configuration, offer: "tea-box", segment: 0, at: moment)
    let request = quote.request.webForm.bytes
    let data = Data(request)
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    let peerQuote = try decoder.decode(PeerQuote.self, from: Data(quote.bytes))
    let peerTeaBox = try decoder.decode(PeerQuote.self, from: Data(teaBox.bytes))
    let times = try nanosecondsEach([
      {
        let place = try PricePlace(
          in: configuration, offer: nil, segment: 2, shipping: nil, at: moment)
        consume(quotes.quote(for: place) { Quote(configuration, place) }.bytes)
      },
      { consume(try encoder.encode(peerQuote)) },
      { consume(try findings(request, [.apple, .webkit])) },
      { consume(try decoder.decode(PeerRequest.self, from: data)) },
      { consume(try PaymentRequest(webForm: try JSONValue(parsing: request))) },
      { consume(try JSONValue(parsing: request)) },
      { consume(try findings(request, RequestRuleSet.allCases)) },
      { consume(quote.json.bytes) },
      { consume(Quote(configuration, place).bytes) },
      { consume(teaBox.json.bytes) },
      { consume(try encoder.encode(peerTeaBox)) },
    ]).map { $0 / 1000 }
    return [
      Measurement(
        name: "quote, from the offer to JSON, as the server answers", ours: times[0], unit: "us",
        other: times[1], otherName: "JSONEncoder alone", target: nil, atMost: 3),
      Measurement(
        name: "quote, written again", ours: times[7], unit: "us", other: times[1],
        otherName: "JSONEncoder alone", target: .atMost(1)),
      Measurement(
        name: "quote, two lines, discount, tax and shipping, written again", ours: times[9],
        unit: "us", other: times[10], otherName: "JSONEncoder alone", target: .atMost(1)),
      Measurement(
        name: "quote, the first time: request, all rules and JSON", ours: times[8], unit: "us",
        other: times[1], otherName: "JSONEncoder alone", target: nil),
      Measurement(
        name: "request: decode + apple + webkit rules + findings", ours: times[2], unit: "us",
        other: times[3], otherName: "JSONDecoder alone", target: nil, atMost: 10),
      Measurement(
        name: "request: the same with the engine's rules", ours: times[6], unit: "us",
        other: times[3], otherName: "JSONDecoder alone", target: nil),
      Measurement(
        name: "request, JSON to PaymentRequest", ours: times[4], unit: "us", other: times[3],
        otherName: "JSONDecoder", target: .atMost(1)),
      Measurement(
        name: "request, JSON to JSONValue", ours: times[5], unit: "us", other: times[3],
        otherName: "JSONDecoder", target: nil),
    ]
  }

  /// What `paytool request validate --json` writes of a request.
  private static func findings(_ request: [UInt8], _ rules: [RequestRuleSet]) throws -> [UInt8] {
    RequestValidation(try JSONValue(parsing: request), rules: rules, apiVersion: 14).json.bytes
  }
}

// The same shapes for Foundation.

private struct PeerItem: Codable {
  let label: String
  let amount: String
  let type: String
}

private struct PeerRequest: Codable {
  let merchantIdentifier: String
  let merchantCapabilities: [String]
  let supportedNetworks: [String]
  let countryCode: String
  let currencyCode: String
  let lineItems: [PeerItem]
  let total: PeerItem
}

private struct PeerQuote: Codable {
  let object: String
  let offer: String
  let segment: Int
  let amount: String
  let amountMinor: Int64
  let currency: String
  let lines: [PeerItem]
  let paymentRequest: PeerRequest
  let findings: [String]
}
