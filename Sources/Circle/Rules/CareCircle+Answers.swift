import Readings

/// What people answer: *have it* and *okay* (rules 23 to 26).
extension CareCircle {
  mutating func haveIt(_ person: String, _ number: UInt32?, into outputs: inout [CircleOutput]) {
    guard let place = willingPlace(of: person, into: &outputs) else { return }
    if number == nil, !state.isAlarmOn, let drill = state.drill, !drill.isOver {
      answerDrill(person, scope: .drill(drill.number), into: &outputs)
    }
    for at in state.incidents.indices where number == nil || state.incidents[at].number == number {
      take(at, place, person, into: &outputs)
    }
  }

  private mutating func take(_ at: Int, _ place: Int, _ person: String, into outputs: inout [CircleOutput]) {
    let until = state.now.advanced(by: plan.times.hold), incident = state.incidents[at]
    switch incident.phase {
    case .held(person, _): state.incidents[at].phase = .held(by: person, until: until)
    case .countdown where incident.isOn, .round:
      stopCountdown(at, .taken, into: &outputs)
      cancelAll(at, into: &outputs)
      state.incidents[at].phase = .held(by: person, until: until)
      sendWord(
        at, .taken, of: incident.alarms, by: person, to: { $0 != place && $1.isOwedEnd }, into: &outputs)
      log(.taken, incident: incident.number, person: person, into: &outputs)
    default: log(.ignored, incident: incident.number, person: person, "have it", into: &outputs)
    }
  }

  mutating func okay(_ subject: String?, by person: String?, into outputs: inout [CircleOutput]) {
    if let person, willingPlace(of: person, into: &outputs) == nil { return }
    if let help = state.help, subject == nil || subject == help.subject { takeBackHelp(into: &outputs) }
    for at in state.incidents.indices.reversed() where subject == nil || state.incidents[at].subject == subject {
      settle(at, by: person, into: &outputs)
    }
  }

  private mutating func settle(_ at: Int, by person: String?, into outputs: inout [CircleOutput]) {
    let incident = state.incidents[at]
    log(.okay, incident: incident.number, person: person, into: &outputs)
    cancelAll(at, into: &outputs)
    sendWord(at, .okay, of: incident.alarms, by: person, to: { $1.isOwedEnd }, into: &outputs)
    forgetOwed(at)
    state.incidents[at].alarms.removeAll { $0.number == CircleAlarm.helpNumber }
    for place in state.incidents[at].alarms.indices { state.incidents[at].alarms[place].isHeldBack = false }
    guard state.incidents[at].isOn else { return close(at, into: &outputs) }
    stopCountdown(at, .okay, into: &outputs)
    state.incidents[at].phase = .okay(until: state.now.advanced(by: plan.times.hold))
  }
}
