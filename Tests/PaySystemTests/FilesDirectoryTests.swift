import Foundation
import PaySystem
import TestSupport
import Testing

@Suite struct FilesDirectoryTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test func `names are sorted by their bytes, without dot and dot-dot`() throws {
    for name in ["b", "a", "é", "B", ".hidden"] {
      try Files.create(folder.file(name), with: [])
    }
    #expect(try Files.names(in: folder.path) == [".hidden", "B", "a", "b", "é"])
  }

  @Test func `names of a folder that is not there are an error`() {
    let error = #expect(throws: FileError.self) { try Files.names(in: folder.file("none")) }
    #expect(error?.isMissing == true)
  }

  @Test func `a folder moves only to a name that is free`() throws {
    try Files.makeDirectory(folder.file("from"))
    try Files.makeDirectory(folder.file("taken"))
    let error = #expect(throws: FileError.self) {
      try Files.move(folder.file("from"), toNew: folder.file("taken"))
    }
    #expect(error?.isExisting == true)
    #expect(error?.path == folder.file("taken"))
    try Files.move(folder.file("from"), toNew: folder.file("to"))
    #expect(try Files.names(in: folder.path) == ["taken", "to"])
  }

  @Test func `removing what is not there is no error`() throws {
    try Files.remove(folder.file("none"))
    try Files.removeDirectory(folder.file("none"))
  }

  @Test func `a folder goes with the files in it, but not with folders`() throws {
    try Files.makeDirectory(folder.file("d/inner"))
    try Files.create(folder.file("d/file"), with: [1])
    #expect(throws: FileError.self) { try Files.removeDirectory(folder.file("d")) }
    try Files.removeDirectory(folder.file("d/inner"))
    try Files.removeDirectory(folder.file("d"))
    #expect(try Files.names(in: folder.path) == [])
  }
}
