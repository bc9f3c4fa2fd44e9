/// A line of a settlement file and where it stands there.
package struct SettlementRecord: Sendable, Hashable {
  package var line: SettlementLine
  /// One-based record of the file; the header is record 1.
  package let row: Int

  package init(line: SettlementLine, row: Int) {
    self.line = line
    self.row = row
  }
}

/// A settlement file that has been read whole.
package struct SettlementFile: Sendable, Hashable {
  /// In the order of the file; a row whose amount is finer than its currency's minor unit is none,
  /// and a finding that is an error.
  package let lines: [SettlementRecord]
  /// Data records, the header not counted.
  package let rows: Int
  /// Remarks about rows, then control totals that do not hold.
  package let findings: [Finding]
}

extension SettlementProfile {
  /// Reads a file; `progress` is told the bytes that are done, about every MiB and at the end.
  ///
  /// A file with a row that cannot be read is refused whole, for a part of it would tie out
  /// wrongly.
  package func read(
    _ bytes: [UInt8], progress: (Int) -> Void
  ) throws(SettlementError) -> SettlementFile {
    var csv = CSVReader(bytes, delimiter: delimiter)
    let plan = try header(&csv)
    var rows = SettlementRowReader(self, plan)
    var lines: [SettlementRecord] = []
    var uncounted: [UncountedRow] = []
    var faults: [SettlementError.Place] = []
    var nextProgress = SettlementProfile.progressBytes
    while try next(&csv, after: faults) {
      do throws(SettlementError.Place) {
        let row = try rows.row(csv)
        // After a fault the file is only read on to find others.
        switch row {
        case _ where !faults.isEmpty: break
        case .line(let line): lines.append(SettlementRecord(line: line, row: csv.record))
        case .uncounted(let row): uncounted.append(row)
        }
      } catch {
        guard faults.count < Limits.settlementFaults else {
          throw SettlementError(faults, hasMore: true)
        }
        faults.append(error)
      }
      if csv.offset >= nextProgress {
        progress(csv.offset)
        nextProgress = csv.offset + SettlementProfile.progressBytes
      }
    }
    guard faults.isEmpty else { throw SettlementError(faults) }
    progress(bytes.count)
    let control = ControlTotals(controlTotal).check(&lines, uncounted)
    RowIdentity.countOccurrences(&lines)
    return SettlementFile(
      lines: lines, rows: lines.count + uncounted.count,
      findings: rows.findings.findings + control)
  }

  private static let progressBytes = 1 << 20

  /// Reads up to and with the header, and finds the profile's columns in it.
  private func header(_ csv: inout CSVReader) throws(SettlementError) -> SettlementPlan {
    while csv.record < headerRow {
      guard try next(&csv, after: []) else {
        throw SettlementError([
          SettlementError.Place(
            record: headerRow, column: "", code: "settlement_header_missing",
            detail: "the file ends before its header")
        ])
      }
    }
    csv.expectedFields = csv.fields.count
    return try SettlementPlan(self, header: csv.fields.map { csv.text(of: $0) }, record: csv.record)
  }

  /// Reads the next record; a fault of the CSV is told behind those found before it.
  private func next(
    _ csv: inout CSVReader, after faults: [SettlementError.Place]
  ) throws(SettlementError) -> Bool {
    do throws(CSVError) {
      return try csv.next()
    } catch {
      throw SettlementError(faults + [SettlementError.Place(error)])
    }
  }
}
