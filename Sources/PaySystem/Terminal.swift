import PayCore

/// Text for a person's terminal.
package enum Terminal {
  /// `text` with everything that could steer a terminal or reorder a line written as an escape.
  package static func safe(_ text: String) -> String { text.escapingControls }
}
