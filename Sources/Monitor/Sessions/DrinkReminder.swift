import Readings

/// Reminds a person to drink who has drunk nothing for some time in cruise. It is a line for people and never an alarm: it
/// lights no lamp and makes no sound, since low alarms, which matter more, are silent in a cabin too.
///
/// It waits while an alarm of medium or high priority stands, or any alarm sounds. A low alarm that only lights its lamp
/// does not count: in a cabin `co2-low` stands through most flights.
struct DrinkReminder: Sendable {
  private var givenAt: Instant?

  /// When it is due.
  /// - Parameters:
  ///   - interval: the time without a drink; `nil` for never.
  ///   - cruise: since when the aircraft cruises and the session runs; `nil` if it does not.
  ///   - drink: when something was drunk last.
  func dueAt(_ interval: Duration?, cruise: Instant?, drink: Instant?) -> Instant? {
    guard let interval, let cruise else { return nil }
    return max(cruise, drink ?? cruise, givenAt ?? cruise).advanced(by: interval)
  }

  mutating func give(at instant: Instant) { givenAt = instant }
}
