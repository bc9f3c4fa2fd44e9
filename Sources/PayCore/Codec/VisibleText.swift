extension String {
  /// The text with everything that could steer a terminal or reorder a line written as an escape:
  /// `\u{1b}`, `\u{202e}`.
  package var escapingControls: String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    return escaping(where: \.mayMislead) { "\\u{\(String($0.value, radix: 16))}" }
  }

  fileprivate func escaping(
    where isEscaped: (Unicode.Scalar) -> Bool, _ escape: (Unicode.Scalar) -> String
  ) -> String {
    var output = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if isEscaped(scalar) {
        output += escape(scalar).unicodeScalars
      } else {
        output.append(scalar)
      }
    }
    return String(output)
  }
}

extension JSONValue {
  /// JSON that was written here, with everything in its texts that could steer a terminal or
  /// reorder a line as an escape of JSON's, `\u202e`: another spelling of the same documents.
  package static func escapingControls(in json: [UInt8]) -> [UInt8] {
    // Controls of ASCII are escaped already; those between documents are line ends.
    guard json.contains(where: { $0 >= 0x80 }) else { return json }
    let text = String(decoding: json, as: UTF8.self).escaping(
      where: { !$0.isASCII && $0.mayMislead },
      { scalar in
        scalar.utf16.map { unit in
          "\\u"
            + Hex.lower([UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)])
        }.joined()
      })
    return Array(text.utf8)
  }
}

extension Unicode.Scalar {
  fileprivate var mayMislead: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      true
    default: false
    }
  }
}
