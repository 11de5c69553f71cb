import Glibc
import Readings
import System

/// The server's place in the file system. A person may delete the file of the socket, or its folder, while the box runs:
/// then no order would arrive any more.
extension ControlServerState {
  /// How often that is looked at: the socket is back within 5 s.
  private static let lookInterval = Duration.seconds(2)

  /// How long until the next look, ms.
  func waitForLook(at now: Instant) -> Int32 {
    Int32(max(0, min(now.duration(to: socketLookAt), Self.lookInterval).wholeNanoseconds / 1_000_000)) + 1
  }

  /// Listens at the path again if clients can no longer reach the socket.
  mutating func watchSocket() {
    guard clock.now >= socketLookAt else { return }
    socketLookAt = clock.now.advanced(by: Self.lookInterval)
    guard !listener.isReachable else { return }
    do throws(LapwingError) {
      let fresh = try listener.again()
      acceptClients()  // Who waits at the old socket is served too.
      (listener, socketFault) = (fresh, nil)
      say("the control socket was deleted; it is there again")
    } catch {
      guard socketFault != error.message else { return }
      socketFault = error.message
      say("the control socket was deleted, and orders do not arrive: \(error.message)")
    }
  }
}
