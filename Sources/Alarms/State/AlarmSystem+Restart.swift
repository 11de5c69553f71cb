import Readings

/// How a run takes over the alarms of the run before it.
extension AlarmSystem {
  /// Continues an alarm of an earlier run. What was acknowledged or paused stays so for what is left of its time;
  /// everything else sounds again, as loud as it had grown.
  /// - Parameter direction: the alarm that it stands for, if its data are lost.
  package mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorIndex?, of subject: Subject, family: SignalFamily? = nil,
    direction: ConditionID? = nil, escalates: Bool = false, at instant: Instant
  ) {
    let condition = conditions[alarm.condition]
    guard condition.isEnabled, index(of: alarm.condition, at: sensor).map({ !occurrences[$0].isOn }) ?? true else {
      return
    }
    let isLatched = alarm.isLatched && latchesSound && condition.mayLatch
    // Only its sound was left, and the rules of this run leave none.
    if alarm.isLatched, !isLatched { return }
    let key = EpisodeKey(subject, family ?? condition.family, fault: alarm.condition)
    let index = place(of: alarm.condition, at: sensor, key)
    occurrences[index].escalates = escalates && condition.escalatesAfter != nil
    occurrences[index].priority = max(condition.priority, alarm.priority)
    occurrences[index].value = alarm.value
    occurrences[index].limit = alarm.limit ?? condition.limit
    occurrences[index].onsetAt = instant
    occurrences[index].isHeld = !isLatched
    let episode = episodes.open(key, at: instant)
    episodes.all[episode].resume(
      unanswered: alarm.unanswered, of: occurrences[index].priority,
      about: isLatched ? nil : direction ?? alarm.condition,
      pausedUntil: alarm.pauseLeft.map { instant.advanced(by: min($0, AudioPause.longest)) })
    if isLatched {
      occurrences[index].presence = .latched
    } else if let left = alarm.acknowledgementLeft, left > .zero {
      occurrences[index].presence = .ack
      occurrences[index].acknowledgedUntil = instant.advanced(by: min(left, condition.acknowledgedFor))
    } else {
      occurrences[index].presence = .on
    }
    isDirty = true
  }
}
