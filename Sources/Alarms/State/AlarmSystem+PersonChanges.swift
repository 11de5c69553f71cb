import Readings

/// What becomes of alarms when a sensor is deleted, or belongs to another person from now on.
extension AlarmSystem {
  /// The conditions that concern the whole person, whichever sensor shows them.
  private static let ofHeart: [ConditionID] = [.heartRateLow, .heartRateHigh, .noPulse]

  /// The alarm that would be lost if a sensor were deleted: one on its values, also if missing data replace it, or a
  /// latched sound. A fault of the sensor itself does not count, since it is detected again.
  package func alarmOnData(of sensor: SensorIndex) -> ConditionID? {
    occurrences.first {
      $0.sensor == sensor && !$0.isTest && ($0.presence == .latched || ($0.isHeld && $0.episode.family != .technical))
    }?.condition
  }

  /// Ends all alarms of a sensor, also latched ones: the sensor is no longer adopted.
  /// - Parameter person: a person who has another sensor, so that the episode of the heart goes on.
  package mutating func forget(_ sensor: SensorIndex, of person: PersonIndex?, at instant: Instant) {
    for index in occurrences.indices where occurrences[index].sensor == sensor {
      end(index, latches: false, at: instant)
      let isOfHeart = Self.ofHeart.contains(occurrences[index].condition)
      if let person, isOfHeart, occurrences[index].episode.subject == .person(person) { continue }
      occurrences[index].presence = .off
      occurrences[index].isCalm = true
    }
  }

  package mutating func forget(_ subject: Subject, at instant: Instant) {
    for index in occurrences.indices where occurrences[index].episode.subject == subject {
      end(index, latches: false, at: instant)
      occurrences[index].presence = .off
      occurrences[index].isCalm = true
    }
  }

  /// Gives the alarms of one subject to another one.
  /// - Parameter sensor: only the alarms of this sensor, without those of the whole heart; `nil` for all.
  package mutating func move(_ subject: Subject, to new: Subject, at sensor: SensorIndex?, at instant: Instant) {
    for index in occurrences.indices where occurrences[index].episode.subject == subject {
      let isOfHeart = Self.ofHeart.contains(occurrences[index].condition)
      if let sensor, isOfHeart || occurrences[index].sensor != sensor { continue }
      let former = occurrences[index].episode
      occurrences[index].episode = EpisodeKey(new, former.family)
      episodes.move(former, to: occurrences[index].episode, isWhole: sensor == nil, at: instant)
    }
    isDirty = true
  }
}
