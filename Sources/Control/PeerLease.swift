import Readings

/// How long the box trusts what it was told of the other box of its pair. Who tells it, `lapwing outside`, may be stopped,
/// hang or never have been started, and silence is never taken for health.
package struct PeerLease: Sendable {
  /// The teller repeats itself every 2 s.
  package static let time = Duration.seconds(10)
  /// Both processes start together, and the other box may be starting too.
  package static let grace = Duration.seconds(30)

  private var ends: Instant

  /// - Parameter start: when the box began.
  package init(start: Instant) { ends = start.advanced(by: Self.grace) }

  /// The box was told.
  package mutating func renew(at instant: Instant) { ends = instant.advanced(by: Self.time) }

  /// Whether the box must take the link for gone.
  package func isOver(at instant: Instant) -> Bool { ends <= instant }

  /// Whether somebody tells of the other box.
  package func isHeld(at instant: Instant) -> Bool { ends != .never && ends > instant }

  /// The box was told that the link is gone; that holds until somebody says otherwise.
  package mutating func noteToldGone() { ends = .never }

  /// The box could not be told now.
  package mutating func noteRefused(at instant: Instant) { ends = instant.advanced(by: .milliseconds(100)) }

  /// How long until it is over, ms; -1 for never.
  package func wait(at instant: Instant) -> Int32 {
    guard ends != .never else { return -1 }
    return Int32(clamping: max(0, instant.duration(to: ends).wholeNanoseconds / 1_000_000 + 1))
  }
}
