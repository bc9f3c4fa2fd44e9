import PayCore
import PayStore

extension CommandSpec {
  static let intentList = CommandSpec(
    ["intent", "list"], "purchase intents, newest first",
    options: [.limit, .listFormat, .at],
    examples: [
      "paytool intent list --limit 20", "paytool intent list --format ndjson | jq -r .state",
    ],
    notes: "Writes page after page, however many there are. Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    let moment = try invocation.now()
    let list = PagedList<PurchaseIntent>(
      try invocation.listFormat(),
      table: Table(
        head: ["INTENT", "STATE", "PRICE", "OFFER", "SEGMENT", "CREATED", "SHIPPING"],
        style: invocation.output.headStyle, alignedRight: [2, 4]),
      row: { $0.observed(at: moment).row }, json: { $0.observed(at: moment).json() })
    try invocation.write(list, limit: try invocation.limit()) {
      (store, last, count) async throws(StoreError) in
      try await store.intents(before: last?.id, limit: count)
    }
  }

  static let intentVoidings = CommandSpec(
    ["intent", "voidings"], "approvals that came too late, to be voided at the payment provider",
    examples: ["paytool intent voidings", "paytool intent voidings --json"],
    notes: "Void each of them at the provider: its money may have moved. "
      + "Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    let list = PagedList<Voiding>(
      invocation.isJSON ? .json : .table,
      table: Table(
        head: ["INTENT", "PSP REFERENCE", "THE INTENT WAS", "SAID BY", "AT"],
        style: invocation.output.headStyle),
      row: \.row, json: \.json)
    try invocation.write(list) { (store, last, _) async throws(StoreError) in
      last == nil ? try await store.voidings() : []
    }
  }
}

extension PurchaseIntent {
  fileprivate var row: [String] {
    [
      id, state.rawValue, "\(price)", offer, "\(segment)", "\(createdAt)",
      shippingMethod?.identifier ?? "",
    ]
  }
}

extension Voiding {
  fileprivate var row: [String] { [intent, pspReference, state.rawValue, actor, "\(moment)"] }
}
