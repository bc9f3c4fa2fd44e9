internal import PayCore
internal import PayCrypto
internal import PaySystem

/// An answer that is taken for a merchant session is handed on as it came, and is one of the time
/// and for the merchant that were asked for.
enum AppleSessionProperty {
  private static let merchant = Result {
    try ConfigurationDirectory.load("merchant-config").merchant
  }
  /// 2026-01-01.
  private static let moment = Timestamp(seconds: 1_767_225_600)

  /// Takes any signature for one of Apple's production signer.
  private struct AnySignature: SessionSignatureReader {
    func signerName(of signature: [UInt8]) -> String? { "signer of PROD" }
  }

  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    guard case .success(let merchant) = merchant else {
      throw BrokenClaim(what: "merchant-config is not a configuration")
    }
    let session: AppleSession
    do throws(AppleSessionFault) {
      session = try AppleSession(
        bytes, answering: SessionRequest(merchant), from: .production, at: moment,
        digest: OpenSSLDigest(), signatures: AnySignature())
    } catch {
      return try claim(error.code.hasPrefix("apple_session_"), "reading throws \(error.code)")
    }
    try claim(session.bytes == bytes, "it is not handed on as it came")
    try claim(
      session.createdAt < session.expiresAt && moment < session.expiresAt,
      "it is taken after its end")
    let json = try? JSONValue(parsing: bytes)
    try claim(json?["displayName"] == .string(merchant.displayName), "it has another name")
    try claim(
      [nil, .null].contains(json?["statusCode"]), "the body of an error is taken for a session")
  }
}
