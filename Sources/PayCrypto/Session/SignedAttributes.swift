import PayCore

/// The three signed attributes of a session's CMS (RFC 5652 11): content type, signing time and
/// message digest, in the order that DER wants. Only 45 of their 107 bytes ever change.
struct SignedAttributes: Sendable {
  /// A SET OF Attribute: the bytes that the signature covers.
  let bytes: [UInt8]

  /// nil if `moment` lies after 2049, where UTCTime ends.
  init?(signingTime moment: Timestamp, digest: [UInt8]) {
    guard let time = ASN1Time.encodeUTC(moment) else { return nil }
    self.init(time: time, digest: digest)
  }

  /// Takes time and digest out of the contents of the SET, where the signer puts them; nil if it
  /// has another size. The rest is for the caller to compare.
  init?(contents: ArraySlice<UInt8>) {
    guard contents.count == Self.count - 2 else { return nil }
    let start = contents.startIndex - 2
    self.init(
      time: contents[start + Self.time.lowerBound..<start + Self.time.upperBound],
      digest: contents[start + Self.digest.lowerBound..<start + Self.digest.upperBound])
  }

  /// nil if it is no UTCTime of a second that exists.
  var signingTime: Timestamp? { ASN1Time.decodeUTC(bytes[Self.time]) }
  var digest: [UInt8] { Array(bytes[Self.digest]) }
  /// The contents of the SET, without its tag and length.
  var contents: ArraySlice<UInt8> { bytes[2...] }

  private init(time: some Collection<UInt8>, digest: some Collection<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.count)
    bytes += Self.beforeTime
    bytes += time
    bytes += Self.beforeDigest
    bytes += digest
    precondition(bytes.count == Self.count, "13 bytes of time, 32 of digest")
    self.bytes = bytes
  }

  static let count = 107
  private static let time = 45..<58
  private static let digest = 75..<107
  private static let beforeTime = Array(template[..<time.lowerBound])
  private static let beforeDigest = Array(template[time.upperBound..<digest.lowerBound])

  private static let template: [UInt8] = {
    func attribute(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
      DER.element(DER.sequence, type + DER.element(DER.set, value))
    }
    let time = DER.element(DER.utcTime, [UInt8](repeating: 0, count: 13))
    let digest = DER.element(DER.octetString, [UInt8](repeating: 0, count: 32))
    return DER.element(
      DER.set,
      attribute(ObjectIdentifiers.contentType, ObjectIdentifiers.data)
        + attribute(ObjectIdentifiers.signingTime, time)
        + attribute(ObjectIdentifiers.messageDigest, digest))
  }()
}
