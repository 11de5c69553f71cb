import Readings

/// How a round goes through the circle by the clock (rules 17 to 22), and when what is held ends (rules 24 and 26).
extension CareCircle {
  /// Begins a round with some people; if none of them is ready, with the first who is (rule 17).
  /// - Parameter isRepeat: whether it begins because the one before was not answered.
  mutating func beginRound(
    _ at: Int, with people: PersonSet, isAgain: Bool = false, isRepeat: Bool = false, into outputs: inout [CircleOutput]
  ) {
    let ready = ready
    var first = people.intersection(ready)
    if first.isEmpty, let place = ready.first { first = PersonSet(place) }
    state.incidents[at].beginRound(at: state.now, isRepeat: isRepeat)
    let number = state.incidents[at].number
    log(.round, incident: number, into: &outputs)
    if first.isEmpty { log(.nobodyReady, incident: number, into: &outputs) }
    for place in first { tell(place, at, isAgain: isAgain, into: &outputs) }
  }

  private mutating func tell(_ place: Int, _ at: Int, isAgain: Bool = false, into outputs: inout [CircleOutput]) {
    state.incidents[at].told[place].round = state.incidents[at].round
    state.incidents[at].told[place].at = state.now
    state.incidents[at].told[place].isConfirmed = false
    state.incidents[at].told[place].isOwedEnd = true
    state.incidents[at].toldAt = state.now
    sendAlarm(at, to: place, by: 0, isAgain: isAgain, into: &outputs)
  }

  /// When something is due in an incident by time.
  func due(of incident: Incident, _ ready: PersonSet) -> Instant {
    let closing = incident.quietSince?.advanced(by: plan.times.coolDown) ?? .never
    let held = min(closing, heldBackUntil(incident))
    switch incident.phase {
    case .countdown(let countdown):
      let resumes = incident.isOn && countdown.runsFrom == nil ? countdown.silencedUntil : nil
      return min(held, countdown.end ?? resumes ?? .never)
    case .round:
      return min(held, nextPerson(incident, ready)?.due ?? again(incident, ready), nextChannel(incident, ready).due)
    case .held(_, let until), .okay(let until): return min(held, until)
    case .well: return held
    }
  }

  mutating func followRound(_ at: Int, into outputs: inout [CircleOutput]) {
    switch state.incidents[at].phase {
    case .countdown: followCountdown(at, into: &outputs)
    case .round:
      let ready = ready
      if let next = nextPerson(state.incidents[at], ready) {
        if next.due <= state.now { tell(next.place, at, into: &outputs) }
      } else if again(state.incidents[at], ready) <= state.now {
        return beginRound(at, with: ready, isAgain: true, isRepeat: true, into: &outputs)
      }
      while case let next = nextChannel(state.incidents[at], ready), next.due <= state.now {
        sendAlarm(at, to: next.place, by: next.channel, isAgain: false, into: &outputs)
      }
    case .held(_, let until): if until <= state.now { beginRound(at, with: ready, isAgain: true, into: &outputs) }
    case .okay(let until): if until <= state.now { startAgain(at, into: &outputs) }
    case .well: break
    }
  }

  /// The next ready person who was not alerted in this round (rule 18); `nil` if all were.
  private func nextPerson(_ incident: Incident, _ ready: PersonSet) -> (place: Int, due: Instant)? {
    guard let place = ready.first(where: { incident.told[$0].round < incident.round }) else { return nil }
    guard let toldAt = incident.toldAt else { return (place, state.now) }
    var canAnswer = false, isConfirmed = false
    for (other, told) in incident.told.enumerated() where told.round == incident.round && told.at == toldAt {
      canAnswer = canAnswer || (!told.isExhausted && state.members[other].hasConsented)
      isConfirmed = isConfirmed || told.isConfirmed
    }
    let wait = !canAnswer ? .zero : isConfirmed ? plan.times.step : plan.times.unconfirmed
    return (place, toldAt.advanced(by: wait))
  }

  /// The next channel of a person whose phone has not confirmed (rule 19).
  private func nextChannel(_ incident: Incident, _ ready: PersonSet) -> (place: Int, channel: Int, due: Instant) {
    var next = (place: 0, channel: 0, due: Instant.never)
    for place in ready {
      let told = incident.told[place]
      guard told.round == incident.round, !told.isConfirmed, let channel = told.nextChannel else { continue }
      var due = state.now
      if let latest = told.latest, latest.isOpen { due = latest.at.advanced(by: plan.times.unconfirmed) }
      if due < next.due { next = (place, channel, due) }
    }
    return next
  }

  /// When all are alerted again (rule 20).
  private func again(_ incident: Incident, _ ready: PersonSet) -> Instant {
    guard !ready.isEmpty, let toldAt = incident.toldAt else { return .never }
    let isHourly = (incident.repeats ?? 0) >= CircleBounds.repeatsUntilHourly
    return toldAt.advanced(by: isHourly ? max(plan.times.again, CircleBounds.hour) : plan.times.again)
  }
}
