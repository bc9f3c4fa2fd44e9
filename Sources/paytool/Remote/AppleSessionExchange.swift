import HTTPClient
import PayCore
import PayCrypto
import PaySystem

/// A merchant session from Apple: the request, sent as the merchant, and its answer, checked.
struct AppleSessionExchange {
  let environment: AppleEnvironment
  let client: HTTPSClient

  /// The gateway that a validation URL names, or the environment's own without one.
  func gateway(named url: String?) throws(Failure) -> AppleGateway {
    guard let url else { return .standard(environment) }
    do {
      return try AppleGateway(validationURL: url, in: environment)
    } catch {
      throw Failure(error, url: url)
    }
  }

  /// Asks for a session; `moment` is now.
  func session(
    for request: SessionRequest, at gateway: AppleGateway, as identity: MerchantIdentity,
    now moment: () -> Timestamp
  ) throws(Failure) -> AppleSession {
    let answer = try send(request, to: gateway, as: identity)
    do throws(AppleSessionFault) {
      return try AppleSession(
        answer, answering: request, from: environment, at: moment(), digest: OpenSSLDigest(),
        signatures: AppleSessionSignature())
    } catch {
      throw Failure(error, gateway: gateway)
    }
  }

  private func send(
    _ request: SessionRequest, to gateway: AppleGateway, as identity: MerchantIdentity
  ) throws(Failure) -> [UInt8] {
    let post = HTTPSRequest(
      host: gateway.host, path: gateway.path,
      headers: [("Content-Type", "application/json"), ("Accept", "application/json")],
      body: request.body)
    do throws(HTTPSError) {
      return try identity.key.withBytes { (key) throws(HTTPSError) in
        try identity.certificates.withUnsafeBufferPointer { (certificates) throws(HTTPSError) in
          try client.post(
            post,
            as: ClientCredential(certificates: UnsafeRawBufferPointer(certificates), key: key))
        }
      }
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  fileprivate init(_ fault: ValidationURLFault, url: String) {
    self.init(
      .foundBad, fault.code,
      "the validation URL \(quoted(url)) is refused, and no connection was made: \(fault)")
  }

  fileprivate init(_ fault: AppleSessionFault, gateway: AppleGateway) {
    self.init(.remote, fault.code, "\(gateway.host): \(fault)")
  }

  init(_ error: HTTPSError) {
    let exitCode: ExitCode = if case .credential = error { .credential } else { .remote }
    self.init(exitCode, error.code, error.description)
  }

  init(_ error: MerchantIdentityError) {
    // Without a number of the system's it is our own refusal of what the file is.
    var exitCode = ExitCode.credential
    if case .file(let error) = error, error.number != 0 { exitCode = .storage }
    self.init(exitCode, error.code, error.description)
  }
}
