import Foundation
import PayCore
import PayStore
import Synchronization
import TestSupport
import Testing

/// Real processes, really killed.
@Suite struct KillTests {
  @Test(arguments: UInt64(1)...50)
  func `after kill -9 every acknowledged intent is there exactly once`(
    _ seed: UInt64
  ) async throws {
    let directory = try TemporaryDirectory()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.path as String, seed] in
      try await BuyersUntilKilled(path: path, seed: seed).run()
    }
    let journal = try String(contentsOfFile: directory.file("journal"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ") }
    let tried = Set(journal.filter { $0[0] == "try" }.compactMap { Int($0[1]) })
    let acknowledged = Set(journal.filter { $0[0] == "ack" }.compactMap { Int($0[1]) })
    #expect(!acknowledged.isEmpty)

    // Before any writer: a reader recovers the log, and leaves both files as they are.
    let files = [directory.database, directory.database + "-wal"].map(URL.init(fileURLWithPath:))
    let before = try files.map { try Data(contentsOf: $0) }
    let reader = try SQLiteStore.openToRead(directory)
    let ids = try await reader.allIDs()
    try await reader.close()
    #expect(try files.map { try Data(contentsOf: $0) } == before)

    #expect(Set(ids).count == ids.count)
    #expect(Set(ids).isSuperset(of: acknowledged.map(sampleID)))
    #expect(Set(ids).isSubset(of: tried.map(sampleID)))

    // An intent and its answer live or die together, and the keys can be used on.
    let store = try SQLiteStore.openToWrite(directory)
    for number in tried {
      let lived = ids.contains(sampleID(number))
      let answer = try answer(for: sampleIntent(number))
      let outcome = try await store.buy(number, key: "k\(number)")
      #expect(outcome == (lived ? .replayed(answer) : .performed(answer)))
    }
    #expect(Set(try await store.allIDs()) == Set(tried.map(sampleID)))
    try await store.close()
  }
}

/// Buyers who note each attempt and each acknowledgement in a file, until one of them kills the
/// process at a moment that the seed chooses.
private final class BuyersUntilKilled: Sendable {
  private let store: SQLiteStore
  private let journal: Int32
  private let acknowledged = Atomic(0)
  private let last: Int
  private let spins: Int

  init(path: String, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    last = Int.random(in: 1...200, using: &random)
    spins = Int.random(in: 0...200_000, using: &random)
    store = try SQLiteStore.open(directory: path, mode: .readWrite(holder: "buyers"))
    journal = open(path + "/journal", O_WRONLY | O_CREAT | O_APPEND, 0o600)
  }

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for buyer in 0..<16 {
        group.addTask { [self] in
          for number in stride(from: buyer, to: 1_000_000, by: 16) { try await buy(number) }
        }
      }
      try await group.waitForAll()
    }
  }

  private func buy(_ number: Int) async throws {
    note("try \(number)")
    try await store.buy(number, key: "k\(number)")
    note("ack \(number)")
    if acknowledged.add(1, ordering: .relaxed).newValue == last {
      // The others go on meanwhile: the blow falls anywhere in the writer's work.
      for spin in 0..<spins { blackHole(spin) }
      kill(getpid(), SIGKILL)
    }
  }

  private func note(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(journal, bytes, bytes.count)
  }
}

@inline(never) private func blackHole(_ value: Int) {}
