/// Why a payment token is refused, in the order of the checks. A stranger is told none of this: all
/// of it is one answer on the wire, and the code goes to the log.
package enum PaymentTokenFault: Error, Sendable, Hashable {
  // MARK: Size and shape

  /// More bytes than a token has.
  case tooLarge(Int)
  case notJSON(JSONError)
  /// Members missing, unknown or of the wrong type.
  case shape([JSONFault])
  /// The empty token of the iOS Simulator.
  case simulator
  /// Neither EC_v1 nor RSA_v1.
  case version(String)
  /// Not exactly the key member that the version has.
  case keyMember(SealedToken.Version)
  /// Not canonical Base64, empty, or not that many bytes.
  case base64(pointer: String, count: Int?)
  /// Not the hex of 32 bytes.
  case hex(pointer: String)

  // MARK: CMS

  /// Not a SignedData of the shape that Apple writes, in BER or DER.
  case cms(String)
  /// Something follows the message.
  case cmsTrailing
  /// The message carries a content of its own.
  case cmsContent
  /// No signer, or more than one.
  case cmsSigners
  /// No signed attributes, one that is needed is missing or there twice, or one contradicts.
  case cmsAttributes(String)
  /// An algorithm that is not allowed, or not that of the version.
  case cmsAlgorithm(String)

  // MARK: Chain

  /// Not exactly a leaf, which is the signer's, and an intermediate.
  case certificates(String)
  /// The leaf is not marked as a signer of payment tokens (1.2.840.113635.100.6.29).
  case leafOID
  /// The intermediate is not marked as Apple's (1.2.840.113635.100.6.2.14).
  case intermediateOID
  /// The certificates do not lead to the root, or may not be used so.
  case untrusted(String)
  /// A certificate was not valid when the token was signed.
  case certificateDates(String)

  // MARK: Signature and time

  /// The message digest is not that of the token's bytes.
  case digest
  /// The signature is not the signer's.
  case badSignature
  /// Signed too long ago.
  case stale(signed: Timestamp, now: Timestamp)
  /// Signed in the future.
  case fromFuture(signed: Timestamp, now: Timestamp)

  /// The token is not bound to this intent: its `applicationData` is not the SHA-256 of the
  /// intent's canonical bytes.
  case otherIntent

  // MARK: Opening

  /// No key of ours has this hash.
  case noKey(hash: [UInt8])
  /// The key of this hash is not of the kind that the version needs.
  case keyKind(SealedToken.Version)
  /// Neither the key's certificate nor the caller says for which merchant the token is.
  case noMerchant
  /// The ephemeral key is not a point on P-256.
  case ephemeralKey
  /// The key does not unwrap, or the tag does not hold: one answer for both.
  case undecryptable
  /// Opened, and not what Apple describes.
  case payload(String)

  /// The library could not do its work: nothing is known of the token.
  case library(CryptoFailure)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .tooLarge: "payment_token_too_large"
    case .notJSON: "payment_token_not_json"
    case .shape: "payment_token_shape"
    case .simulator: "payment_token_simulator"
    case .version: "payment_token_version"
    case .keyMember: "payment_token_key_member"
    case .base64: "payment_token_base64"
    case .hex: "payment_token_hex"
    case .cms: "payment_token_cms"
    case .cmsTrailing: "payment_token_cms_trailing"
    case .cmsContent: "payment_token_cms_content"
    case .cmsSigners: "payment_token_cms_signers"
    case .cmsAttributes: "payment_token_cms_attributes"
    case .cmsAlgorithm: "payment_token_cms_algorithm"
    case .certificates: "payment_token_certificates"
    case .leafOID: "payment_token_leaf_oid"
    case .intermediateOID: "payment_token_intermediate_oid"
    case .untrusted: "payment_token_untrusted"
    case .certificateDates: "payment_token_certificate_dates"
    case .digest: "payment_token_digest"
    case .badSignature: "payment_token_bad_signature"
    case .stale: "payment_token_stale"
    case .fromFuture: "payment_token_from_future"
    case .otherIntent: "payment_token_other_intent"
    case .noKey: "payment_token_no_key"
    case .keyKind: "payment_token_key_kind"
    case .noMerchant: "payment_token_no_merchant"
    case .ephemeralKey: "payment_token_ephemeral_key"
    case .undecryptable: "payment_token_undecryptable"
    case .payload: "payment_token_payload"
    case .library: "crypto_failure"
    }
  }
}

