import Readings

/// When the weekly summary is due (rule 40), and the date that it goes by (rule 3).
extension CareCircle {
  /// Seconds since 1970 by local time; `nil` while the date is unknown.
  var local: Int64? { state.dateOffset.map { $0 + seconds } }

  /// The present second of the circle's time, from its beginning.
  var wholeSecond: Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

  private var seconds: Int64 { state.now.nanoseconds / 1_000_000_000 }

  func nextSummary(_ ready: PersonSet) -> Instant {
    guard let local, !readers(ready).isEmpty else { return .never }
    let week = plan.summary.number(at: local), last = state.summaryWeek ?? week - 1
    if last > week + 1 { return state.now }
    if week > last, local - plan.summary.begin(of: week) < CircleWeek.day { return state.now }
    let begin = plan.summary.begin(of: max(week, last) + 1)
    return wholeSecond.advanced(by: .seconds(begin - local))
  }

  private func readers(_ ready: PersonSet) -> [Int] { ready.filter { plan.people[$0].weekly } }

  mutating func sendSummary(into outputs: inout [CircleOutput]) {
    guard let local, nextSummary(ready) <= state.now else { return }
    let week = plan.summary.number(at: local)
    let isWrong = state.summaryWeek.map { $0 > week + 1 } ?? false
    state.summaryWeek = week
    guard !isWrong else { return }
    state.summaryNumber &+= 1
    log(.summary, into: &outputs)
    for place in readers(ready) {
      send(.summary, .summary(state.summaryNumber), to: place, by: plan.people[place].channels[0], into: &outputs)
    }
  }
}
