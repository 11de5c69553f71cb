import Readings

/// High alarms begin and end (rules 8 to 12, 22, 30 to 32).
extension CareCircle {
  mutating func begin(_ alarm: CircleAlarm, into outputs: inout [CircleOutput]) {
    let isNew =
      !state.endedNumbers.contains(alarm.number)
      && !state.incidents.contains { $0.alarms.contains { $0.number == alarm.number } }
    guard isNew else { return }
    guard alarm.priority == .high else { return beginNotice(alarm, into: &outputs) }
    state.notices.removeAll { $0.alarm.number == alarm.number }
    let opened = state.incidentNumber
    let at = incident(for: alarm.subject, into: &outputs)
    guard add(alarm, to: at, into: &outputs) else { return }
    switch state.incidents[at].phase {
    case .countdown:
      if alarm.number == CircleAlarm.boxLostNumber {
        endCountdown(at, .lost, into: &outputs)
      } else if state.incidentNumber != opened, hasEndedShortly(alarm.subject) {
        endCountdown(at, .told, into: &outputs)
      } else {
        runCountdown(at, into: &outputs)
      }
    case .round, .held, .well: tellNew(at, alarm, into: &outputs)
    case .okay: startAgain(at, into: &outputs)
    }
  }

  /// The incident of a subject, opened if there is none (rule 10).
  mutating func incident(for subject: String, into outputs: inout [CircleOutput]) -> Int {
    if let at = state.incidents.firstIndex(where: { $0.subject == subject }) { return at }
    if state.incidents.count >= CircleBounds.incidents {
      guard let quiet = state.incidents.firstIndex(where: { !$0.isOn }) else { return state.incidents.count - 1 }
      close(quiet, into: &outputs)
    }
    state.incidentNumber &+= 1
    let told = plan.people.map { AlertedPerson(channels: $0.channels) }
    state.incidents.append(
      Incident(state.incidentNumber, subject: subject, countdown: plan.times.countdown, told: told))
    log(.opened, incident: state.incidentNumber, subject, into: &outputs)
    return state.incidents.count - 1
  }

  /// - Returns: whether there was room for it (rule 11).
  mutating func add(_ alarm: CircleAlarm, to at: Int, into outputs: inout [CircleOutput]) -> Bool {
    let isAlways = alarm.number >= CircleAlarm.boxLostNumber
    let count = state.incidents[at].alarms.count { $0.number < CircleAlarm.boxLostNumber }
    guard isAlways || count < CircleBounds.alarms else {
      log(.ignored, incident: state.incidents[at].number, alarm.condition, into: &outputs)
      return false
    }
    state.incidents[at].alarms.append(Incident.Alarm(number: alarm.number, condition: alarm.condition))
    state.incidents[at].quietSince = nil
    log(.began, incident: state.incidents[at].number, alarm.condition, into: &outputs)
    return true
  }

  mutating func end(_ number: UInt64, into outputs: inout [CircleOutput]) {
    guard number != CircleAlarm.helpNumber else { return }
    if endNotice(number, into: &outputs) { return remember(number) }
    guard let at = state.incidents.firstIndex(where: { $0.alarms.contains { $0.number == number } }),
      let place = state.incidents[at].alarms.firstIndex(where: { $0.number == number })
    else { return }
    remember(number)
    let alarm = state.incidents[at].alarms.remove(at: place)
    state.incidents[at].remember(alarm)
    log(.ended, incident: state.incidents[at].number, alarm.condition, into: &outputs)
    let wasOkay = if case .okay = state.incidents[at].phase { true } else { false }
    guard state.incidents[at].isOn else {
      state.incidents[at].quietSince = state.now
      settleDown(at, wasOkay: wasOkay, into: &outputs)
      if wasOkay { close(at, into: &outputs) }
      return
    }
    guard alarm.round > 0, !wasOkay else { return }
    sendWord(at, .ended, of: [alarm], to: { $1.round >= alarm.round }, into: &outputs)
  }

