/// The moments whose lines a report shows; matching looks at everything.
package struct ReconciliationPeriod: Sendable, Hashable {
  /// The first moment, nil for the beginning of time.
  package let from: Timestamp?
  /// The first moment after it, nil for the end of time.
  package let to: Timestamp?

  package init(from: Timestamp?, to: Timestamp?) {
    self.from = from
    self.to = to
  }

  package func contains(_ moment: Timestamp) -> Bool {
    from.map { $0 <= moment } ?? true && to.map { moment < $0 } ?? true
  }
}
