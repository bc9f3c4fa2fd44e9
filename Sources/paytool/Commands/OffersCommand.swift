import PayCore

extension CommandSpec {
  static let offers = CommandSpec(
    ["offers"], "what can be bought",
    examples: ["paytool offers", "paytool offers --json"]
  ) { (invocation) throws(Failure) in
    let offers = try invocation.configuration().offers
    if invocation.isJSON {
      return try invocation.output.write(["object": "list", "data": .array(offers.map(\.json))])
    }
    var table = Table(
      head: ["OFFER", "LABEL", "SEGMENT", "AMOUNT"], style: invocation.output.headStyle,
      alignedRight: [2, 3])
    try invocation.output.write(table.lines(offers.flatMap(\.rows)))
  }
}

extension Offer {
  /// One row for each segment; the default one is marked, and ways to ship are named.
  fileprivate var rows: [[String]] {
    segments.enumerated().map { index, amount in
      let methods = pricings[index].shippingMethods.map(\.identifier)
      let notes =
        (index == defaultSegment ? ["default"] : [])
        + (methods.isEmpty ? [] : ["shipping " + methods.joined(separator: " or ")])
      return [index == 0 ? id : "", index == 0 ? label : "", "\(index)", "\(amount)"]
        + (notes.isEmpty ? [] : [notes.joined(separator: ", ")])
    }
  }
}
