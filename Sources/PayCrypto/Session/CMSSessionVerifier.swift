package import PayCore

/// Checks sessions against our own root, whichever of its signers made them.
///
/// `CMS_verify` alone takes bytes after the message and flipped bits that no signature covers. So
/// the message is taken apart, written anew as our signer would, and must equal what came byte for
/// byte; signature, digest, chain and time are then checked one by one.
package struct CMSSessionVerifier: SessionVerifier {
  /// Bytes of a signature: ours have about 1,400.
  static let signatureBytes = 16 * 1024

  private let root: TrustedRoot
  private let chains: ChainCache<SignerChain>

  /// Remembers up to that many chains that have held.
  init(root: Certificate, remembering capacity: Int = 4) throws(CryptoFailure) {
    self.root = try TrustedRoot(root)
    chains = ChainCache(capacity: capacity)
  }

  package func fault(
    signature message: [UInt8], content: [UInt8], signedAt moment: Timestamp
  ) -> SessionFault? {
    guard message.count <= Self.signatureBytes, let parts = CMSParts(message) else {
      return .notOurForm("it is not a detached CMS SignedData with two certificates")
    }
    guard let signingTime = parts.attributes.signingTime else {
      return .notOurForm("its signing time is not a moment")
    }
    let signer: SignerChain
    do throws(SessionFault) {
      signer = try self.signer(of: parts, at: signingTime)
    } catch {
      return error
    }
    guard signer.hasWritten(message, parts) else {
      return .notOurForm("its bytes differ from those that the signer writes")
    }
    let chain = signer.chain
    guard
      chain.leafKey.isValid(
        parts.signature, of: parts.attributes.bytes, by: chain.leafKey.algorithm),
      constantTimeEqual(parts.attributes.digest, sha256(content))
    else { return .badSignature }
    // Only now: anybody can spell public certificates otherwise, and must not push out the chains
    // that are in use.
    chains.remember(signer, of: parts.certificates)
    return signingTime == moment.wholeSecond ? nil : .signingTime
  }

  private func signer(
    of parts: CMSParts, at moment: Timestamp
  ) throws(SessionFault) -> SignerChain {
    do throws(CertificateChain.Fault) {
      if let known = chains.value(of: parts.certificates) {
        try known.chain.checkDates(at: moment)
        return known
      }
      let pair = try CertificatePair(parts.certificates, signer: parts.signerIdentifier)
      guard !pair.leaf.extensions.has(ObjectIdentifiers.tokenSigner) else {
        throw .untrusted("the certificate is one that signs payment tokens")
      }
      let chain = try CertificateChain(pair, root: root, at: moment)
      return SignerChain(chain)
    } catch {
      throw error.isShape ? .notOurForm(error.reason) : .untrusted(error.reason)
    }
  }
}

/// A chain that has held, and the form of what its signer writes.
struct SignerChain: Sendable {
  let chain: CertificateChain
  private let form: CMSForm

  init(_ chain: CertificateChain) {
    self.chain = chain
    form = CMSForm(
      signer: chain.leaf, intermediate: chain.intermediate, algorithm: chain.leafKey.algorithm)
  }

  /// Whether the message is, byte for byte, what this signer writes around these parts.
  func hasWritten(_ message: [UInt8], _ parts: CMSParts) -> Bool {
    let signature = Array(parts.signature)
    guard chain.leafKey.isRSA || ECDSASignature(der: signature) != nil else { return false }
    return form.message(parts.attributes, signature: signature) == message
  }
}
