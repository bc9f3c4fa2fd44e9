/// The connections of one loop by slot, each slot with a generation, so that what comes late for a
/// connection that is gone never reaches the one that has its slot now.
struct ConnectionTable {
  private var connections: [Connection?] = []
  private var generations: [UInt32] = []
  /// The deadlines apart from the connections, so that looking for those that passed is one
  /// straight walk over a few pages.
  private var deadlines: [Int64] = []
  private var interests: [Interest] = []
  private var free: [Int] = []
  private(set) var count = 0

  /// Gives `connection` a slot; the token names it for ever.
  mutating func insert(_ connection: Connection, interest: Interest) -> UInt64 {
    let slot: Int
    if let reused = free.popLast() {
      slot = reused
      connections[slot] = connection
      deadlines[slot] = connection.deadline
      interests[slot] = interest
    } else {
      slot = connections.count
      connections.append(connection)
      generations.append(0)
      deadlines.append(connection.deadline)
      interests.append(interest)
    }
    count += 1
    return token(slot)
  }

  /// The connection that `token` was given for, nil if it is gone.
  func find(_ token: UInt64) -> Connection? {
    let slot = Int(token & 0xffff_ffff)
    guard slot < connections.count, generations[slot] == UInt32(token >> 32) else { return nil }
    return connections[slot]
  }

  mutating func remove(_ token: UInt64) {
    guard find(token) != nil else { return }
    let slot = Int(token & 0xffff_ffff)
    connections[slot] = nil
    generations[slot] &+= 1
    deadlines[slot] = .max
    free.append(slot)
    count -= 1
  }

  /// Notes the deadline of the connection; its new interest if that changed.
  mutating func update(_ token: UInt64, _ connection: Connection) -> Interest? {
    let slot = Int(token & 0xffff_ffff)
    deadlines[slot] = connection.deadline
    let interest = connection.interest
    guard interest != interests[slot] else { return nil }
    interests[slot] = interest
    return interest
  }

  /// The tokens of those whose deadline is not after `now`.
  func expired(_ now: Int64) -> [UInt64] {
    deadlines.indices.filter { deadlines[$0] <= now }.map(token)
  }

  /// The tokens of all.
  var tokens: [UInt64] { connections.indices.filter { connections[$0] != nil }.map(token) }

  private func token(_ slot: Int) -> UInt64 { UInt64(generations[slot]) << 32 | UInt64(slot) }
}
