import PayCore

extension CommandSpec {
  static let offers = CommandSpec(
    ["offers"], "what can be bought",
    examples: ["paytool offers", "paytool offers --json"]
  ) { (invocation) throws(Failure) in
    let offers = try invocation.configuration().offers
    if invocation.isJSON {
      try invocation.output.write(["object": "list", "data": .array(offers.map(\.json))])
      return .ok
    }
    var rows = [["OFFER", "LABEL", "SEGMENT", "AMOUNT"]]
    for offer in offers {
      for (index, amount) in offer.segments.enumerated() {
        let mark = index == offer.defaultSegment ? "\(index) (default)" : "\(index)"
        rows.append([index == 0 ? offer.id : "", index == 0 ? offer.label : "", mark, "\(amount)"])
      }
    }
    try invocation.output.write(Text.table(rows, right: [3]))
    return .ok
  }
}
