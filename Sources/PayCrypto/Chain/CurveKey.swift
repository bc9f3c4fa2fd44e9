import COpenSSL
import Synchronization

/// The key of a point, for as long as the value lives; then it rests, until it is given another
/// point. Making a key costs a tenth of a verification.
final class CurveKey: Sendable {
  private let handle: KeyHandle
  private let origin: CurveKeys

  /// nil if the point, 0x04 and both coordinates, is not on the curve, which OpenSSL checks
  /// whenever it takes coordinates; or if the library failed.
  init?(_ point: ArraySlice<UInt8>, from origin: CurveKeys) {
    guard let handle = origin.take() else { return nil }
    self.handle = handle
    self.origin = origin
    handle.forgetContexts()
    let isOnCurve = point.withUnsafeBufferPointer {
      EVP_PKEY_set1_encoded_public_key(handle.pointer, $0.baseAddress, $0.count) == 1
    }
    guard isOnCurve else {
      drainOpenSSLErrors()
      return nil
    }
  }

  deinit { origin.rest(handle) }

  // Both hold on to the value: as soon as it goes, the handle may be given another point.

  /// As `KeyHandle.isValid`.
  func isValid(_ signature: ArraySlice<UInt8>, of hash: [UInt8]) -> Bool {
    withExtendedLifetime(self) { handle.isValid(signature, of: hash) }
  }

  /// Lends the EVP_PKEY to a call that reads it.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(handle.pointer) }
  }
}

/// Keys on one curve that nobody uses now: as many as were in use at once.
final class CurveKeys: Sendable {
  static let p256 = CurveKeys(pay_generate_p256())
  static let p384 = CurveKeys(pay_generate_p384())

  /// Any key on the curve, from which others take the curve: cheaper than reading it from DER.
  private let template: KeyHandle
  private let resting = Mutex<[KeyHandle]>([])

  private init(_ template: OpaquePointer?) {
    guard let template else { preconditionFailure("OpenSSL makes no key on a standard curve") }
    self.template = KeyHandle(owning: template, isRSA: false)
  }

  fileprivate func take() -> KeyHandle? {
    if let rested = resting.withLock({ $0.popLast() }) { return rested }
    guard let key = EVP_PKEY_new() else { return nil }
    let handle = KeyHandle(owning: key, isRSA: false)
    return EVP_PKEY_copy_parameters(key, template.pointer) == 1 ? handle : nil
  }

  fileprivate func rest(_ handle: KeyHandle) { resting.withLock { $0.append(handle) } }
}
