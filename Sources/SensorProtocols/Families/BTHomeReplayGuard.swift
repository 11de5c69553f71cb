/// Rejects an encrypted advertisement that was recorded and is sent again: its counter is lower than the latest one.
/// One guard belongs to one sensor.
///
/// A sensor also counts from a lower number after it has lost its power, and some firmware counts in 16 bits. If the guard
/// refused all of that, such a sensor would be dead until the box restarts. So a run of rightly signed messages that rise,
/// each above the one before, with no message of the old count between them, is a restarted sensor. An attacker who has
/// recorded such a run can send it while the sensor is out of range or has no power; one recorded message stays refused
/// (docs/security.md).
package struct BTHomeReplayGuard: Sendable {
  package enum Verdict: Sendable, Equatable {
    case counts
    /// The counter went back, for the first time or for this many messages in a row.
    case refused(messages: Int)
  }

  /// The messages of a run that is a restart. Lower is easier to forge; more keeps a sensor with one message in ten minutes
  /// out for longer.
  private static let run = 3
  /// How many counts a wrap of 16 bits may jump over: messages that were lost.
  private static let wrap: UInt16 = 256

  private var latest: UInt32?
  /// The messages below the latest counter.
  private var lower: (counter: UInt32, messages: Int)?

  package init() {}

  /// Judges the counter of a message whose signature is right. The latest one may come again, which radios do.
  package mutating func judge(_ counter: UInt32) -> Verdict {
    guard let latest, counter < latest, !isWrap(from: latest, to: counter) else { return accept(counter) }
    if let lower, counter == lower.counter { return .refused(messages: lower.messages) }
    let messages = lower.map { counter > $0.counter ? $0.messages + 1 : 1 } ?? 1
    guard messages < Self.run else { return accept(counter) }
    lower = (counter, messages)
    return .refused(messages: messages)
  }

  private mutating func accept(_ counter: UInt32) -> Verdict {
    latest = counter
    lower = nil
    return .counts
  }

  private func isWrap(from latest: UInt32, to counter: UInt32) -> Bool {
    guard let old = UInt16(exactly: latest), let new = UInt16(exactly: counter) else { return false }
    return old > .max - Self.wrap && new < Self.wrap && new &- old <= Self.wrap
  }
}
