import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayStore

@Suite struct PostgresAddressTests {
  /// The options of an address as `name=value`, by a space.
  private func options(_ text: String) throws -> String {
    try PostgresAddress(text).options.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  @Test(arguments: [
    ("postgres://", ""),
    ("postgres:///pay", "dbname=pay"),
    ("postgresql://db.example/pay", "host=db.example dbname=pay"),
    ("postgres://pay@db.example:5433/pay", "user=pay host=db.example port=5433 dbname=pay"),
    ("postgres://p%40y@%2Frun%2Fpostgresql/a%2Fb", "user=p@y host=/run/postgresql dbname=a/b"),
    ("postgres://[2001:db8::1]:5433", "host=2001:db8::1 port=5433"),
    ("postgres://[::1]/pay", "host=::1 dbname=pay"),
    ("postgres://a,b:5433/pay", "host=a,b port=5432,5433 dbname=pay"),
    ("postgres:///pay?host=/run/postgresql&user=pay", "dbname=pay host=/run/postgresql user=pay"),
    (
      "postgres://h/d?sslmode=verify-full&sslrootcert=%2Fetc%2Froot.pem",
      "host=h dbname=d sslmode=verify-full sslrootcert=/etc/root.pem"
    ),
    ("service=pay", "service=pay"),
    ("  host = h\tdbname='my db' ", "host=h dbname=my db"),
    (#"user='o\'neil' dbname=a\ b"#, "user=o'neil dbname=a b"),
    (
      "host=a,b port=5432,5433 target_session_attrs=read-write",
      "host=a,b port=5432,5433 target_session_attrs=read-write"
    ),
  ])
  func `an address is read`(text: String, expected: String) throws {
    #expect(try options(text) == expected)
  }

  @Test(arguments: [
    ("", "postgres_address_syntax"),
    ("   ", "postgres_address_syntax"),
    ("pay", "postgres_address_syntax"),
    ("=pay", "postgres_address_syntax"),
    ("host='h", "postgres_address_syntax"),
    (#"host=h\"#, "postgres_address_syntax"),
    ("mysql://h/d", "postgres_address_syntax"),
    ("postgres://h:/d", "postgres_address_syntax"),
    ("postgres://h:x/d", "postgres_address_syntax"),
    ("postgres://:5432/d", "postgres_address_syntax"),
    ("postgres://[::1/d", "postgres_address_syntax"),
    ("postgres://a,,b/d", "postgres_address_syntax"),
    ("postgres://h/d/e", "postgres_address_syntax"),
    ("postgres://h/d%0", "postgres_address_syntax"),
    ("postgres://h/d%00", "postgres_address_syntax"),
    ("postgres://h/%FF", "postgres_address_syntax"),
    ("postgres://h/d?sslmode", "postgres_address_syntax"),
    ("postgres://h:70000/d", "postgres_option_value"),
    ("host=h port=0", "postgres_option_value"),
    ("host=h port=05432", "postgres_option_value"),
    ("host=''", "postgres_option_value"),
    ("host=h dbname='a\nb'", "postgres_option_value"),
    ("host=h sslmode=prefer", "postgres_option_value"),
    ("host=h sslmode=allow", "postgres_option_value"),
    ("host=h sslmode=required", "postgres_option_value"),
    ("host=h target_session_attrs=standby", "postgres_option_value"),
    ("host=h options='-c fsync=off'", "postgres_option_unknown"),
    ("host=h passfile=/tmp/p", "postgres_option_unknown"),
    ("host=h Host=h", "postgres_option_unknown"),
    ("host=h hosst=h", "postgres_option_unknown"),
    ("host=h host=h", "postgres_option_duplicate"),
    ("postgres://h/d?host=h", "postgres_option_duplicate"),
    (String(repeating: "a", count: 4097), "postgres_address_too_long"),
  ])
  func `what is no address is refused`(text: String, code: String) {
    let error = #expect(throws: PostgresAddressError.self) { try PostgresAddress(text) }
    #expect(error?.code == code)
  }

  @Test(arguments: [
    "postgres://pay:hunter2@db.example/pay", "postgres://:hunter2@h", "postgres://pay:@h",
    "postgres://pay:hun@ter2@h/d", "postgres://h/d?password=hunter2",
    "postgres://h/d?sslpassword=hunter2", "host=h password=hunter2", "password = 'hunter2'",
    "host=h PASSWORD=hunter2", "host=h pwd=hunter2",
  ])
  func `a password is refused as such, and not repeated`(text: String) {
    let error = #expect(throws: PostgresAddressError.self) { try PostgresAddress(text) }
    #expect(error == .passwordInAddress)
    #expect(error?.description.contains("hunter2") == false)
    #expect(error?.description.contains("PGPASSFILE") == true)
  }

  @Test(arguments: [
    "postgres://pay:hunter2/x@db.example/pay", "postgres://pay:hunter2?@db.example/pay",
    "postgres://pay:12/hunter2@db.example/pay", "host=h hunter2", "host=h password hunter2",
    "host=h Hunter2=x", "hunter2", "postgres://h/d?hunter2", "host=h sslmode=hunter2",
  ])
  func `no message repeats what may be a password`(text: String) {
    let error = #expect(throws: PostgresAddressError.self) { try PostgresAddress(text) }
    #expect(error?.description.lowercased().contains("hunter2") == false)
  }

  @Test func `an unknown option is named, with what was meant`() {
    let error = #expect(throws: PostgresAddressError.self) {
      try PostgresAddress("host=h dbnam=pay")
    }
    #expect(error?.description.contains("unknown option dbnam (did you mean dbname?)") == true)
    #expect(error?.description.contains("known: host, port, dbname") == true)
  }

  @Test func `the description tells the database and nothing else`() throws {
    let address = try PostgresAddress("postgres://pay@h:5433/d?sslrootcert=/r&sslkey=/k")
    #expect(address.description == "user=pay host=h port=5433 dbname=d")
    #expect(try PostgresAddress("postgres://").description == "libpq's default database")
  }

  @Test(arguments: UInt64(1)...20)
  func `no mutation of an address crashes, and none is taken with a password`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let seeds = [
      "postgres://pay:s3cr3t@db.example:5433/pay?sslmode=require&sslrootcert=%2Fr",
      "host='h' password='s3cr3t' dbname=d\\ e", "postgres://[::1]:5433,b/d?password=s3cr3t",
    ]
    let spice = Array("@:/?&=%'\\ ,[]a0".utf8)
    for _ in 0..<500 {
      var bytes = Array(seeds.randomElement(using: &random)?.utf8 ?? "".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = spice.randomElement(using: &random) ?? 0
        case 1: bytes.insert(spice.randomElement(using: &random) ?? 0, at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let address = try PostgresAddress(text)
        // One slip may hide what it is; then it is the value of something else, never a password.
        #expect(!address.options.contains { $0.name == "password" }, "\(seed): \(text)")
      } catch {
        #expect(!error.description.contains("s3cr3t"), "\(seed): \(text)")
      }
    }
  }
}

@Suite struct PostgresOptionsTests {
  @Test(
    arguments: [
      ("", nil, nil),
      ("host=/run/postgresql", nil, nil),
      ("host=localhost", nil, nil),
      ("host=127.0.0.1", nil, nil),
      ("host=::1", nil, nil),
      ("host=localhost sslmode=prefer", nil, "prefer"),
      ("host=db.example", nil, "require"),
      ("host=127.0.0.1.example", nil, "require"),
      ("host=127.example", nil, "require"),
      ("host=10.0.0.1 sslmode=prefer", nil, "require"),
      ("host=db.example sslmode=disable", nil, "disable"),
      ("host=db.example sslmode=verify-ca", "/r", "verify-ca"),
      ("host=db.example", "/r", "verify-full"),
      ("host=db.example sslmode=prefer", "/r", "verify-full"),
      ("host=localhost hostaddr=10.0.0.1", nil, "require"),
      ("host=db.example hostaddr=127.0.0.1", nil, nil),
    ] as [(String, String?, String?)])
  func `only this machine is spoken to in plain text`(
    words: String, root: String?, expected: String?
  ) {
    var place: [String: String] = [:]
    for word in words.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      place[String(parts[0])] = String(parts[1])
    }
    place["sslrootcert"] = root
    #expect(PostgresOptions.tlsMode(for: place) == expected)
  }

  @Test func `each host is a place of its own`() throws {
    let library = try PostgresLibrary.shared.get()
    let options = try PostgresOptions(
      PostgresAddress("postgres://pay@a,[::1]:5433/d"), library)
    #expect(options.places.map { $0["host"] } == ["a", "::1"])
    #expect(options.places.map { $0["port"] } == ["5432", "5433"])
    #expect(options.places.map { $0["dbname"] } == ["d", "d"])
    #expect(options.places.allSatisfy { $0["user"] == "pay" })
  }

  @Test func `a service that is not there is named`() throws {
    let library = try PostgresLibrary.shared.get()
    let address = try PostgresAddress("service=nobody-has-this")
    let error = #expect(throws: PostgresError.self) {
      _ = try PostgresOptions(address, library)
    }
    #expect(error?.description.contains("nobody-has-this") == true)
  }

  @Test func `a library that is not there is told with its package`() {
    let error = #expect(throws: PostgresError.self) {
      _ = try PostgresLibrary(name: "libpq-of-nobody.so.5")
    }
    #expect(error?.description.contains("libpq5") == true)
  }

  @Test func `a password in the environment is refused`() throws {
    let address = try PostgresAddress("host=h")
    let error = #expect(throws: PostgresAddressError.self) {
      _ = try PostgresLogin(address) { $0 == "PGPASSWORD" ? "hunter2" : nil }
    }
    #expect(error == .passwordInEnvironment)
  }

  @Test(arguments: ["", "\n", "two\nlines", "a\u{0}b", String(repeating: "x", count: 1025)])
  func `a credential that holds no password is refused`(contents: String) throws {
    let folder = try TemporaryDirectory()
    try Files.create(folder.file("postgres-password"), with: Array(contents.utf8))
    let address = try PostgresAddress("host=h")
    let error = #expect(throws: PostgresAddressError.self) {
      _ = try PostgresLogin(address) { $0 == "CREDENTIALS_DIRECTORY" ? folder.path : nil }
    }
    #expect(error?.code == "postgres_credential")
    #expect(error?.description.contains("postgres-password") == true)
  }
}
