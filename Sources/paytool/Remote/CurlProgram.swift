import CLinux
import Glibc
import PayCore

// The one request that a simulation sends goes through the program curl: linking libcurl and its
// libraries would cost every command its start.

/// One request through the program `curl`, and its answer.
///
/// Everything, credentials above all, reaches curl on its standard input, never in its arguments,
/// which any user of the machine can read. Redirects are not followed, no file of settings is read,
/// and there is no proxy to this machine itself.
struct CurlProgram {
  struct Answer: Sendable {
    let status: Int
    /// Whether the server says that it gave this answer before; false for a curl before 7.84, which
    /// cannot tell.
    let isReplay: Bool
    let body: [UInt8]
  }

  /// Whole seconds that connecting, sending and the answer may take together.
  static let seconds = 10

  /// Bytes behind the body: the status, and a header of the server's.
  private static let trailerBytes = 1024

  /// Posts JSON. Throws exit code 6 if no answer came, or one that is longer than a document of
  /// ours, of which the rest is not waited for.
  static func post(
    _ url: String, headers: [(name: String, value: String)], body: [UInt8]
  ) throws(Failure) -> Answer {
    var lines = [
      "silent", "show-error", "request = \"POST\"", "max-time = \(seconds)",
      "proto = \"=http,https\"",
      "max-redirs = 0", "globoff",
      "max-filesize = \(Limits.jsonBytes)",
      "write-out = \"\\n%{http_code} %header{\(BuyAnswer.replayHeader)}\"",
      "header = \"Content-Type: application/json\"",
      "header = \"Expect:\"", "url = \(try quotedSetting(url))",
      "data-raw = \(try quotedSetting(String(decoding: body, as: UTF8.self)))",
    ]
    // The setting would take the place of no_proxy, which other hosts may need.
    if ["://localhost", "://127.", "://[::1]"].contains(where: url.contains) {
      lines.append("noproxy = \"*\"")
    }
    for header in headers {
      lines.append("header = \(try quotedSetting("\(header.name): \(header.value)"))")
    }
    let finished = try run(settings: Array((lines.joined(separator: "\n") + "\n").utf8))
    guard let output = finished.output, finished.status != exceedsFileSize else {
      throw tooLong(url)
    }
    guard finished.status == 0 else {
      let words =
        String(decoding: finished.errors, as: UTF8.self)
        .split(separator: "\n").first.map(String.init) ?? "curl exits \(finished.status)"
      throw Failure(
        .remote, "no_answer",
        "no answer of \(url): \(words); is PayServer running there? A repeated run is a retry: it "
          + "sends the same keys")
    }
    let lineFeed = output.lastIndex(of: 0x0A) ?? output.startIndex
    guard lineFeed <= Limits.jsonBytes else { throw tooLong(url) }
    // The status, a space, and the header's value, which is empty if there is none.
    let words = String(decoding: output[lineFeed...].dropFirst(), as: UTF8.self)
      .split(separator: " ", maxSplits: 1)
    guard let status = words.first.flatMap({ Int($0) }) else {
      throw Failure(.remote, "no_answer", "no HTTP status in the answer of \(url)")
    }
    return Answer(
      status: status, isReplay: words.count == 2 && words[1] == "true",
      body: Array(output[..<lineFeed]))
  }

  /// curl's exit code for an answer that says itself that it is longer than `max-filesize`.
  private static let exceedsFileSize: Int32 = 63

  private static func tooLong(_ url: String) -> Failure {
    Failure(
      .remote, "answer_too_long",
      "the answer of \(url) is longer than the \(Limits.jsonBytes) bytes that a PayServer's may "
        + "have, and was not read to its end; does --server name a PayServer?")
  }

  /// A value as curl's settings quote it; control characters would end a header or a line.
  private static func quotedSetting(_ text: String) throws(Failure) -> String {
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw Failure(
        .foundBad, "wrong_value", "the offer holds control characters that no request may carry")
    }
    var quoted = "\""
    for character in text.unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
  }
}

// MARK: The process

extension CurlProgram {
  private struct Finished {
    let status: Int32
    /// nil if it was longer than an answer may be: curl was ended then.
    let output: [UInt8]?
    let errors: [UInt8]
  }

  /// Both ends of a stream between two processes.
  private struct Channel {
    let ours: Int32
    let theirs: Int32

    /// A socket rather than a pipe: a curl that ends early then fails our write, and sends no
    /// SIGPIPE.
    init() throws(Failure) {
      var ends: [Int32] = [0, 0]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        throw Failure(.storage, "file", "cannot start curl: \(String(cString: strerror(errno)))")
      }
      (ours, theirs) = (ends[0], ends[1])
    }

    func closeOurs() { close(ours) }
    func closeTheirs() { close(theirs) }
  }

  private static func run(settings: [UInt8]) throws(Failure) -> Finished {
    let input = try Channel()
    defer { input.closeOurs() }
    let output = try Channel()
    defer { output.closeOurs() }
    let errors = try Channel()
    defer { errors.closeOurs() }
    let child = spawn(input: input.theirs, output: output.theirs, errors: errors.theirs)
    for channel in [input, output, errors] { channel.closeTheirs() }
    guard case .success(let id) = child else {
      throw Failure(
        .remote, "curl_missing",
        "the program curl, which sends the request, cannot be started: install it "
          + "(apt-get install curl) or play without --server")
    }
    send(settings, to: input.ours)
    shutdown(input.ours, Int32(SHUT_WR))
    let answer = receive(from: output.ours, limit: Limits.jsonBytes + trailerBytes)
    if answer == nil { kill(id, SIGKILL) }
    let words = receive(from: errors.ours, limit: 4096)
    if words == nil { kill(id, SIGKILL) }
    var word: Int32 = 0
    while waitpid(id, &word, 0) < 0, errno == EINTR {}
    let status = word & 0x7F == 0 ? word >> 8 & 0xFF : 128 + word & 0x7F
    return Finished(status: status, output: answer, errors: words ?? [])
  }

  private struct NotStarted: Error {}

  private static func spawn(
    input: Int32, output: Int32, errors: Int32
  ) -> Result<pid_t, NotStarted> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // -q comes first: it keeps curl from the user's own settings.
    let arguments = ["curl", "-q", "-K", "-"].map { (text: String) in strdup(text) }
    defer { arguments.forEach { free($0) } }
    // What curl needs to be found, to speak our language and to trust the right authorities.
    let names = [
      "PATH", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR", "https_proxy", "HTTPS_PROXY",
      "no_proxy", "NO_PROXY",
    ]
    let variables = names.compactMap { name in
      environmentVariable(name).map { strdup("\(name)=\($0)") }
    }
    defer { variables.forEach { free($0) } }
    var child = pid_t()
    let status = posix_spawnp(
      &child, "curl", &actions, nil, arguments + [nil], variables + [nil])
    return status == 0 ? .success(child) : .failure(NotStarted())
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      // A curl that stops reading says why itself.
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Everything up to the end of the stream; nil as soon as that is more than `limit` bytes.
  private static func receive(from descriptor: Int32, limit: Int) -> [UInt8]? {
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return received }
      received += chunk[..<count]
      guard received.count <= limit else { return nil }
    }
  }
}
