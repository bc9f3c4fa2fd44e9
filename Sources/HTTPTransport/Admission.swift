internal import Synchronization

/// Counts the open connections of all loops, in all and per address.
final class Admission: Sendable {
  private struct Counts {
    var total = 0
    var byAddress: [String: Int] = [:]
  }

  private let total: Int
  private let perAddress: Int
  private let counts = Mutex(Counts())

  init(total: Int, perAddress: Int) {
    self.total = total
    self.perAddress = perAddress
  }

  /// Whether one more connection from `host` fits; if so it is counted.
  func admit(_ host: String) -> Bool {
    let key = Self.key(host)
    return counts.withLock { counts in
      let own = counts.byAddress[key] ?? 0
      guard counts.total < total, own < perAddress else { return false }
      counts.total += 1
      counts.byAddress[key] = own + 1
      return true
    }
  }

  /// Gives back the place of a connection that was admitted.
  func release(_ host: String) {
    let key = Self.key(host)
    counts.withLock { counts in
      counts.total -= 1
      let own = (counts.byAddress[key] ?? 1) - 1
      counts.byAddress[key] = own > 0 ? own : nil
    }
  }

  /// One host has a whole IPv6 /64, so its addresses count as one.
  static func key(_ host: String) -> String {
    guard host.contains(":") else { return host }
    var groups: [Substring] = []
    for group in host.split(separator: ":", omittingEmptySubsequences: false) {
      // A double colon within the first four groups stands for zeros: what follows it is not ours.
      if group.isEmpty || groups.count == 4 { break }
      groups.append(group)
    }
    while groups.last == "0" { groups.removeLast() }
    return groups.joined(separator: ":") + "::/64"
  }
}
