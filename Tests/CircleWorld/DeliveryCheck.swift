import Circle

/// Whether each high alarm was confirmed by a phone in time, while a person could be reached.
extension NightJudge {
  /// The longest time from an onset to a phone: the countdown; four people who do not answer, and two channels that confirm
  /// nothing; short failures of a provider, which retries bridge; and the slowest delivery.
  private var bound: Double {
    let waits = 4 * max(seconds(plan.times.step), seconds(plan.times.unconfirmed)) + 2 * seconds(plan.times.unconfirmed)
    return seconds(plan.times.countdown) + waits + 32 + Surroundings.slowest + 5
  }

  private func seconds(_ time: Duration) -> Double { Double(time.components.seconds) }

  func result(_ surroundings: Surroundings, _ down: Intervals) -> NightResult {
    var judge = self
    let silence = plan.people.map { self.silence(of: $0.name) }
    for alarm in alarms {
      let own = answers.filter { ($0.subject ?? alarm.subject) == alarm.subject }.map(\.time)
      judge.check(alarm, since: nil, own, surroundings, silence, down)
      for answer in taken[alarm.subject] ?? [] where answer >= alarm.begin {
        judge.check(alarm, since: answer, own, surroundings, silence, down)
      }
    }
    judge.found.answers = answers.count
    return judge.found
  }

  /// - Parameter answer: what was delivered before it does not count, and need not be before its hold is over.
  private mutating func check(
    _ alarm: Alarm, since answer: Double?, _ answers: [Double], _ surroundings: Surroundings, _ silence: [Intervals],
    _ down: Intervals
  ) {
    let start = answer.map { $0 + seconds(plan.times.hold) } ?? alarm.begin
    var end = start + bound
    // The countdown stands once, if a person silences it at the box.
    if silences.contains(where: { $0 >= start - 31 && $0 <= end }) { end += 31 }
    end += down.amount(answer ?? start, end + 120)
    // A new alarm makes earlier answers void.
    let hold = answer == nil ? 0 : seconds(plan.times.hold)
    let isAnswered = answers.contains { $0 >= start && $0 <= end || $0 < start && $0 + hold > start + 0.001 }
    guard alarm.end > end, end < Surroundings.night, !isAnswered else { return }
    var reachable = 0
    for (place, person) in plan.people.enumerated() where !silence[place].overlap(start, end) {
      if surroundings.canBeReached(place, by: person.channels, start, end) { reachable += 1 }
    }
    guard reachable > 0 else { return }
    let arrival = arrivals[alarm.number]?.first { $0.sent > answer ?? alarm.begin - 0.001 && $0.at <= end }
    if reachable > 1 { found.withTwo += 1 } else { found.withOne += 1 }
    guard let arrival else {
      let who = "\(reachable) of \(plan.people.count)"
      return violate("no phone had alarm \(alarm.number) of \(Int(start)) s, although \(who) could be reached", at: end)
    }
    if reachable > 1 { found.note(delay: max(0, arrival.at - start)) }
  }
}
