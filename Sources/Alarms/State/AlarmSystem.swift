import Readings

/// The state machine of all alarms: from "the condition holds" to what is signalled.
///
/// It is told what holds and what a person did, with the time, and reports every change once. Alarms of one subject and
/// family make an ``Episode``. It keeps these rules: an audio pause lasts at most ``AudioPause/longest`` from its press and ends
/// with a higher priority, a missing pulse, the other direction, or an alarm of its priority of another episode; pausing a
/// priority never mutes another; an acknowledgement ends at its time; a high priority is paused and never acknowledged, and
/// never withheld; what cannot be paused in a profile is neither paused nor acknowledged there.
package struct AlarmSystem: Sendable {
  /// How long a test of an alarm lasts: two bursts of a high one.
  package static let testTime = Duration.seconds(15)
  /// A fault of the box that does not come back for so long is over.
  private static let faultMemory = Duration.seconds(10)

  var conditions: ConditionTable
  private var latchesSound: Bool
  let profile: BoxProfile
  var isWithholding = false
  var occurrences: [Occurrence] = []
  var episodes: [Episode] = []
  var pendingNotices: [Notice] = []
  /// The persons whose alarms begin louder, a bit for each.
  private var loudPersons: UInt64 = 0
  private var lastSequence: UInt64 = 0
  /// Whether anything has changed since the last report.
  var isDirty = true
  private var settledAt = Instant.start
  /// The next deadline, as long as nothing has changed.
  var earliest: Instant?

  /// - Parameters:
  ///   - conditions: the rules in force.
  ///   - latchesSound: whether the sound of a medium or high alarm outlives its condition until it is reset.
  ///   - profile: what the box is for.
  package init(conditions: ConditionTable, latchesSound: Bool, profile: BoxProfile) {
    self.conditions = conditions
    self.profile = profile
    self.latchesSound = latchesSound
    occurrences.reserveCapacity(64)
    episodes.reserveCapacity(64)
    pendingNotices.reserveCapacity(8)
  }

  /// Puts other rules in force. Alarms that are on stay on until their condition has ended by the new limit; those of a
  /// condition that is switched off end.
  package mutating func adopt(conditions: ConditionTable, latchesSound: Bool, at instant: Instant) {
    self.conditions = conditions
    self.latchesSound = latchesSound
    for index in occurrences.indices where !conditions[occurrences[index].condition].isEnabled {
      end(index, latches: false, at: instant)
      if occurrences[index].presence == .latched { occurrences[index].presence = .off }
      occurrences[index].isCalm = true
    }
    isDirty = true
  }

  /// Whether a person's alarms begin one step louder.
  package mutating func setLoud(_ isLoud: Bool, of person: PersonIndex) {
    let bit: UInt64 = 1 << UInt64(person.position % 64)
    loudPersons = isLoud ? loudPersons | bit : loudPersons & ~bit
  }

  // MARK: What holds

  /// A part of the box reports that a condition holds, and is signalled after its *not before* time.
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

  /// A part of the box reports that a condition holds no more.
  package mutating func release(_ id: ConditionID, at instant: Instant) {
    guard let index = index(of: id, at: nil), occurrences[index].isHeld else { return }
    end(index, latches: false, at: instant)
  }

  /// What an alarm is about.
  package struct Cause: Sendable {
    package var condition: ConditionID
    /// At which sensor.
    package var sensor: SensorIndex?
    /// Whom or what it is about.
    package var subject: Subject
    /// The value that raised it, in the unit of the limit.
    package var value: Double?
    /// The limit that it is beyond.
    package var limit: Double?
    /// The bounds in force, where they are not the condition's own.
    package var bounds: Bounds?
    /// The limit of the next higher priority; `nil` for the table's.
    package var nextLimit: Double?
    /// The priority, where it is higher than the condition's own: that of the alarm that it stands in for.
    package var priority: Priority?
    /// The family whose episode it continues, where that is not the condition's own.
    package var family: SignalFamily?
    /// Whether it becomes high priority with time, where the condition does so at all.
    package var escalates = false
    /// Whether its value is the last one that there was.
    package var isLastValue = false

    /// A condition of its own.
    package init(
      _ condition: ConditionID, at sensor: SensorIndex?, of subject: Subject, value: Double? = nil,
      limit: Double? = nil
    ) {
      self.condition = condition
      self.sensor = sensor
      self.subject = subject
      self.value = value
      self.limit = limit
    }
  }

  /// An alarm begins, or goes on with another cause, priority or value.
  /// - Parameter isHandOver: whether it takes the place of one of its episode that was there until now, so that it breaks
  ///   no pause.
  package mutating func raise(_ cause: Cause, isHandOver: Bool = false, at instant: Instant) {
    let condition = conditions[cause.condition]
    guard condition.isEnabled else { return }
    let key = EpisodeKey(cause.subject, cause.family ?? condition.family, fault: cause.condition)
    let index = place(of: cause.condition, at: cause.sensor, key)
    occurrences[index].isHeld = true
    occurrences[index].isCalm = false
    occurrences[index].value = cause.value
    occurrences[index].latest = cause.value
    occurrences[index].limit = cause.limit ?? condition.limit
    occurrences[index].nextLimit = cause.nextLimit
    occurrences[index].isLastValue = cause.isLastValue
    if let bounds = cause.bounds { occurrences[index].bounds = bounds }
    occurrences[index].escalates = cause.escalates && condition.escalatesAfter != nil
    move(index, to: key, at: instant)
    let priority = max(condition.priority, cause.priority ?? condition.priority)
    if occurrences[index].isOn {
      // What has risen with time does not fall back while it lasts.
      if priority > occurrences[index].priority { rise(index, to: priority, isHandOver, at: instant) }
    } else {
      // What was acknowledged was less urgent.
      if priority > occurrences[index].priority { occurrences[index].acknowledgedUntil = nil }
      occurrences[index].priority = priority
      if isHandOver { takeOverAcknowledgement(index) }
      begin(index, isHandOver: isHandOver, at: instant)
    }
    isDirty = true
  }

  /// What stands for an alarm that somebody has acknowledged, or is that alarm again, is acknowledged for as long.
  private mutating func takeOverAcknowledgement(_ index: Int) {
    let new = occurrences[index]
    for other in occurrences
    where other.episode == new.episode && other.sensor == new.sensor && other.priority == new.priority
      && other.condition.opposite != new.condition
    {
      guard let end = other.acknowledgedUntil, end > occurrences[index].acknowledgedUntil ?? .start else { continue }
      occurrences[index].acknowledgedUntil = end
      occurrences[index].speaksAgainAt = other.speaksAgainAt
    }
  }

  /// What stood for itself continues another episode now, or stands for itself again. How far it has grown goes along.
  private mutating func move(_ index: Int, to key: EpisodeKey, at instant: Instant) {
    let former = occurrences[index].episode
    guard former != key else { return }
    occurrences[index].episode = key
    guard occurrences[index].isOn else {
      // The alarm that it stood in for is over: it has its own priority again.
      occurrences[index].onsetAt = nil
      return
    }
    let known = makeEpisode(key, at: instant)
    if let place = place(of: former) { episodes[known].inherit(episodes[place], at: instant) }
  }

  /// What is measured while an alarm is there, and is not beyond its limit now.
  package mutating func note(_ id: ConditionID, at sensor: SensorIndex?, latest: Double) {
    if let index = index(of: id, at: sensor) { occurrences[index].latest = latest }
  }

  /// The latest value behind an alarm.
  package mutating func update(_ id: ConditionID, at sensor: SensorIndex?, value: Double) {
    guard let index = index(of: id, at: sensor) else { return }
    occurrences[index].value = value
    occurrences[index].latest = value
    guard occurrences[index].presence == .ack, let threshold = occurrences[index].speaksAgainAt,
      threshold.isAbove ? value >= threshold.value : value <= threshold.value
    else { return }
    occurrences[index].presence = .on
    occurrences[index].acknowledgedUntil = nil
    occurrences[index].speaksAgainAt = nil
    isDirty = true
  }

  /// An alarm ends.
  /// - Parameters:
  ///   - latches: whether its sound stays until it is reset, in a profile in which sounds do. What is handed over does not
  ///     latch: the alarm that it stands for does.
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

  /// All has been well with a condition for so long that it leaves its episode.
  package mutating func calm(_ id: ConditionID, at sensor: SensorIndex?) {
    guard let index = index(of: id, at: sensor), !occurrences[index].isHeld else { return }
    occurrences[index].isCalm = true
    isDirty = true
  }

  /// All has been well with some conditions of a subject, at whatever sensor, for so long that they leave their episode.
  package mutating func calm(_ ids: [ConditionID], of subject: Subject) {
    for index in occurrences.indices
    where occurrences[index].episode.subject == subject && !occurrences[index].isHeld
      && ids.contains(occurrences[index].condition)
    {
      occurrences[index].isCalm = true
      isDirty = true
    }
  }

  /// A condition begins that only its lamp tells: it is there, and acknowledged until an instant.
  package mutating func raiseSilently(_ cause: Cause, until end: Instant, at instant: Instant) {
    raise(cause, at: instant)
    guard let index = index(of: cause.condition, at: cause.sensor), occurrences[index].isOn else { return }
    occurrences[index].presence = .ack
    occurrences[index].acknowledgedUntil = end
  }

  /// A condition that was handed over has ended with its data good again: its sound latches all the same.
  package mutating func latch(_ cause: Cause, at instant: Instant) {
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

  /// What would be lost for good if a sensor were forgotten: an alarm on what it measures, also one that its missing data
  /// stand in for, or a latched sound. What is wrong with the sensor itself is found again.
  package func alarmOnData(of sensor: SensorIndex) -> ConditionID? {
    occurrences.first {
      $0.sensor == sensor && !$0.isTest && ($0.presence == .latched || ($0.isHeld && $0.episode.family != .technical))
    }?.condition
  }

  /// Ends all that is known of a sensor, also what has latched: it is one's own no more.
  /// - Parameter person: one who has another sensor, with whom the episode of the heart goes on.
  package mutating func forget(_ sensor: SensorIndex, of person: PersonIndex?, at instant: Instant) {
    for index in occurrences.indices where occurrences[index].sensor == sensor {
      end(index, latches: false, at: instant)
      let isOfHeart = Self.ofHeart.contains(occurrences[index].condition)
      if let person, isOfHeart, occurrences[index].episode.subject == .person(person) { continue }
      occurrences[index].presence = .off
      occurrences[index].isCalm = true
    }
  }

  /// Ends all that is known of a subject, also what has latched.
  package mutating func forget(_ subject: Subject, at instant: Instant) {
    for index in occurrences.indices where occurrences[index].episode.subject == subject {
      end(index, latches: false, at: instant)
      occurrences[index].presence = .off
      occurrences[index].isCalm = true
    }
  }

  /// What is known of one subject is of another from now on.
  /// - Parameter sensor: only what is told of this sensor, without what is of the whole heart; `nil` for all.
  package mutating func move(_ subject: Subject, to new: Subject, at sensor: SensorIndex?, at instant: Instant) {
    for index in occurrences.indices where occurrences[index].episode.subject == subject {
      let isOfHeart = Self.ofHeart.contains(occurrences[index].condition)
      if let sensor, isOfHeart || occurrences[index].sensor != sensor { continue }
      let former = occurrences[index].episode
      occurrences[index].episode = EpisodeKey(new, former.family)
      guard let place = place(of: former) else { continue }
      if sensor == nil, self.place(of: occurrences[index].episode) == nil {
        episodes[place].key = occurrences[index].episode
      } else {
        let known = makeEpisode(occurrences[index].episode, at: instant)
        episodes[known].inherit(episodes[place], at: instant)
      }
    }
    isDirty = true
  }

  /// The conditions that are of a whole person, at whichever sensor they are shown.
  private static let ofHeart: [ConditionID] = [.heartRateLow, .heartRateHigh, .noPulse]

  mutating func end(_ index: Int, latches: Bool, at instant: Instant) {
    if occurrences[index].isHeld { occurrences[index].endedAt = instant }
    occurrences[index].isHeld = false
    occurrences[index].dueAt = nil
    switch occurrences[index].presence {
    case .on: occurrences[index].presence = latches ? .latched : .off
    case .ack: occurrences[index].presence = .off
    case .off, .latched: break
    }
    isDirty = true
  }

  /// Raises a condition to try its signals; it ends by itself after ``testTime``.
  package mutating func test(_ id: ConditionID, at instant: Instant) {
    guard !occurrences.contains(where: { $0.isTest && $0.condition == id }) else { return }
    var occurrence = Occurrence(
      condition: conditions[id], sensor: nil, episode: EpisodeKey(.box, conditions[id].family, fault: id), isTest: true)
    occurrence.dueAt = instant
    occurrence.endedAt = instant.advanced(by: Self.testTime)
    occurrences.append(occurrence)
    isDirty = true
  }

  /// Goes on where an earlier run was. What was acknowledged or paused stays so for what is left of its time; everything
  /// else sounds again, as loud as it had grown.
  package mutating func resume(
    _ alarm: RememberedAlarm, at sensor: SensorIndex?, of subject: Subject, family: SignalFamily? = nil,
    escalates: Bool = false, at instant: Instant
  ) {
    let condition = conditions[alarm.condition]
    guard condition.isEnabled, index(of: alarm.condition, at: sensor).map({ !occurrences[$0].isOn }) ?? true else {
      return
    }
    let isLatched = alarm.isLatched && latchesSound && condition.mayLatch
    // Only its sound was left, and the rules of this run leave none.
    if alarm.isLatched, !isLatched { return }
    let key = EpisodeKey(subject, family ?? condition.family, fault: alarm.condition)
    let index = place(of: alarm.condition, at: sensor, key)
    occurrences[index].escalates = escalates && condition.escalatesAfter != nil
    occurrences[index].priority = max(condition.priority, alarm.priority)
    occurrences[index].value = alarm.value
    occurrences[index].limit = alarm.limit ?? condition.limit
    occurrences[index].onsetAt = instant
    occurrences[index].isHeld = !isLatched
    let episode = makeEpisode(key, at: instant)
    episodes[episode].resume(
      unanswered: alarm.unanswered, of: occurrences[index].priority,
      pausedUntil: alarm.pauseLeft.map { instant.advanced(by: min($0, AudioPause.longest)) })
    if isLatched {
      occurrences[index].presence = .latched
    } else if let left = alarm.acknowledgementLeft, left > .zero {
      occurrences[index].presence = .ack
      occurrences[index].acknowledgedUntil = instant.advanced(by: min(left, condition.acknowledgedFor))
    } else {
      occurrences[index].presence = .on
    }
    isDirty = true
  }

  /// Whether a condition is switched on.
  package func isEnabled(_ id: ConditionID) -> Bool { conditions[id].isEnabled }

  /// Whether an alarm is there, sounding or not.
  package func isOn(_ id: ConditionID, at sensor: SensorIndex?) -> Bool {
    index(of: id, at: sensor).map { occurrences[$0].isOn } ?? false
  }

  // MARK: Time and reports

  /// Lets what is due happen: faults that have held for long enough, pauses and acknowledgements that end, priorities that
  /// rise; then reports every change since the last call, oldest occurrence first.
  /// - Returns: whether anything may have changed.
  @discardableResult
  package mutating func settle(at instant: Instant, into transitions: inout [AlarmTransition]) -> Bool {
    guard isDirty || nextDeadline.map({ $0 <= instant }) ?? false else { return false }
    isDirty = false
    settledAt = instant
    for index in episodes.indices {
      if let end = episodes[index].pausedUntil, end <= instant { episodes[index].endPause() }
    }
    for index in occurrences.indices { letTimePass(index, at: instant) }
    for index in occurrences.indices { report(index, at: instant, into: &transitions) }
    occurrences.removeAll { $0.presence == .off && !$0.isHeld && $0.isCalm }
    for index in episodes.indices { episodes[index].count(sounding(in: episodes[index].key), at: instant) }
    endEpisodes()
    earliest = earliestDeadline
    return true
  }

  private mutating func letTimePass(_ index: Int, at instant: Instant) {
    if let due = occurrences[index].dueAt, due <= instant { begin(index, isHandOver: false, at: instant) }
    if let at = riseAt(occurrences[index]), at <= instant { rise(index, to: .high, false, at: instant) }
    if let end = occurrences[index].acknowledgedUntil, end <= instant {
      occurrences[index].acknowledgedUntil = nil
      occurrences[index].speaksAgainAt = nil
      if occurrences[index].presence == .ack { occurrences[index].presence = .on }
    }
    if occurrences[index].isTest, let end = occurrences[index].endedAt, end <= instant {
      occurrences[index].isHeld = false
      occurrences[index].presence = .off
      occurrences[index].isCalm = true
    }
    if let end = forgetAt(occurrences[index]), end <= instant { occurrences[index].isCalm = true }
  }

  private mutating func rise(_ index: Int, to priority: Priority, _ isHandOver: Bool, at instant: Instant) {
    occurrences[index].priority = priority
    occurrences[index].presence = .off
    occurrences[index].acknowledgedUntil = nil
    begin(index, isHandOver: isHandOver, at: instant)
  }

  private mutating func begin(_ index: Int, isHandOver: Bool, at instant: Instant) {
    occurrences[index].dueAt = nil
    guard !occurrences[index].isOn else { return }
    let isAcknowledged =
      occurrences[index].priority < .high && occurrences[index].acknowledgedUntil.map { instant < $0 } ?? false
    occurrences[index].presence = isAcknowledged ? .ack : .on
    occurrences[index].onsetAt = occurrences[index].onsetAt ?? instant
    guard !occurrences[index].isTest else { return endPauses(by: occurrences[index], isHandOver: isHandOver) }
    let place = makeEpisode(occurrences[index].episode, at: instant)
    inherit(place, at: instant)
    episodes[place].begin()
    endPauses(by: occurrences[index], isHandOver: isHandOver)
  }

  /// What an alarm that begins does to the pauses that run.
  private mutating func endPauses(by new: Occurrence, isHandOver: Bool) {
    for index in episodes.indices where episodes[index].pausedUntil != nil {
      let priority = episodes[index].pausedPriority
      let isOther = episodes[index].key != new.episode
      if new.priority > priority || (new.condition == .noPulse && !isHandOver)
        || (!isHandOver && isOther && new.priority == priority)
      {
        episodes[index].endPause()
      }
    }
  }

  /// The alarm of an episode is about the other direction now: a pause of one never mutes the other.
  package mutating func breakPause(of subject: Subject, _ family: SignalFamily) {
    guard let place = place(of: EpisodeKey(subject, family)) else { return }
    episodes[place].endPause()
    isDirty = true
  }

  private func sounding(in key: EpisodeKey) -> Priority? {
    var highest: Priority?
    for occurrence in occurrences where occurrence.episode == key && !occurrence.isTest && isSounding(occurrence) {
      highest = max(highest ?? .low, occurrence.priority)
    }
    return highest
  }

  /// An episode with nothing left is over; one with a latched sound alone is over as well, but not forgotten.
  private mutating func endEpisodes() {
    episodes.removeAll { episode in !occurrences.contains { $0.episode == episode.key && !$0.isTest } }
    for index in episodes.indices {
      let key = episodes[index].key
      let isOver = occurrences.allSatisfy { $0.episode != key || ($0.isCalm && !$0.isHeld) }
      episodes[index].isOver = isOver
    }
  }

  /// When ``settle(at:into:)`` has something to do next, if nothing else happens.
  package var nextDeadline: Instant? { isDirty ? earliestDeadline : earliest }

  var earliestDeadline: Instant? {
    var next: Instant?
    func consider(_ instant: Instant?) {
      if let instant, next.map({ instant < $0 }) ?? true { next = instant }
    }
    for occurrence in occurrences {
      consider(occurrence.dueAt)
      consider(riseAt(occurrence))
      consider(occurrence.acknowledgedUntil)
      consider(forgetAt(occurrence))
      if occurrence.isTest, occurrence.presence != .off { consider(occurrence.endedAt) }
    }
    for episode in episodes {
      consider(episode.pausedUntil)
      consider(episode.nextStep(after: settledAt))
    }
    return next
  }

  private func riseAt(_ occurrence: Occurrence) -> Instant? {
    guard occurrence.escalates, occurrence.priority < .high, occurrence.isHeld, occurrence.isOn,
      let onset = occurrence.onsetAt, let after = occurrence.escalatesAfter
    else { return nil }
    return onset.advanced(by: after)
  }

  /// When a fault of the box that is gone leaves its episode: nobody counts for it.
  private func forgetAt(_ occurrence: Occurrence) -> Instant? {
    guard occurrence.episode.subject == .box, !occurrence.isHeld, !occurrence.isTest, !occurrence.isCalm else {
      return nil
    }
    return occurrence.endedAt?.advanced(by: Self.faultMemory)
  }

  private mutating func report(_ index: Int, at instant: Instant, into transitions: inout [AlarmTransition]) {
    let occurrence = occurrences[index]
    let report = Occurrence.Report(
      presence: occurrence.presence, activation: activation(of: occurrence), priority: occurrence.priority,
      isLastValue: occurrence.isLastValue, subject: occurrence.episode.subject)
    let wasPending = occurrence.reported.presence == .off && report.presence == .off
    guard report != occurrence.reported, !wasPending else { return }
    let isOnset =
      report.presence == .on
      && (report.priority > occurrence.reported.priority || ![.on, .ack].contains(occurrence.reported.presence))
    occurrences[index].reported = report
    lastSequence += 1
    transitions.append(
      AlarmTransition(
        sequence: lastSequence, condition: occurrence.condition, sensor: occurrence.sensor,
        subject: occurrence.episode.subject, priority: report.priority,
        isTechnical: conditions[occurrence.condition].isTechnical, presence: report.presence, isOnset: isOnset,
        activation: report.activation, isTest: occurrence.isTest,
        silentUntil: report.presence == .ack ? occurrence.acknowledgedUntil : pauseEnd(of: occurrence),
        limit: occurrence.limit, value: occurrence.value, isLastValue: report.isLastValue,
        family: occurrence.episode.family, bounds: occurrence.bounds,
        unanswered: place(of: occurrence.episode).map { episodes[$0].unanswered(occurrence.priority, at: instant) }
          ?? .zero))
  }

  // MARK: Places

  /// The place of a condition's occurrence, a new one where there is none.
  private mutating func place(of id: ConditionID, at sensor: SensorIndex?, _ key: EpisodeKey) -> Int {
    if let index = index(of: id, at: sensor) { return index }
    occurrences.append(Occurrence(condition: conditions[id], sensor: sensor, episode: key))
    return occurrences.count - 1
  }

  private func index(of id: ConditionID, at sensor: SensorIndex?) -> Int? {
    occurrences.firstIndex { $0.condition == id && $0.sensor == sensor && !$0.isTest }
  }

  /// The place of an episode.
  func place(of key: EpisodeKey) -> Int? { episodes.firstIndex { $0.key == key } }

  private mutating func makeEpisode(_ key: EpisodeKey, at instant: Instant) -> Int {
    if let place = place(of: key) { return place }
    var isLoud = false
    if case .person(let person) = key.subject { isLoud = loudPersons >> UInt64(person.position % 64) & 1 == 1 }
    episodes.append(Episode(key, loud: isLoud))
    inherit(episodes.count - 1, at: instant)
    return episodes.count - 1
  }

  /// What begins of an episode is not quieter than what sounds, or has just sounded, of the same subject.
  private mutating func inherit(_ place: Int, at instant: Instant) {
    let subject = episodes[place].key.subject
    guard subject != .box else { return }
    for other in episodes.indices where other != place && episodes[other].key.subject == subject {
      let growth = episodes[other]
      episodes[place].inherit(growth, at: instant)
    }
  }
}
