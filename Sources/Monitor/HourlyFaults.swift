import Alarms
import Readings

/// The faults of the board that come and go within seconds (``ConditionID/isHourly``): an alarm of one lasts whole hours
/// from its onset, so that no more than one an hour sounds.
struct HourlyFaults: Sendable {
  private struct Fault: Sendable {
    let condition: ConditionID
    var isPresent = false
    /// When the hour of its alarm is over; `nil` while it has none.
    var hourEnd: Instant?
  }

  private var faults = ConditionID.allCases.filter(\.isHourly).map { Fault(condition: $0) }

  /// When the next hour of an alarm is over.
  private(set) var deadline: Instant?

  /// A part of the box reports that a condition holds, or that it no longer holds.
  mutating func record(_ condition: ConditionID, isPresent: Bool, at instant: Instant, _ alarms: inout AlarmSystem) {
    for place in faults.indices where faults[place].condition == condition {
      faults[place].isPresent = isPresent
      guard isPresent, faults[place].hourEnd == nil else { continue }
      faults[place].hourEnd = instant.advanced(by: ConditionID.hour)
      alarms.hold(condition, since: instant)
    }
    setDeadline()
  }

  mutating func advance(to instant: Instant, _ alarms: inout AlarmSystem) {
    guard let deadline, deadline <= instant else { return }
    for place in faults.indices {
      guard let end = faults[place].hourEnd, end <= instant else { continue }
      let isPresent = faults[place].isPresent
      faults[place].hourEnd = isPresent ? end.advanced(by: ConditionID.hour) : nil
      if isPresent {
        alarms.hold(faults[place].condition, since: instant)  // It may have been switched off and on again meanwhile.
      } else {
        alarms.release(faults[place].condition, at: instant)
      }
    }
    setDeadline()
  }

  private mutating func setDeadline() { deadline = faults.compactMap(\.hourEnd).min() }
}
