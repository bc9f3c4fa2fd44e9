import PayCore
import PayCrypto
import PayStore
import PaySystem
import TestSupport
import Testing

@testable import PayServer

/// The real routes, over an engine that no test calls.
@Suite struct `Routing` {
  private let data: TemporaryDirectory
  private let router: Router

  init() throws {
    data = try TemporaryDirectory()
    let configuration = try ConfigurationDirectory.load(packageRoot + "/merchant-config")
    let directory = KeyDirectory(data: data.path)
    _ = try KeyGeneration.generate(
      in: directory, merchantIdentifier: configuration.merchant.identifier,
      at: Timestamp.current(), random: secureRandomBytes)
    let keys = try ServerKeys.load(directory)
    let store = try SQLiteStore.open(directory: data.path, mode: .readWrite(holder: "test"))
    let engine = PaymentEngine(
      configuration: configuration, store: store, environment: .live(), digest: OpenSSLDigest(),
      tokenKeys: keys.tokenKeys, sessionSigner: keys.sessionSigner,
      quotes: QuoteTable())
    let operation = OperationRoutes(
      health: StoreHealth(store), tokenKeys: keys.tokenKeys, isDraining: { false })
    router = Router(
      routes: IntentRoutes(engine: engine).routes
        + BackendWordRoutes(engine: engine, log: ServerLog(now: Timestamp.current)).routes
        + NotificationRoutes(engine: engine).routes + OfferRoutes(engine: engine).routes
        + PaymentRequestRoutes().routes + operation.routes)
  }

  @Test func `a request comes to its route with the variable parts of its path`() throws {
    let cases: [(String, String, String, [String])] = [
      ("POST", "/v1/purchase-intents", "POST /v1/purchase-intents", []),
      ("GET", "/v1/purchase-intents", "GET /v1/purchase-intents", []),
      ("HEAD", "/v1/purchase-intents", "GET /v1/purchase-intents", []),
      ("GET", "/v1/purchase-intents/buy_1", "GET /v1/purchase-intents/{id}", ["buy_1"]),
      ("HEAD", "/v1/purchase-intents/buy_1", "GET /v1/purchase-intents/{id}", ["buy_1"]),
      ("GET", "/v1/purchase-intents/a%2Fb", "GET /v1/purchase-intents/{id}", ["a/b"]),
      ("GET", "/v1/purchase-intents/a%2fb%25", "GET /v1/purchase-intents/{id}", ["a/b%"]),
      ("GET", "/v1/offers/%C3%A9", "GET /v1/offers/{id}", ["é"]),
      ("GET", "/v1/offers/{id}", "GET /v1/offers/{id}", ["{id}"]),
      ("GET", "/v1/offers/..", "GET /v1/offers/{id}", [".."]),
      ("POST", "/v1/purchase-intents/validate", "POST /v1/purchase-intents/validate", []),
      (
        "POST", "/v1/purchase-intents/validate/merchant-session",
        "POST /v1/purchase-intents/{id}/merchant-session", ["validate"]
      ),
      (
        "POST", "/v1/purchase-intents/buy_1/capture", "POST /v1/purchase-intents/{id}/capture",
        ["buy_1"]
      ),
      (
        "POST", "/v1/purchase-intents/validate/refund", "POST /v1/purchase-intents/{id}/refund",
        ["validate"]
      ),
      (
        "POST", "/v1/purchase-intents/buy_1/dispute", "POST /v1/purchase-intents/{id}/dispute",
        ["buy_1"]
      ),
      ("POST", "/v1/notifications", "POST /v1/notifications", []),
      ("POST", "/v1/payment-requests/validate", "POST /v1/payment-requests/validate", []),
      ("GET", "/livez", "GET /livez", []),
      ("HEAD", "/readyz", "GET /readyz", []),
      ("GET", "/.well-known/jwks.json", "GET /.well-known/jwks.json", []),
    ]
    for (method, path, name, parameters) in cases {
      let found = try router.route(for: request(method, path))
      #expect(found.route.name == name, "\(method) \(path)")
      #expect(found.parameters == parameters, "\(method) \(path)")
    }
  }

  @Test func `a known path with another method is told the methods it takes`() throws {
    let cases = [
      ("DELETE", "/v1/purchase-intents", "POST, GET, HEAD"),
      ("PATCH", "/v1/purchase-intents/buy_1", "GET, HEAD"),
      ("GET", "/v1/purchase-intents/buy_1/merchant-session", "POST"),
      ("HEAD", "/v1/purchase-intents/buy_1/merchant-session", "POST"),
      ("GET", "/v1/purchase-intents/buy_1/cancel", "POST"), ("GET", "/v1/notifications", "POST"),
      ("POST", "/v1/offers", "GET, HEAD"), ("POST", "/livez", "GET, HEAD"),
      ("get", "/livez", "GET, HEAD"), ("OPTIONS", "/v1/quotes", "GET, HEAD"),
    ]
    for (method, path, allowed) in cases {
      let found = problem { () throws(ServerProblem) in
        _ = try router.route(for: request(method, path))
      }
      #expect(found?.status == 405, "\(method) \(path)")
      #expect(found?.headers.first { $0.name == "Allow" }?.value == allowed, "\(method) \(path)")
    }
  }

  @Test func `any other path is not found`() throws {
    let paths = [
      "/", "", "/v1", "/v1/", "/v1/offers/", "//v1/offers", "/v1//offers", "/v1/offers//",
      "/V1/offers", "/v1/offers/a/b", "/v1/purchase-intents/", "/v1/purchase-intents//",
      "/v1/purchase-intents//merchant-session", "/v1/purchase-intents/%",
      "/v1/purchase-intents/%zz", "/v1/purchase-intents/%FF", "/v1%2Foffers", "/livez/",
      "/v1/%6Fffers", "/v1/purchase-intents/a/merchant-session/", "v1/offers",
    ]
    for path in paths {
      for method in ["GET", "POST", "DELETE"] {
        let found = problem { () throws(ServerProblem) in
          _ = try router.route(for: request(method, path))
        }
        #expect(found?.status == 404, "\(method) \(path)")
        #expect(found?.code == "not_found", "\(method) \(path)")
      }
    }
  }
}
