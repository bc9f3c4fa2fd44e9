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

  /// A key with this point; nil if it does not lie on the curve. These curves have a cofactor of 1:
  /// a point on them is one of full order.
  func key() -> CurveKey? { CurveKey(bytes, from: curve.keys) }
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

  fileprivate var keys: CurveKeys {
    switch self {
    case .p256: .p256
    case .p384: .p384
    }
  }
}
