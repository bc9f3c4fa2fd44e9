import PayCore

/// All keys of a running server, parsed once.
package struct ServerKeys: Sendable {
  package let sessionSigner: CMSSessionSigner
  package let sessionVerifier: CMSSessionVerifier
  package let tokenKeys: ES256TokenKeys
  package let apiKeys: LiveAPIKeys

  /// Throws `missing`, `interrupted`, `file`, `malformed`, `mismatch`, `untrusted`, `crypto`.
  package static func load(_ directory: KeyDirectory) throws(KeyError) -> ServerKeys {
    ServerKeys(
      sessionSigner: try CMSSessionSigner(directory),
      sessionVerifier: try CMSSessionVerifier(directory),
      tokenKeys: try ES256TokenKeys(directory),
      apiKeys: try LiveAPIKeys(directory))
  }
}

extension CMSSessionSigner {
  /// Reads the signer's key and chain, and checks that they belong together and to the root; not
  /// their dates, which are checked at each signature.
  package init(_ directory: KeyDirectory) throws(KeyError) {
    let trust = try directory.readTrust()
    let chain = try directory.readCertificates(directory.signerChain, count: 2)
    let key = try directory.readPrivateKey(directory.signerKey)
    guard key.publicKey == chain[0].publicKey else {
      throw .mismatch(key: directory.signerKey, certificate: directory.signerChain)
    }
    let broken = try KeyError.wrap(library: trust.fault(of: chain[0], issuedBy: chain[1], at: nil))
    if let cause = chain[0].signerFault ?? broken {
      throw .untrusted(path: directory.signerChain, root: directory.root, cause: cause)
    }
    self = try KeyError.wrap(
      library: CMSSessionSigner(key: key, certificate: chain[0], intermediate: chain[1]))
  }
}

extension CMSSessionVerifier {
  /// Reads the root, and nothing else; remembers up to `capacity` chains that have held.
  package init(
    _ directory: KeyDirectory, remembering capacity: Int = 4
  ) throws(KeyError) {
    let root = try directory.readTrust().root
    self = try KeyError.wrap(library: CMSSessionVerifier(root: root, remembering: capacity))
  }
}
