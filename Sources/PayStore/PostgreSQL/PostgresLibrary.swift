import CPostgres
import Glibc

/// The functions of libpq, opened when the first connection is made.
final class PostgresLibrary: @unchecked Sendable {
  // The table is filled before anybody else sees it, and only read after; all threads may call
  // libpq's functions, each with a connection of its own (libpq-threading in its manual).
  let functions: UnsafeMutablePointer<pay_pq>

  /// The library, or why there is none.
  static let shared = Result<PostgresLibrary, PostgresError> { () throws(PostgresError) in
    try PostgresLibrary(name: "libpq.so.5")
  }

  /// The first version with a pipeline.
  private static let oldest: Int32 = 14_00_00

  init(name: String) throws(PostgresError) {
    functions = .allocate(capacity: 1)
    functions.initialize(to: pay_pq())
    guard pay_pq_open(functions, name) == 1 else {
      let cause = dlerror().map { String(cString: $0) } ?? name
      throw .unfit(detail: "libpq cannot be opened: \(cause); install the package libpq5")
    }
    guard functions.pointee.PQisthreadsafe() == 1 else {
      throw .unfit(detail: "this libpq was built for one thread only")
    }
    let version = functions.pointee.PQlibVersion()
    guard version >= Self.oldest else {
      throw .unfit(detail: "libpq is version \(version / 10_000), 14 is needed")
    }
  }

  deinit { functions.deallocate() }
}
