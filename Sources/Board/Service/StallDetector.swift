import Readings

/// Notices that something which should go on has stopped: a count that no longer grows.
struct StallDetector {
  /// Far longer than a card's whole buffer (43 ms) and than a busy box is ever late; and soon enough for an alarm of high
  /// priority, which must be signalled within 10 s.
  static let longest = Duration.seconds(2)

  private var latest = -1
  private var grewAt = Instant.start

  /// Takes the count of now.
  /// - Returns: whether it has stood still for longer than ``longest``.
  mutating func isStill(after count: Int, at instant: Instant) -> Bool {
    if count != latest {
      latest = count
      grewAt = instant
    }
    return grewAt.duration(to: instant) > Self.longest
  }

  /// The earliest time at which that can be.
  var deadline: Instant { grewAt.advanced(by: Self.longest + .milliseconds(1)) }
}
