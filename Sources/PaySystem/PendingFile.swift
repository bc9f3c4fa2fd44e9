import CLinux
import Glibc

/// A file that takes its name only once it is complete: written beside it, synchronized, renamed.
/// If the value goes before `commit`, nothing is left.
package struct PendingFile: ~Copyable {
  /// How the names of files that are not complete end.
  static let suffix = ".tmp"

  private let path: String
  private let file: Descriptor

  /// Begins a file that will be `path`.
  package init(for path: String, mode: UInt32 = 0o644) throws(FileError) {
    self.path = path
    let random = secureRandomBytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    do {
      file = try Descriptor(
        opening: "\(path).\(getpid())-\(random)\(Self.suffix)", flags: O_WRONLY | O_CREAT | O_EXCL,
        mode: mode, operation: "write")
    } catch {
      throw error.naming(path)
    }
  }

  deinit { unlink(file.path) }

  package borrowing func append(_ bytes: [UInt8]) throws(FileError) {
    do { try file.writeAll(bytes) } catch { throw error.naming(path) }
  }

  /// Gives the file its name; without `replacing` it throws (`isExisting`) if the name is taken.
  package consuming func commit(replacing: Bool = true) throws(FileError) {
    do { try file.synchronize() } catch { throw error.naming(path) }
    let status = replacing ? rename(file.path, path) : pay_rename_new(file.path, path)
    guard status == 0 else { throw .last("write", path) }
    if !replacing { return try Files.synchronizeNew(path) }
    do { try Files.synchronizeDirectory(of: path) } catch { throw error.naming(path) }
  }
}
