import Foundation
import TestSupport
import Testing

@testable import PaySystem

@Suite struct FilesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions] as? Int
  }

  // MARK: Reading

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func `a file is read whole, up to the limit and not beyond`(_ size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Files.create(folder.file("f"), with: bytes)
    #expect(try Files.read(folder.file("f"), limit: size) == bytes)
    guard size > 0 else { return }
    let error = #expect(throws: FileError.self) {
      try Files.read(folder.file("f"), limit: size - 1)
    }
    #expect(
      error?.description == "cannot read \(folder.file("f")): it is larger than \(size - 1) bytes")
  }

  @Test func `a file without an end is cut off by the limit`() {
    #expect(throws: FileError.self) { try Files.read("/dev/zero", limit: 100_000) }
  }

  @Test(
    arguments: [
      ("none", ENOENT, true), ("none/f", ENOENT, true), ("f/g", ENOTDIR, false),
      ("", EISDIR, false),
    ])
  func `what cannot be read says why`(_ row: (name: String, number: Int32, isMissing: Bool)) throws
  {
    try Files.create(folder.file("f"), with: [])
    let error = #expect(throws: FileError.self) {
      try Files.read(folder.file(row.name), limit: 10)
    }
    #expect(error?.number == row.number)
    #expect(error?.isMissing == row.isMissing)
    #expect(error?.operation == "read")
  }

  @Test(
    arguments: [
      (0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o610, false), (0o601, false),
    ] as [(Int, Bool)])
  func `a private file is refused if others may touch it`(
    _ row: (mode: Int, isRead: Bool)
  ) throws {
    try Files.create(folder.file("key"), with: [1, 2])
    try FileManager.default.setAttributes(
      [.posixPermissions: row.mode], ofItemAtPath: folder.file("key"))
    if row.isRead {
      #expect(try Files.readPrivate(folder.file("key"), limit: 2) == [1, 2])
    } else {
      let error = #expect(throws: FileError.self) {
        try Files.readPrivate(folder.file("key"), limit: 2)
      }
      #expect(error?.cause.contains("chmod 600") == true)
    }
  }

  @Test(arguments: ["a pipe", "a socket", "a file"])
  func `a dash is standard input, whatever that is`(_ kind: String) async throws {
    try Files.create(folder.file("in"), with: Array("from here".utf8))
    await #expect(processExitsWith: .success) {
      [kind = kind as String, path = folder.file("in") as String] in
      var ends: [Int32] = [0, 0]
      switch kind {
      case "a pipe": pipe(&ends)
      case "a socket": socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
      default: ends = [open(path, O_RDONLY), -1]
      }
      if ends[1] >= 0 {
        try #require(write(ends[1], "from here", 9) == 9)
        close(ends[1])
      }
      dup2(ends[0], STDIN_FILENO)
      #expect(try Files.read("-", limit: 9) == Array("from here".utf8))
    }
  }

  @Test func `no standard input is an error`() async {
    await #expect(processExitsWith: .success) {
      close(STDIN_FILENO)
      let error = #expect(throws: FileError.self) { try Files.read("-", limit: 9) }
      #expect(error?.number == EBADF)
    }
  }

  // MARK: Writing

  @Test func `replacing gives the new bytes and leaves nothing beside them`() throws {
    try Files.replace(folder.file("f"), with: [1])
    try Files.replace(folder.file("f"), with: [2, 3], mode: 0o600)
    #expect(try Files.read(folder.file("f"), limit: 9) == [2, 3])
    #expect(try permissions("f") == 0o600)
    #expect(try Files.names(in: folder.path) == ["f"])
  }

  @Test func `creating refuses a name that is taken and leaves its bytes`() throws {
    try Files.create(folder.file("f"), with: [1])
    let error = #expect(throws: FileError.self) { try Files.create(folder.file("f"), with: [2]) }
    #expect(error?.isExisting == true)
    #expect(error?.path == folder.file("f"))
    #expect(try Files.read(folder.file("f"), limit: 9) == [1])
    #expect(try permissions("f") == 0o600)
    #expect(try Files.names(in: folder.path) == ["f"])
  }

  @Test func `a file that is being created has no name yet`() throws {
    guard let file = UnnamedFile(for: folder.file("f"), mode: 0o600) else {
      Issue.record("there are no files without a name here")
      return
    }
    try file.append([1, 2])
    #expect(try Files.names(in: folder.path).isEmpty)
    try file.commit()
    #expect(try Files.read(folder.file("f"), limit: 9) == [1, 2])
    #expect(try permissions("f") == 0o600)
    let isMadeNowhere = UnnamedFile(for: folder.file("missing/f"), mode: 0o600) != nil
    #expect(!isMadeNowhere)
  }

  @Test func `of many who create one file exactly one does`() async throws {
    let path = folder.file("f")
    let made = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<32 {
        group.addTask {
          do { try Files.create(path, with: [UInt8(number)]) } catch { return false }
          return true
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(made == 1)
    #expect(try Files.names(in: folder.path) == ["f"])
  }

  @Test func `a reader beside many writers never sees half a file`() async throws {
    let path = folder.file("f")
    let contents = (0..<4).map { [UInt8](repeating: UInt8($0), count: 300_000) }
    try Files.replace(path, with: contents[0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for content in contents {
        group.addTask { for _ in 0..<5 { try Files.replace(path, with: content) } }
      }
      group.addTask {
        for _ in 0..<50 {
          let seen = try Files.read(path, limit: 1 << 20)
          #expect(contents.contains(seen))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `what cannot be written names the file and leaves nothing`() throws {
    let error = #expect(throws: FileError.self) {
      try Files.replace(folder.file("none/f"), with: [1])
    }
    #expect(error?.isMissing == true)
    #expect(error?.path == folder.file("none/f"))
    try Files.makeDirectory(folder.file("d/inner"))
    #expect(throws: FileError.self) { try Files.replace(folder.file("d"), with: [1]) }
    #expect(try Files.names(in: folder.path) == ["d"])
  }

  // MARK: Folders

  @Test(arguments: ["a", "a/b", "a/b/c", "a/b/c/", "a//b", "./a", "taken/new", "taken"])
  func `a folder is made with those above it`(_ name: String) throws {
    try Files.makeDirectory(folder.file("taken"))
    try Files.makeDirectory(folder.file(name))
    try Files.makeDirectory(folder.file(name))
    var isDirectory: ObjCBool = false
    #expect(FileManager.default.fileExists(atPath: folder.file(name), isDirectory: &isDirectory))
    #expect(isDirectory.boolValue)
    #expect(try permissions(name) == 0o700)
  }

  @Test(arguments: [("f", ENOTDIR), ("f/g", ENOTDIR), ("f/g/h", ENOTDIR)])
  func `a file in a folder's place is an error`(_ row: (name: String, number: Int32)) throws {
    try Files.create(folder.file("f"), with: [])
    let error = #expect(throws: FileError.self) { try Files.makeDirectory(folder.file(row.name)) }
    #expect(error?.number == row.number)
  }

  @Test(
    arguments: [
      ("/a/b", "/a"), ("/a", "/"), ("/", nil), ("a", "."), ("a/b", "a"), ("a/b/", "a/b"), ("", "."),
    ] as [(String, String?)])
  func `the folder of a path is what stands before its last slash`(
    _ row: (path: String, parent: String?)
  ) {
    #expect(Files.parent(of: row.path) == row.parent)
  }
}
