import Readings

/// Detects that a count which should grow all the time has stopped growing.
struct StallDetector {
  /// The longest time without growth. Much longer than the buffer of a sound card (43 ms) and than any delay of a busy
  /// box, but short enough for a high-priority alarm, which must be signalled within 10 s.
  static let longest = Duration.seconds(2)

  private var latest = -1
  private var grewAt = Instant.start

  /// - Returns: whether the count has not grown for longer than ``longest``.
  mutating func isStill(after count: Int, at instant: Instant) -> Bool {
    if count != latest {
      latest = count
      grewAt = instant
    }
    return grewAt.duration(to: instant) > Self.longest
  }

  /// The earliest instant at which ``isStill(after:at:)`` can return `true`.
  var deadline: Instant { grewAt.advanced(by: Self.longest + .milliseconds(1)) }
}
