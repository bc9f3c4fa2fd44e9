import Foundation
import PayCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Talks to the merchant's server. It keeps nothing: no cookies, no cache, no credentials.
struct PurchaseService: Sendable {
  /// The answer of a server, whatever it says.
  struct Answer: Sendable {
    let status: Int
    /// Whether the server says that it gave this answer before.
    let isReplay: Bool
    let body: [UInt8]
  }

  /// Why there is no answer.
  enum Failure: Error {
    /// The address in the offer is none that may be talked to.
    case badAddress
    /// Nothing came back: what became of the request is not known.
    case noAnswer
  }

  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
  }

  /// Creates the purchase intent: 10 seconds, since a person is waiting for the sheet.
  func send(_ request: BuyRequest) async throws(Failure) -> Answer {
    try await post(
      request.url, key: request.idempotencyKey, authorization: request.authorization,
      body: request.body, seconds: 10)
  }

  /// Brings the payment token: the server holds it for up to 25 seconds until the merchant's
  /// backend has decided, and the sheet gives up a little later.
  func send(_ request: AuthorizeRequest) async throws(Failure) -> Answer {
    try await post(
      request.url, key: request.idempotencyKey, authorization: request.authorization,
      body: request.body, seconds: 28)
  }

  /// Asks where an intent stands: 10 seconds, as before the sheet.
  func send(_ request: StatusRequest) async throws(Failure) -> Answer {
    try await answer(
      to: try urlRequest(request.url, authorization: request.authorization, seconds: 10))
  }

  private func post(
    _ address: String, key: String, authorization: String, body: [UInt8], seconds: TimeInterval
  ) async throws(Failure) -> Answer {
    var request = try urlRequest(address, authorization: authorization, seconds: seconds)
    request.httpMethod = "POST"
    request.httpBody = Data(body)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
    return try await answer(to: request)
  }

  private func urlRequest(
    _ address: String, authorization: String, seconds: TimeInterval
  ) throws(Failure) -> URLRequest {
    guard let url = URL(string: address), PurchaseService.mayTalk(to: url) else {
      throw .badAddress
    }
    var request = URLRequest(url: url, timeoutInterval: seconds)
    request.setValue(authorization, forHTTPHeaderField: "Authorization")
    return request
  }

  private func answer(to request: URLRequest) async throws(Failure) -> Answer {
    do {
      let (data, response) = try await session.data(for: request)
      guard let response = response as? HTTPURLResponse else { throw Failure.noAnswer }
      return Answer(
        status: response.statusCode,
        isReplay: response.value(forHTTPHeaderField: BuyAnswer.replayHeader) == "true",
        body: Array(data))
    } catch {
      throw .noAnswer
    }
  }

  /// TLS, or the developer's own machine as seen from the Simulator.
  private static func mayTalk(to url: URL) -> Bool {
    switch url.scheme?.lowercased() {
    case "https": true
    case "http": ["127.0.0.1", "::1", "localhost"].contains(url.host ?? "")
    default: false
    }
  }
}

/// Redirects are not followed: the credential is for the address that the signed offer named.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
