import Readings

/// An alarm that returns often is held back for the cool-down; one that is new never is (rules 21, 33 to 35).
extension CareCircle {
  mutating func tellOrHoldBack(_ at: Int, _ alarm: CircleAlarm, into outputs: inout [CircleOutput]) {
    let told = state.incidents[at].told(of: alarm.condition)
    let isNew = told.map { $0.advanced(by: plan.times.coolDown) <= state.now } ?? true
    guard isFlood, !isNew, let place = state.incidents[at].alarms.indices.last else {
      return beginTold(at, into: &outputs)
    }
    state.incidents[at].alarms[place].isHeldBack = true
    log(.heldBack, incident: state.incidents[at].number, alarm.condition, into: &outputs)
    guard state.floodToldAt.map({ $0.advanced(by: CircleBounds.day) <= state.now }) ?? true else { return }
    state.floodToldAt = state.now
    let ready = ready
    let alarms = [state.incidents[at].alarms[place]]
    sendWord(at, .flood, of: alarms, to: { ready.contains($0) && $1.round > 0 }, into: &outputs)
  }

  /// Rule 21.
  private mutating func beginTold(_ at: Int, into outputs: inout [CircleOutput]) {
    countRound()
    if case .held(let person, _) = state.incidents[at].phase, let holder = place(of: person) {
      beginRound(at, with: PersonSet(holder), into: &outputs)
    } else {
      beginRound(at, with: wasTold(at), into: &outputs)
    }
  }

  func heldBackUntil(_ incident: Incident) -> Instant {
    var until = Instant.never
    for alarm in incident.alarms where alarm.isHeldBack {
      until = min(until, incident.told(of: alarm.condition)?.advanced(by: plan.times.coolDown) ?? state.now)
    }
    return until
  }

  mutating func releaseHeldBack(_ at: Int, into outputs: inout [CircleOutput]) {
    if heldBackUntil(state.incidents[at]) <= state.now { beginTold(at, into: &outputs) }
  }

  mutating func countRound() {
    if state.rounds.count >= CircleBounds.roundsADay { state.rounds.removeFirst() }
    state.rounds.append(state.now)
  }

  private var isFlood: Bool {
    state.rounds.count { $0.advanced(by: CircleBounds.day) > state.now } >= CircleBounds.roundsADay
  }
}
