import Foundation
import PaySystem
import Synchronization
import TestSupport
import Testing

/// Kills the server at random moments under load. KILL9_ROUNDS says how often (10).
@Suite(.serialized) struct `Kill nine` {
  private static let rounds =
    ProcessInfo.processInfo.environment["KILL9_ROUNDS"].flatMap(Int.init) ?? 10
  private static let path = "/v1/purchase-intents"
  private static let body = #"{"offer":"some-product","segment":1}"#

  /// What the clients know: every key that was tried, and the id of each acknowledged intent.
  private final class History: Sendable {
    struct State {
      var tried: Set<String> = []
      var acknowledged: [String: String] = [:]
      var wrong: [String] = []
    }

    let state = Mutex(State())
  }

  @Test func `every acknowledged intent is there exactly once, and no other stands for its key`()
    async throws
  {
    let data = try TemporaryDirectory()
    let history = History()
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    for round in 0..<Self.rounds {
      let server = try ServerProcess(data: data, arguments: ["--key-rate", "100000"])
      let known = history.state.withLock { $0.acknowledged.count }
      try await load(
        server, round, killAfter: known + Int.random(in: 1...60, using: &random),
        microseconds: UInt32.random(in: 0...5000, using: &random), history)
    }
    let server = try ServerProcess(data: data, arguments: ["--key-rate", "100000"])
    let state = history.state.withLock { $0 }
    #expect(state.wrong.isEmpty, "seed \(seed): \(state.wrong.prefix(3))")
    #expect(state.acknowledged.count >= Self.rounds, "seed \(seed)")
    let before = try listedIDs(data)
    for id in state.acknowledged.values { #expect(before[id] == 1, "\(id)") }
    try checkEveryKey(server, state)
    let after = try listedIDs(data)
    #expect(after.values.allSatisfy { $0 == 1 })
    #expect(after.count == state.tried.count)
  }

  /// Eight clients create until the server is killed: so long after so many answers, on a fast
  /// machine and on a slow one; after ten seconds in any case.
  private func load(
    _ server: ServerProcess, _ round: Int, killAfter acknowledged: Int, microseconds: UInt32,
    _ history: History
  ) async throws {
    let (port, id) = (server.port, server.id)
    let headers = server.headers()
    await withTaskGroup(of: Void.self) { group in
      for client in 0..<8 {
        group.addTask {
          await onThread { Self.create(port, headers, "r\(round)-c\(client)", history) }
        }
      }
      group.addTask {
        await onThread {
          for _ in 0..<10_000 {
            guard history.state.withLock({ $0.acknowledged.count }) < acknowledged else { break }
            usleep(1000)
          }
          usleep(microseconds)
          kill(id, SIGKILL)
        }
      }
    }
    _ = server.waitForExit()
  }

  private static func create(
    _ port: UInt16, _ headers: [(String, String)], _ prefix: String, _ history: History
  ) {
    guard let connection = try? HTTPConnection(port: port, timeoutSeconds: 5) else { return }
    for number in 0... {
      let key = "\(prefix)-\(number)"
      history.state.withLock { _ = $0.tried.insert(key) }
      guard
        let answer = try? connection.request(
          "POST", path, headers: headers + [("Idempotency-Key", key)], body: body)
      else { return }
      let object = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
      guard answer.status == 201, let id = object?["id"] as? String else {
        history.state.withLock { $0.wrong.append("\(answer.status) \(answer.text)") }
        return
      }
      history.state.withLock { $0.acknowledged[key] = id }
    }
  }

  /// Every key gives its intent again, or, if it was never acknowledged, makes one now.
  private func checkEveryKey(_ server: ServerProcess, _ state: History.State) throws {
    let connection = try HTTPConnection(port: server.port)
    for key in state.tried {
      let answer = try connection.request(
        "POST", Self.path, headers: server.headers(key: key), body: Self.body)
      let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
      let id = try #require(object?["id"] as? String)
      if let known = state.acknowledged[key] { #expect(id == known) }
      let read = try connection.request(
        "GET", Self.path + "/" + id, headers: server.headers())
      #expect(read.status == 200)
    }
  }

  private func listedIDs(_ data: TemporaryDirectory) throws -> [String: Int] {
    let listed = try run(
      binaryDirectory + "/paytool", ["intent", "list", "--format", "ndjson", "--data", data.path],
      directory: packageRoot)
    #expect(listed.status == 0, "\(listed.errors)")
    var counts: [String: Int] = [:]
    for line in listed.output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      counts[try #require(object?["id"] as? String), default: 0] += 1
    }
    return counts
  }
}

/// Runs blocking work on a thread of its own, so that it does not take one of the task pool's.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    PaySystem.Thread.start {
      body()
      continuation.resume()
    }
  }
}
