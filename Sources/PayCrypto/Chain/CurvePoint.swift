import COpenSSL
import PayCore

/// An uncompressed point as a SubjectPublicKeyInfo carries it (RFC 5480), not yet known to lie on
/// its curve.
struct CurvePoint {
  enum Curve: Sendable { case p256, p384 }

  private let curve: Curve
  /// 0x04, then both coordinates.
  private let bytes: ArraySlice<UInt8>

  /// nil unless the bytes are exactly those of an uncompressed point on a named curve.
  init?(_ publicKeyInfo: ArraySlice<UInt8>, on curve: Curve) {
    let head = curve.head
    guard publicKeyInfo.count == head.count + curve.pointBytes, publicKeyInfo.starts(with: head),
      publicKeyInfo[publicKeyInfo.startIndex + head.count] == 0x04
    else { return nil }
    self.curve = curve
    bytes = publicKeyInfo.dropFirst(head.count)
  }

  /// A new EVP_PKEY; nil if the point is not on the curve, which OpenSSL checks whenever it takes
  /// coordinates. These curves have a cofactor of 1: a point on them is one of full order.
  func key() -> OpaquePointer? {
    guard let key = EVP_PKEY_new() else { return nil }
    let isSet = bytes.withUnsafeBufferPointer { point in
      EVP_PKEY_copy_parameters(key, curve.template.pointer) == 1
        && EVP_PKEY_set1_encoded_public_key(key, point.baseAddress, point.count) == 1
    }
    guard isSet else {
      EVP_PKEY_free(key)
      drainOpenSSLErrors()
      return nil
    }
    return key
  }
}

extension CurvePoint.Curve {
  fileprivate var pointBytes: Int {
    switch self {
    case .p256: 65
    case .p384: 97
    }
  }

  /// Everything before the point.
  var head: [UInt8] {
    switch self {
    case .p256: Self.p256Head
    case .p384: Self.p384Head
    }
  }

  /// 1.2.840.10045.2.1, then 1.2.840.10045.3.1.7 or 1.3.132.0.34.
  private static let p256Head: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A,
    0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
  ]
  private static let p384Head: [UInt8] = [
    0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x05, 0x2B,
    0x81, 0x04, 0x00, 0x22, 0x03, 0x62, 0x00,
  ]

  fileprivate var template: CurveTemplate {
    switch self {
    case .p256: .p256
    case .p384: .p384
    }
  }
}

/// Any key on a curve, from which others take the curve: cheaper than reading it from DER.
private struct CurveTemplate: @unchecked Sendable {
  // An EVP_PKEY that is only read may be shared by all threads; it lives as long as the process.
  let pointer: OpaquePointer

  static let p256 = CurveTemplate(pay_generate_p256())
  static let p384 = CurveTemplate(pay_generate_p384())

  private init(_ pointer: OpaquePointer?) {
    guard let pointer else { preconditionFailure("OpenSSL makes no key on a standard curve") }
    self.pointer = pointer
  }
}
