import Readings

/// What a person does to alarms: silences, acknowledges, pauses and resets them.
extension AlarmSystem {
  /// For what sounds now: low and medium alarms are acknowledged, high ones are paused.
  /// - Returns: a condition that sounds and can not be silenced.
  public mutating func silence(at instant: Instant) -> ConditionID? {
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
  /// can not be made longer by asking again.
  /// - Returns: the condition, where it is there and can not be silenced.
  public mutating func acknowledge(_ id: ConditionID, at instant: Instant) -> ConditionID? {
    acknowledge(at: instant) { $1.condition == id }
  }

  /// Pauses the episodes whose sound is heard now for ``longestPause``. It can not be made longer by asking again, and it
  /// does not make them begin again to grow. From the fourth pause of an episode on, each is told far away.
  /// - Returns: a condition that sounds and can not be paused.
  public mutating func pause(at instant: Instant) -> ConditionID? {
    guard let heard else { return nil }
    let end = instant.advanced(by: Self.longestPause)
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
    for key in keys {
      guard let place = place(of: key) else { continue }
      episodes[place].pause(heard.priority, until: end)
      if episodes[place].pauses >= Escalation.pausesUntilNotice {
        pendingNotices.append(notice(.pausedAgain, of: heard, in: episodes[place], at: instant))
      }
    }
    isDirty = true
    return refused
  }

  private func isPausable(_ index: Int) -> Bool {
    !conditions[occurrences[index].condition].unpausableIn.contains(profile)
  }

  /// Ends latched sounds: all, or those of one condition.
  public mutating func resetLatched(_ id: ConditionID? = nil) {
    for index in occurrences.indices
    where occurrences[index].presence == .latched && (id == nil || occurrences[index].condition == id) {
      occurrences[index].presence = .off
    }
    isDirty = true
  }

  /// Sets whether low and medium alarms are withheld, as in a busy phase of flight.
  public mutating func withholdLowAndMedium(_ isWithholding: Bool) {
    guard isWithholding != self.isWithholding else { return }
    self.isWithholding = isWithholding
    isDirty = true
  }

  private mutating func acknowledge(
    at instant: Instant, where matches: (AlarmSystem, Occurrence) -> Bool
  ) -> ConditionID? {
    var refused: ConditionID?
    let matching = occurrences.indices.filter { matches(self, occurrences[$0]) }
    for index in matching {
      guard isPausable(index) else {
        if occurrences[index].presence == .on { refused = occurrences[index].condition }
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
    isDirty = true
    return refused
  }

  private mutating func acknowledge(_ index: Int, at instant: Instant) {
    let occurrence = occurrences[index]
    occurrences[index].presence = .ack
    // What has risen to high priority is acknowledged no longer than other high alarms.
    let time = conditions[occurrence.condition].acknowledgedFor
    occurrences[index].acknowledgedUntil = instant.advanced(
      by: occurrence.priority == .high ? min(time, Self.longestPause) : time)
    occurrences[index].speaksAgainAt = speaksAgain(occurrence)
    if occurrence.priority < .high, let place = place(of: occurrence.episode) {
      episodes[place].answer(occurrence.priority)
    }
  }

  /// An acknowledged medium alarm speaks again half way from its value then to the next limit.
  private func speaksAgain(_ occurrence: Occurrence) -> (value: Double, isAbove: Bool)? {
    guard occurrence.priority == .medium, let value = occurrence.value,
      let next = occurrence.nextLimit ?? conditions.nextLimit(above: occurrence.condition)
    else { return nil }
    return ((value + next) / 2, next > value)
  }
}
