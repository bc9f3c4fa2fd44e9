package import PayCore

/// Why a settlement profile was not loaded.
package enum SettlementProfileLoadError: Error, Sendable {
  case file(FileError)
  /// There is none of this name; those that there are.
  case unknown(String, known: [String])
  /// The file can be read, and these are its faults.
  case faults(ConfigurationError)
}

extension ConfigurationDirectory {
  private static let profileFolder = "settlement-profiles"
  private static let profileSuffix = ".json"

  /// The names of the settlement profiles, sorted; none without their folder.
  package static func settlementProfiles(in path: String) throws(FileError) -> [String] {
    do {
      return try Files.names(in: path + "/" + profileFolder)
        .filter { $0.hasSuffix(profileSuffix) && !$0.hasPrefix(".") }
        .map { String($0.dropLast(profileSuffix.utf8.count)) }
    } catch {
      guard error.isMissing else { throw error }
      return []
    }
  }

  /// Reads and checks one settlement profile.
  package static func settlementProfile(
    _ name: String, in path: String
  ) throws(SettlementProfileLoadError) -> SettlementProfile {
    let known: [String]
    do { known = try settlementProfiles(in: path) } catch { throw .file(error) }
    // Only what was listed becomes a path.
    guard known.contains(name) else { throw .unknown(name, known: known) }
    return try read(name, in: path)
  }

  /// Reads and checks everything in the directory, with its settlement profiles: all faults of all
  /// files.
  package static func check(_ path: String) throws(ConfigurationLoadError) -> (
    configuration: MerchantConfiguration, settlementProfiles: [SettlementProfile]
  ) {
    var configuration: MerchantConfiguration?
    var profiles: [SettlementProfile] = []
    var faults: [ConfigurationFault] = []
    do throws(ConfigurationLoadError) {
      configuration = try load(path)
    } catch {
      guard case .faults(let error) = error else { throw error }
      faults = error.faults
    }
    let names: [String]
    do { names = try settlementProfiles(in: path) } catch { throw .file(error) }
    for name in names {
      do throws(SettlementProfileLoadError) {
        profiles.append(try read(name, in: path))
      } catch {
        switch error {
        case .file(let error): throw .file(error)
        case .faults(let error): faults += error.faults
        case .unknown: break  // the names are those of files that are there
        }
      }
    }
    guard let configuration, faults.isEmpty else { throw .faults(ConfigurationError(faults)) }
    return (configuration, profiles)
  }

  private static func read(
    _ name: String, in path: String
  ) throws(SettlementProfileLoadError) -> SettlementProfile {
    let file = profileFolder + "/" + name + profileSuffix
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path + "/" + file, limit: Limits.configurationBytes)
    } catch {
      throw .file(error)
    }
    do {
      return try SettlementProfile(parsing: bytes, name: name)
    } catch {
      throw .faults(
        ConfigurationError(error.faults.map { ConfigurationFault(file: file, fault: $0) }))
    }
  }
}
