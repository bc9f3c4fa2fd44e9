import COpenSSL
import PayCore

@testable import PayCrypto

/// The verdict of OpenSSL's own CMS_verify on a detached message: content, signature, chain to a
/// root at a moment. It takes more than we do: bytes after the message, other spellings of what no
/// signature covers, and certificates without Apple's marks.
struct CMSPeer {
  private let root: Certificate

  init(root: Certificate) { self.root = root }

  func accepts(_ message: [UInt8], over content: [UInt8], at moment: Timestamp) -> Bool {
    defer { drainOpenSSLErrors() }
    let parsed = message.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var next = bytes.baseAddress
      return d2i_CMS_ContentInfo(nil, &next, bytes.count)
    }
    guard let parsed else { return false }
    defer { CMS_ContentInfo_free(parsed) }
    guard let store = X509_STORE_new(), let parameters = X509_VERIFY_PARAM_new() else {
      return false
    }
    defer {
      X509_STORE_free(store)
      X509_VERIFY_PARAM_free(parameters)
    }
    X509_VERIFY_PARAM_set_time(parameters, Int(moment.seconds))
    X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY)
    guard root.withPointer({ X509_STORE_add_cert(store, $0) }) == 1,
      X509_STORE_set1_param(store, parameters) == 1
    else { return false }
    return content.withUnsafeBytes { bytes in
      // Of a plain stream over memory CMS_verify makes another one, and forgets that if the message
      // names an unknown digest; of a filter it does not.
      guard let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)),
        let stream = BIO_push(BIO_new(BIO_f_null()), memory)
      else { return false }
      defer { BIO_free_all(stream) }
      return CMS_verify(parsed, nil, store, stream, nil, UInt32(CMS_BINARY)) == 1
    }
  }
}
