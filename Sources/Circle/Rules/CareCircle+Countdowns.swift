import Readings

/// The countdown of an incident (rules 13 to 16), and how an incident begins again after an *okay* (rule 28).
extension CareCircle {
  mutating func runCountdown(_ at: Int, into outputs: inout [CircleOutput]) {
    guard case .countdown(var countdown) = state.incidents[at].phase, countdown.end == nil else { return }
    countdown.run(at: state.now)
    state.incidents[at].phase = .countdown(countdown)
    guard let end = countdown.end else { return }
    let incident = state.incidents[at]
    outputs.append(.countdown(incident: incident.number, subject: incident.subject, endsAt: end))
  }

  /// Says why a countdown that runs is over.
  func stopCountdown(_ at: Int, _ why: CountdownStop, into outputs: inout [CircleOutput]) {
    guard case .countdown(let countdown) = state.incidents[at].phase, countdown.runsFrom != nil else { return }
    outputs.append(.countdownStopped(incident: state.incidents[at].number, why))
  }

  mutating func silence(_ number: UInt64, into outputs: inout [CircleOutput]) {
    if let place = state.notices.firstIndex(where: { $0.alarm.number == number }) {
      state.notices[place].isDone = true
      return
    }
    guard let at = state.incidents.firstIndex(where: { $0.alarms.contains { $0.number == number } }),
      case .countdown(var countdown) = state.incidents[at].phase, countdown.silence(at: state.now)
    else { return }
    stopCountdown(at, .silenced, into: &outputs)
    state.incidents[at].phase = .countdown(countdown)
  }

  /// Rule 28.
  mutating func startAgain(_ at: Int, into outputs: inout [CircleOutput]) {
    state.incidents[at].round &+= 1
    state.incidents[at].forgetWords()
    state.incidents[at].told = plan.people.map { AlertedPerson(channels: $0.channels) }
    state.incidents[at].phase = .countdown(Countdown(plan.times.countdown))
    if state.incidents[at].alarms.contains(where: { $0.number == CircleAlarm.boxLostNumber }) {
      endCountdown(at, .lost, into: &outputs)
    } else {
      runCountdown(at, into: &outputs)
    }
  }

  mutating func followCountdown(_ at: Int, into outputs: inout [CircleOutput]) {
    guard state.incidents[at].isOn, case .countdown(let countdown) = state.incidents[at].phase else { return }
    if let end = countdown.end {
      if end <= state.now { endCountdown(at, .told, into: &outputs) }
    } else {
      runCountdown(at, into: &outputs)
    }
  }

  /// Rule 16.
  mutating func endCountdown(_ at: Int, _ why: CountdownStop, into outputs: inout [CircleOutput]) {
    stopCountdown(at, why, into: &outputs)
    countRound()
    beginRound(at, with: PersonSet(), into: &outputs)
  }
}
