import Readings
import TestSupport
import Testing
@testable import Alarms

@Suite struct `The list of episodes` {
  private let heart = EpisodeKey(.person(PersonIndex(1)), .heart)
  private let air = EpisodeKey(.room, .air)

  private func alarm(_ id: ConditionID, of key: EpisodeKey) -> Occurrence {
    Occurrence(condition: ConditionTable.standard[id], sensor: SensorIndex(0), episode: key)
  }

  /// Two episodes, of which the one of the heart is paused at high priority.
  private func paused() -> EpisodeList {
    var list = EpisodeList()
    for key in [heart, air] { list.beginAlarm(of: key, about: .noPulse, at: .start) }
    list.all[0].pause(.high, about: .heartRate, until: .at(120))
    return list
  }

  @Test func `holds an episode once`() {
    var list = EpisodeList()
    #expect(list.open(heart, at: .start) == 0)
    #expect(list.open(air, at: .start) == 1)
    #expect(list.open(heart, at: .at(5)) == 0)
    #expect(list.all.map(\.key) == [heart, air])
  }

  @Test func `ends a pause at its time`() {
    var list = paused()
    list.endPauses(dueBy: .at(119.9))
    #expect(list.all[0].pausedUntil == .at(120))
    list.endPauses(dueBy: .at(120))
    #expect(list.all[0].pausedUntil == nil)
  }

  @Test func `ends a pause by an alarm of its priority of another episode, not by a hand-over or a lower one`() {
    for (id, key, isHandOver, isPaused) in [
      (ConditionID.co2High, air, false, false), (.co2High, air, true, true), (.co2Medium, air, false, true),
      (.heartRateLow, heart, false, true), (.noPulse, heart, false, false), (.noPulse, heart, true, true),
      (.spo2High, heart, false, false), (.spo2High, heart, true, true),
    ] {
      var list = paused()
      list.endPauses(by: alarm(id, of: key), isHandOver: isHandOver)
      #expect((list.all[0].pausedUntil != nil) == isPaused, "\(id.name), hand-over: \(isHandOver)")
    }
  }

  @Test func `ends a pause by the other direction of the heart rate, whatever came between`() {
    var list = EpisodeList()
    list.beginAlarm(of: heart, about: .heartRateLow, at: .start)
    list.all[0].pause(.high, about: .heartRate, until: .at(120))
    for id in [ConditionID.noData, .noPulse, .heartRateLow] { list.beginAlarm(of: heart, about: id, at: .at(10)) }
    #expect(list.all[0].pausedUntil == .at(120))
    list.beginAlarm(of: heart, about: .heartRateHigh, at: .at(20))
    #expect(list.all[0].pausedUntil == nil)
  }

  @Test func `reports the end of a pause only for alarms of the paused priority`() {
    let list = paused()
    #expect(list.pauseEnd(of: alarm(.heartRateHigh, of: heart)) == .at(120))
    #expect(list.pauseEnd(of: alarm(.co2High, of: air)) == nil)
    #expect(list.pauseEnd(of: alarm(.noData, of: heart)) == nil, "a medium one")
  }

  @Test func `begins louder for a person who is set so`() {
    var list = EpisodeList()
    list.setLoud(true, of: PersonIndex(1))
    list.beginAlarm(of: heart, about: .noPulse, at: .start)
    #expect(list.unanswered(alarm(.heartRateHigh, of: heart), at: .start) == .seconds(30))
    list.setLoud(false, of: PersonIndex(1))
    #expect(list.unanswered(alarm(.heartRateHigh, of: heart), at: .start) == .seconds(30), "it has begun")
  }

  @Test func `lets an episode inherit from the others of its subject, and of no other`() {
    let technical = EpisodeKey(heart.subject, .technical)
    var list = EpisodeList()
    list.beginAlarm(of: heart, about: .noPulse, at: .start)
    list.all[0].count(.high, at: .start)
    for key in [technical, air] { list.beginAlarm(of: key, about: .noPulse, at: .at(40)) }
    #expect(list.unanswered(alarm(.noPulse, of: technical), at: .at(40)) == .seconds(40))
    #expect(list.unanswered(alarm(.co2High, of: air), at: .at(40)) == .zero)
  }

  @Test func `moves an episode as a whole, or leaves it and lets the new one inherit`() {
    let other = EpisodeKey(.person(PersonIndex(2)), .heart)
    for isWhole in [true, false] {
      var list = paused()
      list.all[0].count(.high, at: .start)
      list.move(heart, to: other, isWhole: isWhole, at: .at(10))
      #expect(list.all.map(\.key) == (isWhole ? [other, air] : [heart, air, other]))
      #expect(list.unanswered(alarm(.heartRateHigh, of: other), at: .at(10)) == .seconds(10))
    }
  }
}
