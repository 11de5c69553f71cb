import Synchronization

/// Wakes the worker of a channel: one task waits, anybody may ring.
package final class Bell: Sendable {
  private struct State {
    var hasRung = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  package func ring() {
    let waiter = state.withLock { state in
      state.hasRung = state.waiter == nil
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Waits until it is rung, or was rung since the last wait, or the time is over.
  package func wait(for time: Duration) async {
    let timer = Task { [self] in
      try await Task.sleep(for: time)
      ring()
    }
    await withCheckedContinuation { continuation in
      let isRung = state.withLock { state in
        guard !state.hasRung else {
          state.hasRung = false
          return true
        }
        state.waiter = continuation
        return false
      }
      if isRung { continuation.resume() }
    }
    timer.cancel()
  }
}
