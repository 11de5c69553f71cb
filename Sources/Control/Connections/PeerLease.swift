import Readings

/// How long the box trusts a report of the other box of its pair. The process that sends it, `lapwing outside`, may be stopped,
/// hang or never have been started, and silence is never taken for health.
package struct PeerLease: Sendable {
  /// That process repeats itself every 2 s.
  package static let time = Duration.seconds(10)
  /// Both processes start together, and the other box may be starting too.
  package static let grace = Duration.seconds(30)

  private var ends: Instant

  /// - Parameter start: when the box began.
  package init(start: Instant) { ends = start.advanced(by: Self.grace) }

  /// A report came.
  package mutating func renew(at instant: Instant) { ends = instant.advanced(by: Self.time) }

  /// Whether the box must take the link for gone.
  package func isOver(at instant: Instant) -> Bool { ends <= instant }

  package func isHeld(at instant: Instant) -> Bool { ends != .never && ends > instant }

  /// The loop has received that the link is gone; that holds until a report says otherwise.
  package mutating func noteToldGone() { ends = .never }

  /// The loop could not receive it now.
  package mutating func noteRefused(at instant: Instant) { ends = instant.advanced(by: .milliseconds(100)) }

  /// How long until it is over, ms; -1 for never.
  package func wait(at instant: Instant) -> Int32 {
    guard ends != .never else { return -1 }
    return Int32(clamping: max(0, instant.duration(to: ends).wholeNanoseconds / 1_000_000 + 1))
  }
}
