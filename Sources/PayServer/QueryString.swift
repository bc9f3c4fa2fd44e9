import HTTPTransport
import PayCore

/// The query of a request: names once each, strict percent-encoding, nothing unknown.
struct QueryString: Sendable {
  private var values: [String: String] = [:]

  /// Reads `query`; a name outside `known`, a repeated name or bad encoding is a fault at `/name`.
  init(_ query: String?, known: [String]) throws(ServerProblem) {
    guard let query, !query.isEmpty else { return }
    for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Self.decoded(parts[0]), let value = Self.decoded(parts[1])
      else {
        throw .faults([
          JSONFault(
            pointer: "", code: "query_malformed", detail: "the query must be name=value&name=value")
        ])
      }
      guard known.contains(where: { $0.hasSameBytes(as: name) }) else {
        throw .fault(
          "/" + JSONReader.escaped(name), "unknown_parameter",
          "is not a parameter here; "
            + (known.isEmpty ? "there are none" : "known: \(known.joined(separator: ", "))"))
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw .fault(
          "/" + JSONReader.escaped(name), "duplicate_parameter", "is there twice")
      }
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// A whole number; nil if absent, a fault if it is anything else.
  func integer(_ name: String, in range: ClosedRange<Int64> = 0...Int64.max)
    throws(ServerProblem) -> Int64?
  {
    guard let text = values[name] else { return nil }
    guard let number = Int64(text), String(number) == text, range.contains(number) else {
      let bounds =
        range.upperBound == .max ? "" : " from \(range.lowerBound) to \(range.upperBound)"
      throw .fault("/" + name, "wrong_value", "must be a whole number" + bounds)
    }
    return number
  }

  /// `true` or `false`, which is also what is absent; a fault if it is anything else.
  func flag(_ name: String) throws(ServerProblem) -> Bool {
    switch values[name] {
    case "true": true
    case "false", nil: false
    default: throw .fault("/" + name, "wrong_value", "must be true or false")
    }
  }

  /// Percent-decoded text; nil for bad escapes, and for bytes that are not UTF-8.
  static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}

extension ServerProblem {
  /// One thing wrong with a request, at a pointer.
  static func fault(_ pointer: String, _ code: String, _ detail: String) -> ServerProblem {
    .faults([JSONFault(pointer: pointer, code: code, detail: detail)])
  }
}
