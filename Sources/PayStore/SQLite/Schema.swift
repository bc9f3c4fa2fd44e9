/// The tables, as a list of migrations: number n takes a store from schema n-1 to n, and none is
/// ever changed once it has shipped.
enum Schema {
  /// "PAYS" in ASCII: tells a store of ours from any other SQLite file.
  static let applicationID: Int64 = 0x5041_5953

  static let migrations: [[String]] = [intents, ledger, paymentTokens, disputes]

  static let format = DatabaseFormat(
    applicationID: applicationID, migrations: migrations, name: "a store")

  // Ids of intents grow with time, so rows are added at the end of both tables. Only the index of
  // idempotency keys is written all over, and it holds no answers.
  private static let intents = [
    """
    CREATE TABLE intents (
      id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
      state TEXT NOT NULL CHECK (state IN ('created', 'verified', 'authorized', 'captured',
        'canceled', 'expired', 'failed')),
      offer TEXT NOT NULL CHECK (length(offer) BETWEEN 1 AND 64),
      segment INTEGER NOT NULL CHECK (segment >= 0),
      amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      refunded_minor INTEGER NOT NULL CHECK (refunded_minor BETWEEN 0 AND amount_minor),
      created_at_ms INTEGER NOT NULL CHECK (created_at_ms >= 0),
      expires_at_ms INTEGER NOT NULL CHECK (expires_at_ms >= 0),
      nonce BLOB NOT NULL CHECK (length(nonce) = 16),
      request TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE idempotency (
      principal TEXT NOT NULL CHECK (length(principal) BETWEEN 1 AND 255),
      route TEXT NOT NULL CHECK (length(route) BETWEEN 1 AND 255),
      key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
      fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
      subject TEXT NOT NULL,
      body BLOB NOT NULL,
      kept_until_ms INTEGER NOT NULL CHECK (kept_until_ms >= 0),
      PRIMARY KEY (principal, route, key)
    ) STRICT
    """,
    "CREATE INDEX idempotency_kept_until ON idempotency (kept_until_ms)",
  ]

  // A payment token is taken once, ever: its transaction, and the bytes that were signed, stand in
  // no second row. What waits for something is found by its deadline.
  private static let paymentTokens = [
    "ALTER TABLE intents ADD COLUMN token_transaction BLOB CHECK (length(token_transaction) = 32)",
    "ALTER TABLE intents ADD COLUMN token_replay_key BLOB CHECK (length(token_replay_key) = 32)",
    "ALTER TABLE intents ADD COLUMN token_version TEXT CHECK (length(token_version) <= 16)",
    "ALTER TABLE intents ADD COLUMN token_signed_at_ms INTEGER CHECK (token_signed_at_ms >= 0)",
    "ALTER TABLE intents ADD COLUMN verified_by TEXT CHECK (length(verified_by) <= 255)",
    "ALTER TABLE intents ADD COLUMN verified_at_ms INTEGER CHECK (verified_at_ms >= 0)",
    "ALTER TABLE intents ADD COLUMN deadline_ms INTEGER CHECK (deadline_ms >= 0)",
    "UPDATE intents SET deadline_ms = expires_at_ms WHERE state = 'created'",
    """
    CREATE UNIQUE INDEX intents_token_transaction ON intents (token_transaction)
    WHERE token_transaction IS NOT NULL
    """,
    """
    CREATE UNIQUE INDEX intents_token_replay_key ON intents (token_replay_key)
    WHERE token_replay_key IS NOT NULL
    """,
    "CREATE INDEX intents_deadline ON intents (deadline_ms) WHERE deadline_ms IS NOT NULL",
    "CREATE INDEX intents_verified ON intents (id) WHERE state = 'verified'",
    "ALTER TABLE intents ADD COLUMN handed_over_to TEXT CHECK (length(handed_over_to) <= 255)",
    "ALTER TABLE intents ADD COLUMN handed_over_key TEXT CHECK (length(handed_over_key) <= 255)",
    "ALTER TABLE intents ADD COLUMN handed_over_at_ms INTEGER CHECK (handed_over_at_ms >= 0)",
    """
    CREATE TABLE held_tokens (
      intent TEXT NOT NULL PRIMARY KEY REFERENCES intents (id),
      sealed BLOB NOT NULL,
      kept_until_ms INTEGER NOT NULL CHECK (kept_until_ms >= 0)
    ) STRICT
    """,
    "CREATE INDEX held_tokens_kept_until ON held_tokens (kept_until_ms)",
  ]

