/// Every bound of the engine, named, with its reason.
package enum Limits {
  // MARK: Money

  /// Characters of an amount: the longest Int64 at four decimals has 21; more is not an amount.
  package static let amountBytes = 24
  /// Minor units of one purchase: clients in JavaScript hold integers exactly up to 2^53.
  package static let purchaseMinorUnits: Int64 = 9_007_199_254_740_991

  // MARK: JSON

  /// Bytes of one JSON document from outside: a purchase needs a few hundred.
  package static let jsonBytes = 64 * 1024
  /// Nesting: the stack of the reader is bounded by it.
  package static let jsonDepth = 32
  /// Members of one object: duplicates are found by comparing, so the count is kept small.
  package static let jsonMembers = 256
  /// Elements of one array.
  package static let jsonElements = 4096
  /// UTF-8 bytes of one string: tokens are the longest, under 2 KiB.
  package static let jsonStringBytes = 16 * 1024

  // MARK: Merchant and offers

  /// Bytes of a configuration file: a thousand offers fit.
  package static let configurationBytes = 1024 * 1024
  /// Apple's merchant identifiers are bundle-like names; DNS bounds such names at 255.
  package static let merchantIdentifierBytes = 255
  /// A display name longer than this is cut by the payment sheet.
  package static let displayNameBytes = 64
  /// A label longer than this is cut by the payment sheet.
  package static let labelBytes = 128
  /// An offer id travels in URLs and in the notification payload of 4,096 bytes.
  package static let offerIDBytes = 64
  /// A segmented control wider than this cannot be tapped on a phone.
  package static let segments = 8
  /// Product lines of a segment: the sheet shows a few and scrolls through the rest.
  package static let pricingLines = 32
  /// Discounts on a segment, beside one on each line.
  package static let pricingDiscounts = 8
  /// Pieces of one product: a person buys no more.
  package static let pricingQuantity: ClosedRange<Int64> = 1...1_000_000
  /// Percent of a discount: more would make a price negative.
  package static let discountPercent: Int64 = 100
  /// Percent of a tax: no duty known exceeds it; a slip of units does.
  package static let ratePercent: Int64 = 1000
  /// Decimals of a rate and of a unit price that is rounded: quotations have up to six.
  package static let rateDecimals = 6
  /// Shipping methods of a segment: a person chooses from a short list.
  package static let shippingMethods = 8
  /// Amounts written out in a sum that is explained: more do not fit a line.
  package static let termsInExpression = 6
  /// Decimals of a quotient that is explained: enough to see how it was rounded.
  package static let shownDecimals = 8
  /// Pictures of a segment: the payload of 4,096 bytes has no room for more.
  package static let items = 8
  /// Bytes of a picture's text: a few lines below it.
  package static let itemTextBytes = 512
  /// Bytes of a picture's address, which rides in the payload.
  package static let imageURLBytes = 255
  /// Offers of one merchant: all are held in memory and listed in one answer.
  package static let offers = 1000
  /// Names listed in a message that refuses one: the answer does not grow with the configuration.
  package static let namesInMessage = 8
  /// Payment networks of one request: Apple knows fewer than this.
  package static let networks = 64

  // MARK: Payment requests

  /// Line items, shipping methods or token contexts of one request: nobody reads more on a phone.
  package static let requestItems = 100
  /// Countries of one request: ISO 3166 has fewer than this.
  package static let requestCountries = 300
  /// Characters of a billing agreement. Source: Apple, ApplePayRecurringPaymentRequest.
  package static let billingAgreementCharacters = 500
  /// Findings of one validation: a person mends these first, and asks again.
  package static let findings = 100
  /// Words of one request that are compared with all names that are known, for a suggestion.
  package static let suggestions = 16
  /// The greatest total that WebKit takes, in whole units. Source: PaymentRequestValidator.mm.
  package static let webKitTotal: Int64 = 100_000_000

  // MARK: Intents and sessions

  /// Seconds an intent may live: long enough for a person, short enough that a price stays true.
  package static let intentLifetimeSeconds: ClosedRange<Int64> = 60...3600
  /// Seconds a merchant session may live: Apple's text says five minutes, its samples one hour.
  package static let sessionLifetimeSeconds: ClosedRange<Int64> = 30...3600
  /// Seconds a session of Apple's lives at most: two hours in samples for Messages, one on the web.
  package static let appleSessionLifetimeSeconds: Int64 = 7200
  /// Seconds between our clock and Apple's in a fresh session: a session lives five minutes.
  package static let appleClockSkewSeconds: Int64 = 300
  /// Below this a time is in seconds: as milliseconds it would lie before March 1973.
  package static let leastMilliseconds: Int64 = 100_000_000_000
  /// Bytes of a validation URL: Apple's have under 100.
  package static let validationURLBytes = 255
  /// Characters of a developer's team ID.
  package static let teamIdentifierBytes = 10
  /// Seconds a device waits for the backend's word: the payment sheet gives up after thirty.
  package static let wordWaitSeconds: Int64 = 25
  /// Milliseconds between two looks at an intent whose backend may speak to another server.
  package static let wordPollMilliseconds: Int64 = 250
  /// Seconds a payment token is kept for its backend, from when it was taken and again from when it
  /// was handed over: by then it is stale.
  package static let heldTokenSeconds: Int64 = 300
  /// Intents whose time ran out that are written down in one go.
  package static let sweptIntents = 256
  /// Characters of an Idempotency-Key.
  package static let idempotencyKeyBytes = 255
  /// Characters of a payment provider's reference: the longest known have fewer than 64.
  package static let pspReferenceBytes = 128
  /// Days an answer can be fetched again by its Idempotency-Key.
  package static let idempotencyDays: ClosedRange<Int64> = 1...365
  /// Bytes of a compact JWS: ours are under 600.
  package static let tokenBytes = 4096
  /// Intents of one page, at most and by default.
  package static let pageSize = 100
  package static let defaultPageSize = 10
  /// Clock difference allowed between two of our servers when a token's `iat` is in the future.
  package static let clockSkewSeconds: Int64 = 60

  // MARK: Payment tokens

  /// Bytes of a payment token in JSON: Apple's have under 5 KiB.
  package static let paymentTokenBytes = 16 * 1024
  /// Seconds a token may lie back when it is checked: Apple says "a few minutes".
  package static let tokenWindowSeconds: ClosedRange<Int64> = 1...600
  package static let defaultTokenWindowSeconds: Int64 = 300
  /// Seconds a token may have been signed ahead of our clock.
  package static let tokenClockSkewSeconds: Int64 = 60

  // MARK: Notifications

  /// Bytes of a payload: APNs refuses more. Source: Apple, Generating a remote notification.
  package static let notificationBytes = 4096
  /// Bytes of a title or subtitle: the device shows one line of each.
  package static let notificationTitleBytes = 128
  /// Bytes of a body: more cannot be sent.
  package static let notificationBodyBytes = 4096
  /// Bytes of a category, a sound's name or a thread's.
  package static let notificationNameBytes = 128
  /// Decimals of a relevance score: it only ranks notifications.
  package static let relevanceScoreDecimals = 6
  /// Bytes of the buy action's address, which rides in every payload.
  package static let endpointBytes = 255
  /// Seconds an offer token may be good: APNs keeps a notification for at most 30 days.
  package static let notificationValidSeconds: ClosedRange<Int64> = 60...2_592_000
  /// Recipients of one run: each is held in memory to find duplicates.
  package static let recipients = 100_000
  /// Bytes of a recipient: a device token in hex has 64, a customer's id fewer.
  package static let recipientBytes = 256
  /// Bytes of a file of recipients: the most there may be, each with its line feed.
  package static let recipientFileBytes = recipients * (recipientBytes + 1)
  /// Bytes of a VoIP payload that APNs takes.
  package static let voipNotificationBytes = 5120
  /// Bytes of a payload that is checked: one far too large still gets its size and its faults.
  package static let checkedNotificationBytes = 1024 * 1024
  /// Attachments of one notification: more pictures than a payload can name items for.
  package static let attachments = 64
  /// Lines of a script of events.
  package static let scriptLines = 10_000
  /// Bytes of a property list: an Info.plist has a few thousand.
  package static let propertyListBytes = 256 * 1024
  /// Nesting of a property list: the stack of the reader is bounded by it.
  package static let propertyListDepth = 32
  /// Values and keys of a property list.
  package static let propertyListValues = 10_000

  // MARK: Reconciliation

  /// Characters of a line id that must be given to look it up: 30 bits tell most lines apart.
  package static let linePrefixBytes = 6
  /// Rows listed at one step of an explanation: a person compares no more.
  package static let explanationCandidates = 20

  // MARK: Settlement files

  /// Bytes of one file: it is held in memory; a provider cuts a longer report into parts.
  package static let settlementBytes = 2 << 30
  /// Bytes of one field: metadata columns hold a few hundred; an unclosed quote is found within it.
  package static let csvFieldBytes = 64 * 1024
  /// Bytes of one record: a wide report has two thousand.
  package static let csvRecordBytes = 256 * 1024
  /// Fields of one record: the widest report that we know has 60, metadata columns come on top.
  package static let csvColumns = 512
  /// Records of one file: a year of a large merchant; all lines are held in memory.
  package static let csvRecords = 10_000_000
  /// Minor units of an amount, either way: no sum or difference of a few of them overflows 64 bits.
  package static let settlementMinorUnits: UInt64 = 1_000_000_000_000_000_000
  /// Row errors that are told before the rest of a file is left unread.
  package static let settlementFaults = 20
  /// Distinct unknown words, batches and the like that findings tell apart.
  package static let settlementFindings = 100
  /// References that one finding names, so that a person has some to look up.
  package static let settlementReferences = 5
  /// Records above the header: a title and a few lines about the report.
  package static let headerRow: ClosedRange<Int64> = 1...100
  /// Days until a provider must have settled a payment.
  package static let settlementDays: ClosedRange<Int64> = 0...60

  // MARK: Audit log

  /// Bytes of an audit entry: a payment's has under 1 KiB, one that forgets 4,096 answers fits.
  package static let auditEntryBytes = 1024 * 1024
  /// Changed rows of one audit entry: whoever changes more writes several entries.
  package static let auditChanges = 4096
  /// Bytes of an actor or a subject, as of a principal in the store.
  package static let auditTextBytes = 255
  /// Bytes of a table's name.
  package static let auditTableBytes = 64
  /// Bytes of a row's key: that of an answer has principal, route and Idempotency-Key.
  package static let auditKeyBytes = 1024
  /// Bytes of the right edge of a tree: 63 hashes, each with its length, and a few of a header.
  package static let auditFrontierBytes = 4096
  /// Bytes of a checkpoint: as many signatures as may be there, the largest known under 5 KiB each.
  package static let checkpointBytes = 128 * 1024
  /// Bytes of an origin or of a key's name: a merchant identifier, which has up to 255, and a
  /// prefix.
  package static let checkpointNameBytes = 300
  /// Signatures of a checkpoint. Source: C2SP signed-note, which wants no fewer.
  package static let checkpointSignatures = 16

  // MARK: PostgreSQL

  /// Bytes of an address of a database: a URL with a few options has under 300.
  package static let postgresAddressBytes = 4096
  /// Bytes of a password in a file.
  package static let postgresPasswordBytes = 1024
  /// Parameters of one statement: the protocol counts them in 16 bits.
  package static let postgresParameters = 65_535
  /// Bytes of all parameters of one batch: the largest group commit has one; the server takes 1 GB.
  package static let postgresParameterBytes = 64 << 20
}
