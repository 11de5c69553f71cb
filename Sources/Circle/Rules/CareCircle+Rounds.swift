import Readings

/// How a round goes through the circle by the clock (rules 17 to 21), and when what is held ends (rules 25 and 28).
extension CareCircle {
  /// Begins a round with some people; if none of them is ready, with the first who is (rule 17).
  mutating func beginRound(
    _ at: Int, with people: PersonSet, _ cause: Incident.Cause = .news, into outputs: inout [CircleOutput]
  ) {
    state.incidents[at].beginRound(at: state.now, cause)
    let ready = ready(of: state.incidents[at])
    var first = people.intersection(ready)
    if first.isEmpty, let place = ready.first { first = PersonSet(place) }
    let number = state.incidents[at].number
    log(.round, incident: number, into: &outputs)
    if first.isEmpty { log(.nobodyReady, incident: number, into: &outputs) }
    for place in first { tell(place, at, isAgain: cause != .news, into: &outputs) }
  }

  private mutating func tell(_ place: Int, _ at: Int, isAgain: Bool = false, into outputs: inout [CircleOutput]) {
    state.incidents[at].told[place].round = state.incidents[at].round
    state.incidents[at].told[place].at = state.now
    state.incidents[at].told[place].isConfirmed = false
    state.incidents[at].told[place].isOwedEnd = true
    state.incidents[at].toldAt = state.now
    state.incidents[at].reminder = nil
    let channels = state.incidents[at].isUrgent ? state.incidents[at].told[place].deliveries.indices : 0..<1
    for channel in channels { sendAlarm(at, to: place, by: channel, isAgain: isAgain, into: &outputs) }
  }

  func due(of incident: Incident) -> Instant {
    let closing = incident.quietSince?.advanced(by: plan.times.coolDown) ?? .never
    switch incident.phase {
    case .countdown(let countdown):
      let resumes = incident.isOn && countdown.runsFrom == nil ? countdown.silencedUntil : nil
      return min(closing, countdown.end ?? resumes ?? .never)
    case .round:
      let next = nextPerson(incident)?.due ?? min(widening(incident), again(incident))
      let shown = unreachedAt(incident)
      return min(closing, next, nextChannel(incident).due, nextReminder(incident), shown > state.now ? shown : .never)
    case .held(_, let until), .okay(let until): return min(closing, until)
    case .well: return closing
    }
  }

  mutating func followRound(_ at: Int, into outputs: inout [CircleOutput]) {
    switch state.incidents[at].phase {
    case .countdown: followCountdown(at, into: &outputs)
    case .round:
      if let next = nextPerson(state.incidents[at]) {
        if next.due <= state.now { tell(next.place, at, into: &outputs) }
      } else if widening(state.incidents[at]) <= state.now {
        state.incidents[at].isWide = true
      } else if again(state.incidents[at]) <= state.now {
        return beginRound(at, with: willing, .noAnswer, into: &outputs)
      }
      while case let next = nextChannel(state.incidents[at]), next.due <= state.now {
        sendAlarm(at, to: next.place, by: next.channel, isAgain: false, into: &outputs)
      }
      if nextReminder(state.incidents[at]) <= state.now { remind(at, into: &outputs) }
    case .held(let person, let until):
      guard until <= state.now else { return }
      beginRound(at, with: place(of: person).map { PersonSet($0) } ?? PersonSet(), .asks(person), into: &outputs)
    case .okay(let until): if until <= state.now { startAgain(at, into: &outputs) }
    case .well: break
    }
  }

  /// The next ready person who was not alerted in this round (rule 18); `nil` if all were.
  private func nextPerson(_ incident: Incident) -> (place: Int, due: Instant)? {
    guard let place = ready(of: incident).first(where: { incident.told[$0].round < incident.round }) else { return nil }
    guard let toldAt = incident.toldAt else { return (place, state.now) }
    let latest = latest(of: incident)
    let wait = !latest.canAnswer ? .zero : latest.isReached ? plan.times.step : plan.times.unconfirmed
    return (place, toldAt.advanced(by: wait))
  }

  /// Whether a person who was alerted last in this round can still be reached, and whether the provider of one has a message.
  private func latest(of incident: Incident) -> (canAnswer: Bool, isReached: Bool) {
    var latest = (canAnswer: false, isReached: false)
    for (place, told) in incident.told.enumerated() where told.round == incident.round && told.at == incident.toldAt {
      latest.canAnswer = latest.canAnswer || (!told.isExhausted && state.members[place].hasConsented)
      latest.isReached = latest.isReached || told.reachedRound == incident.round
    }
    return latest
  }

  /// When pauses do not count any more in this round, in which all ready people were alerted (rule 6).
  private func widening(_ incident: Incident) -> Instant {
    guard incident.isWide != true, !incident.isReached, ready != willing, let toldAt = incident.toldAt else {
      return .never
    }
    return latest(of: incident).canAnswer ? toldAt.advanced(by: plan.times.unconfirmed) : state.now
  }

  /// The next channel of a person whose phone has not confirmed (rule 19).
  private func nextChannel(_ incident: Incident) -> (place: Int, channel: Int, due: Instant) {
    var next = (place: 0, channel: 0, due: Instant.never)
    for place in ready(of: incident) {
      let told = incident.told[place]
      guard told.round == incident.round, !told.isConfirmed, let channel = told.nextChannel else { continue }
      var due = state.now
      if let latest = told.latest, latest.isOpen { due = latest.at.advanced(by: plan.times.unconfirmed) }
      if due < next.due { next = (place, channel, due) }
    }
    return next
  }

  /// When the people who were alerted last are alerted again (rule 20).
  private func nextReminder(_ incident: Incident) -> Instant {
    let last = incident.reminder ?? 0
    guard !incident.isUrgent, last < CircleBounds.reminders, let toldAt = incident.toldAt else { return .never }
    return toldAt.advanced(by: CircleBounds.reminder * Int(last + 1))
  }

  private mutating func remind(_ at: Int, into outputs: inout [CircleOutput]) {
    let incident = state.incidents[at]
    guard let toldAt = incident.toldAt else { return }
    var number = (incident.reminder ?? 0) + 1
    while number < CircleBounds.reminders,
      toldAt.advanced(by: CircleBounds.reminder * Int(number + 1)) <= state.now
    {
      number += 1
    }
    state.incidents[at].reminder = number
    for place in ready(of: incident) {
      let told = incident.told[place]
      guard told.round == incident.round, told.at == toldAt else { continue }
      for channel in told.deliveries.indices
      where told.deliveries[channel].round == incident.round && told.deliveries[channel].isAccepted {
        sendAlarm(at, to: place, by: channel, isAgain: true, reminder: number, into: &outputs)
      }
    }
  }

  /// When all are alerted again (rule 21).
  private func again(_ incident: Incident) -> Instant {
    guard !ready(of: incident).isEmpty, let toldAt = incident.toldAt else { return .never }
    return toldAt.advanced(by: plan.times.again)
  }
}
