import Foundation
import PayCore
import TestSupport
import Testing

private let folder = packageRoot + "/../shared/vectors/decTest"

/// The published vectors of General Decimal Arithmetic, as far as they lie within our range.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder)))
struct DecimalVectorTests {
  /// `count`: fewer cases would mean that the driver passes over some.
  @Test(arguments: [
    ("add", 1666), ("subtract", 574), ("multiply", 341), ("divide", 484), ("quantize", 506),
    ("compare", 518), ("rounding", 729),
  ])
  func `published vectors agree`(file: String, count: Int) throws {
    let text = try String(contentsOfFile: "\(folder)/\(file).decTest", encoding: .utf8)
    var run = 0
    var shifted = 0
    var skipped: [String: Int] = [:]
    for vector in DecimalVector.read(text) {
      switch DecimalVectorRun(vector).outcome() {
      case .agrees(let isShifted):
        run += 1
        shifted += isShifted ? 1 : 0
      case .skipped(let reason): skipped[reason, default: 0] += 1
      case .fails(let what): Issue.record("\(vector.id): \(what) (\(vector))")
      }
    }
    let reasons = skipped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print(
      "\(file).decTest: \(run) agree, \(shifted) of them moved by powers of ten; "
        + "\(skipped.values.reduce(0, +)) skipped: \(reasons)")
    #expect(run == count)
  }
}
