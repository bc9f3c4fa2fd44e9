import CPostgres
import Glibc

/// The options of a connection as libpq sees them: those of the address over those of its service
/// over those of the environment. The password is wiped when the value goes.
final class PostgresOptions {
  private(set) var values: [String: String] = [:]
  private(set) var password: [UInt8] = []
  private let library: PostgresLibrary

  /// Asks libpq what it would do, without a connection being tried. Throws `unreachable` where the
  /// address or its service makes no sense to libpq.
  init(_ address: PostgresAddress, _ library: PostgresLibrary) throws(PostgresError) {
    self.library = library
    // No such mode: libpq has put its options together when it finds that out, and goes no further.
    let stop = "nowhere"
    let given = address.options.map { ($0.name, $0.value) } + [("gssencmode", stop)]
    guard let handle = Self.start(given, password: [], library) else {
      throw .unreachable(detail: "libpq cannot reserve memory")
    }
    let functions = library.functions
    defer { functions.pointee.PQfinish(handle) }
    guard let first = functions.pointee.PQconninfo(handle) else {
      throw .unreachable(detail: "libpq cannot reserve memory")
    }
    defer { functions.pointee.PQconninfoFree(first) }
    var option = first
    while let name = option.pointee.keyword {
      if let value = option.pointee.val { take(String(cString: name), value) }
      option += 1
    }
    guard values["gssencmode"] == stop else {
      throw PostgresError(refusal: functions.pointee.PQerrorMessage(handle))
    }
  }

  deinit { wipe() }

  private func take(_ name: String, _ value: UnsafePointer<CChar>) {
    if name == "password" {
      password = Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    } else {
      values[name] = String(cString: value)
    }
  }

  /// Puts another password in the place of the one that libpq has found.
  func replacePassword(with other: [UInt8]) {
    wipe()
    password = other
  }

  private func wipe() {
    password.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
  }

  /// Begins a connection.
  static func start(
    _ options: [(String, String)], password: [UInt8], _ library: PostgresLibrary
  ) -> OpaquePointer? {
    var names: [UnsafePointer<CChar>?] = []
    var values: [UnsafePointer<CChar>?] = []
    var copies: [(start: UnsafeMutablePointer<CChar>, count: Int)] = []
    defer {
      for copy in copies {
        explicit_bzero(copy.start, copy.count)
        copy.start.deallocate()
      }
    }
    func copy(_ bytes: some Collection<UInt8>) -> UnsafePointer<CChar> {
      let start = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (index, byte) in bytes.enumerated() { start[index] = CChar(bitPattern: byte) }
      start[bytes.count] = 0
      copies.append((start, bytes.count + 1))
      return UnsafePointer(start)
    }
    for (name, value) in options {
      names.append(copy(name.utf8))
      values.append(copy(value.utf8))
    }
    if !password.isEmpty {
      names.append(copy("password".utf8))
      values.append(copy(password))
    }
    // The database's name is a name, whatever stands in it.
    return library.functions.pointee.PQconnectStartParams(names + [nil], values + [nil], 0)
  }

  // MARK: Places

  /// The options for each host, in their order; libpq would give all of them one deadline.
  var places: [[String: String]] {
    let lists = ["host", "hostaddr", "port"].map { name in
      values[name].map { $0.split(separator: ",", omittingEmptySubsequences: false) } ?? []
    }
    let count = max(lists[0].count, lists[1].count)
    let fits = lists[..<2].allSatisfy { $0.isEmpty || $0.count == count }
    // What does not fit is libpq's to refuse.
    guard count > 1, fits, lists[2].count <= 1 || lists[2].count == count else { return [values] }
    return (0..<count).map { index in
      var place = values
      for (name, list) in zip(["host", "hostaddr", "port"], lists) where list.count == count {
        place[name] = String(list[index])
      }
      return place
    }
  }

  /// What `sslmode` must be for a place, nil to leave it to libpq: nothing leaves this machine in
  /// plain text unless somebody has said so.
  static func tlsMode(for place: [String: String]) -> String? {
    let mode = place["sslmode"]
    if isLocal(place) { return mode }
    // libpq's default among them: it goes on in plain text where a server has no TLS, or where
    // somebody in between says so.
    if let mode, !["prefer", "allow"].contains(mode) { return mode }
    return place["sslrootcert"] == nil ? "require" : "verify-full"
  }

  /// Whether a place is on this machine.
  static func isLocal(_ place: [String: String]) -> Bool {
    let host = place["hostaddr"].flatMap { $0.isEmpty ? nil : $0 } ?? place["host"] ?? ""
    // Without a host libpq goes to the Unix socket; `@` is an abstract one.
    if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") { return true }
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
