import PayCore
import PaySystem

extension KeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unusable, .passphraseMissing, .passphraseWrong, .passphraseSource, .legacyEncryption,
      .identityCertificate, .otherMerchant, .privateKeyMissing, .rootFingerprint, .wrongKind:
      foreignFileDescription
    case .existing(let path):
      "\(path) exists, and keys are never overwritten: move it away to begin anew, or name another "
        + "directory with --data"
    case .interrupted(let authority, let unfinished):
      "\(authority) was left by a `paytool keys generate` that was stopped before it had finished, "
        + "and nothing uses it: remove \(authority) and \(unfinished), then run "
        + "`paytool keys generate` again"
    case .authorityMissing(let path):
      "\(path) is not here: the development authorities' keys, which were moved to a safe place, "
        + "are needed to make a token; put them back for this, or use the data directory that has "
        + "them"
    case .missing(let path):
      "\(path) does not exist: run `paytool keys generate` if there never were keys, restore it "
        + "from a backup if there were, or name the right directory with --data"
    case .file(let error): error.description
    case .malformed(let path, let cause):
      "\(path) cannot be used: \(cause); restore it from a backup, or move the keys away and run "
        + "`paytool keys generate`"
    case .mismatch(let key, let certificate):
      "\(key) is not the private key of the certificate in \(certificate): name the pair that "
        + "belongs together, or restore it from one backup"
    case .untrusted(let path, let root, let cause):
      "the certificates in \(path) do not lead to \(root): \(cause); restore both from one backup, "
        + "or move the keys away and run `paytool keys generate`"
    case .unknownAPIKey(let id, let path):
      "\(path) has no API key \(id): run `paytool keys list` to see their ids"
    case .tooManyAPIKeys(let path):
      "\(path) holds \(KeyLimits.apiKeys) API keys, revoked ones included: take the oldest "
        + "revoked ones out of it"
    case .label:
      "a label is 1 to \(KeyLimits.labelBytes) bytes of text without control characters"
    case .crypto(let failure): failure.detail
    }
  }
}

extension KeyError {
  /// What is wrong with a file that the operator brings.
  private var foreignFileDescription: String {
    switch self {
    case .unusable(let path, let cause):
      "\(path) cannot be used: \(cause); wanted are keys and certificates in PEM, DER or PKCS#12"
    case .passphraseMissing(let path):
      "\(path) is encrypted: give its passphrase with --passphrase-file or --passphrase-credential"
    case .passphraseWrong(let path):
      "the passphrase does not open \(path): it is the first line of the file that is named, "
        + "without its line feed"
    case .passphraseSource(let cause): cause
    case .legacyEncryption(let path, let cause):
      "\(path) is encrypted in an old way that OpenSSL 3 does not offer (\(cause)): convert "
        + "it, PKCS#12 with `openssl pkcs12 -legacy -in OLD.p12 -out NEW.pem`, a key with `openssl "
        + "pkey -provider legacy -provider default -in OLD -out NEW.pem`, and name the new file"
    case .identityCertificate(let path):
      "\(path) holds a merchant identity certificate, which stands for the merchant towards Apple: "
        + "name the payment-processing certificate and its key, for which payment tokens are "
        + "encrypted"
    case .otherMerchant(let path, let found, let wanted):
      "\(path) holds a certificate for the merchant whose ID has the SHA-256 \(found), and not for "
        + "this one (\(wanted)): name this merchant's certificate, or mend the merchant identifier"
    case .privateKeyMissing(let path):
      "\(path) holds a certificate without its private key: name the key's file as well"
    case .rootFingerprint(let path, let found):
      "\(path) is not Apple Root CA - G3: its SHA-256 is \(found); restore the file that is "
        + "shipped with this program"
    case .wrongKind(let path, let kind, let wanted):
      "\(path) holds a key of the kind \(kind), where \(wanted) is wanted: name another file, or "
        + "make a key of that kind"
    default: code
    }
  }
}
