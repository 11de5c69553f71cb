import CLinux
import Glibc
import Readings

/// A set of descriptors. The set itself is readable while any of its descriptors is ready (an epoll inside the epoll of
/// the loop).
package final class ReadySet {
  private let poll: Descriptor

  package init() throws(LapwingError) { poll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll") }

  package var descriptor: Int32 { poll.number }

  /// - Parameter isConnecting: whether to wait until the descriptor is writable instead of readable.
  package func add(_ descriptor: Int32, isConnecting: Bool = false) throws(LapwingError) {
    try control(EPOLL_CTL_ADD, descriptor, isConnecting)
  }

  /// Waits from now on until a connected descriptor is readable.
  package func becomeReadable(_ descriptor: Int32) throws(LapwingError) {
    try control(EPOLL_CTL_MOD, descriptor, false)
  }

  /// Removes a descriptor. Call it before the descriptor is closed.
  package func remove(_ descriptor: Int32) { _ = epoll_ctl(poll.number, EPOLL_CTL_DEL, descriptor, nil) }

  /// Calls `serve` for the descriptors that are ready now, at most 16. The others follow at the next call.
  package func forEachReady(_ serve: (Int32) -> Void) {
    var events = InlineArray<16, epoll_event>(repeating: epoll_event())
    var span = events.mutableSpan
    let count = span.withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress else { return Int32(0) }
      return epoll_wait(poll.number, start, Int32(room.count), 0)
    }
    for index in 0..<max(0, Int(count)) { serve(events[index].data.fd) }
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ isConnecting: Bool) throws(LapwingError) {
    var event = epoll_event()
    event.events = isConnecting ? EPOLLOUT.rawValue : EPOLLIN.rawValue
    event.data.fd = descriptor
    guard epoll_ctl(poll.number, operation, descriptor, &event) == 0 else {
      throw LapwingError(.unavailable, code: "no-epoll", "epoll: \(SystemFault.reason)")
    }
  }
}
