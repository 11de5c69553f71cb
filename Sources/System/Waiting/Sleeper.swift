import CLinux
import Glibc
import Readings

/// What the critical loop sleeps on: a set of descriptors and a timer (epoll, timerfd). Used by one thread.
package final class Sleeper {
  private let poll: Descriptor
  private let timer: Descriptor

  package init() throws(LapwingError) {
    poll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll")
    timer = try Descriptor(
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC)), "timerfd")
    try add(timer.number)
  }

  /// Wakes the loop when a descriptor becomes readable, or for other events of poll(2).
  package func add(_ descriptor: Int32, events: UInt32 = EPOLLIN.rawValue) throws(LapwingError) {
    var event = epoll_event()
    event.events = events
    event.data.fd = descriptor
    guard epoll_ctl(poll.number, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
      throw LapwingError(.unavailable, code: .noEpoll, "epoll: \(SystemFault.reason)")
    }
  }

  /// Stops waking for a descriptor. Call it before the descriptor is closed.
  package func remove(_ descriptor: Int32) { _ = epoll_ctl(poll.number, EPOLL_CTL_DEL, descriptor, nil) }

  /// Sleeps until a descriptor is ready or the time has passed. Zero returns immediately; `nil` waits for a descriptor
  /// only.
  package func sleep(for duration: Duration?) {
    let nanoseconds = duration.map { max(1, $0.wholeNanoseconds) }
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(clamping: (nanoseconds ?? 0) / 1_000_000_000)
    setting.it_value.tv_nsec = Int(clamping: (nanoseconds ?? 0) % 1_000_000_000)
    timerfd_settime(timer.number, 0, &setting, nil)
    var event = epoll_event()
    // An expired timer stays readable until the next call sets it again.
    _ = epoll_wait(poll.number, &event, 1, -1)
  }
}
