import Readings

/// Low and medium alarms: one message each, to the people who want it (rules 35 to 38).
extension CareCircle {
  mutating func beginNotice(_ alarm: CircleAlarm, into outputs: inout [CircleOutput]) {
    guard !state.notices.contains(where: { $0.alarm.number == alarm.number }) else { return }
    guard state.notices.count < CircleBounds.notices else {
      return log(.ignored, alarm.condition, into: &outputs)
    }
    state.notices.append(CircleState.Notice(alarm: alarm))
  }

  /// - Returns: whether it was a low or medium alarm.
  mutating func endNotice(_ number: UInt64, into outputs: inout [CircleOutput]) -> Bool {
    guard let at = state.notices.firstIndex(where: { $0.alarm.number == number }) else { return false }
    let notice = state.notices.remove(at: at)
    for place in willing where notice.told.contains(state.members[place].name) {
      sendNotice(.over, notice.alarm, to: place, into: &outputs)
    }
    return true
  }

  /// When the next message of a low or medium alarm may go.
  func nextNotice(_ ready: PersonSet) -> Instant {
    state.notices.lazy.map { self.due($0, ready) }.min() ?? .never
  }

  private func due(_ notice: CircleState.Notice, _ ready: PersonSet) -> Instant {
    guard !notice.isDone, ready.contains(where: { isFor(notice, $0) }) else { return .never }
    var due = state.now
    let alarm = notice.alarm
    if let last = state.noticeTellings.first(where: { $0.condition == alarm.condition && $0.subject == alarm.subject })
    {
      due = max(due, last.at.advanced(by: plan.times.noticeCoolDown))
    }
    if state.noticeTimes.count >= CircleBounds.noticesAnHour, let first = state.noticeTimes.first {
      due = max(due, first.advanced(by: CircleBounds.hour))
    }
    if let local, let left = plan.quiet?.remaining(at: local) {
      due = max(due, wholeSecond.advanced(by: .seconds(left)))
    }
    return due
  }

  private func isFor(_ notice: CircleState.Notice, _ place: Int) -> Bool {
    plan.people[place].from <= notice.alarm.priority
  }

  mutating func tellNotices(into outputs: inout [CircleOutput]) {
    let ready = ready
    for at in state.notices.indices where due(state.notices[at], ready) <= state.now {
      let notice = state.notices[at]
      state.notices[at].isDone = true
      note(notice.alarm)
      for place in ready where isFor(notice, place) {
        state.notices[at].told.append(state.members[place].name)
        sendNotice(.notice, notice.alarm, to: place, into: &outputs)
      }
    }
  }

  private mutating func note(_ alarm: CircleAlarm) {
    state.noticeTellings.removeAll { $0.condition == alarm.condition && $0.subject == alarm.subject }
    if state.noticeTellings.count >= CircleBounds.notices { state.noticeTellings.removeFirst() }
    state.noticeTellings.append(
      CircleState.NoticeTelling(condition: alarm.condition, subject: alarm.subject, at: state.now))
    if state.noticeTimes.count >= CircleBounds.noticesAnHour { state.noticeTimes.removeFirst() }
    state.noticeTimes.append(state.now)
  }

  private func sendNotice(
    _ kind: CircleMessageKind, _ alarm: CircleAlarm, to place: Int, into outputs: inout [CircleOutput]
  ) {
    send(
      kind, .notice(alarm.number), to: place, by: plan.people[place].channels[0], subject: alarm.subject,
      conditions: [alarm.condition], alarms: [alarm.number], into: &outputs)
  }
}