  // One notification has at most one intent that is alive. The ledger is append only: the database
  // itself refuses everything else.
  private static let ledger =
    [
      "ALTER TABLE intents ADD COLUMN notification TEXT CHECK (length(notification) <= 64)",
      "ALTER TABLE intents ADD COLUMN psp_reference TEXT CHECK (length(psp_reference) <= 128)",
      "ALTER TABLE intents ADD COLUMN attested INTEGER CHECK (attested IN (0, 1))",
      "ALTER TABLE intents ADD COLUMN authorized_by TEXT CHECK (length(authorized_by) <= 255)",
      "ALTER TABLE intents ADD COLUMN authorized_at_ms INTEGER CHECK (authorized_at_ms >= 0)",
      "ALTER TABLE intents ADD COLUMN canceled_by TEXT CHECK (length(canceled_by) <= 255)",
      "ALTER TABLE intents ADD COLUMN canceled_at_ms INTEGER CHECK (canceled_at_ms >= 0)",
      """
      ALTER TABLE intents ADD COLUMN cancel_reference TEXT
      CHECK (length(cancel_reference) <= 128)
      """,
      """
      CREATE UNIQUE INDEX intents_notification ON intents (notification)
      WHERE notification IS NOT NULL
        AND state IN ('created', 'verified', 'authorized', 'captured')
      """,
      """
      CREATE TABLE journals (
        number INTEGER NOT NULL PRIMARY KEY CHECK (number > 0),
        kind TEXT NOT NULL CHECK (kind IN ('capture', 'refund')),
        intent TEXT NOT NULL REFERENCES intents (id),
        psp_reference TEXT NOT NULL CHECK (length(psp_reference) BETWEEN 1 AND 128),
        actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 255),
        at_ms INTEGER NOT NULL CHECK (at_ms >= 0),
        amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
        currency TEXT NOT NULL CHECK (length(currency) = 3),
        attested INTEGER NOT NULL CHECK (attested IN (0, 1)),
        UNIQUE (intent, kind, psp_reference)
      ) STRICT
      """,
      """
      CREATE TABLE postings (
        journal INTEGER NOT NULL REFERENCES journals (number),
        position INTEGER NOT NULL CHECK (position >= 0),
        account TEXT NOT NULL CHECK (length(account) BETWEEN 1 AND 64),
        amount_minor INTEGER NOT NULL,
        currency TEXT NOT NULL CHECK (length(currency) = 3),
        PRIMARY KEY (journal, position)
      ) STRICT, WITHOUT ROWID
      """,
      """
      CREATE TABLE voidings (
        intent TEXT NOT NULL REFERENCES intents (id),
        psp_reference TEXT NOT NULL CHECK (length(psp_reference) BETWEEN 1 AND 128),
        state TEXT NOT NULL,
        actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 255),
        at_ms INTEGER NOT NULL CHECK (at_ms >= 0),
        UNIQUE (intent, psp_reference)
      ) STRICT
      """,
    ] + appendOnly

  // Disputes, and how much of a price is tax. A CHECK cannot be changed, so that the ledger moves
  // to new tables; dropping the old ones fires no trigger, and takes their triggers along.
  private static let disputes =
    [
      """
      ALTER TABLE intents ADD COLUMN tax_minor INTEGER NOT NULL DEFAULT 0
      CHECK (tax_minor BETWEEN 0 AND amount_minor)
      """,
      """
      ALTER TABLE intents ADD COLUMN disputed_minor INTEGER NOT NULL DEFAULT 0
      CHECK (disputed_minor BETWEEN 0 AND amount_minor - refunded_minor)
      """,
      """
      CREATE TABLE new_journals (
        number INTEGER NOT NULL PRIMARY KEY CHECK (number > 0),
        kind TEXT NOT NULL CHECK (kind IN ('capture', 'refund', 'dispute_opened', 'dispute_won',
          'dispute_lost')),
        intent TEXT NOT NULL REFERENCES intents (id),
        psp_reference TEXT NOT NULL CHECK (length(psp_reference) BETWEEN 1 AND 128),
        actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 255),
        at_ms INTEGER NOT NULL CHECK (at_ms >= 0),
        amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
        currency TEXT NOT NULL CHECK (length(currency) = 3),
        attested INTEGER NOT NULL CHECK (attested IN (0, 1)),
        UNIQUE (intent, kind, psp_reference)
      ) STRICT
      """,
      """
      CREATE TABLE new_postings (
        journal INTEGER NOT NULL REFERENCES new_journals (number),
        position INTEGER NOT NULL CHECK (position >= 0),
        account TEXT NOT NULL CHECK (length(account) BETWEEN 1 AND 64),
        amount_minor INTEGER NOT NULL CHECK (amount_minor <> 0),
        currency TEXT NOT NULL CHECK (length(currency) = 3),
        PRIMARY KEY (journal, position)
      ) STRICT, WITHOUT ROWID
      """,
      "INSERT INTO new_journals SELECT * FROM journals",
      "INSERT INTO new_postings SELECT * FROM postings",
      "DROP TABLE postings",
      "DROP TABLE journals",
      "ALTER TABLE new_journals RENAME TO journals",
      "ALTER TABLE new_postings RENAME TO postings",
    ] + appendOnly

  private static let appendOnly =
    ["journals", "postings"].flatMap { table in
      ["UPDATE", "DELETE"].map { change in
        """
        CREATE TRIGGER \(table)_refuse_\(change.lowercased()) BEFORE \(change) ON \(table)
        BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END
        """
      }
    } + [
      // INSERT OR REPLACE deletes without a DELETE trigger.
      """
      CREATE TRIGGER journals_refuse_replace BEFORE INSERT ON journals
      WHEN EXISTS (SELECT 1 FROM journals WHERE number = NEW.number OR (intent = NEW.intent
        AND kind = NEW.kind AND psp_reference = NEW.psp_reference))
      BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END
      """,
      """
      CREATE TRIGGER postings_refuse_replace BEFORE INSERT ON postings
      WHEN EXISTS (SELECT 1 FROM postings
        WHERE journal = NEW.journal AND position = NEW.position)
      BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END
      """,
    ]
}
