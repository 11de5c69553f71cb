import Readings

/// Which alarms sound at this moment: some repeat, some sound once or now and then, see ``SoundWay``.
extension AlarmSystem {
  func way(of occurrence: Occurrence) -> SoundWay {
    if occurrence.isTest { return .repeat }
    if occurrence.condition.isHourly { return .every(ConditionID.hour) }
    return sounds.way(occurrence.priority, isTechnical: occurrence.isTechnical(conditions))
  }

  func isDue(_ occurrence: Occurrence) -> Bool {
    guard isSounding(occurrence) else { return false }
    switch way(of: occurrence) {
    case .repeat: return true
    case .never: return false
    case .once: return occurrence.burstAt == nil
    case .every(let time): return occurrence.burstAt.map { $0.advanced(by: time) <= settledAt } ?? true
    }
  }

  /// When the next burst of an alarm is due that sounds now and then; `nil` if none is, or it is due already.
  func nextBurst(of occurrence: Occurrence) -> Instant? {
    guard let burstAt = occurrence.burstAt, case .every(let time) = way(of: occurrence), isSounding(occurrence) else {
      return nil
    }
    let next = burstAt.advanced(by: time)
    return next > settledAt ? next : nil
  }

  /// Whether an alarm with this signal sounds only now and then, and its burst is being played.
  package func waitsForBurst(of signal: SoundSignal) -> Bool {
    occurrences.contains { $0.signal == signal && isDue($0) && way(of: $0) != .repeat }
  }

  /// A burst was played to its end. It stands for all alarms with this signal: two that begin together sound once, and
  /// two that sound now and then sound together.
  package mutating func noteBurst(of signal: SoundSignal, from began: Instant, to ended: Instant) {
    guard signal.beeps == 0 else { return }
    for index in occurrences.indices
    where occurrences[index].signal == signal && isSounding(occurrences[index])
      && way(of: occurrences[index]) != .repeat
    {
      if occurrences[index].noteBurst(from: began, to: ended) { isDirty = true }
    }
  }
}
