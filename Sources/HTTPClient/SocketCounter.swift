import Synchronization

/// How often a client asked the network for a connection.
package final class SocketCounter: Sendable {
  private let asked = Atomic<Int>(0)
  private let made = Atomic<Int>(0)

  init() {}

  /// Addresses at which a connection was about to be made, refused ones included.
  package var addresses: Int { asked.load(ordering: .relaxed) }
  /// Sockets that were opened.
  package var opened: Int { made.load(ordering: .relaxed) }

  func countAddress() { asked.add(1, ordering: .relaxed) }
  func countSocket() { made.add(1, ordering: .relaxed) }
}
