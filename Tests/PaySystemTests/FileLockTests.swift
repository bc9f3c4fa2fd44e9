import Foundation
import PaySystem
import TestSupport
import Testing

@Suite struct FileLockTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.file("lock") }

  init() throws { folder = try TemporaryDirectory() }

  /// The holder's name that a second taker is told; nil if it gets the lock.
  private func holder() throws -> String? {
    do {
      _ = try FileLock.take(path, as: "second")
      return nil
    } catch LockError.heldBy(let name) {
      return name
    }
  }

  @Test func `a held lock names its holder, and is free when the value goes`() throws {
    do {
      let lock = try FileLock.take(path, as: "PayServer")
      #expect(try holder() == "PayServer (process \(getpid()))")
      #expect(try holder() == "PayServer (process \(getpid()))")
      withExtendedLifetime(lock) {}
    }
    #expect(try holder() == nil)
  }

  @Test func `a lock is free although a child that is being started shares the open file`() throws {
    var shared: Int32 = -1
    do {
      let lock = try FileLock.take(path, as: "parent")
      for number in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        let link = "/proc/self/fd/" + number
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        if target == path { shared = dup(try #require(Int32(number))) }
      }
      withExtendedLifetime(lock) {}
    }
    try #require(shared >= 0)
    defer { close(shared) }
    #expect(try holder() == nil)
  }

  @Test func `a longer name of an earlier holder leaves no trace`() throws {
    do { _ = try FileLock.take(path, as: String(repeating: "long", count: 100)) }
    let lock = try FileLock.take(path, as: "x")
    #expect(try holder() == "x (process \(getpid()))")
    withExtendedLifetime(lock) {}
  }

  @Test func `another process is told, and a killed holder's lock is free`() async throws {
    let mine = try FileLock.take(path, as: "first")
    await #expect(processExitsWith: .success) {
      [path = path as String, holder = "first (process \(getpid()))" as String] in
      do {
        _ = try FileLock.take(path, as: "child")
        Issue.record("the lock was given twice")
      } catch LockError.heldBy(let name) {
        #expect(name == holder)
      }
    }
    withExtendedLifetime(mine) {}
    let other = folder.file("other")
    await #expect(processExitsWith: .signal(SIGKILL)) { [other = other as String] in
      let lock = try FileLock.take(other, as: "child")
      kill(getpid(), SIGKILL)
      withExtendedLifetime(lock) {}
    }
    _ = try FileLock.take(other, as: "parent")
  }

  @Test func `a lock is for its owner only and its folder must be there`() throws {
    do { _ = try FileLock.take(path, as: "x") }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    do {
      _ = try FileLock.take(folder.file("none/lock"), as: "x")
      Issue.record("there is no folder for the lock")
    } catch LockError.file(let error) {
      #expect(error.isMissing)
    }
  }

  @Test func `those who wait for a lock take it in turn`() async throws {
    let path = path
    let counter = folder.file("counter")
    try Files.create(counter, with: [0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10 {
            let lock = try FileLock.wait(at: path)
            let count = try Files.read(counter, limit: 1)[0]
            try Files.replace(counter, with: [count + 1])
            withExtendedLifetime(lock) {}
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try Files.read(counter, limit: 1) == [80])
  }
}
