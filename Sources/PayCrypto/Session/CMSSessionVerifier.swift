package import PayCore
import Synchronization

/// Checks sessions against our own root, whichever of its signers made them.
///
/// `CMS_verify` alone takes bytes after the message and flipped bits that no signature covers. So
/// the message is taken apart, written anew as our signer would, and must equal what came byte for
/// byte; signature, digest, chain and time are then checked one by one.
package struct CMSSessionVerifier: SessionVerifier {
  /// Bytes of a signature: ours have about 1,400.
  static let signatureBytes = 16 * 1024

  private let trust: TrustStore
  private let chains = ChainCache()

  init(trust: TrustStore) { self.trust = trust }

  package func fault(
    signature message: [UInt8], content: [UInt8], signedAt moment: Timestamp
  ) throws(CryptoFailure) -> SessionFault? {
    guard message.count <= Self.signatureBytes, let parts = CMSParts(message) else {
      return .notOurForm("it is not a detached CMS SignedData with two certificates")
    }
    let known = chains.chain(of: parts.certificates)
    let parsed = known == nil ? try SignerChain(parts) : known
    guard let chain = parsed else {
      return .notOurForm("its certificates are not a signer's and an authority's in DER")
    }
    guard let value = ECDSASignature(der: parts.signature),
      let signingTime = parts.attributes.signingTime,
      chain.form.message(parts.attributes, signature: value.der) == message
    else { return .notOurForm("its bytes differ from those that the signer writes") }
    let isKnown = known != nil && chain.validity(under: trust.root).contains(signingTime)
    if !isKnown {
      if let reason = try distrust(chain, at: signingTime) { return .untrusted(reason) }
      chains.remember(chain, of: parts.certificates)
    }
    guard chain.signer.publicKey.isValid(value, digest: sha256(parts.attributes.bytes)),
      constantTimeEqual(parts.attributes.digest, sha256(content))
    else { return .badSignature }
    return signingTime == moment.wholeSecond ? nil : .signingTime
  }

  private func distrust(
    _ chain: SignerChain, at moment: Timestamp
  ) throws(CryptoFailure) -> String? {
    if let fault = chain.signer.signerFault { return fault }
    return try trust.fault(of: chain.signer, issuedBy: chain.intermediate, at: moment)
  }
}

/// The two certificates of a message and the form of what their signer writes.
struct SignerChain: Sendable {
  let signer: Certificate
  let intermediate: Certificate
  let form: CMSForm

  /// The chain that a message brings; nil if its certificates, in either order, are not those of a
  /// signer and an authority.
  init?(_ parts: CMSParts) throws(CryptoFailure) {
    let pair: [Certificate]
    do {
      pair = [try Certificate(der: parts.first), try Certificate(der: parts.second)]
    } catch {
      return nil
    }
    guard let signer = pair.first(where: { !$0.isAuthority }),
      let intermediate = pair.first(where: { $0.isAuthority })
    else { return nil }
    self.signer = signer
    self.intermediate = intermediate
    form = try CMSForm(signer: signer, intermediate: intermediate)
  }

  /// When all certificates are valid: a chain that holds at one of these moments holds at all.
  func validity(under root: Certificate) -> Range<Timestamp> {
    let from = max(signer.notBefore, intermediate.notBefore, root.notBefore)
    return from..<max(from, min(signer.notAfter, intermediate.notAfter, root.notAfter))
  }
}

/// The last chains that were found to lead to the root, by the exact bytes of their certificates.
private final class ChainCache: Sendable {
  /// Signers change once in two years.
  private static let count = 4
  private let entries = Mutex<[(certificates: [UInt8], chain: SignerChain)]>([])

  func chain(of certificates: [UInt8]) -> SignerChain? {
    entries.withLock { $0.first { $0.certificates == certificates }?.chain }
  }

  func remember(_ chain: SignerChain, of certificates: [UInt8]) {
    entries.withLock { entries in
      guard !entries.contains(where: { $0.certificates == certificates }) else { return }
      entries = entries.suffix(Self.count - 1) + [(certificates, chain)]
    }
  }
}
