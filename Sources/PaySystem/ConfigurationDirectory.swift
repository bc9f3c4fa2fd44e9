import Glibc
package import PayCore

/// Why a configuration directory gave no configuration.
package enum ConfigurationLoadError: Error, Sendable {
  /// A file, or the directory, cannot be read.
  case file(FileError)
  /// The files can be read, and these are their faults.
  case faults(ConfigurationError)
}

/// A merchant's configuration directory.
package enum ConfigurationDirectory {
  /// Reads and checks everything in the directory at `path`.
  package static func load(_ path: String) throws(ConfigurationLoadError) -> MerchantConfiguration {
    let files: [ConfigurationFile]
    do { files = try read(path) } catch { throw .file(error) }
    do { return try ConfigurationDraft(files).checked() } catch { throw .faults(error) }
  }

  private static func read(_ path: String) throws(FileError) -> [ConfigurationFile] {
    _ = try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY, operation: "read")
    var files: [ConfigurationFile] = []
    for name in ConfigurationDraft.fileNames {
      do {
        let bytes = try Files.read(path + "/" + name, limit: Limits.configurationBytes)
        files.append(ConfigurationFile(name: name, bytes: bytes))
      } catch  where error.isMissing {
        continue  // the draft reports a missing file beside the other faults
      }
    }
    return files
  }
}
