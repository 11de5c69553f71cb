import Alarms
import Logbook
import Monitor
import System

/// The date of the log: when it becomes known, and when a person sets the clock.
extension LogbookWriter {
  /// Reports a date that is not known. When it becomes known, the times that were logged before are corrected.
  func watchDate() {
    switch dates.look(at: plan.date(), plan.clock.now, plan.evidence()) {
    case .learned(let shift):
      waiting.append(.clockSet(by: shift))
      open.shift(by: shift)
      runDate.start = dates.start
      waiting.append(records.learn(shift: shift).map { .gapFound($0) })
      if abs(shift) >= DateWatch.smallestStep {
        unsentNotes.append("the date is known now: what this run has logged is moved by \(Self.words(for: shift))")
      }
    case .stepped(let step):
      waiting.append(.clockStepped(by: step))
      runDate.start = dates.start
      unsentNotes.append(
        "the clock was set by \(Self.words(for: step)): what is logged from now on has the new time, and what was "
          + "logged before stays")
    case nil: break
    }
    sendTimeOfDay()
    guard dates.isSet == hasSentUnsetClock else { return }
    if send(.event(dates.isSet ? .cleared(.clockUnset) : .fault(.clockUnset))) { hasSentUnsetClock = !dates.isSet }
  }

  /// A shift in words, such as "+5 h 0 min 12 s".
  private static func words(for shift: Int64) -> String {
    let seconds = (abs(shift) + 500) / 1000
    let days = seconds / 86_400
    return (shift < 0 ? "-" : "+") + (days > 0 ? "\(days) d " : "")
      + "\(seconds % 86_400 / 3600) h \(seconds % 3600 / 60) min \(seconds % 60) s"
  }

  private func sendTimeOfDay() {
    guard let minuteOfDay = plan.minuteOfDay else { return }
    let minute = dates.isSet ? minuteOfDay(plan.date()) : nil
    guard sentMinute != .some(minute) else { return }
    if send(.event(.timeOfDay(minute))) { sentMinute = .some(minute) }
  }
}
