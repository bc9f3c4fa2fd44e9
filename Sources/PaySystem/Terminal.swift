import Glibc
import PayCore

/// Text for a person's terminal.
package enum Terminal {
  /// `text` with everything that could steer a terminal or reorder a line written as an escape.
  package static func safe(_ text: String) -> String { text.escapingControls }

  /// JSON as it goes to a descriptor: to a terminal with the same as escapes of JSON's, to anything
  /// else as it is.
  package static func json(_ bytes: [UInt8], to descriptor: Int32) -> [UInt8] {
    isatty(descriptor) == 1 ? JSONValue.escapingControls(in: bytes) : bytes
  }
}
