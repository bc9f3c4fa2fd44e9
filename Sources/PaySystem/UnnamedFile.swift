import CLinux
import Glibc

/// A new file that has no name until it is complete: whoever is killed meanwhile leaves nothing of
/// it, which matters if it is a secret.
struct UnnamedFile: ~Copyable {
  private let path: String
  private let file: Descriptor

  /// Begins a file that will be `path`; nil where the file system cannot do that, or where `path`
  /// cannot be at all: the way of `PendingFile` is left then, and tells why.
  init?(for path: String, mode: UInt32) {
    guard let folder = Files.parent(of: path), access(Self.descriptors, F_OK) == 0,
      // Whatever the reason is, the other way meets it too.
      let file = try? Descriptor(
        opening: folder, flags: O_WRONLY | pay_unnamed_file, mode: mode, operation: "write")
    else { return nil }
    self.path = path
    self.file = file
  }

  borrowing func append(_ bytes: [UInt8]) throws(FileError) {
    do { try file.writeAll(bytes) } catch { throw error.naming(path) }
  }

  /// Gives the file its name; throws (`isExisting`) if that is taken.
  consuming func commit() throws(FileError) {
    do { try file.synchronize() } catch { throw error.naming(path) }
    let name = "\(Self.descriptors)/\(file.number)"
    guard linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
      throw .last("write", path)
    }
    try Files.synchronizeNew(path)
  }

  /// Where a descriptor can be given a name without any right beyond the file's own.
  private static let descriptors = "/proc/self/fd"
}
