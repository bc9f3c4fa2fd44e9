import Glibc
import PayCore
import Testing

@testable import PayStore

/// What result codes of SQLite (https://sqlite.org/rescode.html) are to those who call the store.
@Suite struct SQLiteErrorTests {
  private func error(
    _ status: Int32, _ systemNumber: Int32 = 0, isFolderWritable: Bool = true
  ) -> StoreError {
    StoreError(
      status: status, systemNumber: systemNumber, text: "words", path: "data/pay.sqlite",
      isFolderWritable: { isFolderWritable })
  }

  @Test(
    arguments: [
      (13, 0), (4874, 0), (778, EDQUOT), (4618, ENOSPC), (5386, ENOSPC), (14, ENOSPC), (14, EDQUOT),
    ] as [(Int32, Int32)])
  func `no space left is a full disk`(status: Int32, systemNumber: Int32) {
    #expect(error(status, systemNumber) == .full)
  }

  @Test(arguments: [(1034, ENOSPC), (1290, ENOSPC), (778, EIO), (10, 0)] as [(Int32, Int32)])
  func `a failed sync or write is no clean refusal`(status: Int32, systemNumber: Int32) {
    #expect(error(status, systemNumber) == .io(detail: "words"))
  }

  @Test(arguments: [14, 8, 1544] as [Int32])
  func `a directory that cannot be written is named, with what needs it`(status: Int32) {
    let told = error(status, isFolderWritable: false)
    #expect(told.code == "store_io")
    #expect(told.description.contains("data/pay.sqlite: its directory cannot be written"))
    #expect(told.description.contains("write-ahead log"))
    #expect(error(status) == .io(detail: "data/pay.sqlite: words"))
  }

  @Test(
    arguments: [
      (5, "store_overloaded"), (261, "store_overloaded"), (11, "store_corrupt"),
      (26, "store_corrupt"), (1, "store_io"),
    ] as [(Int32, String)])
  func `the others are what they were`(status: Int32, code: String) {
    #expect(error(status).code == code)
  }
}
