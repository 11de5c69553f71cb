import Readings

/// The time until the first person is alerted.
struct Countdown: Codable, Sendable, Equatable {
  /// What was left when it stood last.
  private(set) var left: Duration
  /// Since when it runs; `nil` while it stands.
  private(set) var runsFrom: Instant?
  private(set) var silencedUntil: Instant?

  init(_ length: Duration) { left = length }

  /// When it is over; `nil` while it stands.
  var end: Instant? { runsFrom.map { $0.advanced(by: left) } }

  mutating func run(at now: Instant) {
    guard runsFrom == nil, silencedUntil.map({ $0 <= now }) ?? true else { return }
    runsFrom = now
  }

  /// Only the first time counts.
  /// - Returns: whether it did.
  mutating func silence(at now: Instant) -> Bool {
    guard silencedUntil == nil else { return false }
    if let from = runsFrom { left = max(.zero, left - from.duration(to: now)) }
    runsFrom = nil
    silencedUntil = now.advanced(by: CircleBounds.silence)
    return true
  }
}
