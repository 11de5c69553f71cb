import Readings

extension Occurrence {
  /// Whether another alarm sounds instead of this one: one of a higher priority or, at equal priority, of a better
  /// rank.
  func isOutranked(by other: Occurrence) -> Bool {
    if priority != other.priority { return priority < other.priority }
    return rank > other.rank
  }

  /// A technical alarm that has taken over an alarm of the heart keeps the rank of the heart rate.
  private var rank: Int {
    episode.family == .heart ? min(condition.rank, ConditionID.heartRateLow.rank) : condition.rank
  }
}

extension ConditionID {
  /// The order within one priority, 0 first: no pulse, oxygen, heart rate, air, the box.
  var rank: Int {
    switch self {
    case .noPulse: 0
    case .spo2High, .spo2Medium: 1
    case .heartRateLow, .heartRateHigh: 2
    default: family == .air ? 3 : 4
    }
  }

  private var family: SignalFamily { ConditionTable.standard[self].family }
}

extension AlarmSystem {
  package var isAnythingPresent: Bool { occurrences.contains { $0.presence != .off } }

  /// Whether an alarm of a priority or a higher one is on, acknowledged, latched or withheld.
  package func isPresent(atLeast priority: Priority) -> Bool {
    occurrences.contains { $0.presence != .off && $0.priority >= priority }
  }

  /// The conditions whose alarms are on, acknowledged, latched or withheld, each once.
  package var present: [ConditionID] {
    var present: [ConditionID] = []
    for occurrence in occurrences where occurrence.presence != .off && !present.contains(occurrence.condition) {
      present.append(occurrence.condition)
    }
    return present
  }

  /// Whether a condition holds whose alarm has not begun yet.
  package var isBeginning: Bool { occurrences.contains { $0.isHeld && $0.presence == .off && $0.dueAt != nil } }

  /// The one signal that the sounder plays; `nil` for silence, also between two bursts of an alarm that sounds only now
  /// and then.
  package var sounding: SoundSignal? { place { isDue($0) }.map { occurrences[$0].signal } }

  /// The alarm whose signal sounds, or would sound if it repeated: the most urgent one; of equally urgent ones, the
  /// newest. It is the one that a person silences.
  var heard: Occurrence? { place { isSounding($0) }.map { occurrences[$0] } }

  /// The priority of the alarm that a person silences; `nil` if none sounds.
  package var heardPriority: Priority? { heard?.priority }

  /// The alarm that a signal was played for, for speech; `nil` if it is not on any more. One that is latched is over.
  package func heardAlarm(by signal: SoundSignal) -> HeardAlarm? {
    place { isSounding($0) && $0.presence == .on && $0.signal == signal && way(of: $0) != .never }.map {
      let heard = occurrences[$0]
      return HeardAlarm(
        condition: heard.condition, subject: heard.episode.subject, priority: heard.priority,
        value: heard.isLastValue ? nil : heard.latest, beganAt: heard.onsetAt ?? settledAt, isTest: heard.isTest)
    }
  }

  /// Whether any alarm is signalled, although it may sound only now and then.
  package var isAnySignalled: Bool { occurrences.contains { isSounding($0) } }

  private func place(where isWanted: (Occurrence) -> Bool) -> Int? {
    var loudest: Int?
    for index in occurrences.indices where isWanted(occurrences[index]) {
      guard let other = loudest else {
        loudest = index
        continue
      }
      let isNewer = (occurrences[index].onsetAt ?? .start) >= (occurrences[other].onsetAt ?? .start)
      let isBehind = occurrences[index].isOutranked(by: occurrences[other])
      if occurrences[other].isOutranked(by: occurrences[index]) || (!isBehind && isNewer) { loudest = index }
    }
    return loudest
  }

  package var lamps: AlarmLamps {
    var lamps = AlarmLamps()
    for occurrence in occurrences {
      // A lamp does not latch and shows no withheld alarm. It goes on during an acknowledgement and a pause.
      if occurrence.isOn, !occurrence.isWithheld(isWithholding) {
        lamps.add(occurrence, isTechnical: occurrence.isTechnical(conditions))
      }
    }
    return lamps
  }

  func isSounding(_ occurrence: Occurrence) -> Bool { activation(of: occurrence) == .on }

  func activation(of occurrence: Occurrence) -> Activation {
    switch occurrence.presence {
    case .off, .ack: return .off
    case .on, .latched:
      if occurrence.isWithheld(isWithholding) || occurrence.soundsAt != nil { return .off }
      return episodes.pauseEnd(of: occurrence) == nil ? .on : .paused
    }
  }
}

/// The lamp patterns for all alarms together. Each priority has a lamp pattern of its own, so lower priorities are
/// shown beside the highest one, except that a medium alarm hides a low one on the yellow lamp.
package struct AlarmLamps: Sendable {
  private var isHigh = false, isMedium = false, isLow = false, isLowTechnical = false

  fileprivate mutating func add(_ occurrence: Occurrence, isTechnical: Bool) {
    switch occurrence.priority {
    case .high: isHigh = true
    case .medium: isMedium = true
    case .low: if isTechnical { isLowTechnical = true } else { isLow = true }
    }
  }

  package subscript(lamp: Lamp) -> LampPattern {
    switch lamp {
    case .red: isHigh ? .highPriority : .off
    case .yellow: isMedium ? .mediumPriority : isLow ? .lowPriority : .off
    case .blue: isLowTechnical ? .lowPriority : .off
    case .green: .off
    }
  }
}
