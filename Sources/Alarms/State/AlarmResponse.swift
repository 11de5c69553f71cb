import Readings

/// What a person does to alarms: silences, acknowledges, pauses and resets them.
extension AlarmSystem {
  /// For what sounds now: low and medium alarms are acknowledged, high ones are paused.
  /// - Returns: a condition that sounds and cannot be silenced.
  package mutating func silence(at instant: Instant) -> ConditionID? {
    guard let heard else { return nil }
    if heard.priority == .high {
      return pause(at: instant)
    } else {
      // What is not heard beside it is not known: it sounds next.
      return acknowledge(at: instant) { system, occurrence in
        occurrence.signal == heard.signal && system.isSounding(occurrence)
      }
    }
  }

  /// Acknowledges every occurrence of one condition, whatever its priority and whether or not it sounds right now. It
  /// cannot be made longer by asking again.
  /// - Returns: the condition, where it is there and cannot be silenced.
  package mutating func acknowledge(_ id: ConditionID, at instant: Instant) -> ConditionID? {
    acknowledge(at: instant) { $1.condition == id }
  }

  /// Pauses the episodes whose sound is heard now for ``AudioPause/longest``. It cannot be made longer by asking again, and it
  /// does not make them begin again to grow. From the fourth pause of an episode on, each is told far away.
  /// - Returns: a condition that sounds and cannot be paused.
  package mutating func pause(at instant: Instant) -> ConditionID? {
    guard let heard else { return nil }
    var refused: ConditionID?
    var keys: [EpisodeKey] = []
    for index in occurrences.indices
    where isSounding(occurrences[index]) && occurrences[index].signal == heard.signal
      && occurrences[index].condition.opposite != heard.condition
    {
      if occurrences[index].isTest {
        occurrences[index].endedAt = instant
      } else if isPausable(index) {
        if !keys.contains(occurrences[index].episode) { keys.append(occurrences[index].episode) }
      } else {
        refused = occurrences[index].condition
      }
    }
    for key in keys { pause(key, heard.priority, at: instant) }
    isDirty = true
    return refused
  }

  /// Whether an alarm of a condition is there, latched or acknowledged.
  package func isShown(_ id: ConditionID) -> Bool {
    occurrences.contains { $0.condition == id && $0.presence != .off }
  }

  /// Whether a sound is latched: of one condition, or of any.
  package func isLatched(_ id: ConditionID?) -> Bool {
    occurrences.contains { $0.presence == .latched && (id == nil || $0.condition == id) }
  }

  /// What sounds and cannot be silenced, heard now or after what is heard.
  package var unpausable: [ConditionID] {
    occurrences.indices.filter { isSounding(occurrences[$0]) && !isPausable($0) }.map { occurrences[$0].condition }
  }

  private func isPausable(_ index: Int) -> Bool {
    !conditions[occurrences[index].condition].unpausableIn.contains(profile)
  }

  /// Ends latched sounds: all, or those of one condition. A reset of all ends each episode of which nothing is there any
  /// more, so that its pause never mutes what comes.
  package mutating func resetLatched(_ id: ConditionID? = nil) {
    for index in occurrences.indices
    where occurrences[index].presence == .latched && (id == nil || occurrences[index].condition == id) {
      occurrences[index].presence = .off
    }
    if id == nil {
      for episode in episodes.all where occurrences.allSatisfy({ $0.episode != episode.key || !$0.isHeld }) {
        for index in occurrences.indices where occurrences[index].episode == episode.key && !occurrences[index].isTest {
          occurrences[index].isCalm = true
        }
      }
    }
    isDirty = true
  }

  /// Sets whether low and medium alarms are withheld, as in a busy phase of flight.
  package mutating func withholdLowAndMedium(_ isWithholding: Bool) {
    guard isWithholding != self.isWithholding else { return }
    self.isWithholding = isWithholding
    isDirty = true
  }

  /// The alarm of an episode is about the other direction from now on: a pause of one direction never mutes the other.
  package mutating func breakPause(of subject: Subject, _ family: SignalFamily) {
    guard let place = episodes.place(of: EpisodeKey(subject, family)) else { return }
    episodes.all[place].endPause()
    isDirty = true
  }

  private mutating func pause(_ key: EpisodeKey, _ priority: Priority, at instant: Instant) {
    // What is heard may be another's: the notice is about the episode that it counts.
    guard let place = episodes.place(of: key), let told = foremost(of: key) else { return }
    episodes.all[place].pause(priority, until: instant.advanced(by: AudioPause.longest))
    if episodes.all[place].pauses >= Escalation.pausesUntilNotice {
      pendingNotices.append(notice(.pausedAgain, of: told, in: episodes.all[place], at: instant))
    }
  }

  private mutating func acknowledge(
    at instant: Instant, where matches: (AlarmSystem, Occurrence) -> Bool
  ) -> ConditionID? {
    var refused: ConditionID?
    var paused: [EpisodeKey] = []
    let matching = occurrences.indices.filter { matches(self, occurrences[$0]) }
    for index in matching {
      guard isPausable(index) else {
        if occurrences[index].presence == .on { refused = occurrences[index].condition }
        continue
      }
      // A high alarm has pauses and nothing else, which are counted.
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
    return refused
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

  /// An acknowledged medium alarm speaks again half way from its value then to the next limit.
  private func speaksAgain(_ occurrence: Occurrence) -> (value: Double, isAbove: Bool)? {
    guard occurrence.priority == .medium, let value = occurrence.latest ?? occurrence.value,
      let next = occurrence.nextLimit ?? conditions.nextLimit(above: occurrence.condition)
    else { return nil }
    return ((value + next) / 2, next > value)
  }
}
