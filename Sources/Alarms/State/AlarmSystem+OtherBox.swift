import Readings

/// How a box signals what another one signals, and that it does not receive it.
extension AlarmSystem {
  /// Takes what the other box signals now. What has not changed is left as people here have answered it, but what is silent there
  /// is silent here too.
  /// - Parameter linkPriority: of `link-gone`, at least. While the link is gone that stands for all signals of the other box, so
  ///   it has the priority of the most urgent one.
  /// - Returns: whether a person has silenced something there, so that its sound must end at once.
  package mutating func follow(_ elsewhere: Elsewhere, linkPriority: Priority, at instant: Instant) -> Bool {
    guard elsewhere.isLinked else {
      loseLink(linkPriority, at: instant)
      return false
    }
    end(.linkGone, at: nil, latches: false, at: instant)
    var isSilenced = false
    for slot in Elsewhere.Slot.allCases where follow(elsewhere[slot], slot, at: instant) { isSilenced = true }
    return isSilenced
  }

  private mutating func loseLink(_ lowest: Priority, at instant: Instant) {
    guard !isOn(.linkGone, at: nil) else { return }
    var priority = lowest
    for slot in Elsewhere.Slot.allCases {
      guard let index = index(of: slot.condition, at: nil), occurrences[index].presence != .off else { continue }
      if occurrences[index].presence != .ack { priority = max(priority, occurrences[index].priority) }
      clear(index, at: instant)
    }
    var cause = AlarmCause(.linkGone, at: nil, of: .box)
    cause.priority = priority
    raise(cause, at: instant)
  }

  private mutating func follow(_ signal: Elsewhere.Signal, _ slot: Elsewhere.Slot, at instant: Instant) -> Bool {
    let known = index(of: slot.condition, at: nil)
    let before = known.map { occurrences[$0].elsewhere } ?? Elsewhere.Signal()
    guard signal.presence != .off else {
      if let known { clear(known, at: instant) }
      return false
    }
    let isFamilyNew = known.map { occurrences[$0].episode.family != signal.family } ?? true
    let isToBeSilenced = signal.presence == .silent && known.map { !isSilent(occurrences[$0]) } ?? true
    guard signal.presence != before.presence || signal.number != before.number || isFamilyNew || isToBeSilenced else {
      return false
    }
    var cause = AlarmCause(slot.condition, at: nil, of: .box)
    cause.family = signal.family
    raise(cause, at: instant)
    guard let index = index(of: slot.condition, at: nil) else { return false }
    occurrences[index].elsewhere = signal
    switch signal.presence {
    case .silent:
      if isToBeSilenced { silence(index, at: instant) }
      return isToBeSilenced
    case .latched: occurrences[index].presence = .latched
    // It sounds again there, or something has begun there that no one here has silenced.
    case .sounding: if before.presence == .silent || before.number != signal.number { speak(index) }
    case .off: break
    }
    return false
  }

  private func isSilent(_ occurrence: Occurrence) -> Bool {
    if occurrence.presence == .ack { return true }
    guard let place = episodes.place(of: occurrence.episode) else { return false }
    return episodes.all[place].pausedUntil != nil && episodes.all[place].pausedPriority == occurrence.priority
  }

  private mutating func silence(_ index: Int, at instant: Instant) {
    let occurrence = occurrences[index]
    let place = episodes.open(occurrence.episode, at: instant)
    guard occurrence.priority < .high else {
      return episodes.all[place].pause(.high, about: [], until: instant.advanced(by: AudioPause.longest))
    }
    guard occurrence.presence == .on else { return }
    occurrences[index].presence = .ack
    occurrences[index].acknowledgedUntil = instant.advanced(by: conditions[occurrence.condition].acknowledgedFor)
    episodes.all[place].answer(occurrence.priority, at: instant)
  }

  /// It sounds again at the other box, so it does here.
  private mutating func speak(_ index: Int) {
    if let place = episodes.place(of: occurrences[index].episode) { episodes.all[place].endPause() }
    guard occurrences[index].presence == .ack else { return }
    occurrences[index].presence = .on
    occurrences[index].acknowledgedUntil = nil
    occurrences[index].speakAgain()
  }

  private mutating func clear(_ index: Int, at instant: Instant) {
    end(index, latches: false, at: instant)
    if occurrences[index].presence == .latched { occurrences[index].presence = .off }
    occurrences[index].elsewhere = Elsewhere.Signal()
    occurrences[index].isCalm = true
    isDirty = true
  }
}

extension Occurrence {
  /// Whether it is about a box or a sensor. An alarm of another box is what it is there.
  func isTechnical(_ conditions: ConditionTable) -> Bool {
    switch condition {
    case .elsewhereHigh, .elsewhereMedium, .elsewhereLow: episode.family == .technical
    default: conditions[condition].isTechnical
    }
  }
}
