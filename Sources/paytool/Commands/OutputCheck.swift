import CLinux
import Glibc
import PayCore
import PaySystem

extension Invocation {
  /// Refuses an output that would take the place of what the command reads: a file that is named on
  /// the command line, or one of the data or the configuration directory. Files are told apart by
  /// device and inode, so that another name or a link is no way around it. Throws
  /// `output_is_input`.
  func checkOutput() throws(Failure) {
    guard let path = output.path, path != "-" else { return }
    try checkPlace(of: path)
    guard let file = FileIdentity(path), file.isRegular else { return }
    for input in inputFiles {
      guard (input == "-" ? FileIdentity.standardInput : FileIdentity(input)) == file else {
        continue
      }
      let name = input == "-" ? "standard input" : quoted(input)
      throw Failure(
        .usage, "output_is_input",
        "--output \(quoted(path)) is the file that is read as \(name): name another file")
    }
    for (folder, title) in [(dataDirectory, "data"), (configurationDirectory, "configuration")] {
      guard let name = find(file, below: folder) else { continue }
      throw Failure(
        .usage, "output_is_input",
        "--output \(quoted(path)) would replace \(quoted(name)) of the \(title) directory: "
          + "name another file")
    }
  }

  /// Refuses a place where a database or a key will stand, even if there is none yet.
  private func checkPlace(of path: String) throws(Failure) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    guard let place = FileIdentity(folder) else { return }
    let isOurs =
      ["store", "keys", "ca"].contains { FileIdentity(dataDirectory + "/" + $0) == place }
      || (FileIdentity(dataDirectory) == place && name.hasPrefix("settlements.sqlite"))
    guard isOurs else { return }
    throw Failure(
      .usage, "output_is_input",
      "--output \(quoted(path)) is a place of the data directory's own files: name another")
  }

  /// The files that the command line names as its inputs.
  private var inputFiles: [String] {
    let spec = arguments.command
    let options = spec.options.filter { $0.value == "FILE" }
    let takesFiles = spec.operands.contains { $0.contains("FILE") }
    return options.flatMap { arguments.values($0.name) } + (takesFiles ? arguments.operands : [])
  }

  /// The path of a file below a directory; nil if it is not there.
  private func find(_ file: FileIdentity, below directory: String) -> String? {
    var folders = [directory]
    // A link may lead back to a folder that was seen.
    var seen: Set<FileIdentity> = []
    while let folder = folders.popLast() {
      guard let identity = FileIdentity(folder), seen.insert(identity).inserted else { continue }
      // What cannot be read here is nothing that this process could replace by mistake.
      for name in (try? Files.names(in: folder)) ?? [] {
        let path = folder + "/" + name
        guard let entry = FileIdentity(path) else { continue }
        if entry == file { return path }
        if entry.isFolder { folders.append(path) }
      }
    }
    return nil
  }
}

/// Which file a name leads to, whatever its other names.
private struct FileIdentity: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let type: UInt32

  var isRegular: Bool { type == S_IFREG }
  var isFolder: Bool { type == S_IFDIR }

  /// The file at a path, links followed; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that standard input was opened from; nil if it is closed.
  static var standardInput: FileIdentity? {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 ? FileIdentity(status) : nil
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    type = status.st_mode & S_IFMT
  }
}
