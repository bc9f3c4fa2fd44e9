/// Follows the audit log entry by entry and tells what does not hold.
///
/// It is given the entries in the order of their numbers as the store has them, and what their tree
/// should be at some sizes: checkpoints, and the store's own right edge. It holds one hash for each
/// level of the tree, and the checkpoints. Whether a checkpoint is signed, its own `fault` says:
/// give it here only then.
package struct AuditVerifier: Sendable {
  /// A root that the tree should have at a size.
  private struct Mark: Sendable {
    let size: Int64
    let root: [UInt8]
    let isCheckpoint: Bool
  }

  /// An entry that says another number than its place has, until the next one tells why.
  private struct Displaced: Sendable {
    let place: Int64
    /// The number that it says, less the place.
    let shift: Int64
  }

  private let digest: any Digest
  /// The tree of what has been read; of use to whoever goes on from here later, if there were no
  /// faults.
  package private(set) var tree: MerkleFrontier
  /// The greatest number that has been read.
  package private(set) var last: Int64
  /// The size up to which the entries are known to be those that were there.
  package private(set) var proven: Int64
  /// Those that lie ahead, the largest size first.
  private var marks: [Mark]
  private let stored: MerkleFrontier?
  /// Whether places and numbers have parted, or a root has differed: later roots would only say so
  /// again.
  private var isBroken = false
  private var shift: Int64 = 0
  private var displaced: Displaced?
  private var lastReordered: Int64?
  /// What was found and not yet handed out.
  private var found: [AuditFault] = []

  /// A verifier of the entries after those in `start`, which have been verified before: of all
  /// entries, if it is empty. `stored` is the edge that the store keeps. Checkpoints of fewer
  /// entries than `start` has are passed over.
  package init(
    after start: MerkleFrontier = MerkleFrontier(), checkpoints: [AuditCheckpoint] = [],
    stored: MerkleFrontier? = nil, _ digest: any Digest
  ) {
    self.digest = digest
    tree = start
    last = start.size
    proven = start.size
    self.stored = stored
    let all =
      checkpoints.map { Mark(size: $0.size, root: $0.root, isCheckpoint: true) }
      + (stored.map { [Mark(size: $0.size, root: $0.root(digest), isCheckpoint: false)] } ?? [])
    marks = all.filter { $0.size >= start.size }.sorted { $0.size > $1.size }
    compareRoots()
  }

  /// The next entry as the store has it: the number in its key, its bytes and, if the store keeps
  /// it, the hash of its leaf. The faults that it brings to light, in this or in an earlier place.
  ///
  /// Numbers must ascend, as an index gives them. Bytes that cause no fault are those of an entry,
  /// which `AuditEntry(parsing:)` takes.
  package mutating func take(
    number: Int64, bytes: [UInt8], leafHash kept: [UInt8]? = nil
  ) -> [AuditFault] {
    guard number > last else {
      isBroken = true
      found.append(.entryAdded(number: number))
      return handOut()
    }
    if number > last + 1 {
      isBroken = true
      found.append(.entryMissing(number: last + 1, through: number - 1))
    }
    last = number
    let leafHash = MerkleTree.leafHash(bytes, digest)
    do {
      let said = try AuditEntry.number(in: bytes)
      place(shift: said - number)
      if let kept, kept != leafHash {
        found.append(.entryChanged(number: number, cause: nil))
      }
    } catch {
      found.append(.entryChanged(number: number, cause: error))
    }
    tree.append(leafHash: leafHash, digest)
    compareRoots()
    return found.isEmpty ? [] : handOut()
  }

  /// What is found when there are no more entries.
  package mutating func finish() -> [AuditFault] {
    if let displaced {
      if lastReordered == displaced.place - 1 {
        reorder(displaced)
      } else {
        accept(displaced)
      }
      self.displaced = nil
    }
    for mark in marks.reversed() where mark.isCheckpoint && mark.size > last {
      found.append(.checkpointAhead(size: mark.size, entries: last))
    }
    if let stored, stored.size < last {
      found.append(.entryAdded(number: stored.size + 1))
    } else if let stored, stored.size > last {
      found.append(.entryMissing(number: last + 1, through: stored.size))
    }
    marks = []
    return handOut()
  }

  private mutating func handOut() -> [AuditFault] {
    defer { found = [] }
    return found
  }

  private mutating func compareRoots() {
    guard let next = marks.last, next.size <= tree.size, !isBroken else { return }
    let root = tree.root(digest)
    while let mark = marks.last, mark.size == tree.size {
      marks.removeLast()
      guard !isBroken else { continue }
      if mark.root == root {
        proven = mark.size
      } else {
        found.append(.treeRootDiffers(size: mark.size, since: proven))
        isBroken = true
      }
    }
  }
}

// MARK: Places and numbers

extension AuditVerifier {
  /// Looks at how far the number that an entry says lies from its place.
  private mutating func place(shift next: Int64) {
    guard next != shift || displaced != nil else { return }
    let current = Displaced(place: last, shift: next)
    isBroken = true
    guard let earlier = displaced else {
      displaced = current
      return
    }
    if next == earlier.shift {
      accept(earlier)
      displaced = nil
    } else {
      reorder(earlier)
      displaced = next == shift ? nil : current
    }
  }

  /// From this place on all entries say another number: some were taken away or put in before it,
  /// and the rest got new places.
  private mutating func accept(_ displaced: Displaced) {
    let number = displaced.place + displaced.shift
    found.append(
      displaced.shift > shift
        ? .entryMissing(number: displaced.place + shift, through: number - 1)
        : .entryAdded(number: displaced.place))
    shift = displaced.shift
  }

  private mutating func reorder(_ displaced: Displaced) {
    lastReordered = displaced.place
    found.append(
      .entriesReordered(number: displaced.place, found: displaced.place + displaced.shift))
  }
}
