import HTTPTransport
import PayCore
import PayCrypto
import PayStore
import PaySystem
import Synchronization

/// The service, put together: configuration -> adapters -> routes -> sockets.
final class RunningServer: Sendable {
  /// SIGTERM gives what is in flight so long.
  private static let drainSeconds = 25
  /// Full batches of intents whose time ran out that are written down before keys are looked at.
  private static let sweepsInARow = 16

  private let store: SQLiteStore
  private let keys: LiveAPIKeys
  private let transport: HTTPServer
  private let log: ServerLog
  private let isDraining: DrainFlag
  private let engine: PaymentEngine
  /// What was last wrong with the API keys, so that it is told once.
  private let keyFault = Mutex<String?>(nil)

  let url: String

  /// Loads everything and begins to listen; throws what is wrong, for the operator.
  init(_ options: ServerOptions, log: ServerLog) throws(StartError) {
    self.log = log
    let configuration = try Self.configuration(options.configurationDirectory)
    let loaded = try Self.keys(options.dataDirectory)
    keys = loaded.apiKeys
    try Self.checkDevelopment(options, loaded.apiKeys)
    let paymentTokens = try Self.paymentTokens(options, log: log)
    store = try Self.store(options.dataDirectory)
    isDraining = DrainFlag()
    let environment = Environment.live(latestIntent: try Self.latestIntent(in: store))
    engine = PaymentEngine(
      configuration: configuration, store: store, environment: environment,
      digest: OpenSSLDigest(), tokenKeys: loaded.tokenKeys, sessionSigner: loaded.sessionSigner,
      quotes: QuoteTable(), paymentTokens: paymentTokens, tokenVault: loaded.tokenVault)
    let service = Service(
      engine, store: store, keys: loaded, options: options, log: log, now: environment.now,
      isDraining: isDraining)
    transport = try Self.listen(options, service)
    let scheme = options.certificatePath == nil ? "http" : "https"
    url = "\(scheme)://\(transport.address)"
  }

  /// Takes up API keys that were added or revoked since the last call.
  func followKeys() {
    var fault: String?
    do throws(KeyError) { try keys.refresh() } catch { fault = error.description }
    let isNews = keyFault.withLock { known in
      defer { known = fault }
      return fault != known
    }
    guard isNews else { return }
    if let fault {
      log.write(
        "API keys cannot be read, the last good ones stay", level: "error",
        [JSONMember("detail", .string(fault))])
    } else {
      log.write("API keys can be read again")
    }
  }

  /// Writes down what time has made of intents. What fails is tried again the next time, and
  /// `/readyz` tells of the store.
  func sweep() {
    let failure = blocking { [engine] () async -> EngineError? in
      do throws(EngineError) {
        // Bounded, so that intents which will not go hold up neither keys nor the end.
        for _ in 0..<Self.sweepsInARow {
          guard try await engine.sweep() == Limits.sweptIntents else { break }
        }
      } catch {
        return error
      }
      return nil
    }
    guard let failure else { return }
    log.write(
      "intents could not be swept", level: "error", [JSONMember("code", .string(failure.code))])
  }

  /// Answers what is in flight, then closes the store.
  func stop() throws(StartError) {
    isDraining.raise()
    log.write("draining")
    let cut = transport.stop(drainSeconds: Self.drainSeconds)
    let failure = blocking { [store] () async -> StoreError? in
      do throws(StoreError) { try await store.close() } catch { return error }
      return nil
    }
    log.write("stopped", [JSONMember("connectionsCut", .integer(Int64(cut)))])
    if let failure { throw StartError(5, ["the store did not close: \(failure)"]) }
  }

  private static func configuration(_ path: String) throws(StartError) -> MerchantConfiguration {
    do {
      return try ConfigurationDirectory.load(path)
    } catch {
      switch error {
      case .file(let error): throw StartError(5, ["\(error)"])
      case .faults(let error): throw StartError(1, error.faults.map { "\($0)" })
      }
    }
  }

  private static func keys(_ data: String) throws(StartError) -> ServerKeys {
    do {
      return try ServerKeys.load(KeyDirectory(data: data))
    } catch {
      throw StartError(4, ["\(error)"])
    }
  }

