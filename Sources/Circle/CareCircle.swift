import Readings

/// The care circle: which people are alerted, in which order, and until when. A pure machine by the rules of docs/messages.md,
/// whose numbers stand in the comments of this room.
///
/// The caller hands in events with the circle's own time (``CircleClock``), asks again at ``nextDue``, and saves ``state`` in
/// one step with the outputs.
package struct CareCircle: Sendable {
  package internal(set) var plan: CirclePlan
  package internal(set) var state: CircleState

  /// A circle without any consent yet, at time 0.
  package init(_ plan: CirclePlan) {
    self.plan = plan
    state = CircleState(plan)
  }

  /// Continues a saved state. The date is unknown until it is reported (rule 3).
  /// - Parameter plan: may have changed meanwhile (rule 42).
  package init(resuming state: CircleState, plan: CirclePlan, into outputs: inout [CircleOutput]) {
    self.plan = plan
    self.state = state
    self.state.dateOffset = nil
    adopt(plan, into: &outputs)
    settle(into: &outputs)
  }

  /// Handles an event.
  /// - Parameter time: the circle's time; an earlier one than before counts as the latest (rule 1).
  package mutating func handle(_ event: CircleEvent, at time: Instant, into outputs: inout [CircleOutput]) {
    state.now = max(state.now, time)
    // A person who says stop gets no message any more, not even one that is due (rule 2).
    let isStop = if case .stop = event { true } else { false }
    if !isStop { settle(into: &outputs) }
    apply(event, into: &outputs)
    settle(into: &outputs)
  }

  /// When the circle must be asked next; `Instant.never` if nothing is due by time alone.
  package var nextDue: Instant {
    let ready = ready
    var due = min(nextPauseEnd, nextNotice(ready), nextSummary(ready), state.help?.due ?? .never)
    if let drill = state.drill, !drill.isOver { due = min(due, drill.at.advanced(by: CircleBounds.drillLength)) }
    for incident in state.incidents { due = min(due, self.due(of: incident)) }
    // The time until a restart counts if it was saved (rule 41).
    let isWaiting = !state.incidents.isEmpty || state.members.contains { $0.pausedUntil != nil }
    if isWaiting { due = min(due, state.now.advanced(by: CircleBounds.save)) }
    return due
  }

  /// Does what is due, in the order of the rules (rule 2). Each step is counted from now, so it cannot be due again at once more
  /// than a few times; the bound is for the case that this is wrong.
  private mutating func settle(into outputs: inout [CircleOutput]) {
    for _ in 0..<100 {
      guard nextDue <= state.now else { return }
      endPauses(into: &outputs)
      for place in state.incidents.indices { followRound(place, into: &outputs) }
      callForHelp(into: &outputs)
      for place in state.incidents.indices.reversed() { closeIfQuiet(place, into: &outputs) }
      tellNotices(into: &outputs)
      endDrill(into: &outputs)
      sendSummary(into: &outputs)
    }
  }

  private mutating func apply(_ event: CircleEvent, into outputs: inout [CircleOutput]) {
    switch event {
    case .began(let alarm): begin(alarm, into: &outputs)
    case .ended(let number): end(number, into: &outputs)
    case .worse(let number): worse(number, into: &outputs)
    case .silenced(let number): silence(number, into: &outputs)
    case .boxLost: begin(.boxLost, into: &outputs)
    case .boxBack(let alarms): takeBack(alarms, into: &outputs)
    case .report(let id, let report): note(report, of: id, into: &outputs)
    case .haveIt(let person, let incident): haveIt(person, incident, into: &outputs)
    case .says(let word, let person, let incident): say(word, person, incident, into: &outputs)
    case .okay(let subject, let person): okay(subject, by: person, into: &outputs)
    case .needHelp(let subject, let person): needHelp(subject, by: person, into: &outputs)
    case .consent(let person, let date): consent(person, date, into: &outputs)
    case .stop(let person, let date): stop(person, date, into: &outputs)
    case .pause(let person, let time): pause(person, time, into: &outputs)
    case .resume(let person): resume(person, into: &outputs)
    case .drill: drill(into: &outputs)
    case .plan(let plan): adopt(plan, into: &outputs)
    case .date(let offset): state.dateOffset = offset.map { min(max($0, -Self.longestOffset), Self.longestOffset) }
    case .tick: break
    }
  }

  /// 3,000 years in seconds: no arithmetic of dates overflows.
  private static let longestOffset: Int64 = 100_000_000_000

  func log(
    _ kind: CircleEntry.Kind, incident: UInt32? = nil, person: String? = nil, _ about: String? = nil,
    into outputs: inout [CircleOutput]
  ) {
    outputs.append(
      .entry(CircleEntry(at: state.now, kind: kind, incident: incident, person: person, about: about)))
  }
}
