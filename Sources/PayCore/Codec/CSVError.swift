/// Why bytes are not strict CSV, in which record and at which byte.
package struct CSVError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, CaseIterable {
    case strayQuote = "csv_stray_quote"
    case textAfterQuote = "csv_text_after_quote"
    case unterminatedQuote = "csv_unterminated_quote"
    case fieldCount = "csv_field_count"
    case bareCarriageReturn = "csv_bare_carriage_return"
    case nul = "csv_nul"
    case invalidUTF8 = "csv_invalid_utf8"
    case fieldTooLong = "csv_field_too_long"
    case recordTooLong = "csv_record_too_long"
    case tooManyColumns = "csv_too_many_columns"
    case tooManyRecords = "csv_too_many_records"
  }

  package let code: Code
  /// One-based; the first record of the file is 1.
  package let record: Int
  /// Zero-based offset of the byte in the file, a byte order mark counted.
  package let offset: Int
  /// What this code needs to be understood: for `fieldCount` the two counts, otherwise empty.
  package let counts: Counts?

  /// Fields of a record, and how many it should have.
  package struct Counts: Sendable, Hashable {
    package let found: Int
    package let expected: Int
  }

  init(_ code: Code, record: Int, offset: Int, counts: Counts? = nil) {
    self.code = code
    self.record = record
    self.offset = offset
    self.counts = counts
  }
}

extension CSVError: CustomStringConvertible {
  package var description: String { "record \(record), byte \(offset): \(cause)" }

  /// What is wrong, without its place.
  package var cause: String {
    switch code {
    case .strayQuote: "a quote inside a field that does not begin with one"
    case .textAfterQuote: "text after the quote that closes a field"
    case .unterminatedQuote: "a quoted field that begins here is never closed"
    case .fieldCount:
      "\(counts?.found ?? 0) fields, where the header has \(counts?.expected ?? 0)"
    case .bareCarriageReturn: "a carriage return without a line feed"
    case .nul: "a NUL; the file is damaged or not UTF-8"
    case .invalidUTF8: "the text is not UTF-8; save the file as UTF-8"
    case .fieldTooLong: "a field of more than \(Limits.csvFieldBytes) bytes"
    case .recordTooLong: "a record of more than \(Limits.csvRecordBytes) bytes"
    case .tooManyColumns: "more than \(Limits.csvColumns) fields in a record"
    case .tooManyRecords: "more than \(Limits.csvRecords) records"
    }
  }
}
