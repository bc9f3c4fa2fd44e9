import Glibc
import PayCore

/// The three signed attributes of a session's CMS (RFC 5652 11): content type, signing time and
/// message digest, in the order that DER wants. Only 45 of their 107 bytes ever change.
struct SignedAttributes: Sendable {
  /// A SET OF Attribute: the bytes that the signature covers.
  let bytes: [UInt8]

  /// nil if `moment` lies after 2049, where UTCTime ends.
  init?(signingTime moment: Timestamp, digest: [UInt8]) {
    guard let time = UTCTime.encode(moment) else { return nil }
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
  var signingTime: Timestamp? { UTCTime.decode(bytes[Self.time]) }
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

/// Object identifiers of RFC 5652, RFC 5754 and RFC 5758, in DER.
enum ObjectIdentifiers {
  static let data = pkcs([7, 1])
  static let signedData = pkcs([7, 2])
  static let contentType = pkcs([9, 3])
  static let messageDigest = pkcs([9, 4])
  static let signingTime = pkcs([9, 5])
  /// 2.16.840.1.101.3.4.2.1
  static let sha256 = identifier([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01])
  /// 1.2.840.10045.4.3.2
  static let ecdsaWithSHA256 = identifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])

  /// 1.2.840.113549.1 and two more.
  private static func pkcs(_ last: [UInt8]) -> [UInt8] {
    identifier([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01] + last)
  }

  private static func identifier(_ contents: [UInt8]) -> [UInt8] {
    DER.element(DER.objectIdentifier, contents)
  }
}

/// UTCTime as RFC 5652 11.3 wants it: `YYMMDDHHMMSSZ`, the years 1950 to 2049.
enum UTCTime {
  /// 13 bytes; nil from 2050 on.
  static func encode(_ moment: Timestamp) -> [UInt8]? {
    var seconds = Int(moment.seconds)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil, parts.tm_year < 150 else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(13)
    func append(_ field: Int32) {
      text.append(UInt8(ascii: "0") + UInt8(field / 10))
      text.append(UInt8(ascii: "0") + UInt8(field % 10))
    }
    append(parts.tm_year % 100)
    append(parts.tm_mon + 1)
    append(parts.tm_mday)
    append(parts.tm_hour)
    append(parts.tm_min)
    append(parts.tm_sec)
    text.append(UInt8(ascii: "Z"))
    return text
  }

  /// nil unless it is 13 bytes that `encode` could have written.
  static func decode(_ bytes: ArraySlice<UInt8>) -> Timestamp? {
    let text = Array(String(decoding: bytes, as: UTF8.self))
    guard bytes.count == 13, text.count == 13, text[12] == "Z" else { return nil }
    let pairs = stride(from: 0, to: 12, by: 2).map { String(text[$0...$0 + 1]) }
    let century = pairs[0] < "50" ? "20" : "19"
    return Timestamp(
      rfc3339: "\(century)\(pairs[0])-\(pairs[1])-\(pairs[2])T\(pairs[3]):\(pairs[4]):\(pairs[5])Z")
  }
}
