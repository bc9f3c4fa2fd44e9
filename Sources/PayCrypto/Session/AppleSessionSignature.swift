import COpenSSL
import PayCore

/// Reads who signed a session of Apple's. The signature itself cannot be checked: which bytes it
/// covers is not public.
package struct AppleSessionSignature: SessionSignatureReader {
  package init() {}

  package func signerName(of signature: [UInt8]) -> String? {
    defer { drainOpenSSLErrors() }
    guard signature.count <= CMSSessionVerifier.signatureBytes else { return nil }
    return signature.withUnsafeBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress else { return nil }
      var next: UnsafePointer<UInt8>? = start
      guard let message = d2i_CMS_ContentInfo(nil, &next, buffer.count) else { return nil }
      defer { CMS_ContentInfo_free(message) }
      guard next == start + buffer.count, let signer = pay_cms_only_signer(message),
        let certificates = CMS_get1_certs(message)
      else { return nil }
      defer { pay_certificates_release(certificates) }
      for index in 0..<pay_certificates_count(certificates) {
        guard let certificate = pay_certificates_at(certificates, index),
          CMS_SignerInfo_cert_cmp(signer, certificate) == 0
        else { continue }
        return commonName(of: certificate)
      }
      return nil
    }
  }

  /// The one common name of a certificate's subject; nil if it has none or several.
  private func commonName(of certificate: OpaquePointer) -> String? {
    let name = X509_get_subject_name(certificate)
    let index = X509_NAME_get_index_by_NID(name, NID_commonName, -1)
    guard index >= 0, X509_NAME_get_index_by_NID(name, NID_commonName, index) < 0 else {
      return nil
    }
    let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index))
    var start: UnsafeMutablePointer<UInt8>?
    let count = ASN1_STRING_to_UTF8(&start, value)
    guard count > 0, let start else { return nil }
    defer { CRYPTO_free(start, nil, 0) }
    return String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  }
}
