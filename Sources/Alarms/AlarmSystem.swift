import Readings

/// The state machine of all alarms: from "the condition holds" to what is signalled.
///
/// It is told what holds and what a person did, with the time, and reports every change once. It keeps these rules:
/// an audio pause lasts at most ``longestPause`` and ends with any new occurrence of the same or a higher priority;
/// pausing a priority, or one direction of a quantity, never mutes another; an acknowledgement ends, of a high alarm as
/// soon as a pause; a high priority is never acknowledged by the button that pauses it, and never withheld; what can not
/// be paused in a profile is neither paused nor acknowledged there.
public struct AlarmSystem: Sendable {
  /// An audio pause never lasts longer (ICU and ventilator convention).
  public static let longestPause = Duration.seconds(120)
  /// How long a test of an alarm lasts: two bursts of a high one.
  public static let testTime = Duration.seconds(15)

  var conditions: ConditionTable
  private var latchesSound: Bool
  let profile: Profile
  var isWithholding = false
  var occurrences: [Occurrence] = []
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
  public init(conditions: ConditionTable, latchesSound: Bool, profile: Profile) {
    self.conditions = conditions
    self.profile = profile
    self.latchesSound = latchesSound
    occurrences.reserveCapacity(64)
  }

  /// Puts other rules in force. Alarms that are on stay on until their condition has ended by the new limit; those of a
  /// condition that is switched off end.
  public mutating func adopt(conditions: ConditionTable, latchesSound: Bool, at instant: Instant) {
    self.conditions = conditions
    self.latchesSound = latchesSound
    for index in occurrences.indices where !conditions[occurrences[index].condition].isEnabled {
      end(index, latches: false, at: instant)
      if occurrences[index].presence == .latched { occurrences[index].presence = .off }
    }
    isDirty = true
  }

  // MARK: What holds

  /// A condition holds, and is signalled after its *not before* time.
  /// - Parameters:
  ///   - escalates: whether it becomes high priority with time, where the condition does so at all.
  ///   - standsInForHigh: whether it takes the place of a high alarm whose data are stale, so that no phase withholds it.
  public mutating func hold(
    _ id: ConditionID, at sensor: SensorIndex?, value: Double? = nil, escalates: Bool = false,
    standsInForHigh: Bool = false, since instant: Instant
  ) {
    guard conditions[id].isEnabled else { return }
    let index = place(of: id, at: sensor, escalates: escalates, value: value, at: instant)
    if standsInForHigh, !occurrences[index].standsInForHigh {
      occurrences[index].standsInForHigh = true
      isDirty = true
    }
    // One that goes on from an earlier run learns only now what its sensor is.
    if escalates, conditions[id].escalatesAfter != nil, !occurrences[index].escalates {
      occurrences[index].escalates = true
      isDirty = true
    }
    if let value { occurrences[index].value = value }
    guard !occurrences[index].isHeld || isNew(index) else { return }
    occurrences[index].isHeld = true
    occurrences[index].suspendedAt = nil
    occurrences[index].dueAt = instant.advanced(by: conditions[id].notBefore)
    isDirty = true
  }

  /// A condition has held for long enough: it is signalled now.
  /// - Parameters:
  ///   - value: the latest, in the unit of the limit.
  ///   - limit: the one that it is beyond.
  public mutating func raise(
    _ id: ConditionID, at sensor: SensorIndex?, value: Double, limit: Double, at instant: Instant
  ) {
    guard conditions[id].isEnabled else { return }
    let index = place(of: id, at: sensor, escalates: false, value: value, at: instant)
    let isOn = occurrences[index].presence == .on || occurrences[index].presence == .ack
    occurrences[index].isHeld = true
    occurrences[index].suspendedAt = nil
    occurrences[index].value = value
    occurrences[index].limit = limit
    occurrences[index].dueAt = isOn ? nil : instant
    isDirty = true
  }

  /// The latest value behind a condition that is signalled.
  public mutating func update(_ id: ConditionID, at sensor: SensorIndex?, value: Double) {
    guard let index = index(of: id, at: sensor) else { return }
    occurrences[index].value = value
  }

  /// A condition does not hold.
  /// - Parameter value: the latest value, where there is one.
  public mutating func release(
    _ id: ConditionID, at sensor: SensorIndex?, value: Double? = nil, at instant: Instant
  ) {
    guard let index = index(of: id, at: sensor), occurrences[index].isHeld else { return }
    if let value { occurrences[index].value = value }
    end(index, latches: latchesSound && conditions[id].mayLatch, at: instant)
  }

