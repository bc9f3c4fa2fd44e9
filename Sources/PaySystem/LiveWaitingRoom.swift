package import PayCore
import Synchronization

/// The waiting room of one process. Those who wait hold no thread.
package final class LiveWaitingRoom: WaitingRoom {
  private struct State {
    var bells: [String: [Int: Bell]] = [:]
    var seats = 0
  }

  private let state = Mutex(State())

  package init() {}

  package var milliseconds: Int64 { Int64(monotonicNanoseconds() / 1_000_000) }

  package func seat(for name: String) -> any WaitingSeat {
    let bell = Bell()
    let number = state.withLock { state in
      state.seats += 1
      state.bells[name, default: [:]][state.seats] = bell
      return state.seats
    }
    return LiveWaitingSeat(bell: bell) { [self] in leave(name, number) }
  }

  package func announce(_ name: String) {
    let bells = state.withLock { $0.bells[name] ?? [:] }
    for bell in bells.values { bell.ring() }
  }

  /// How many wait or hold a seat.
  package var occupied: Int { state.withLock { $0.bells.values.reduce(0) { $0 + $1.count } } }

  private func leave(_ name: String, _ number: Int) {
    state.withLock { state in
      state.bells[name]?[number] = nil
      if state.bells[name]?.isEmpty == true { state.bells[name] = nil }
    }
  }
}

private final class LiveWaitingSeat: WaitingSeat {
  private let bell: Bell
  private let leave: @Sendable () -> Void

  init(bell: Bell, leave: @escaping @Sendable () -> Void) {
    self.bell = bell
    self.leave = leave
  }

  deinit { leave() }

  func wait(milliseconds: Int64) async {
    let timer = Task { [bell] in
      do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
      bell.wake()
    }
    await bell.rung()
    timer.cancel()
  }
}

/// Rings for one listener, and remembers it if nobody listens.
private final class Bell: Sendable {
  private struct State {
    var hasRung = false
    var listener: CheckedContinuation<Void, Never>?

    mutating func takeListener() -> CheckedContinuation<Void, Never>? {
      defer { listener = nil }
      return listener
    }
  }

  private let state = Mutex(State())

  func ring() {
    state.withLock { state in
      if state.listener == nil { state.hasRung = true }
      return state.takeListener()
    }?.resume()
  }

  /// Lets the listener go without having rung.
  func wake() { state.withLock { $0.takeListener() }?.resume() }

  /// Returns when it has rung since the last time, or when it is woken.
  func rung() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard !state.hasRung else {
          state.hasRung = false
          return true
        }
        state.listener = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}
