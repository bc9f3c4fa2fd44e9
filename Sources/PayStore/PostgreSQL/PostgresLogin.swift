import CPostgres
import Glibc
import PayCore
import PaySystem

/// What opens connections to one database. The password is asked for anew each time, so that it can
/// be changed while we run.
struct PostgresLogin: Sendable {
  private let address: PostgresAddress
  private let settings: PostgresSettings
  /// The file of the systemd credential `postgres-password`, if there is one.
  private let credential: String?

  /// Looks for a credential. A password comes from there, else from where libpq finds one: the
  /// service file and PGPASSFILE. Throws `passwordInEnvironment` and `credential`.
  init(
    _ address: PostgresAddress, settings: PostgresSettings = PostgresSettings(),
    environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) throws(PostgresAddressError) {
    self.address = address
    self.settings = settings
    guard environment("PGPASSWORD") == nil else { throw .passwordInEnvironment }
    let path = environment("CREDENTIALS_DIRECTORY").map { $0 + "/postgres-password" }
    credential = path.flatMap { Files.exists($0) ? $0 : nil }
    do throws(FileError) {
      _ = try readCredential()
    } catch {
      throw .credential(detail: error.description)
    }
  }

  /// The password of the credential; empty if there is none.
  private func readCredential() throws(FileError) -> [UInt8] {
    guard let credential else { return [] }
    // Its mode says nothing: systemd gives access by a list that shows as that of the group, in a
    // directory that is closed to all others.
    var bytes = try Files.readRegular(credential, limit: Limits.postgresPasswordBytes).bytes
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard !bytes.isEmpty, !bytes.contains(where: { $0 < 0x20 }) else {
      throw FileError(
        path: credential, operation: "use", cause: "it must hold the password, on one line")
    }
    return bytes
  }

  /// Opens a connection to the first host that takes one. Throws `unreachable`, `unfit`,
  /// `shutDown`, `tooManyConnections`, `timedOut`, and `statement` for a refused login.
  func open() throws(PostgresError) -> PostgresConnection {
    let library = try PostgresLibrary.shared.get()
    let options = try PostgresOptions(address, library)
    do throws(FileError) {
      let password = try readCredential()
      if !password.isEmpty { options.replacePassword(with: password) }
    } catch {
      throw .unreachable(detail: error.description)
    }
    var failure = PostgresError.unreachable(detail: "there is no host")
    for place in options.places {
      do throws(PostgresError) {
        let handle = try connect(place, password: options.password, library)
        return try PostgresConnection(handle, library, settings)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// The options with which a place is called: its own, and ours over them.
  private func options(for place: [String: String]) -> [(String, String)] {
    var options = place
    options["sslmode"] = PostgresOptions.tlsMode(for: place)
    // Encryption by Kerberos would take the place of TLS and of all checks of certificates.
    options["gssencmode"] = "disable"
    options["client_encoding"] = "UTF8"
    if (options["application_name"] ?? "").isEmpty {
      options["application_name"] = settings.applicationName
    }
    options["tcp_user_timeout"] = "\(settings.networkMilliseconds)"
    // A peer that is gone while we wait for its answer shows only when it is asked.
    options["keepalives"] = "1"
    options["keepalives_idle"] = "5"
    options["keepalives_interval"] = "2"
    options["keepalives_count"] = "3"
    return options.map { ($0.key, $0.value) }
  }

  /// A connection that stands, which the caller takes over.
  private func connect(
    _ place: [String: String], password: [UInt8], _ library: PostgresLibrary
  ) throws(PostgresError) -> OpaquePointer {
    let functions = library.functions
    guard let handle = PostgresOptions.start(options(for: place), password: password, library)
    else { throw .unreachable(detail: "libpq cannot reserve memory") }
    // Verbose messages carry the SQLSTATE, which libpq does not give otherwise before there is a
    // connection.
    _ = functions.pointee.PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    _ = functions.pointee.PQsetNoticeReceiver(handle, { _, _ in }, nil)
    let deadline = monotonicNanoseconds() + UInt64(settings.connectMilliseconds) * 1_000_000
    var events = Int16(POLLOUT)
    while functions.pointee.PQstatus(handle) != CONNECTION_BAD {
      guard waitForSocket(functions.pointee.PQsocket(handle), events, until: deadline) else {
        functions.pointee.PQfinish(handle)
        throw .unreachable(
          detail: "\(place["host"] ?? "the server") did not answer within"
            + " \(settings.connectMilliseconds) ms")
      }
      switch functions.pointee.PQconnectPoll(handle) {
      case PGRES_POLLING_OK: return handle
      case PGRES_POLLING_READING: events = Int16(POLLIN)
      case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
      default: break
      }
    }
    let error = PostgresError(refusal: functions.pointee.PQerrorMessage(handle))
    functions.pointee.PQfinish(handle)
    throw error
  }
}

extension PostgresError {
  /// What libpq says of a connection that could not be made, verbosely: `...: FATAL:  53300: sorry,
  /// too many clients already`, and then where in its source the server says so.
  init(refusal message: UnsafePointer<CChar>?) {
    let text = message.map { String(cString: $0) } ?? ""
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
    let words = lines.joined(separator: "; ")
    guard let sqlState = Self.sqlState(in: words) else {
      self = .unreachable(detail: words)
      return
    }
    let plain = words.replacing(":  \(sqlState): ", with: ": ", maxReplacements: 1)
    self.init(sqlState: sqlState, text: plain, constraint: "")
  }

  /// The SQLSTATE of a verbose message: five digits or capitals between a severity and a text.
  private static func sqlState(in message: String) -> String? {
    for start in message.ranges(of: ":  ") {
      let rest = message[start.upperBound...]
      let state = rest.prefix(5)
      if state.utf8.count == 5, rest.dropFirst(5).hasPrefix(": "),
        state.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
      {
        return String(state)
      }
    }
    return nil
  }
}