  mutating func end(_ index: Int, latches: Bool, at instant: Instant) {
    if occurrences[index].isHeld { occurrences[index].endedAt = instant }
    occurrences[index].isHeld = false
    occurrences[index].dueAt = nil
    occurrences[index].suspendedAt = nil
    occurrences[index].standsInForHigh = false
    switch occurrences[index].presence {
    case .on: occurrences[index].presence = latches ? .latched : .off
    case .ack: occurrences[index].presence = .off
    case .off, .latched: break
    }
    occurrences[index].acknowledgedUntil = nil
    isDirty = true
  }

  /// The data behind a condition have gone stale: it is not signalled on them, and does not latch. Fresh data that are
  /// still beyond the limit go on where it was. A sound that has latched before stays until it is reset.
  /// - Returns: whether a high alarm ended by it.
  public mutating func suspend(_ id: ConditionID, at sensor: SensorIndex?, at instant: Instant) -> Bool {
    guard let index = index(of: id, at: sensor) else { return false }
    let presence = occurrences[index].presence
    // What has latched and is not held stands on no data any more.
    guard occurrences[index].isHeld || presence == .on || presence == .ack else { return false }
    let wasHigh = presence != .off && occurrences[index].priority == .high
    occurrences[index].presence = .off
    occurrences[index].dueAt = nil
    occurrences[index].pausedUntil = nil
    occurrences[index].acknowledgedUntil = nil
    occurrences[index].suspendedAt = instant
    isDirty = true
    return wasHigh
  }

  /// Raises a condition to try its signals; it ends by itself after ``testTime``.
  public mutating func test(_ id: ConditionID, at instant: Instant) {
    guard !occurrences.contains(where: { $0.isTest && $0.condition == id }) else { return }
    var occurrence = Occurrence(condition: conditions[id], sensor: nil, escalates: false, isTest: true, value: nil)
    occurrence.dueAt = instant
    occurrence.endedAt = instant.advanced(by: Self.testTime)
    occurrences.append(occurrence)
    isDirty = true
  }

  /// Goes on where an earlier run was. What was acknowledged stays so for what is left of its time; everything else
  /// sounds again.
  public mutating func resume(_ alarm: RememberedAlarm, at sensor: SensorIndex?, at instant: Instant) {
    let condition = conditions[alarm.condition]
    guard condition.isEnabled, index(of: alarm.condition, at: sensor) == nil else { return }
    let isLatched = alarm.isLatched && latchesSound && condition.mayLatch
    // Only its sound was left, and the rules of this run leave none.
    if alarm.isLatched, !isLatched { return }
    var occurrence = Occurrence(
      condition: condition, sensor: sensor, escalates: alarm.priority > condition.priority, value: alarm.value)
    occurrence.priority = max(condition.priority, alarm.priority)
    occurrence.limit = alarm.limit ?? condition.limit
    // A cooldown counts from an onset that sounded, and this run has heard none yet.
    let onsetAt = condition.cooldown == nil ? instant : nil
    if let left = alarm.acknowledgementLeft, left > .zero {
      occurrence.presence = .ack
      occurrence.onsetAt = onsetAt
      occurrence.acknowledgedUntil = instant.advanced(by: min(left, condition.acknowledgedFor))
      occurrences.append(occurrence)
    } else {
      occurrence.dueAt = instant
      if isLatched {
        occurrence.isHeld = false
        occurrence.presence = .latched
        occurrence.onsetAt = onsetAt
        occurrence.dueAt = nil
        occurrence.unansweredSince = instant
      }
      occurrences.append(occurrence)
    }
    isDirty = true
  }

  // MARK: Time and reports

  /// Lets what is due happen: dwell times that are over, pauses and acknowledgements that end, priorities that rise;
  /// then reports every change since the last call, oldest occurrence first.
  /// - Returns: whether anything may have changed.
  @discardableResult
  public mutating func settle(at instant: Instant, into transitions: inout [AlarmTransition]) -> Bool {
    guard isDirty || nextDeadline.map({ $0 <= instant }) ?? false else { return false }
    isDirty = false
    settledAt = instant
    for index in occurrences.indices { letTimePass(index, at: instant) }
    for index in occurrences.indices { report(index, at: instant, into: &transitions) }
    occurrences.removeAll { $0.isOver(at: instant) }
    earliest = earliestDeadline
    return true
  }

  private mutating func letTimePass(_ index: Int, at instant: Instant) {
    if let due = occurrences[index].dueAt, due <= instant { begin(index, at: instant) }
    if let rise = riseAt(occurrences[index]), rise <= instant {
      occurrences[index].priority = .high
      occurrences[index].presence = .off
      begin(index, at: instant)
    }
    if let end = occurrences[index].acknowledgedUntil, end <= instant, occurrences[index].presence == .ack {
      occurrences[index].acknowledgedUntil = nil
      occurrences[index].presence = .on
      occurrences[index].unansweredSince = instant
    }
    if let end = occurrences[index].pausedUntil, end <= instant {
      occurrences[index].pausedUntil = nil
      occurrences[index].unansweredSince = instant
    }
    if occurrences[index].isTest, let end = occurrences[index].endedAt, end <= instant {
      occurrences[index].isHeld = false
      occurrences[index].presence = .off
    }
  }

