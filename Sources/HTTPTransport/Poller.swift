internal import CLinux
internal import Glibc

/// What a descriptor is watched for; hang-ups and errors are always reported.
struct Interest: OptionSet {
  let rawValue: UInt32
  static let read = Interest(rawValue: EPOLLIN.rawValue)
  static let write = Interest(rawValue: EPOLLOUT.rawValue)
  /// Both directions are closed, or the connection is broken.
  static let broken = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
}

/// One epoll descriptor and the room for its events; used by one thread.
struct Poller: ~Copyable {
  private let descriptor: Descriptor
  private var events: [epoll_event]

  init() throws(HTTPServerError) {
    descriptor = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
    events = [epoll_event](repeating: epoll_event(), count: 256)
  }

  /// Watches `number`; its events come back with `token`.
  borrowing func add(_ number: Int32, _ interest: Interest, token: UInt64) -> Bool {
    control(EPOLL_CTL_ADD, number, interest, token)
  }

  borrowing func change(_ number: Int32, _ interest: Interest, token: UInt64) {
    _ = control(EPOLL_CTL_MOD, number, interest, token)
  }

  /// Waits at most `milliseconds` (-1: for ever); the count of events to read with `event`.
  mutating func wait(milliseconds: Int32) -> Int {
    max(0, Int(epoll_wait(descriptor.number, &events, Int32(events.count), milliseconds)))
  }

  borrowing func event(_ index: Int) -> (token: UInt64, interest: Interest) {
    (events[index].data.u64, Interest(rawValue: events[index].events))
  }

  private borrowing func control(
    _ operation: Int32, _ number: Int32, _ interest: Interest, _ token: UInt64
  ) -> Bool {
    var event = epoll_event()
    event.events = interest.rawValue
    event.data.u64 = token
    return epoll_ctl(descriptor.number, operation, number, &event) == 0
  }
}

/// An eventfd: any thread may signal it, and one waits for it.
final class WakeUp: Sendable {
  private let descriptor: Descriptor
  var number: Int32 { descriptor.number }

  init() throws(HTTPServerError) {
    descriptor = try Descriptor(
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), from: "eventfd")
  }

  func signal() {
    var one: UInt64 = 1
    _ = write(number, &one, 8)
  }

  /// Takes all signals that came so far.
  func clear() {
    var count: UInt64 = 0
    _ = read(number, &count, 8)
  }

  /// Waits for a signal; false if none came within `milliseconds`.
  func wait(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }
}
