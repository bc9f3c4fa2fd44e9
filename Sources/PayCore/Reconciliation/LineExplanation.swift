/// Why a line of the report is as it is: what was looked for at each rung, and what was found.
package struct LineExplanation: Sendable, Hashable {
  package let line: ReconciliationLine
  /// In the order in which the rungs were tried.
  package let steps: [ExplanationStep]

  package init(line: ReconciliationLine, steps: [ExplanationStep]) {
    self.line = line
    self.steps = steps
  }

  package var json: JSONValue {
    [
      "object": "lineExplanation", "line": line.json, "steps": .array(steps.map(\.json)),
    ]
  }
}

/// One rung of the ladder as it was for one line.
package struct ExplanationStep: Sendable, Hashable {
  package let title: String
  /// Sentences: what was looked for, what was found, what follows.
  package let outcome: String
  /// What came into question, the earliest first, at most `Limits.explanationCandidates`.
  package let candidates: [ExplanationCandidate]

  package init(title: String, outcome: String, candidates: [ExplanationCandidate] = []) {
    self.title = title
    self.outcome = outcome
    self.candidates = candidates
  }

  package var json: JSONValue {
    [
      "title": .string(title), "outcome": .string(outcome),
      "candidates": .array(candidates.map(\.json)),
    ]
  }
}

/// A row of either side that came into question.
package enum ExplanationCandidate: Sendable, Hashable {
  case movement(LedgerRow)
  case settled(SourcedLine)

  var moment: Timestamp {
    switch self {
    case .movement(let row): row.occurredAt
    case .settled(let sourced): sourced.line.occurredAt
    }
  }

  package var json: JSONValue {
    switch self {
    case .movement(let row):
      [
        "side": "ledger", "kind": .string(row.kind.rawValue), "intent": .string(row.intent),
        "pspReference": .string(row.pspReference), "amount": .string(row.amount.amount),
        "currency": .string(row.amount.currency.code),
        "occurredAt": .string(row.occurredAt.description),
      ]
    case .settled(let sourced):
      [
        "side": "settlement", "kind": .string(sourced.line.kind.rawValue),
        "merchantReference": .string(sourced.line.merchantReference),
        "pspReference": .string(sourced.line.pspReference),
        "amount": .string(sourced.line.gross.amount),
        "currency": .string(sourced.line.gross.currency.code),
        "occurredAt": .string(sourced.line.occurredAt.description),
        "source": ["file": .string(sourced.file), "row": .integer(Int64(sourced.row))],
      ]
    }
  }
}

extension ExplanationCandidate: CustomStringConvertible {
  /// One line for a person: `ledger: capture of 20.00 USD, PSP0, buy_..., 2026-01-01T00:00:00Z`.
  package var description: String {
    switch self {
    case .movement(let row):
      "ledger: \(row.kind.rawValue) of \(row.amount), \(named(row.pspReference)), "
        + "\(named(row.intent)), \(row.occurredAt)"
    case .settled(let sourced):
      "\(sourced.file), row \(sourced.row): \(sourced.line.kind.rawValue) of "
        + "\(sourced.line.gross), \(named(sourced.line.pspReference)), "
        + "\(named(sourced.line.merchantReference)), \(sourced.line.occurredAt)"
    }
  }
}

/// A reference in a sentence.
func named(_ reference: String) -> String { reference.isEmpty ? "no reference" : reference }
