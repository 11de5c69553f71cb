import Alarms
import Readings

/// Whether messages about an alarm would reach a person.
package enum Reach: Sendable, Equatable {
  case good
  /// Nothing shows that they would.
  case doubtful
  /// They are to be sent now, and no provider accepts one.
  case none
}

/// The alarm `nobody-told`: medium while a high alarm stands or people are alerted in vain; else low, once a day.
struct ReachWatch: Sendable {
  private var reach = Reach.good
  /// As it was raised; `nil` while it is not.
  private var priority: Priority?
  /// When the low alarm sounds again; `nil` if it has not sounded yet.
  private var soundsAgainAt: Instant?

  var deadline: Instant? { priority == .low ? soundsAgainAt : nil }

  mutating func record(_ reach: Reach) { self.reach = reach }

  mutating func advance(to instant: Instant, _ alarms: inout AlarmSystem) {
    let isUrgent = reach == .none || alarms.isPresent(atLeast: .high)
    let wanted: Priority? = reach == .good ? nil : isUrgent ? .medium : .low
    let isDue = wanted == .low && soundsAgainAt.map { $0 <= instant } ?? true
    guard wanted != priority || isDue && priority == .low else { return }
    if priority != nil { alarms.end(.nobodyTold, at: nil, latches: false, at: instant) }
    priority = wanted
    guard let wanted else { return }
    var cause = AlarmCause(.nobodyTold, at: nil, of: .box)
    cause.priority = wanted
    if wanted == .low, !isDue, let soundsAgainAt {
      // It has sounded today.
      return alarms.raiseSilently(cause, until: soundsAgainAt, at: instant)
    }
    alarms.raise(cause, at: instant)
    if wanted == .low { soundsAgainAt = instant.advanced(by: ConditionID.day) }
  }
}