  private mutating func begin(_ index: Int, at instant: Instant) {
    occurrences[index].dueAt = nil
    guard occurrences[index].presence == .off || occurrences[index].presence == .latched else { return }
    // What sounds on after its end does not fall silent because it is back.
    let previous = occurrences[index].presence == .latched ? nil : occurrences[index].onsetAt
    occurrences[index].presence = .on
    occurrences[index].pausedUntil = nil
    occurrences[index].acknowledgedUntil = nil
    occurrences[index].unansweredSince = instant
    occurrences[index].noticeAt = nil
    endPauses(upTo: occurrences[index].priority, at: instant)
    if let cooldown = occurrences[index].cooldown, let previous {
      let end = min(previous.advanced(by: cooldown), instant.advanced(by: Self.longestPause))
      if end > instant { occurrences[index].pausedUntil = end }
    }
    if previous == nil || !occurrences[index].escalates { occurrences[index].onsetAt = instant }
  }

  private mutating func endPauses(upTo priority: Priority, at instant: Instant) {
    for index in occurrences.indices
    where occurrences[index].priority <= priority && occurrences[index].pausedUntil != nil {
      occurrences[index].pausedUntil = nil
      occurrences[index].unansweredSince = instant
    }
  }

  /// When ``settle(at:into:)`` has something to do next, if nothing else happens.
  public var nextDeadline: Instant? { isDirty ? earliestDeadline : earliest }

  var earliestDeadline: Instant? {
    guard !occurrences.isEmpty else { return nil }
    var next: Instant?
    func consider(_ instant: Instant?) {
      if let instant, next.map({ instant < $0 }) ?? true { next = instant }
    }
    for occurrence in occurrences {
      consider(occurrence.dueAt)
      if occurrence.presence != .off { consider(occurrence.pausedUntil) }
      consider(riseAt(occurrence))
      if occurrence.presence == .ack { consider(occurrence.acknowledgedUntil) }
      if occurrence.isTest, occurrence.presence != .off { consider(occurrence.endedAt) }
    }
    consider(nextEscalation(after: settledAt))
    return next
  }

  private func riseAt(_ occurrence: Occurrence) -> Instant? {
    guard occurrence.escalates, occurrence.priority < .high, occurrence.isHeld,
      occurrence.presence == .on || occurrence.presence == .ack, let onset = occurrence.onsetAt,
      let after = occurrence.escalatesAfter
    else { return nil }
    return onset.advanced(by: after)
  }

  private mutating func report(_ index: Int, at instant: Instant, into transitions: inout [AlarmTransition]) {
    let occurrence = occurrences[index]
    let report = Occurrence.Report(
      presence: occurrence.presence, activation: occurrence.activation(isWithholding: isWithholding),
      priority: occurrence.priority)
    let wasPending = occurrence.reported.presence == .off && report.presence == .off
    guard report != occurrence.reported, !wasPending else { return }
    let isOnset =
      report.presence == .on
      && (report.priority > occurrence.reported.priority || ![.on, .ack].contains(occurrence.reported.presence))
    occurrences[index].reported = report
    lastSequence += 1
    transitions.append(
      AlarmTransition(
        sequence: lastSequence, condition: occurrence.condition, sensor: occurrence.sensor, priority: report.priority,
        isTechnical: occurrence.family == .technical, presence: report.presence, isOnset: isOnset,
        activation: report.activation, isTest: occurrence.isTest,
        silentUntil: report.presence == .ack ? occurrence.acknowledgedUntil : occurrence.pausedUntil,
        limit: occurrence.limit, value: occurrence.value))
  }

  // MARK: Places

  /// The place of a condition's occurrence, a new one where there is none.
  private mutating func place(
    of id: ConditionID, at sensor: SensorIndex?, escalates: Bool, value: Double?, at instant: Instant
  ) -> Int {
    if let index = index(of: id, at: sensor) {
      guard occurrences[index].isOver(at: instant),
        occurrences[index].reported.presence == .off
      else { return index }
      occurrences.remove(at: index)
    }
    occurrences.append(Occurrence(condition: conditions[id], sensor: sensor, escalates: escalates, value: value))
    return occurrences.count - 1
  }

  /// Whether an occurrence has only just been given its place.
  private func isNew(_ index: Int) -> Bool {
    let occurrence = occurrences[index]
    return occurrence.presence == .off && occurrence.dueAt == nil && occurrence.onsetAt == nil
  }

  private func index(of id: ConditionID, at sensor: SensorIndex?) -> Int? {
    occurrences.firstIndex { $0.condition == id && $0.sensor == sensor && !$0.isTest }
  }
}
