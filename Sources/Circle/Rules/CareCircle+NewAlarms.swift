import Readings

/// Whom a new alarm in an open incident is sent to first (rules 22 and 34).
extension CareCircle {
  mutating func tellNew(_ at: Int, _ alarm: CircleAlarm, into outputs: inout [CircleOutput]) {
    let told = state.incidents[at].told(of: alarm.condition)
    let isNew = told.map { $0.advanced(by: plan.times.coolDown) <= state.now } ?? true
    beginTold(at, alone: isFlood && !isNew, into: &outputs)
  }

  private mutating func beginTold(_ at: Int, alone: Bool = false, into outputs: inout [CircleOutput]) {
    countRound()
    if case .held(let person, _) = state.incidents[at].phase, let holder = place(of: person) {
      beginRound(at, with: PersonSet(holder), into: &outputs)
    } else {
      beginRound(at, with: alone ? PersonSet() : wasTold(at), into: &outputs)
    }
  }

  /// Rule 23.
  mutating func worse(_ number: UInt64, into outputs: inout [CircleOutput]) {
    guard let at = state.incidents.firstIndex(where: { $0.alarms.contains { $0.number == number } }) else { return }
    switch state.incidents[at].phase {
    case .held, .okay:
      log(.worse, incident: state.incidents[at].number, into: &outputs)
      beginTold(at, into: &outputs)
    default: log(.ignored, incident: state.incidents[at].number, "worse", into: &outputs)
    }
  }

  mutating func countRound() {
    if state.rounds.count >= CircleBounds.roundsADay { state.rounds.removeFirst() }
    state.rounds.append(state.now)
  }

  private var isFlood: Bool {
    state.rounds.count { $0.advanced(by: CircleBounds.day) > state.now } >= CircleBounds.roundsADay
  }
}
