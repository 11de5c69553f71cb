import CLinux
import Glibc
import Readings

/// An open file descriptor that is closed with its owner.
package final class Descriptor: Sendable {
  /// The number; negative never.
  package let number: Int32

  /// - Parameter number: an open descriptor, or a negative number with `errno`, which throws.
  package init(_ number: Int32, _ what: String) throws(ApplianceError) {
    guard number >= 0 else {
      let reason = String(cString: strerror(errno))
      throw ApplianceError(.unavailable, code: "no-descriptor", "\(what): \(reason)")
    }
    self.number = number
  }

  deinit { close(number) }
}

/// A bell that one thread rings and another waits for (eventfd).
package final class EventFlag: Sendable {
  /// Readable while it rings.
  package let descriptor: Descriptor

  /// A silent bell.
  package init() throws(ApplianceError) {
    descriptor = try Descriptor(eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)), "eventfd")
  }

  package func ring() {
    var one: UInt64 = 1
    _ = write(descriptor.number, &one, 8)  // Full only after 2^64 rings.
  }

  package func clear() {
    var count: UInt64 = 0
    _ = read(descriptor.number, &count, 8)
  }

  /// Waits until it rings, then silences it.
  /// - Returns: whether it rang within the time.
  package func wait(_ timeout: Duration? = nil) -> Bool {
    let milliseconds = timeout.map { Int32(clamping: $0.wholeNanoseconds / 1_000_000) } ?? -1
    var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    let rang = poll(&request, 1, milliseconds) > 0
    if rang { clear() }
    return rang
  }
}

/// The monotonic clock, counted from when it was made.
package struct MonotonicClock: Sendable {
  private let origin: Int64

  package init() { origin = Self.read() }

  /// The time since it was made.
  package var now: Instant { Instant(nanoseconds: Self.read() - origin) }

  /// The time of something that the kernel has dated by its monotonic clock.
  func instant(kernelNanoseconds: UInt64) -> Instant {
    Instant(nanoseconds: Int64(clamping: kernelNanoseconds) - origin)
  }

  private static func read() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The kernel's own monotonic time, which GPIO events and the service manager count in too.
  static func kernelMicroseconds() -> Int64 { read() / 1000 }

  /// Since the machine was booted, milliseconds.
  static func millisecondsSinceBoot() -> Int64 { clinux_milliseconds_since_boot() }

  /// The date, milliseconds since 1970.
  package static func unixMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// What the critical loop sleeps on: a set of descriptors and a timer (epoll, timerfd).
final class Sleeper {
  private let poll: Descriptor
  private let timer: Descriptor

  init() throws(ApplianceError) {
    poll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll")
    timer = try Descriptor(
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC)), "timerfd")
    try add(timer.number)
  }

  /// Wakes when a descriptor becomes readable, or has other events of poll(2).
  func add(_ descriptor: Int32, events: UInt32 = EPOLLIN.rawValue) throws(ApplianceError) {
    var event = epoll_event()
    event.events = events
    event.data.fd = descriptor
    guard epoll_ctl(poll.number, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
      throw ApplianceError(.unavailable, code: "no-epoll", "epoll: \(String(cString: strerror(errno)))")
    }
  }

  /// Wakes for a descriptor no more; do it before it is closed.
  func remove(_ descriptor: Int32) { _ = epoll_ctl(poll.number, EPOLL_CTL_DEL, descriptor, nil) }

  /// Sleeps until a descriptor is readable or a time has passed; zero only looks, `nil` waits for a descriptor.
  func sleep(for duration: Duration?) {
    let nanoseconds = duration.map { max(1, $0.wholeNanoseconds) }
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(clamping: (nanoseconds ?? 0) / 1_000_000_000)
    setting.it_value.tv_nsec = Int(clamping: (nanoseconds ?? 0) % 1_000_000_000)
    timerfd_settime(timer.number, 0, &setting, nil)
    var event = epoll_event()
    // A timer that has run out is readable until it is set again, which the next call does.
    _ = epoll_wait(poll.number, &event, 1, -1)
  }
}

/// A set of descriptors that is itself readable while any of them has something (an epoll within the loop's epoll).
final class ReadySet {
  private let poll: Descriptor

  init() throws(ApplianceError) { poll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll") }

  /// Readable while any descriptor of the set is ready.
  var descriptor: Int32 { poll.number }

  /// Adds a descriptor.
  /// - Parameter isConnecting: whether to wait for it to become writable rather than readable.
  func add(_ descriptor: Int32, isConnecting: Bool = false) throws(ApplianceError) {
    try control(EPOLL_CTL_ADD, descriptor, isConnecting)
  }

  /// Waits for a descriptor that has connected to become readable.
  func becomeReadable(_ descriptor: Int32) throws(ApplianceError) { try control(EPOLL_CTL_MOD, descriptor, false) }

  /// Takes a descriptor out; do it before it is closed.
  func remove(_ descriptor: Int32) { _ = epoll_ctl(poll.number, EPOLL_CTL_DEL, descriptor, nil) }

  /// Serves the descriptors that are ready now, at most 16 of them; the others come the next time.
  func forEachReady(_ serve: (Int32) -> Void) {
    var events = InlineArray<16, epoll_event>(repeating: epoll_event())
    var span = events.mutableSpan
    let count = span.withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress else { return Int32(0) }
      return epoll_wait(poll.number, start, Int32(room.count), 0)
    }
    for index in 0..<max(0, Int(count)) { serve(events[index].data.fd) }
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ isConnecting: Bool) throws(ApplianceError) {
    var event = epoll_event()
    event.events = isConnecting ? EPOLLOUT.rawValue : EPOLLIN.rawValue
    event.data.fd = descriptor
    guard epoll_ctl(poll.number, operation, descriptor, &event) == 0 else {
      throw ApplianceError(.unavailable, code: "no-epoll", "epoll: \(String(cString: strerror(errno)))")
    }
  }
}

/// Signals as readable events. They must be blocked before any thread is started, so that every thread inherits that.
package final class SignalQueue: Sendable {
  /// Readable while a signal waits.
  let descriptor: Descriptor

  /// Blocks SIGINT, SIGTERM and SIGHUP for this thread and all that it starts, and ignores SIGPIPE: a reader that goes
  /// away is an error of a write, not the end of the alarms. So is a file size limit.
  package init() throws(ApplianceError) {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&mask, number) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    descriptor = try Descriptor(
      signalfd(-1, &mask, Int32(SFD_NONBLOCK | SFD_CLOEXEC)), "signalfd")
  }

  /// Lets the signals that ask for the end do so at once again.
  func restoreDefaults() {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in [SIGINT, SIGTERM] { sigaddset(&mask, number) }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// Ends the process after some time whatever it does: what remains is output, and nobody may ever take it.
  func endInAnyCase() {
    signal(SIGALRM) { _ in _exit(SystemExit.inputOutput.rawValue) }
    alarm(UInt32(Self.longestEnd))
  }

  /// Seconds; longer than all that is waited for by then.
  static let longestEnd: Int64 = 25

  /// The next signal's number, or `nil` where none waits.
  func next() -> Int32? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor.number, &information, size) == size else { return nil }
    return Int32(bitPattern: information.ssi_signo)
  }
}
