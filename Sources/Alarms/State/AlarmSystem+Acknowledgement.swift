import Readings

/// The answers of a person to alarms: silence, acknowledge, pause and reset.
extension AlarmSystem {
  /// Silences the alarms with the signal that sounds now: acknowledges low and medium alarms, pauses high ones.
  package mutating func silence(at instant: Instant) {
    guard let heard else { return }
    if heard.priority == .high {
      pause(at: instant)
    } else {
      // A person does not know of the alarms with other signals, which are not played now: they sound next.
      acknowledge(at: instant) { system, occurrence in
        occurrence.signal == heard.signal && system.isSounding(occurrence)
      }
    }
  }

  /// Acknowledges every occurrence of one condition, whether or not it sounds now. A second acknowledgement does not
  /// extend the first. A high alarm is paused instead.
  package mutating func acknowledge(_ id: ConditionID, at instant: Instant) {
    acknowledge(at: instant) { $1.condition == id }
  }

  /// Pauses the episodes with the signal that sounds now for ``AudioPause/longest``. A second pause does not extend the
  /// first, and a pause does not restart the escalation. From the fourth pause of an episode on, each sends a notice.
  package mutating func pause(at instant: Instant) {
    guard let heard else { return }
    var keys: [EpisodeKey] = []
    for index in occurrences.indices
    where isSounding(occurrences[index]) && occurrences[index].signal == heard.signal
      && occurrences[index].condition.opposite != heard.condition
    {
      if occurrences[index].isTest {
        occurrences[index].endedAt = instant
      } else if !keys.contains(occurrences[index].episode) {
        keys.append(occurrences[index].episode)
      }
    }
    for key in keys { pause(key, heard.priority, at: instant) }
    isDirty = true
  }

  package func isShown(_ id: ConditionID) -> Bool {
    occurrences.contains { $0.condition == id && $0.presence != .off }
  }

  /// Whether a sound is latched: that of one condition, or any if `id` is `nil`.
  package func isLatched(_ id: ConditionID?) -> Bool {
    occurrences.contains { $0.presence == .latched && (id == nil || $0.condition == id) }
  }

  /// Ends the latched sounds of one condition, or all if `id` is `nil`. A reset of all also ends each episode without a
  /// present condition, so that its pause never mutes a later alarm.
  package mutating func resetLatched(_ id: ConditionID? = nil) {
    for index in occurrences.indices
    where occurrences[index].presence == .latched && (id == nil || occurrences[index].condition == id) {
      occurrences[index].presence = .off
    }
    if id == nil {
      for place in episodes.all.indices {
        let key = episodes.all[place].key
        guard occurrences.allSatisfy({ $0.episode != key || $0.isTest || !$0.isOn }) else { continue }
        for index in occurrences.indices
        where occurrences[index].episode == key && !occurrences[index].isTest && !occurrences[index].isHeld {
          occurrences[index].isCalm = true
        }
        episodes.beginAgain(place)
      }
    }
    isDirty = true
  }

  /// Sets whether low and medium alarms are withheld, as in busy phases of flight.
  package mutating func withholdLowAndMedium(_ isWithholding: Bool) {
    guard isWithholding != self.isWithholding else { return }
    self.isWithholding = isWithholding
    // What was withheld is news when it may sound again.
    for index in occurrences.indices { occurrences[index].speakAgain() }
    isDirty = true
  }

  private mutating func pause(_ key: EpisodeKey, _ priority: Priority, at instant: Instant) {
    // The alarm that sounds may be of another episode; the notice must be about the one that is paused.
    guard let place = episodes.place(of: key), let paused = foremost(of: key) else { return }
    var vitals: VitalSigns = []
    for occurrence in occurrences
    where occurrence.episode == key && !occurrence.isTest && (occurrence.presence != .off || !occurrence.isCalm) {
      vitals.formUnion(occurrence.condition.vital)
    }
    episodes.all[place].pause(priority, about: vitals, until: instant.advanced(by: AudioPause.longest))
    if episodes.all[place].pauses >= Escalation.pausesUntilNotice {
      pendingNotices.append(notice(.pausedAgain, of: paused, in: episodes.all[place], at: instant))
    }
  }

  private mutating func acknowledge(
    at instant: Instant, where matches: (AlarmSystem, Occurrence) -> Bool
  ) {
    var paused: [EpisodeKey] = []
    let matching = occurrences.indices.filter { matches(self, occurrences[$0]) }
    for index in matching {
      // A high alarm can only be paused, and its pauses are counted.
      if occurrences[index].priority == .high, occurrences[index].presence == .on, !occurrences[index].isTest {
        if !paused.contains(occurrences[index].episode) { paused.append(occurrences[index].episode) }
        continue
      }
      switch occurrences[index].presence {
      case .on where conditions[occurrences[index].condition].isEvent && !occurrences[index].isTest:
        end(index, latches: false, at: instant)
        occurrences[index].isCalm = true
      case .on: acknowledge(index, at: instant)
      case .latched: occurrences[index].presence = .off
      case .off, .ack: break
      }
    }
    for key in paused { pause(key, .high, at: instant) }
    isDirty = true
  }

  private mutating func acknowledge(_ index: Int, at instant: Instant) {
    let occurrence = occurrences[index]
    occurrences[index].presence = .ack
    occurrences[index].acknowledgedUntil = instant.advanced(by: conditions[occurrence.condition].acknowledgedFor)
    occurrences[index].speaksAgainAt = speaksAgain(occurrence)
    if !occurrence.isTest, let place = episodes.place(of: occurrence.episode) {
      episodes.all[place].answer(occurrence.priority, at: instant)
    }
  }

  /// The value at which an acknowledged medium alarm sounds again: half way from its value now to the next limit.
  private func speaksAgain(_ occurrence: Occurrence) -> (value: Double, isAbove: Bool)? {
    guard occurrence.priority == .medium, let value = occurrence.latest ?? occurrence.value,
      let next = occurrence.nextLimit ?? conditions.nextLimit(above: occurrence.condition)
    else { return nil }
    return ((value + next) / 2, next > value)
  }
}
