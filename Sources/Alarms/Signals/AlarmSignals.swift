import Readings

extension Occurrence {
  /// Whether another alarm goes before this one: one of a higher priority; in the same, by ``ConditionID/rank``.
  func isOutranked(by other: Occurrence) -> Bool {
    if priority != other.priority { return priority < other.priority }
    return rank > other.rank
  }

  /// What stands in for an alarm whose data have gone keeps the place of that alarm.
  private var rank: Int {
    episode.family == .heart ? min(condition.rank, ConditionID.heartRateLow.rank) : condition.rank
  }
}

extension ConditionID {
  /// The order within one priority: no pulse, oxygen, heart rate, air, and last the appliance.
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

/// What is signalled.
extension AlarmSystem {
  /// Whether any condition is there, acknowledged, latched or withheld.
  package var isAnythingPresent: Bool { occurrences.contains { $0.presence != .off } }

  /// The conditions of those, each once.
  package var present: [ConditionID] {
    var present: [ConditionID] = []
    for occurrence in occurrences where occurrence.presence != .off && !present.contains(occurrence.condition) {
      present.append(occurrence.condition)
    }
    return present
  }

  /// The one signal that sounds: the highest priority, in it the order of ``ConditionID/rank``.
  package var sounding: SoundSignal? { placeOfHeard.map { occurrences[$0].signal } }

  /// The most urgent of the alarms that are heard, of equal ones the newest.
  var heard: Occurrence? { placeOfHeard.map { occurrences[$0] } }

  private var placeOfHeard: Int? {
    var loudest: Int?
    for index in occurrences.indices where isSounding(occurrences[index]) {
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

  /// What the lamps show.
  package var lamps: AlarmLamps {
    var lamps = AlarmLamps()
    for occurrence in occurrences {
      // The lamp does not latch, and shows no alarm that is withheld. It outlasts an acknowledgement and a pause.
      if occurrence.isOn, !occurrence.isWithheld(isWithholding) {
        lamps.add(occurrence, isTechnical: conditions[occurrence.condition].isTechnical)
      }
    }
    return lamps
  }

  func isSounding(_ occurrence: Occurrence) -> Bool { activation(of: occurrence) == .on }

  /// Whether an alarm's signals are generated.
  func activation(of occurrence: Occurrence) -> Activation {
    switch occurrence.presence {
    case .off, .ack: return .off
    case .on, .latched:
      if occurrence.isWithheld(isWithholding) { return .off }
      return episodes.pauseEnd(of: occurrence) == nil ? .on : .paused
    }
  }
}

/// What the lamps show of all alarms. Each lamp stands for its own priority, so the lower ones show beside the highest.
package struct AlarmLamps: Sendable {
  private var isHigh = false, isMedium = false, isLow = false, isLowTechnical = false

  fileprivate mutating func add(_ occurrence: Occurrence, isTechnical: Bool) {
    switch occurrence.priority {
    case .high: isHigh = true
    case .medium: isMedium = true
    case .low: if isTechnical { isLowTechnical = true } else { isLow = true }
    }
  }

  /// The pattern of a lamp.
  package subscript(lamp: Lamp) -> LampPattern {
    switch lamp {
    case .red: isHigh ? .highPriority : .off
    case .yellow: isMedium ? .mediumPriority : isLow ? .lowPriority : .off
    case .blue: isLowTechnical ? .lowPriority : .off
    case .green: .off
    }
  }
}