extension PaymentTokenFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLarge(let count):
      "\(count) bytes are more than a payment token has (\(Limits.paymentTokenBytes))"
    case .notJSON(let error): "a payment token is JSON: \(error)"
    case .shape(let faults): faults.map(\.description).joined(separator: "; ")
    case .simulator:
      "the iOS Simulator gives an empty payment token: pay on a device, or make one with "
        + "`paytool token simulate`"
    case .version(let name): "version \(name) is neither EC_v1 nor RSA_v1"
    case .keyMember(let version):
      "\(version.rawValue) has exactly the key member \(version.keyMember)"
    case .base64(let pointer, let count):
      "\(pointer) is not \(count.map { "\($0) bytes in" } ?? "bytes in") canonical Base64"
    case .hex(let pointer): "\(pointer) is not 32 bytes in hex"
    case .cms, .cmsTrailing, .cmsContent, .cmsSigners, .cmsAttributes, .cmsAlgorithm:
      messageFault
    case .certificates, .leafOID, .intermediateOID, .untrusted, .certificateDates: chainFault
    case .digest:
      "the signature is for other bytes: data, key, transaction or application data was changed"
    case .badSignature: "the signature is not that of the certificate in the token"
    case .stale(let signed, let now):
      "signed at \(signed), too long before \(now): a token is good for minutes"
    case .fromFuture(let signed, let now):
      "signed at \(signed), which is after \(now): a clock is wrong, or --at is too early"
    case .otherIntent:
      "the token was made for another purchase: its applicationData is not that of this intent"
    case .noKey, .keyKind, .noMerchant, .ephemeralKey, .undecryptable, .payload: openingFault
    case .library(let failure): failure.detail
    }
  }

  private var messageFault: String {
    switch self {
    case .cms(let what): "the signature is not a CMS SignedData as Apple writes it: \(what)"
    case .cmsTrailing: "the signature has bytes after its end"
    case .cmsContent: "the signature carries a content of its own; it must be detached"
    case .cmsSigners: "the signature does not have exactly one signer"
    case .cmsAttributes(let what): "the signed attributes do not do: \(what)"
    default:
      if case .cmsAlgorithm(let what) = self { "\(what) is not allowed here" } else { code }
    }
  }

  private var chainFault: String {
    switch self {
    case .certificates(let what): what
    case .leafOID:
      "the signer's certificate is not marked for payment tokens (1.2.840.113635.100.6.29)"
    case .intermediateOID:
      "the intermediate certificate is not marked as Apple's (1.2.840.113635.100.6.2.14)"
    case .untrusted(let why): "the certificates do not lead to the root: \(why)"
    default:
      if case .certificateDates(let why) = self { why } else { code }
    }
  }

  private var openingFault: String {
    switch self {
    case .noKey(let hash):
      "no payment processing key has the hash \(Base64.encode(hash)): give the key of the "
        + "certificate that was active when the token was made"
    case .keyKind(.ecV1): "EC_v1 needs an EC key on P-256, and the key here is not one"
    case .keyKind(.rsaV1): "RSA_v1 needs an RSA key, and the key here is not one"
    case .noMerchant:
      "the key's certificate is not there to say for which merchant it is: give it, or the "
        + "merchant identifier"
    case .ephemeralKey: "the ephemeral public key is not a point on P-256"
    case .undecryptable:
      "the payload does not open: a wrong merchant identifier is the usual cause, else the token "
        + "was altered before it was signed"
    default:
      if case .payload(let what) = self {
        "the payload is not as Apple describes it: \(what)"
      } else {
        code
      }
    }
  }
}
