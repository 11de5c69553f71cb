import Readings

/// What a person does to alarms: silences, acknowledges, pauses and resets them.
extension AlarmSystem {
  /// For what sounds now: low and medium alarms are acknowledged, high ones are paused.
  /// - Returns: a condition that sounds and can not be silenced.
  public mutating func silence(at instant: Instant) -> ConditionID? {
    guard let heard = heard else { return nil }
    if heard.priority == .high {
      return pause(at: instant)
    } else {
      // What is not heard beside it is not known: it sounds next.
      let isWithholding = isWithholding
      return acknowledge(at: instant) {
        $0.signal == heard.signal && $0.activation(isWithholding: isWithholding) == .on
      }
    }
  }

  /// Acknowledges every occurrence of one condition, whatever its priority and whether or not it sounds right now. It
  /// can not be made longer by asking again.
  /// - Returns: the condition, where it is there and can not be silenced.
  public mutating func acknowledge(_ id: ConditionID, at instant: Instant) -> ConditionID? {
    acknowledge(at: instant) { $0.condition == id }
  }

  /// Pauses what sounds now for ``longestPause``: the alarms whose sound is heard, and of two directions of one quantity
  /// only the newer. It can not be made longer by asking again.
  /// - Returns: a condition that sounds and can not be paused.
  public mutating func pause(at instant: Instant) -> ConditionID? {
    guard let heard else { return nil }
    let opposite = heard.condition.opposite
    var refused: ConditionID?
    for index in occurrences.indices
    where isSounding(occurrences[index]) && occurrences[index].signal == heard.signal
      && occurrences[index].condition != opposite
    {
      guard isPausable(index) else {
        refused = refuse(index, at: instant)
        continue
      }
      occurrences[index].pausedUntil = instant.advanced(by: Self.longestPause)
      occurrences[index].unansweredSince = nil
    }
    isDirty = true
    return refused
  }

  private func isPausable(_ index: Int) -> Bool {
    !conditions[occurrences[index].condition].unpausableIn.contains(profile)
  }

  /// Somebody is there all the same: it sounds on, and grows louder only from now on.
  private mutating func refuse(_ index: Int, at instant: Instant) -> ConditionID {
    occurrences[index].unansweredSince = instant
    occurrences[index].noticeAt = nil
    return occurrences[index].condition
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
    self.isWithholding = isWithholding
    isDirty = true
  }

  private mutating func acknowledge(at instant: Instant, where matches: (Occurrence) -> Bool) -> ConditionID? {
    var refused: ConditionID?
    for index in occurrences.indices where matches(occurrences[index]) {
      guard isPausable(index) else {
        if occurrences[index].presence == .on { refused = refuse(index, at: instant) }
        continue
      }
      switch occurrences[index].presence {
      case .on where conditions[occurrences[index].condition].isEvent && !occurrences[index].isTest:
        end(index, latches: false, at: instant)
      case .on:
        occurrences[index].presence = .ack
        // What has risen to high priority is acknowledged no longer than other high alarms.
        let time = conditions[occurrences[index].condition].acknowledgedFor
        occurrences[index].acknowledgedUntil = instant.advanced(
          by: occurrences[index].priority == .high ? min(time, Self.longestPause) : time)
        occurrences[index].unansweredSince = nil
      case .latched: occurrences[index].presence = .off
      case .off, .ack: break
      }
    }
    isDirty = true
    return refused
  }
}
