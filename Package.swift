// swift-tools-version: 6.2
import PackageDescription

// Each setting has its reason:
// - warnings are errors, so that a deprecated OpenSSL call or an unhandled case never lands;
// - imports are internal unless said otherwise, so that a C type cannot leak into an interface;
// - each file names the modules whose members it uses;
// - `any` is spelled out, so that the cost of an existential is visible in review.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]
// Scripts/fuzz, and nobody else, names libFuzzer's runtime library here: then the fuzzer is a target,
// and the engine is built with the counters of branches that lead it to new inputs.
let fuzzerRuntime = Context.environment["PAY_FUZZ_RUNTIME"]
let counted: [SwiftSetting] = fuzzerRuntime == nil ? [] : [.unsafeFlags(["-sanitize=fuzzer"])]
// PayCore touches no pointer: every unsafe construct is refused there.
let pure: [SwiftSetting] = strict + [.strictMemorySafety()] + counted

// A command line starts often and lives for milliseconds, and most of them would go into loading and
// relocating libcrypto: `openssl version` alone takes six times a C program. paytool therefore takes
// the archives of its libraries, found through Sources/paytool/Linking, at fixed addresses. PayServer,
// which faces the network, stays relocatable and with the system's shared libraries.
let startsFast = [
  "-L\(Context.packageDirectory)/Sources/paytool/Linking", "-Xclang-linker", "-no-pie",
  "-use-ld=lld",
]

let fuzzer: [Target] =
  fuzzerRuntime.map { runtime in
    [
      .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
      .executableTarget(
        name: "Fuzzer", dependencies: ["FuzzProperties", "CFuzzer"], path: "Fuzz/Fuzzer",
        swiftSettings: strict,
        linkerSettings: [.unsafeFlags(["-Xlinker", runtime]), .linkedLibrary("stdc++")]),
    ]
  } ?? []

let package = Package(
  name: "PaymentEngine",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "PayCore", targets: ["PayCore"]),
    .executable(name: "paytool", targets: ["paytool"]),
    .executable(name: "PayServer", targets: ["PayServer"]),
  ],
  targets: [
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLinux"),
    // Its headers only: the library is opened at the first request.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    // The same: the library is opened when a store is in PostgreSQL.
    .systemLibrary(name: "CPostgres", providers: [.apt(["libpq-dev"])]),
    .target(name: "PayCore", swiftSettings: pure),
    .target(name: "PaySystem", dependencies: ["PayCore", "CLinux"], swiftSettings: strict),
    .target(
      name: "PayCrypto", dependencies: ["PayCore", "PaySystem", "COpenSSL"],
      swiftSettings: strict + counted),
    .target(
      name: "PayStore",
      dependencies: ["PayCore", "PaySystem", "CSQLite", "CPostgres", "CLinux"],
      swiftSettings: strict),
    .target(name: "PayReports", dependencies: ["PayCore"], swiftSettings: strict),
    // Only the transport speaks TLS; what does not link libssl starts faster.
    .target(
      name: "HTTPTransport", dependencies: ["COpenSSL", "CLinux"], swiftSettings: strict,
      linkerSettings: [.linkedLibrary("ssl")]),
    .target(name: "HTTPClient", dependencies: ["CCurl"], swiftSettings: strict),
    .executableTarget(
      name: "PayServer",
      dependencies: ["PayCore", "PaySystem", "PayCrypto", "PayStore", "HTTPTransport", "CLinux"],
      swiftSettings: strict),
    .executableTarget(
      name: "paytool",
      dependencies: [
        "PayCore", "PaySystem", "PayCrypto", "PayStore", "PayReports", "HTTPClient", "CLinux",
      ],
      exclude: ["Linking"],
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags(startsFast, .when(configuration: .release))]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["PayCore", "PaySystem", "PayCrypto", "PayStore", "COpenSSL", "CLinux"],
      path: "Benchmarks",
      exclude: ["decimal-peer.py", "duckdb-join.py", "fill-ledger.py"],
      swiftSettings: strict),
    .target(
      name: "FuzzProperties", dependencies: ["PayCore", "PayCrypto", "PaySystem"],
      path: "Fuzz/Properties",
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["CLinux"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "PayCoreTests", dependencies: ["PayCore", "FuzzProperties", "TestSupport"],
      exclude: ["Examples/Stubs"], swiftSettings: strict),
    .testTarget(
      name: "PaySystemTests", dependencies: ["PaySystem", "PayCore", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PayCryptoTests",
      dependencies: ["PayCrypto", "PayCore", "PaySystem", "COpenSSL", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PayStoreTests", dependencies: ["PayStore", "PayCore", "PaySystem", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PayReportsTests", dependencies: ["PayReports", "PayCore", "PayCrypto", "TestSupport"],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "HTTPTransportTests", dependencies: ["HTTPTransport", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPClientTests", dependencies: ["HTTPClient", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PayServerTests",
      dependencies: [
        "PayServer", "paytool", "PayCore", "PaySystem", "PayCrypto", "PayStore", "HTTPTransport",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "paytoolTests",
      dependencies: [
        "paytool", "PayServer", "PayCore", "PaySystem", "PayCrypto", "HTTPClient", "CLinux",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzProperties", "PayCore", "TestSupport"],
      swiftSettings: strict),
  ] + fuzzer,
  swiftLanguageModes: [.v6]
)
