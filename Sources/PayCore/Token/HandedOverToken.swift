/// A payment token on its way to the payment provider: the only answer that carries one.
package struct HandedOverToken: Sendable {
  /// The token as the device gave it.
  package let document: JSONValue
  package let intent: String
  /// Whether it was handed over before, under the same key.
  package let isRepeated: Bool

  package init(document: JSONValue, intent: String, isRepeated: Bool) {
    self.document = document
    self.intent = intent
    self.isRepeated = isRepeated
  }

  package var json: JSONValue {
    ["object": "paymentToken", "intent": .string(intent), "paymentToken": document]
  }
}

extension HandedOverToken: CustomStringConvertible, CustomReflectable {
  /// What a log may have of it.
  package var description: String { "[payment token of \(intent)]" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
