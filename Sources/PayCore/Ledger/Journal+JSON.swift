extension NumberedJournal {
  package var json: JSONValue {
    [
      "object": "journal", "number": .integer(number), "kind": .string(journal.kind.rawValue),
      "intent": .string(journal.intent), "pspReference": .string(journal.pspReference),
      "amount": .string(journal.amount.amount), "amountMinor": .integer(journal.amount.minorUnits),
      "currency": .string(journal.amount.currency.code), "attested": .bool(journal.isAttested),
      "actor": .string(journal.actor), "at": .string(journal.moment.description),
      "postings": .array(
        journal.postings.map { posting in
          [
            "account": .string(posting.account.rawValue), "amount": .string(posting.amount.amount),
            "currency": .string(posting.amount.currency.code),
          ]
        }),
    ]
  }
}

extension Voiding {
  package var json: JSONValue {
    [
      "object": "voiding", "intent": .string(intent), "pspReference": .string(pspReference),
      "state": .string(state.rawValue), "actor": .string(actor),
      "at": .string(moment.description),
    ]
  }
}
