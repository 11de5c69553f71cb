import Readings

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
