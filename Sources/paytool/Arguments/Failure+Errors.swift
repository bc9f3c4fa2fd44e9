import PayCore
import PayCrypto
import PayStore
import PaySystem

// Each error type has its exit code here, and nowhere else.

extension Failure {
  init(_ error: FileError) {
    // Without a number of the system's it is our own refusal of what the file holds.
    self.init(error.number == 0 ? .foundBad : .storage, "file", error.description)
  }

  init(_ error: StoreError) {
    let exitCode: ExitCode =
      switch error {
      case .locked, .olderSchema, .newerSchema, .missing, .full, .corrupt, .io, .overloaded,
        .closed:
        .storage
      case .readOnly: .internal
      }
    self.init(exitCode, error.code, error.description)
  }

  init(_ error: CryptoFailure) { self.init(.credential, "crypto_failure", error.detail) }

  init(_ error: KeyError) {
    let exitCode: ExitCode =
      switch error {
      case .label: .usage
      case .file(let error) where error.number != 0: .storage
      case .file, .existing, .interrupted, .missing, .authorityMissing, .malformed, .unusable,
        .passphraseMissing,
        .passphraseWrong, .passphraseSource, .legacyEncryption, .identityCertificate,
        .otherMerchant, .privateKeyMissing, .rootFingerprint, .wrongKind, .mismatch, .untrusted,
        .unknownAPIKey, .tooManyAPIKeys, .crypto:
        .credential
      }
    self.init(exitCode, error.code, error.description)
  }

  init(_ error: QuoteError) {
    let exitCode: ExitCode =
      switch error {
      case .unknownOffer, .unknownSegment, .unknownShipping: .usage
      case .notOnOffer, .withdrawn: .foundBad
      }
    self.init(exitCode, error.code, error.description)
  }

  init(_ fault: RecipientFault, file: String) {
    self.init(.foundBad, fault.code, "\(file): \(fault)")
  }

  init(_ error: IntentError) {
    let exitCode: ExitCode =
      switch error {
      case .unknown, .wrongAmount, .refundExceedsCaptured, .disputeExceedsCaptured: .usage
      case .notAllowed, .noSession, .expired, .approvalTooLate, .approvedTwice, .notificationUsed,
        .noToken, .tokenUsed, .tokenHandedOver, .tokenWiped, .attestationRefused, .refundRepeated,
        .disputeRepeated, .disputeUnknown, .disputeDecided:
        .foundBad
      }
    self.init(exitCode, error.code, error.description)
  }

  /// A session that is not good; faults of its shape stand with their pointers.
  init(_ fault: SessionFault) {
    guard case .shape(let faults) = fault else {
      self.init(.foundBad, fault.code, fault.description)
      return
    }
    // Another document altogether would have dozens; a few tell which it is not.
    let shown = faults.prefix(5)
    let count =
      shown.count < faults.count ? " (\(faults.count) faults, the first \(shown.count) here)" : ""
    self.init(
      .foundBad, fault.code, "the document is not a signed session\(count)",
      details: shown.map { Detail(file: nil, fault: $0) })
  }

  /// A payment token that is not good; faults of its shape stand with their pointers.
  init(_ fault: PaymentTokenFault) {
    switch fault {
    case .library(let failure): self.init(failure)
    case .shape(let faults):
      self.init(
        .foundBad, fault.code, "the document is not a payment token",
        details: faults.prefix(5).map { Detail(file: nil, fault: $0) })
    default: self.init(.foundBad, fault.code, fault.description)
    }
  }

  init(_ error: EngineError) {
    switch error {
    case .quote(let error): self.init(error)
    case .paymentToken(let fault): self.init(fault)
    case .notification(let error): self.init(.foundBad, error.code, error.description)
    case .token(let fault): self.init(.foundBad, fault.code, fault.description)
    case .intent(let error): self.init(error)
    case .store(let error): self.init(error)
    case .crypto(let failure): self.init(failure)
    }
  }

  init(_ error: ConfigurationLoadError, directory: String) {
    switch error {
    case .file(let error) where error.isMissing:
      self.init(
        .storage, "file",
        "\(error): name the configuration's directory with --config DIR or PAY_CONFIG")
    case .file(let error): self.init(error)
    case .faults(let error):
      let count = error.faults.count == 1 ? "one fault" : "\(error.faults.count) faults"
      self.init(
        .foundBad, "configuration", "the configuration in \(directory) has \(count)",
        details: error.faults.map { Detail(file: $0.file, fault: $0.fault) })
    }
  }

  /// A file or a profile that is not there, or the faults of one that is.
  init(_ error: SettlementProfileLoadError, directory: String) {
    switch error {
    case .file(let error): self.init(error)
    case .faults(let error): self.init(ConfigurationLoadError.faults(error), directory: directory)
    case .unknown(let name, let known):
      let hint = Suggestion.closest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
      self.init(
        .usage, "settlement_profile_unknown",
        "there is no settlement profile \(quoted(name)): \(Self.list(ofProfiles: known))\(hint)")
    }
  }

  static func list(ofProfiles known: [String]) -> String {
    known.isEmpty
      ? "the configuration has none in settlement-profiles"
      : "the configuration has \(known.joined(separator: ", "))"
  }

  /// A settlement file that is refused: where its faults are.
  init(_ error: SettlementError, file: String, profile: String) {
    let count = error.places.count
    let faults =
      error.hasMore ? "more than \(count) faults" : count == 1 ? "a fault" : "\(count) faults"
    self.init(
      .foundBad, error.code,
      "\(file) has \(faults) for profile \(profile), so nothing of it was taken",
      details: error.places.map { place in
        Detail(
          file: nil, fault: JSONFault(pointer: "", code: place.code, detail: place.description))
      })
  }

  /// An error of the memory of settlements, which is not the store of purchases.
  init(_ error: StoreError, settlementsIn directory: String) {
    let failure = Failure(error)
    var remedy = ""
    if case .corrupt = error {
      remedy = "; restore it from a backup, or move it away and read the files again"
    }
    self.init(
      failure.exitCode, failure.code,
      "\(SettlementStore.path(in: directory)): \(error)\(remedy)")
  }

  init(_ error: ReconciliationError) {
    let exitCode: ExitCode =
      switch error {
      case .invalidLineID, .ambiguousLineID: .usage
      case .differenceOverflow: .foundBad
      }
    self.init(exitCode, error.code, error.description)
  }
}
