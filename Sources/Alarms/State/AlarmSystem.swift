import Readings

/// The state machine of all alarms: from "the condition holds" to what is signalled.
///
/// The rooms above report what holds and what a person did, each with its instant; ``settle(at:into:)`` then reports
/// every change once. Alarms of one subject and family make an ``Episode``. The rules that it keeps:
///
/// - An audio pause lasts at most ``AudioPause/longest`` from its press. It ends with a higher priority, a missing
///   pulse, the other direction, or an alarm of its priority of another episode or vital sign. A pause of one priority
///   never mutes another.
/// - An acknowledgement ends at its time. A high priority is paused, and never acknowledged or withheld.
///
/// It runs on the thread of the critical loop and takes the time as an argument. Up to 64 occurrences and episodes
/// allocate nothing. Its other parts are in the files `AlarmSystem+….swift`, and what is signalled in AlarmSignals.
package struct AlarmSystem: Sendable {
  /// How long a test of an alarm usually lasts, in seconds: two bursts of a high one.
  package static let testSeconds: UInt8 = 15
  /// How long it may last: from one burst to what is not mistaken for an alarm that stays.
  package static let testRange: ClosedRange<UInt8> = 3...60

  var conditions: ConditionTable
  var latchesSound: Bool
  var sounds: SoundWays
  let profile: BoxProfile
  var isWithholding = false
  /// In the order in which they first came. An index is valid until the next ``settle(at:into:)``.
  var occurrences: [Occurrence] = []
  var episodes = EpisodeList()
  var pendingNotices: [Notice] = []
  var lastSequence: UInt64 = 0
  /// Whether anything may have changed since the last report.
  var isDirty = true
  var settledAt = Instant.start
  /// The next deadline, valid while ``isDirty`` is false.
  var earliest: Instant?

  /// - Parameters:
  ///   - conditions: the rules in force.
  ///   - latchesSound: whether the sound of a medium or high alarm outlives its condition until it is reset.
  ///   - sounds: how often low and medium alarms sound.
  package init(
    conditions: ConditionTable, latchesSound: Bool, sounds: SoundWays = SoundWays(), profile: BoxProfile
  ) {
    self.sounds = sounds
    self.conditions = conditions
    self.profile = profile
    self.latchesSound = latchesSound
    occurrences.reserveCapacity(64)
    pendingNotices.reserveCapacity(8)
  }

  /// Applies other rules. Alarms that are on stay on until their condition has ended by the new limit; those of a
  /// condition that is switched off end.
  package mutating func adopt(
    conditions: ConditionTable, latchesSound: Bool, sounds: SoundWays = SoundWays(), at instant: Instant
  ) {
    self.sounds = sounds
    self.conditions = conditions
    self.latchesSound = latchesSound
    for index in occurrences.indices where !conditions[occurrences[index].condition].isEnabled {
      end(index, latches: false, at: instant)
      if occurrences[index].presence == .latched { occurrences[index].presence = .off }
      occurrences[index].isCalm = true
    }
    isDirty = true
  }

  package mutating func setLoud(_ isLoud: Bool, of person: PersonIndex) { episodes.setLoud(isLoud, of: person) }

  // MARK: What holds

  /// A condition of the box holds. Its alarm begins after its *not before* time.
  package mutating func hold(_ id: ConditionID, since instant: Instant) {
    guard conditions[id].isEnabled else { return }
    let index = place(of: id, at: nil, EpisodeKey(.box, conditions[id].family, fault: id))
    guard !occurrences[index].isHeld || occurrences[index].presence == .off else { return }
    guard occurrences[index].dueAt == nil else { return }
    occurrences[index].isHeld = true
    occurrences[index].isCalm = false
    occurrences[index].dueAt = instant.advanced(by: conditions[id].notBefore)
    isDirty = true
  }

  /// A condition of the box holds no more.
  package mutating func release(_ id: ConditionID, at instant: Instant) {
    guard let index = index(of: id, at: nil), occurrences[index].isHeld else { return }
    end(index, latches: false, at: instant)
  }

  /// An alarm begins, or continues with another cause, priority or value.
  /// - Parameter isHandOver: whether it replaces an alarm of its episode that was on until now. Then it ends no pause.
  package mutating func raise(_ cause: AlarmCause, isHandOver: Bool = false, at instant: Instant) {
    // Field by field: a copy of the whole condition would copy its texts.
    let id = cause.condition
    guard conditions[id].isEnabled else { return }
    let ownPriority = conditions[id].priority
    let key = EpisodeKey(cause.subject, cause.family ?? conditions[id].family, fault: id)
    let index = place(of: id, at: cause.sensor, key)
    occurrences[index].isHeld = true
    occurrences[index].isCalm = false
    occurrences[index].value = cause.value
    occurrences[index].latest = cause.value
    occurrences[index].limit = cause.limit ?? conditions[id].limit
    occurrences[index].nextLimit = cause.nextLimit
    occurrences[index].isLastValue = cause.isLastValue
    if let bounds = cause.bounds { occurrences[index].bounds = bounds }
    occurrences[index].escalates = cause.escalates && conditions[id].escalatesAfter != nil
    occurrences[index].risesAt = cause.risesAt
    move(index, to: key, at: instant)
    let priority = max(ownPriority, cause.priority ?? ownPriority)
    isDirty = true
    if let soundsAt = cause.soundsAt, soundsAt > instant {
      return show(index, from: cause.showsAt ?? instant, soundingAt: soundsAt, at: instant)
    }
    occurrences[index].dueAt = nil
    if occurrences[index].soundsAt != nil {
      // The time in which it was shown counts as that after which it is high.
      let isGrown = cause.soundsAt != nil && occurrences[index].escalates
      return sound(index, isGrown ? .high : priority, isHandOver: isHandOver, at: instant)
    }
    if occurrences[index].isOn {
      // A priority that has risen with time does not fall while the alarm lasts.
      if priority > occurrences[index].priority { rise(index, to: priority, isHandOver, at: instant) }
    } else {
      // The acknowledgement was of a less urgent alarm.
      if priority > occurrences[index].priority { occurrences[index].acknowledgedUntil = nil }
      // What begins again behind a latched sound makes it no less urgent.
      let isLatched = occurrences[index].presence == .latched
      occurrences[index].priority = isLatched ? max(priority, occurrences[index].priority) : priority
      if isHandOver { takeOverAcknowledgement(index, at: instant) }
      begin(index, isHandOver: isHandOver, at: instant)
    }
  }

  /// An alarm is only shown, from an instant on, until it sounds. One that sounds already goes on sounding.
  private mutating func show(_ index: Int, from start: Instant, soundingAt: Instant, at instant: Instant) {
    guard !occurrences[index].isOn || occurrences[index].soundsAt != nil else { return }
    occurrences[index].soundsAt = soundingAt
    guard !occurrences[index].isOn else { return }
    occurrences[index].priority = .low
    occurrences[index].dueAt = start
    if start <= instant { begin(index, isHandOver: false, at: instant) }
  }

  /// An alarm that was only shown sounds from now on.
  mutating func sound(_ index: Int, _ priority: Priority, isHandOver: Bool, at instant: Instant) {
    occurrences[index].soundsAt = nil
    occurrences[index].dueAt = nil
    occurrences[index].onsetAt = nil
    if isHandOver { takeOverAcknowledgement(index, at: instant) }
    rise(index, to: priority, isHandOver, at: instant)
  }

  /// Whether an alarm is only shown, or is to be.
  package func isQuiet(_ id: ConditionID, at sensor: SensorIndex?) -> Bool {
    index(of: id, at: sensor).map { occurrences[$0].isHeld && occurrences[$0].soundsAt != nil } ?? false
  }

  /// An alarm that replaces an acknowledged one, or is that alarm again, is acknowledged for the same time. One that also
  /// replaces another one, which sounded until now, is not: a person does not know of that.
  private mutating func takeOverAcknowledgement(_ index: Int, at instant: Instant) {
    let new = occurrences[index]
    func isReplaced(_ other: Occurrence) -> Bool {
      other.episode == new.episode && other.sensor == new.sensor && other.priority == new.priority
        && other.condition.opposite != new.condition && (other.presence == .ack || other.endedAt == instant)
    }
    guard occurrences.allSatisfy({ !isReplaced($0) || $0.acknowledgedUntil != nil }) else { return }
    for other in occurrences where isReplaced(other) {
      guard let end = other.acknowledgedUntil, end > occurrences[index].acknowledgedUntil ?? .start else { continue }
      occurrences[index].acknowledgedUntil = end
      occurrences[index].speaksAgainAt = other.speaksAgainAt
    }
  }

  /// An alarm continues another episode from now on. How far it has grown goes along.
  private mutating func move(_ index: Int, to key: EpisodeKey, at instant: Instant) {
    let former = occurrences[index].episode
    guard former != key else { return }
    occurrences[index].episode = key
    guard occurrences[index].isOn else {
      // The alarm that it replaced is over: it has its own priority again.
      occurrences[index].onsetAt = nil
      return
    }
    episodes.continueGrowth(of: former, in: key, at: instant)
  }

  /// Stores a value that is not beyond the limit while an alarm is on.
  package mutating func note(_ id: ConditionID, at sensor: SensorIndex?, latest: Double) {
    if let index = index(of: id, at: sensor) { occurrences[index].latest = latest }
  }

  /// Stores a value beyond the limit. An acknowledged alarm sounds again when it reaches its threshold.
  package mutating func update(_ id: ConditionID, at sensor: SensorIndex?, value: Double) {
    guard let index = index(of: id, at: sensor) else { return }
    occurrences[index].value = value
    occurrences[index].latest = value
    guard occurrences[index].presence == .ack, let threshold = occurrences[index].speaksAgainAt,
      threshold.isAbove ? value >= threshold.value : value <= threshold.value
    else { return }
    occurrences[index].presence = .on
    occurrences[index].speakAgain()
    occurrences[index].acknowledgedUntil = nil
    occurrences[index].speaksAgainAt = nil
    isDirty = true
  }

  /// An alarm ends.
  /// - Parameters:
  ///   - latches: whether its sound may latch. If it is handed over, only the alarm that replaces it latches.
  ///   - isCalm: whether it leaves its episode at once.
  package mutating func end(
    _ id: ConditionID, at sensor: SensorIndex?, latches: Bool = true, isCalm: Bool = false, at instant: Instant
  ) {
    guard let index = index(of: id, at: sensor) else { return }
    if isCalm, !occurrences[index].isCalm {
      occurrences[index].isCalm = true
      isDirty = true
    }
    guard occurrences[index].isHeld else { return }
    end(index, latches: latches && latchesSound && conditions[id].mayLatch, at: instant)
  }

  /// A condition has been well long enough to leave its episode.
  package mutating func calm(_ id: ConditionID, at sensor: SensorIndex?) {
    guard let index = index(of: id, at: sensor), !occurrences[index].isHeld else { return }
    occurrences[index].isCalm = true
    isDirty = true
  }

  /// Some conditions of a subject, at any sensor, have been well long enough to leave their episode.
  package mutating func calm(_ ids: [ConditionID], of subject: Subject) {
    for index in occurrences.indices
    where occurrences[index].episode.subject == subject && !occurrences[index].isHeld
      && ids.contains(occurrences[index].condition)
    {
      occurrences[index].isCalm = true
      isDirty = true
    }
  }

  /// A condition begins that only its lamp shows: its alarm is acknowledged until an instant.
  package mutating func raiseSilently(_ cause: AlarmCause, until end: Instant, at instant: Instant) {
    raise(cause, at: instant)
    guard let index = index(of: cause.condition, at: cause.sensor), occurrences[index].isOn else { return }
    // A new end is reported though nothing else changes.
    if occurrences[index].reported.presence == .ack, occurrences[index].acknowledgedUntil != end {
      occurrences[index].reported.presence = .on
      isDirty = true
    }
    occurrences[index].presence = .ack
    occurrences[index].acknowledgedUntil = end
  }

  /// Makes the alarm of a condition of the box one that only its lamp shows, until an instant; `nil` if it may sound.
  package mutating func setQuiet(_ id: ConditionID, until end: Instant?, at instant: Instant) {
    guard let index = index(of: id, at: nil), occurrences[index].isHeld, !occurrences[index].isTest else { return }
    if let end {
      if let due = occurrences[index].dueAt, due <= instant { begin(index, isHandOver: false, at: instant) }
      guard occurrences[index].isOn, occurrences[index].acknowledgedUntil != end else { return }
      occurrences[index].presence = .ack
      occurrences[index].acknowledgedUntil = end
    } else {
      // No hand acknowledges a high alarm.
      guard occurrences[index].presence == .ack, occurrences[index].priority == .high else { return }
      occurrences[index].acknowledgedUntil = instant
    }
    isDirty = true
  }

  /// A condition that was handed over has ended, and its data are good again. Its sound latches as if it had been on.
  package mutating func latch(_ cause: AlarmCause, at instant: Instant) {
    guard latchesSound, conditions[cause.condition].mayLatch, conditions[cause.condition].isEnabled else { return }
    let key = EpisodeKey(cause.subject, conditions[cause.condition].family)
    let index = place(of: cause.condition, at: cause.sensor, key)
    guard occurrences[index].presence == .off else { return }
    occurrences[index].presence = .latched
    occurrences[index].isHeld = false
    occurrences[index].value = cause.value
    occurrences[index].limit = cause.limit
    occurrences[index].onsetAt = occurrences[index].onsetAt ?? instant
    isDirty = true
  }

  mutating func end(_ index: Int, latches: Bool, at instant: Instant) {
    if occurrences[index].isHeld { occurrences[index].endedAt = instant }
    occurrences[index].isHeld = false
    occurrences[index].dueAt = nil
    occurrences[index].soundsAt = nil
    switch occurrences[index].presence {
    case .on: occurrences[index].presence = latches ? .latched : .off
    case .ack: occurrences[index].presence = .off
    case .off, .latched: break
    }
    isDirty = true
  }

  /// Raises a condition to try its signals. It ends by itself after some seconds (``testRange``).
  package mutating func test(_ id: ConditionID, seconds: UInt8 = testSeconds, at instant: Instant) {
    guard !occurrences.contains(where: { $0.isTest && $0.condition == id }) else { return }
    var occurrence = Occurrence(
      condition: conditions[id], sensor: nil, episode: EpisodeKey(.box, conditions[id].family, fault: id), isTest: true)
    occurrence.dueAt = instant
    occurrence.endedAt = instant.advanced(by: .seconds(seconds))
    occurrences.append(occurrence)
    isDirty = true
  }

  package func isEnabled(_ id: ConditionID) -> Bool { conditions[id].isEnabled }

  package func isOn(_ id: ConditionID, at sensor: SensorIndex?) -> Bool {
    index(of: id, at: sensor).map { occurrences[$0].isOn } ?? false
  }

  /// The priority of an alarm that is there; `nil` if it is not.
  package func priority(of id: ConditionID, at sensor: SensorIndex?) -> Priority? {
    guard let index = index(of: id, at: sensor), occurrences[index].isOn else { return nil }
    return occurrences[index].priority
  }

  /// The index of a condition's occurrence, a new one if there is none.
  mutating func place(of id: ConditionID, at sensor: SensorIndex?, _ key: EpisodeKey) -> Int {
    if let index = index(of: id, at: sensor) { return index }
    occurrences.append(Occurrence(condition: conditions[id], sensor: sensor, episode: key))
    return occurrences.count - 1
  }

  func index(of id: ConditionID, at sensor: SensorIndex?) -> Int? {
    occurrences.firstIndex { $0.condition == id && $0.sensor == sensor && !$0.isTest }
  }
}
