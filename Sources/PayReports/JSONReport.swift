import PayCore

// One document; its lines are written as they come.

extension ReconciliationReport {
  func writeJSON<Failure: Error>(
    _ append: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer = ReportBuffer()
    // The head is an object of its own: its closing brace moves behind the lines.
    buffer += reconciliation.headJSON.bytes.dropLast() + Array(",\"lines\":[".utf8)
    for (index, line) in reconciliation.lines.enumerated() {
      if index > 0 { buffer += "," }
      buffer += line.json.bytes
      try buffer.drain(append)
    }
    buffer += "]}\n"
    try buffer.flush(append)
  }
}
