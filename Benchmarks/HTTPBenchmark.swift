import Glibc
import PayCore
import PaySystem

/// HTTP answers per CPU-second of the server: quotes from PayServer, and a static file of the same
/// size from nginx with one worker; both under wrk, keep-alive, 64 connections.
struct HTTPBenchmark {
  let programs: String
  let scratch: String

  private static let seconds = 4

  func run() throws -> (ours: Double, nginx: Double) {
    let quote = try Quote(
      try ConfigurationDirectory.load("merchant-config"), offer: nil, segment: 2,
      at: Timestamp.current())
    let server = try startPayServer()
    defer { server.stop() }
    let nginx = try startNginx(body: quote.bytes)
    defer { nginx.stop() }
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<2 {
      ours.append(
        try load("http://127.0.0.1:18181/v1/quotes?offer=some-product&segment=2", [server.id]))
      theirs.append(
        try load("http://127.0.0.1:18182/quote.json", [nginx.id] + children(of: nginx.id)))
    }
    return (ours.median, theirs.median)
  }

  private func startPayServer() throws -> ChildProcess {
    let data = scratch + "/http"
    guard
      try ChildProcess(
        programs + "/paytool", ["keys", "generate", "--data", data, "--quiet"]
      ).wait()
    else { throw BenchmarkError("paytool keys generate failed") }
    let header = try Files.read(data + "/keys/auth-header", limit: 1024)
    let value = String(decoding: header, as: UTF8.self).split(separator: ": ", maxSplits: 1)[1]
    let script =
      "wrk.headers[\"Authorization\"] = \"\(value.filter { $0 != "\n" && $0 != "\r\n" })\"\n"
    try Files.replace(scratch + "/load.lua", with: Array(script.utf8), mode: 0o600)
    let server = try ChildProcess(
      programs + "/PayServer",
      [
        "--data", data, "--listen", "127.0.0.1:18181", "--key-rate", "1000000",
      ], output: scratch + "/payserver.log")
    usleep(500_000)
    return server
  }

  private func startNginx(body: [UInt8]) throws -> ChildProcess {
    let root = scratch + "/nginx"
    try Files.makeDirectory(root, mode: 0o755)
    try Files.replace(root + "/quote.json", with: body)
    let configuration = """
      daemon off; worker_processes 1; pid \(root)/pid; error_log \(root)/error.log;
      events { worker_connections 1024; }
      http {
        access_log off; keepalive_requests 1000000000; default_type application/json;
        client_body_temp_path \(root)/t1; proxy_temp_path \(root)/t2; fastcgi_temp_path \(root)/t3;
        uwsgi_temp_path \(root)/t4; scgi_temp_path \(root)/t5;
        server { listen 127.0.0.1:18182; root \(root); }
      }

      """
    try Files.replace(root + "/nginx.conf", with: Array(("user root;\n" + configuration).utf8))
    let nginx = try ChildProcess(
      "/usr/sbin/nginx", ["-p", root, "-c", root + "/nginx.conf"], output: root + "/out.log")
    usleep(500_000)
    return nginx
  }

  private func load(_ url: String, _ processes: [pid_t]) throws -> Double {
    let output = "\(scratch)/wrk-\(monotonicNanoseconds())"
    let before = try processes.map(cpuSeconds).reduce(0, +)
    let wrk = try ChildProcess(
      "/usr/bin/wrk",
      ["-t", "1", "-c", "64", "-d", "\(Self.seconds)s", "-s", scratch + "/load.lua", url],
      output: output)
    guard wrk.wait() else { throw BenchmarkError("wrk failed for \(url)") }
    let spent = try processes.map(cpuSeconds).reduce(0, +) - before
    let report = String(decoding: try Files.read(output, limit: 65_536), as: UTF8.self)
    guard !report.contains("Non-2xx"),
      let line = report.split(separator: "\n").first(where: {
        $0.contains("requests in")
      }), let count = line.split(separator: " ").first.flatMap({ Double($0) }), spent > 0
    else { throw BenchmarkError("wrk got errors from \(url): \(report)") }
    return count / spent
  }

  /// User and system time of a process so far.
  private func cpuSeconds(_ process: pid_t) throws -> Double {
    let text = String(decoding: try Files.read("/proc/\(process)/stat", limit: 4096), as: UTF8.self)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 13, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw BenchmarkError("/proc/\(process)/stat has another form")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private func children(of process: pid_t) throws -> [pid_t] {
    let list = try Files.read("/proc/\(process)/task/\(process)/children", limit: 4096)
    return String(decoding: list, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
  }
}
