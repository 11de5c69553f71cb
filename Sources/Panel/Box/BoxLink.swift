import Control
import Foundation
import Readings
import Status
import Synchronization
import System

/// Listens to the box on a thread of its own, and tells a ``BoxFeed``. It is the panel's only subscription: all viewers
/// share it.
///
/// One connection follows the box; when something happens, the other one asks for the status, at most ten times a
/// second and at least once. The critical loop itself must answer before the status is told, so the box proves every
/// second that it watches: one that hangs is lost as soon as one that has ended.
final class BoxLink: Sendable {
  private let path: String
  private let feed: BoxFeed
  private let isEnding = Atomic(false)
  private let ended: EventFlag

  /// The box is asked at least this often.
  private static let longestPause = Duration.seconds(1)
  /// What happens within this time is one change: people see no more.
  private static let shortestPause = Duration.milliseconds(100)
  /// With ``longestPause`` and a viewer's patience, a box that hangs is said to be lost within 3 s.
  private static let patience = Duration.milliseconds(1000)

  /// - Parameter path: of the control socket.
  init(path: String, feed: BoxFeed) throws(LapwingError) {
    self.path = path
    self.feed = feed
    ended = try EventFlag()
  }

  func start() {
    let thread = Thread { [self] in
      while !isEnding.load(ordering: .relaxed) {
        do throws(LapwingError) { try listen() } catch { feed.tellLost(error.message) }
        usleep(500_000)
      }
      ended.ring()
    }
    thread.name = "box"
    thread.start()
  }

  /// Ends the thread.
  func end() {
    isEnding.store(true, ordering: .relaxed)
    _ = ended.wait(.seconds(3))
  }

  private func listen() throws(LapwingError) {
    var follower = try ControlClient(path: path, patience: Self.patience)
    _ = try follower.line(answering: ControlRequest(.follow))
    var asker = try ControlClient(path: path, patience: Self.patience)
    let clock = MonotonicClock()
    while !isEnding.load(ordering: .relaxed) {
      let asked = clock.now
      feed.tell(try asker.status(isProved: true), at: MonotonicClock.unixMilliseconds())
      let pause = Self.longestPause - asked.duration(to: clock.now)
      if try follower.hasNews(within: max(.zero, pause)) {
        let rest = Self.shortestPause - asked.duration(to: clock.now)
        if rest > .zero { usleep(UInt32(clamping: rest.wholeNanoseconds / 1000)) }
      }
    }
  }
}
