import Readings

/// What time does to alarms, and the report of every change.
///
/// A caller changes alarms at will and then calls ``settle(at:into:)`` once for that instant. ``nextDeadline`` says
/// when to call it again if nothing else happens.
extension AlarmSystem {
  /// A fault of the box leaves its episode if it does not come back for this time. Nothing counts calm time for it.
  private static let faultMemory = Duration.seconds(10)

  /// Applies what is due: faults that have held long enough, pauses and acknowledgements that end, priorities that
  /// rise. Then reports every change since the last call, oldest occurrence first.
  /// - Returns: whether anything may have changed.
  @discardableResult
  package mutating func settle(at instant: Instant, into transitions: inout [AlarmTransition]) -> Bool {
    guard isDirty || nextDeadline.map({ $0 <= instant }) ?? false else { return false }
    isDirty = false
    settledAt = instant
    episodes.endPauses(dueBy: instant)
    for index in occurrences.indices {
      letTimePass(index, at: instant)
      occurrences[index].noteWaiting(since: instant)
    }
    for index in occurrences.indices { report(index, at: instant, into: &transitions) }
    occurrences.removeAll { $0.presence == .off && !$0.isHeld && $0.isCalm }
    for place in episodes.all.indices {
      episodes.all[place].count(sounding(in: episodes.all[place].key), at: instant)
    }
    endEpisodes()
    earliest = earliestDeadline
    return true
  }

  private mutating func letTimePass(_ index: Int, at instant: Instant) {
    if let due = occurrences[index].dueAt, due <= instant { begin(index, isHandOver: false, at: instant) }
    if let at = occurrences[index].soundsAt, at <= instant, occurrences[index].isHeld {
      let priority = occurrences[index].escalates ? .high : conditions[occurrences[index].condition].priority
      sound(index, priority, isHandOver: false, at: instant)
    }
    if let at = riseAt(occurrences[index]), at <= instant { rise(index, to: .high, false, at: instant) }
    if let end = occurrences[index].acknowledgedUntil, end <= instant {
      occurrences[index].acknowledgedUntil = nil
      occurrences[index].speaksAgainAt = nil
      if occurrences[index].presence == .ack {
        occurrences[index].presence = .on
        occurrences[index].speakAgain()
      }
    }
    if occurrences[index].isTest, let end = occurrences[index].endedAt, end <= instant {
      occurrences[index].isHeld = false
      occurrences[index].presence = .off
      occurrences[index].isCalm = true
    }
    if let end = forgetAt(occurrences[index]), end <= instant { occurrences[index].isCalm = true }
  }

  mutating func rise(_ index: Int, to priority: Priority, _ isHandOver: Bool, at instant: Instant) {
    occurrences[index].priority = priority
    occurrences[index].presence = .off
    occurrences[index].acknowledgedUntil = nil
    begin(index, isHandOver: isHandOver, at: instant)
  }

  mutating func begin(_ index: Int, isHandOver: Bool, at instant: Instant) {
    occurrences[index].dueAt = nil
    guard !occurrences[index].isOn else { return }
    let isAcknowledged =
      occurrences[index].priority < .high && occurrences[index].acknowledgedUntil.map { instant < $0 } ?? false
    occurrences[index].presence = isAcknowledged ? .ack : .on
    occurrences[index].speakAgain()
    occurrences[index].onsetAt = occurrences[index].onsetAt ?? instant
    if !occurrences[index].isTest {
      episodes.beginAlarm(of: occurrences[index].episode, about: occurrences[index].condition, at: instant)
    }
    episodes.endPauses(by: occurrences[index], isHandOver: isHandOver)
  }

  private func sounding(in key: EpisodeKey) -> Priority? {
    var highest: Priority?
    for occurrence in occurrences where occurrence.episode == key && !occurrence.isTest && isSounding(occurrence) {
      highest = max(highest ?? .low, occurrence.priority)
    }
    return highest
  }

  /// Removes the episodes without occurrences, and marks as over those of which only a latched sound is left.
  private mutating func endEpisodes() {
    episodes.all.removeAll { episode in !occurrences.contains { $0.episode == episode.key && !$0.isTest } }
    for place in episodes.all.indices {
      let key = episodes.all[place].key
      episodes.all[place].isOver = occurrences.allSatisfy { $0.episode != key || ($0.isCalm && !$0.isHeld) }
    }
  }

  /// When ``settle(at:into:)`` has something to do next, if nothing else happens.
  package var nextDeadline: Instant? { isDirty ? earliestDeadline : earliest }

  var earliestDeadline: Instant? {
    var next: Instant?
    for occurrence in occurrences {
      next.lower(to: occurrence.dueAt)
      if let soundsAt = occurrence.soundsAt, soundsAt != .never { next.lower(to: soundsAt) }
      next.lower(to: riseAt(occurrence))
      next.lower(to: occurrence.acknowledgedUntil)
      next.lower(to: forgetAt(occurrence))
      next.lower(to: nextBurst(of: occurrence))
      if occurrence.isTest, occurrence.presence != .off { next.lower(to: occurrence.endedAt) }
    }
    for episode in episodes.all {
      next.lower(to: episode.pausedUntil)
      next.lower(to: episode.nextStep(after: settledAt))
    }
    return next
  }

  /// When the priority of an alarm rises to high.
  private func riseAt(_ occurrence: Occurrence) -> Instant? {
    guard occurrence.escalates, occurrence.priority < .high, occurrence.isHeld, occurrence.isOn,
      occurrence.soundsAt == nil,
      let onset = occurrence.onsetAt, let after = occurrence.escalatesAfter
    else { return nil }
    return min(onset.advanced(by: after), occurrence.risesAt ?? .never)
  }

  /// When a fault of the box that is gone leaves its episode.
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
        isTechnical: occurrence.isTechnical(conditions), presence: report.presence, isOnset: isOnset,
        activation: report.activation, isTest: occurrence.isTest,
        silentUntil: report.presence == .ack ? occurrence.acknowledgedUntil : episodes.pauseEnd(of: occurrence),
        limit: occurrence.limit, value: occurrence.value, isLastValue: report.isLastValue,
        family: occurrence.episode.family, bounds: occurrence.bounds,
        unanswered: episodes.unanswered(occurrence, at: instant)))
  }
}
