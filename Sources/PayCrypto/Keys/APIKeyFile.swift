package import PayCore
import PaySystem

/// The API keys of a data directory: read, added to, revoked from.
///
/// Changes are made one at a time under the directory's lock, and put in place in one step, so a
/// server that reads meanwhile sees the old keys or the new ones.
package struct APIKeyFile: Sendable {
  private let directory: KeyDirectory

  package init(_ directory: KeyDirectory) { self.directory = directory }

  /// All keys, revoked ones included, in the order of their making.
  package func read() throws(KeyError) -> [APIKey] {
    let bytes = try directory.read(
      directory.apiKeys, isPrivate: true, limit: KeyLimits.apiKeyFileBytes)
    do {
      return try APIKeyDocument.keys(of: bytes)
    } catch {
      let cause = error.faults.map { "\($0.pointer) \($0.detail)" }.joined(separator: "; ")
      throw .malformed(path: directory.apiKeys, cause: cause)
    }
  }

  /// Makes a key; its text is in the answer and nowhere else, but for a test key, which is also
  /// written to `auth-header` if there is none.
  package func add(
    kind: APIKey.Kind, label: String?, at moment: Timestamp, random: (Int) -> [UInt8]
  ) throws(KeyError) -> (key: APIKey, secret: Secret) {
    guard label.map(Self.isLabel) ?? true else { throw .label }
    let lock = try takeLock()
    defer { withExtendedLifetime(lock) {} }
    let keys = try read()
    guard keys.count < KeyLimits.apiKeys else {
      throw .tooManyAPIKeys(path: directory.apiKeys)
    }
    let made = APIKey.make(kind: kind, label: label, at: moment, random: random)
    try write(keys + [made.key])
    if kind == .test, !Files.exists(directory.authHeader) {
      try KeyError.wrap(files: AuthHeader(directory).write(made.secret))
    }
    return made
  }

  /// Refuses a key from now on; one that is revoked already stays as it is.
  package func revoke(_ id: String, at moment: Timestamp) throws(KeyError) -> APIKey {
    let lock = try takeLock()
    defer { withExtendedLifetime(lock) {} }
    var keys = try read()
    guard let index = keys.firstIndex(where: { $0.id.hasSameBytes(as: id) }) else {
      throw .unknownAPIKey(id: id, path: directory.apiKeys)
    }
    keys[index] = keys[index].revoked(at: moment)
    try write(keys)
    try AuthHeader(directory).remove(ifOf: keys[index])
    return keys[index]
  }

  /// Writes the file of a new directory, which nobody else knows yet.
  static func create(_ keys: [APIKey], at path: String) throws(FileError) {
    try Files.create(path, with: APIKeyDocument.bytes(of: keys), mode: 0o600)
  }

  private func takeLock() throws(KeyError) -> FileLock {
    guard Files.exists(directory.keys) else { throw directory.absence }
    let lock = try KeyError.wrap(files: FileLock.wait(at: directory.lock))
    try KeyError.wrap(files: Files.removeUnfinished(in: directory.keys))
    return lock
  }

  private func write(_ keys: [APIKey]) throws(KeyError) {
    let bytes = APIKeyDocument.bytes(of: keys)
    try KeyError.wrap(files: Files.replace(directory.apiKeys, with: bytes, mode: 0o600))
  }

  private static func isLabel(_ text: String) -> Bool {
    (1...KeyLimits.labelBytes).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

/// `api-keys.json`: `{"object":"apiKeys","keys":[{"id","kind","sha256","label"?,"createdAt",
/// "revokedAt"?}]}`.
private enum APIKeyDocument {
  static func bytes(of keys: [APIKey]) -> [UInt8] {
    let document: JSONValue = ["object": "apiKeys", "keys": .array(keys.map(json))]
    return document.bytes + [UInt8(ascii: "\n")]
  }

  private static func json(_ key: APIKey) -> JSONValue {
    let value: JSONValue = [
      "id": .string(key.id), "kind": .string(key.kind.rawValue),
      "sha256": .string(Hex.lower(key.hash)),
    ]
    return
      value
      .with("label", key.label.map { .string($0) })
      .with("createdAt", .string(key.createdAt.description))
      .with("revokedAt", key.revokedAt.map { .string($0.description) })
  }

  static func keys(of bytes: [UInt8]) throws(JSONFaults) -> [APIKey] {
    let document: JSONValue
    do {
      document = try JSONValue(parsing: bytes, limit: KeyLimits.apiKeyFileBytes)
    } catch {
      throw JSONFaults(pointer: "", code: error.code.rawValue, detail: error.description)
    }
    var reader = JSONReader(document)
    if let object = reader.string("object"), object != "apiKeys" {
      reader.fault("object", "wrong_value", "must be apiKeys")
    }
    let elements = reader.array("keys") ?? []
    var faults = reader.finish()
    var keys: [APIKey] = []
    for (index, element) in elements.enumerated() {
      var item = JSONReader(element, at: "/keys/\(index)")
      let key = key(&item)
      faults += item.finish()
      if let key { keys.append(key) }
    }
    guard faults.isEmpty else { throw JSONFaults(faults) }
    return keys
  }

  private static func key(_ reader: inout JSONReader) -> APIKey? {
    let id = reader.string("id")
    let kind = reader.string("kind").flatMap(APIKey.Kind.init)
    let hash = reader.string("sha256").flatMap(Hex.decodeLower)
    let label = reader.optionalString("label")
    let created = reader.string("createdAt").flatMap(Timestamp.init(rfc3339:))
    let isRevoked = reader.has("revokedAt")
    let revoked = reader.optionalString("revokedAt").flatMap(Timestamp.init(rfc3339:))
    guard reader.faults.isEmpty else { return nil }
    guard let id, let kind, let hash, hash.count == 32, let created,
      isRevoked == (revoked != nil)
    else {
      reader.fault(nil, "wrong_value", "is not an API key's id, kind, sha256 and dates")
      return nil
    }
    let key = APIKey(
      kind: kind, hash: hash, label: label, createdAt: created, revokedAt: revoked)
    guard key.id.hasSameBytes(as: id) else {
      reader.fault("id", "wrong_value", "is not the id that belongs to the key's sha256")
      return nil
    }
    return key
  }
}

/// The operator's own copy of a test key. The server never reads it.
struct AuthHeader {
  private let path: String
  private static let start = Array("Authorization: Bearer ".utf8)

  init(_ directory: KeyDirectory) { path = directory.authHeader }

  /// Writes the header line of a key.
  func write(_ key: Secret) throws(FileError) {
    var line = Self.start
    line.reserveCapacity(line.count + 128)
    key.withBytes { line += $0 }
    line.append(UInt8(ascii: "\n"))
    try Files.create(path, with: Secret(wiping: &line))
  }

  /// Removes the file if it holds this key.
  func remove(ifOf key: APIKey) throws(KeyError) {
    do {
      var line = try Files.readPrivate(path, limit: 1024)
      defer { line.wipe() }
      guard line.starts(with: Self.start), line.last == UInt8(ascii: "\n") else { return }
      var text = Array(line[Self.start.count...].dropLast())
      defer { text.wipe() }
      guard constantTimeEqual(sha256(text), key.hash) else { return }
      try Files.remove(path)
    } catch {
      guard error.isMissing else { throw .file(error) }
    }
  }
}
