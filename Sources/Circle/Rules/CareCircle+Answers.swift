import Readings

/// What people answer: *have it* and *okay* (rules 24, 26 and 27).
extension CareCircle {
  mutating func haveIt(_ person: String, _ number: UInt32?, into outputs: inout [CircleOutput]) {
    guard let place = willingPlace(of: person, into: &outputs) else { return }
    if number == nil, !state.isAlarmOn, let drill = state.drill, !drill.isOver {
      answerDrill(person, scope: .drill(drill.number), into: &outputs)
    }
    for at in state.incidents.indices where number == nil || state.incidents[at].number == number {
      assign(at, place, person, into: &outputs)
    }
  }

  mutating func say(_ word: CircleWord, _ person: String, _ number: UInt32, into outputs: inout [CircleOutput]) {
    guard let place = willingPlace(of: person, into: &outputs),
      let at = state.incidents.firstIndex(where: { $0.number == number })
    else { return }
    if word.isAnswer { assign(at, place, person, into: &outputs) }
    let isOpen =
      switch state.incidents[at].phase {
      case .round, .held: true
      case .countdown, .okay, .well: false
      }
    let said = SaidWord(person: person, word: word, at: state.now)
    guard isOpen, let which = state.incidents[at].says(said) else {
      return log(.ignored, incident: number, person: person, word.rawValue, into: &outputs)
    }
    sendWord(
      at, .says, of: state.incidents[at].alarms, by: person, says: (word, which), to: { $0 != place && $1.isOwedEnd },
      into: &outputs)
    log(.says, incident: number, person: person, word.rawValue, into: &outputs)
  }

  private mutating func assign(_ at: Int, _ place: Int, _ person: String, into outputs: inout [CircleOutput]) {
    let incident = state.incidents[at]
    let wasAsked = incident.phase == .round && incident.asked == person
    let until = state.now.advanced(by: wasAsked ? plan.times.hold : CircleBounds.firstAnswer)
    switch incident.phase {
    case .held(person, let before): state.incidents[at].phase = .held(by: person, until: max(before, until))
    case .countdown where incident.isOn, .round:
      stopCountdown(at, .taken, into: &outputs)
      cancelAll(at, into: &outputs)
      state.answeredAt = state.now
      state.incidents[at].phase = .held(by: person, until: until)
      state.incidents[at].hasIt = SaidWord(person: person, word: nil, at: state.now)
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
    if case .okay = incident.phase {
      return log(.ignored, incident: incident.number, person: person, "okay", into: &outputs)
    }
    guard !incident.isVital || isSecondOkay(at) else {
      return log(.okayAsked, incident: incident.number, person: person, into: &outputs)
    }
    log(.okay, incident: incident.number, person: person, into: &outputs)
    cancelAll(at, into: &outputs)
    let isOn = incident.alarms.contains { $0.number != CircleAlarm.helpNumber }, first = isOn ? ready.first : nil
    sendWord(
      at, .okay, of: incident.alarms, by: person, to: { $1.isOwedEnd || $0 == first }, into: &outputs)
    if let first { state.incidents[at].told[first].isOwedEnd = true }
    state.incidents[at].alarms.removeAll { $0.number == CircleAlarm.helpNumber }
    state.incidents[at].okayAskedAt = nil
    guard isOn else { return close(at, into: &outputs) }
    stopCountdown(at, .okay, into: &outputs)
    state.incidents[at].phase = .okay(until: state.now.advanced(by: CircleBounds.okay))
  }

  /// Whether an *okay* repeats one of 2 to 30 s ago; one that is sooner is the same press, a later one is a first one.
  private mutating func isSecondOkay(_ at: Int) -> Bool {
    let passed = state.incidents[at].okayAskedAt.map { $0.duration(to: state.now) }
    if let passed, CircleBounds.okayAgain.contains(passed) { return true }
    if passed.map({ $0 > CircleBounds.okayAgain.upperBound }) ?? true { state.incidents[at].okayAskedAt = state.now }
    return false
  }
}
