import PayCore

/// All keys of a running server, parsed once.
package struct ServerKeys: Sendable {
  package let sessionSigner: CMSSessionSigner
  package let sessionVerifier: CMSSessionVerifier
  package let tokenKeys: ES256TokenKeys
  package let apiKeys: LiveAPIKeys
  package let tokenVault: AESTokenVault

  /// Throws `missing`, `interrupted`, `file`, `malformed`, `mismatch`, `untrusted`, `crypto`.
  package static func load(_ directory: KeyDirectory) throws(KeyError) -> ServerKeys {
    ServerKeys(
      sessionSigner: try CMSSessionSigner(directory),
      sessionVerifier: try CMSSessionVerifier(directory),
      tokenKeys: try ES256TokenKeys(directory),
      apiKeys: try LiveAPIKeys(directory), tokenVault: try AESTokenVault(directory))
  }
}

extension CMSSessionSigner {
  /// Reads the signer's key and chain, and checks that they belong together and to the root; not
  /// their dates, which are checked at each signature.
  package init(_ directory: KeyDirectory) throws(KeyError) {
    let certificate = try directory.readRoot()
    let root = try KeyError.wrap(library: TrustedRoot(certificate))
    let chain = try directory.readCertificates(directory.signerChain, count: 2)
    let key = try directory.readPrivateKey(directory.signerKey)
    guard key.publicKey == chain[0].publicKey else {
      throw .mismatch(key: directory.signerKey, certificate: directory.signerChain)
    }
    do throws(CertificateChain.Fault) {
      let pair = try CertificatePair(leaf: chain[0], intermediate: chain[1])
      _ = try CertificateChain(pair, root: root)
      self.init(key: key, pair: pair)
    } catch {
      throw .untrusted(path: directory.signerChain, root: directory.root, cause: error.reason)
    }
  }
}

extension CMSSessionVerifier {
  /// Reads the root, and nothing else; remembers up to `capacity` chains that have held.
  package init(
    _ directory: KeyDirectory, remembering capacity: Int = 4
  ) throws(KeyError) {
    let root = try directory.readRoot()
    self = try KeyError.wrap(library: CMSSessionVerifier(root: root, remembering: capacity))
  }
}