  /// No alarm is on any more (rules 30 and 31).
  private mutating func settleDown(_ at: Int, wasOkay: Bool, into outputs: inout [CircleOutput]) {
    let incident = state.incidents[at], wellRound = incident.wellRound ?? 0, over = incident.over ?? []
    if case .countdown = incident.phase {
      stopCountdown(at, .normal, into: &outputs)
      let first = ready.first
      sendWord(at, .missed, of: over, to: { place, _ in place == first }, into: &outputs)
      let ends = (state.shortEnds ?? []) + [CircleState.ShortEnd(subject: incident.subject, at: state.now)]
      state.shortEnds = ends.suffix(CircleBounds.shortEnds)
    } else {
      let knows = { (told: AlertedPerson) in wasOkay || (told.reachedRound ?? 0) > wellRound }
      cancelAll(at, into: &outputs)
      sendWord(at, .missed, of: over, to: { $1.isOwedEnd && !knows($1) }, into: &outputs)
      sendWord(at, .normal, to: { $1.isOwedEnd && knows($1) }, into: &outputs)
    }
    state.incidents[at].becomeWell()
  }

  /// Whether an alarm of a subject has lately ended in its countdown: the next one has none.
  private func hasEndedShortly(_ subject: String) -> Bool {
    (state.shortEnds ?? []).contains { $0.subject == subject && state.now < $0.at.advanced(by: CircleBounds.hour) }
  }

  func wasTold(_ at: Int) -> PersonSet {
    PersonSet(upTo: state.members.count) { state.incidents[at].told[$0].round > 0 }
  }

  /// A number that has ended does not come back; those of the circle itself do.
  private mutating func remember(_ number: UInt64) {
    guard number < CircleAlarm.boxLostNumber else { return }
    if state.endedNumbers.count >= CircleBounds.endedNumbers { state.endedNumbers.removeFirst() }
    state.endedNumbers.append(number)
  }

  /// Rule 12.
  mutating func takeBack(_ alarms: [CircleAlarm], into outputs: inout [CircleOutput]) {
    let known = state.incidents.flatMap { $0.alarms.map(\.number) } + state.notices.map(\.alarm.number)
    for number in known where number != CircleAlarm.helpNumber && !alarms.contains(where: { $0.number == number }) {
      end(number, into: &outputs)
    }
    for alarm in alarms { begin(alarm, into: &outputs) }
  }

  mutating func closeIfQuiet(_ at: Int, into outputs: inout [CircleOutput]) {
    guard let since = state.incidents[at].quietSince, since.advanced(by: plan.times.coolDown) <= state.now else {
      return
    }
    close(at, into: &outputs)
  }

  mutating func close(_ at: Int, into outputs: inout [CircleOutput]) {
    stopCountdown(at, .okay, into: &outputs)
    log(.closed, incident: state.incidents[at].number, into: &outputs)
    state.incidents.remove(at: at)
  }
}

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

/// A call for help (rule 29).
extension CareCircle {
  mutating func needHelp(_ subject: String, by person: String?, into outputs: inout [CircleOutput]) {
    let subject = CircleAlarm.cut(subject)
    if let person {
      guard willingPlace(of: person, into: &outputs) != nil else { return }
      return callForHelp(subject, by: person, into: &outputs)
    }
    // A frightened person presses often, and two people may call: only "okay" cancels it.
    guard state.help == nil else { return }
    state.help = CircleState.HelpCall(subject: subject, due: state.now.advanced(by: CircleBounds.helpGrace))
  }

  mutating func takeBackHelp(into outputs: inout [CircleOutput]) {
    state.help = nil
    log(.helpTakenBack, into: &outputs)
  }

  mutating func callForHelp(into outputs: inout [CircleOutput]) {
    guard let help = state.help, help.due <= state.now else { return }
    state.help = nil
    callForHelp(help.subject, by: nil, into: &outputs)
  }

  private mutating func callForHelp(_ subject: String, by person: String?, into outputs: inout [CircleOutput]) {
    let at = incident(for: subject, into: &outputs)
    log(.help, incident: state.incidents[at].number, person: person, subject, into: &outputs)
    if state.incidents[at].isHelp {
      let isSoon = state.now < state.incidents[at].roundBegan.advanced(by: CircleBounds.helpAgain)
      if state.incidents[at].phase == .round, isSoon { return }
    } else {
      guard add(.help(subject), to: at, into: &outputs) else { return }
    }
    stopCountdown(at, .help, into: &outputs)
    beginRound(at, with: ready, into: &outputs)
  }
}