  /// `--dev` is for test keys: money could move by a live one.
  private static func checkDevelopment(
    _ options: ServerOptions, _ keys: LiveAPIKeys
  ) throws(StartError) {
    guard options.isDevelopment, keys.ring.hasLiveKey else { return }
    throw StartError(
      4,
      [
        "--dev takes test keys only: revoke the pay_live_ keys of this data directory, or leave "
          + "it out"
      ])
  }

  /// What checks payment tokens: Apple's root, and with `--dev` the development root. Without
  /// Apple's root everything else works, and the log says what is missing; another root in its
  /// place is no start.
  private static func paymentTokens(
    _ options: ServerOptions, log: ServerLog
  ) throws(StartError) -> PaymentTokenVerifier? {
    guard Files.exists(TokenRoot.applePath(options.configurationDirectory)) else {
      log.write(
        "payment tokens cannot be checked", level: "warning",
        [JSONMember("missing", .string(TokenRoot.applePath(options.configurationDirectory)))])
      return nil
    }
    do {
      let apple = try TokenRoot.apple(options.configurationDirectory)
      let development =
        options.isDevelopment
        ? [try TokenRoot.development(KeyDirectory(data: options.dataDirectory))] : []
      return try PaymentTokenVerifier(root: apple, and: development)
    } catch let error as KeyError {
      throw StartError(4, [error.description])
    } catch {
      throw StartError(4, ["\(error)"])
    }
  }

  private static func store(_ data: String) throws(StartError) -> SQLiteStore {
    do {
      return try SQLiteStore.open(directory: data, mode: .readWrite(holder: "PayServer"))
    } catch {
      throw StartError(5, ["\(error)"])
    }
  }

  private static func latestIntent(in store: SQLiteStore) throws(StartError) -> String? {
    let result = blocking { () async -> Result<String?, StoreError> in
      do throws(StoreError) {
        return .success(try await store.intents(before: nil, limit: 1).first?.id)
      } catch {
        return .failure(error)
      }
    }
    do { return try result.get() } catch { throw StartError(5, ["\(error)"]) }
  }

  private static func listen(
    _ options: ServerOptions, _ service: Service
  ) throws(StartError) -> HTTPServer {
    var limits = HTTPServerLimits()
    limits.connections = options.limits.connections
    limits.connectionsPerAddress = options.limits.connectionsPerAddress
    if let key = options.privateKeyPath {
      do { _ = try Files.readPrivate(key, limit: 64 * 1024) } catch {
        throw StartError(4, ["\(error)"])
      }
    }
    do {
      var tls: TLSConfiguration?
      if let certificate = options.certificatePath, let key = options.privateKeyPath {
        tls = try TLSConfiguration(certificatePath: certificate, privateKeyPath: key)
      }
      let server = try HTTPServer(
        listen: try ListenAddress(parsing: options.listen), limits: limits, tls: tls,
        refusal: { service.answer($0) }, handler: { await service.answer($0) })
      try server.start()
      return server
    } catch {
      throw StartError(5, ["\(error)"])
    }
  }
}

/// Raised once, when the service begins to stop.
final class DrainFlag: Sendable {
  private let flag = Atomic(false)

  func raise() { flag.store(true, ordering: .releasing) }

  var isRaised: Bool { flag.load(ordering: .acquiring) }
}

extension Service {
  /// All routes over one engine.
  init(
    _ engine: PaymentEngine, store: any PaymentStore, keys: ServerKeys, options: ServerOptions,
    log: ServerLog, now: @escaping @Sendable () -> Timestamp, isDraining: DrainFlag
  ) {
    let operation = OperationRoutes(
      health: StoreHealth(store), tokenKeys: keys.tokenKeys, isDraining: { isDraining.isRaised })
    self.init(
      router: Router(
        routes: IntentRoutes(engine: engine).routes
          + BackendWordRoutes(engine: engine, log: log).routes
          + NotificationRoutes(engine: engine).routes + OfferRoutes(engine: engine).routes
          + PaymentRequestRoutes().routes + PaymentTokenRoutes(engine: engine).routes
          + operation.routes),
      authentication: Authentication(
        engine: engine, keys: keys.apiKeys, now: now, takesTestKeysOnly: options.isDevelopment),
      limiter: RateLimiter(), limits: options.limits, log: log,
      requestIDs: IDSource(TimeOrderedIDs(prefix: "req_")), now: now)
  }
}
