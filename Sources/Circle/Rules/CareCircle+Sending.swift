import Readings

/// How messages of incidents are sent and cancelled (rule 33), and what their reports change.
extension CareCircle {
  /// Sends a person the alarms that are on, by one of their channels.
  /// - Parameter reminder: its number, if the person has an alert of this round by this channel.
  mutating func sendAlarm(
    _ at: Int, to place: Int, by channel: Int, isAgain: Bool, reminder: UInt64? = nil,
    into outputs: inout [CircleOutput]
  ) {
    cancel(at, person: place, channel: channel, into: &outputs)
    let incident = state.incidents[at], alarms = incident.alarms.filter { $0.round > 0 }
    if let reminder {
      state.incidents[at].told[place].remind(by: channel, reminder)
    } else {
      state.incidents[at].told[place].send(by: channel, at: state.now)
    }
    let id = id(incident, .alarm, place, channel, alarm: reminder)
    outputs.append(
      .send(
        CircleMessage(
          id: id, subject: incident.subject, conditions: alarms.map(\.condition), alarms: alarms.map(\.number), by: nil,
          isAgain: isAgain)))
  }

  /// Sends a message to people who consent, by all channels by which they were alerted, or else by their first.
  mutating func sendWord(
    _ at: Int, _ kind: CircleMessageKind, of alarms: [Incident.Alarm] = [], by: String? = nil,
    says: (word: CircleWord, number: UInt64)? = nil, to isMeant: (Int, AlertedPerson) -> Bool,
    into outputs: inout [CircleOutput]
  ) {
    let incident = state.incidents[at]
    for place in willing where isMeant(place, incident.told[place]) {
      let used = incident.told[place].deliveries.indices.filter { incident.told[place].deliveries[$0].round > 0 }
      for channel in used.isEmpty ? [0] : used {
        let alarm = kind == .ended ? alarms.first?.number : says?.number
        outputs.append(
          .send(
            CircleMessage(
              id: id(incident, kind, place, channel, alarm: alarm), subject: incident.subject,
              conditions: alarms.map(\.condition), alarms: alarms.map(\.number), by: by, isAgain: false,
              word: says?.word)))
      }
    }
  }

  /// Cancels all messages of alarms that are not over.
  mutating func cancelAll(_ at: Int, into outputs: inout [CircleOutput]) {
    for place in state.incidents[at].told.indices { cancel(at, person: place, into: &outputs) }
  }

  mutating func cancel(_ at: Int, person place: Int, except kept: [String] = [], into outputs: inout [CircleOutput]) {
    guard state.incidents[at].told.indices.contains(place) else { return }
    let deliveries = state.incidents[at].told[place].deliveries
    for channel in deliveries.indices where !kept.contains(deliveries[channel].channel) {
      cancel(at, person: place, channel: channel, into: &outputs)
    }
  }

  private mutating func cancel(_ at: Int, person place: Int, channel: Int, into outputs: inout [CircleOutput]) {
    let incident = state.incidents[at], delivery = incident.told[place].deliveries[channel]
    guard delivery.isOpen else { return }
    state.incidents[at].told[place].deliveries[channel].state = .cancelled
    outputs.append(
      .cancel(
        CircleMessageID(
          scope: .incident(incident.number), round: delivery.round, person: state.members[place].name,
          channel: delivery.channel, kind: .alarm, alarm: delivery.reminder)))
  }

  /// Sends a message that belongs to no incident.
  func send(
    _ kind: CircleMessageKind, _ scope: CircleMessageID.Scope, to place: Int, by channel: String, subject: String = "",
    conditions: [String] = [], alarms: [UInt64] = [], into outputs: inout [CircleOutput]
  ) {
    let id = CircleMessageID(
      scope: scope, round: 0, person: state.members[place].name, channel: channel, kind: kind, alarm: nil)
    outputs.append(
      .send(
        CircleMessage(id: id, subject: subject, conditions: conditions, alarms: alarms, by: nil, isAgain: false)))
  }

  private func id(_ incident: Incident, _ kind: CircleMessageKind, _ place: Int, _ channel: Int, alarm: UInt64? = nil)
    -> CircleMessageID
  {
    CircleMessageID(
      scope: .incident(incident.number), round: incident.round, person: state.members[place].name,
      channel: incident.told[place].deliveries[channel].channel, kind: kind, alarm: alarm)
  }

  /// A report that is late, repeated or of another message changes nothing but the log.
  mutating func note(_ report: CircleReport, of id: CircleMessageID, into outputs: inout [CircleOutput]) {
    let kind: CircleEntry.Kind =
      switch report {
      case .sent: .sent
      case .confirmed: .confirmed
      case .failed: .failed
      case .expired: .expired
      }
    outputs.append(.entry(CircleEntry(at: state.now, kind: kind, person: id.person, message: id)))
    if id.kind == .drill, report == .confirmed { answerDrill(id.person, scope: id.scope, into: &outputs) }
    guard id.kind == .alarm, case .incident(let number) = id.scope, let person = place(of: id.person),
      let at = state.incidents.firstIndex(where: { $0.number == number }),
      let channel = state.incidents[at].told[person].deliveries.firstIndex(where: { $0.channel == id.channel }),
      state.incidents[at].told[person].deliveries[channel].round == id.round,
      state.incidents[at].told[person].deliveries[channel].reminder == id.alarm
    else { return }
    state.incidents[at].told[person].deliveries[channel].note(report)
    if report == .sent || report == .confirmed {
      // A late report about an earlier round does not undo what was reported of this one.
      let reached = state.incidents[at].told[person].reachedRound
      state.incidents[at].told[person].reachedRound = max(reached ?? 0, id.round)
    }
    if report == .confirmed, state.incidents[at].told[person].round == id.round {
      state.incidents[at].told[person].isConfirmed = true
    }
  }
}
