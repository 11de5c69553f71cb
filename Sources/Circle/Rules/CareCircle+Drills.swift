import Readings

/// A test of the circle, without an alarm (rule 39).
extension CareCircle {
  mutating func drill(into outputs: inout [CircleOutput]) {
    let isTooSoon = state.drill.map { state.now < $0.at.advanced(by: CircleBounds.drillAgain) } ?? false
    guard !state.isAlarmOn, state.help == nil, !isTooSoon else { return log(.drillRefused, into: &outputs) }
    let number = (state.drill?.number ?? 0) &+ 1, ready = ready
    state.drill = CircleState.Drill(number: number, at: state.now, asked: ready.map { state.members[$0].name })
    log(.drill, into: &outputs)
    for place in ready {
      for channel in plan.people[place].channels {
        send(.drill, .drill(number), to: place, by: channel, into: &outputs)
      }
    }
  }

  mutating func answerDrill(_ person: String, scope: CircleMessageID.Scope, into outputs: inout [CircleOutput]) {
    guard let drill = state.drill, !drill.isOver, scope == .drill(drill.number), drill.asked.contains(person),
      !drill.answered.contains(person)
    else { return }
    state.drill?.answered.append(person)
    state.answeredAt = state.now
    log(.drillAnswered, person: person, into: &outputs)
  }

  mutating func endDrill(into outputs: inout [CircleOutput]) {
    guard let drill = state.drill, !drill.isOver, drill.at.advanced(by: CircleBounds.drillLength) <= state.now
    else { return }
    state.drill?.isOver = true
    for person in drill.asked where !drill.answered.contains(person) {
      log(.drillMissed, person: person, into: &outputs)
    }
  }
}
