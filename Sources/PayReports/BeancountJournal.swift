package import PayCore

/// The ledger as a Beancount file: one transaction for each of ours, to the last digit.
///
/// Text from outside stands in strings, where it can end neither the string nor the line.
/// Source: Beancount manual, "Beancount Language Syntax".
package struct BeancountJournal: LedgerExport {
  private var declared: Set<String> = []

  package init() {}

  /// Accounts are opened before the first moment that the ledger can have.
  package var head: [UInt8] {
    var text = "; Double-entry ledger of purchases; days are days in UTC.\n"
    text += "option \"title\" \"Ledger of purchases\"\n\n"
    for account in Account.allCases { text += "\(Self.epoch) open \(account.beancountName)\n" }
    return Array((text + "\n").utf8)
  }

  private static let epoch = "1970-01-01"

  package mutating func entry(_ numbered: NumberedJournal) -> [UInt8] {
    let journal = numbered.journal
    var text = ""
    for posting in journal.postings where declared.insert(posting.amount.currency.code).inserted {
      let code = posting.amount.currency.code
      text += "option \"operating_currency\" \"\(code)\"\n"
      text += "\(Self.epoch) commodity \(code)\n\n"
    }
    let day = journal.moment.description.prefix(10)
    text += "\(day) * \"\(journal.kind.rawValue)\" \"\(escaped(journal.intent))\"\n"
    text += "  number: \(numbered.number)\n"
    text += "  intent: \"\(escaped(journal.intent))\"\n"
    text += "  psp-reference: \"\(escaped(journal.pspReference))\"\n"
    text += "  actor: \"\(escaped(journal.actor))\"\n"
    text += journal.isAttested ? "  attested: TRUE\n" : ""
    let width = Account.allCases.map(\.beancountName.utf8.count).max() ?? 0
    let amountWidth = journal.postings.map(\.amount.amount.utf8.count).max() ?? 0
    for posting in journal.postings {
      let (name, amount) = (posting.account.beancountName, posting.amount)
      let gap = width - name.utf8.count + amountWidth - amount.amount.utf8.count
      text += "  \(name)\(String(repeating: " ", count: gap + 2))"
      text += "\(amount.amount) \(amount.currency.code)\n"
    }
    return Array((text + "\n").utf8)
  }

  /// Quotes and backslashes behind a backslash; a control character, which no reference has, as its
  /// picture.
  private func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": output += "\\" + String(scalar)
      case "\0"..."\u{1F}":
        output.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
      case "\u{7F}": output += "\u{2421}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
