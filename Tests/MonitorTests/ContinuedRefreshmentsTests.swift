import Flight
import Monitor
import Readings
import Sessions
import TestSupport
import Testing

@Suite struct `A session that goes on after a restart` {
  private func before(joinedAt seconds: Double = 0) -> EarlierSession {
    EarlierSession(
      startedAt: .at(-3600), joinedAt: .at(seconds), details: SessionDetails(flight: "KE17"),
      refreshments: Refreshments(
        earlier: [200, 150].enumerated().map {
          Refreshments.Drink(at: .at(-3000 + 600 * Double($0.offset)), millilitres: UInt16($0.element))
        }, caffeineAt: .at(-1800)), isPlacementConfirmed: true)
  }

  private func monitor() -> (monitor: Monitor, actions: [Action]) {
    var monitor = Monitor(
      settings: MonitorSettings(latchesSound: false, gradesAir: true, remindsToDrinkAfter: .seconds(3600)))
    var actions: [Action] = []
    monitor.handle(.startSession, at: .start, into: &actions)
    return (monitor, actions)
  }

  @Test func `counts drinks and caffeine of before, and takes them back after its own`() {
    var (monitor, actions) = monitor()
    monitor.handle(.drink(100), at: .at(1), into: &actions)
    #expect(monitor.resume(before(), at: .at(2), into: &actions))
    #expect(monitor.refreshments.millilitres == 450)
    #expect(monitor.refreshments.caffeineAt == .at(-1800))
    #expect(monitor.checklist.placedAt != nil)
    #expect(monitor.resume(before(), at: .at(3), into: &actions))
    #expect(monitor.refreshments.millilitres == 450, "the log may say it twice")
    for second in 4...6 { monitor.handle(.undoDrink, at: .at(Double(second)), into: &actions) }
    #expect(monitor.refreshments.millilitres == 0)
    monitor.handle(.endSession, at: .at(10), into: &actions)
    guard case .sessionEnded(let summary) = actions.last else {
      Issue.record("not ended")
      return
    }
    #expect(summary.isContinued)
  }

  @Test func `is no other session that a person has begun meanwhile`() {
    var (monitor, actions) = monitor()
    monitor.handle(.startSession, at: .at(5), into: &actions)
    #expect(!monitor.resume(before(), at: .at(6), into: &actions))
    #expect(monitor.refreshments.millilitres == 0)
    monitor.handle(.endSession, at: .at(7), into: &actions)
    #expect(!monitor.resume(before(joinedAt: 5), at: .at(8), into: &actions))
  }

  @Test func `reminds by the drink before the restart`() {
    var scene = MonitorScene(
      settings: MonitorSettings(latchesSound: false, gradesAir: true, remindsToDrinkAfter: .seconds(3600)))
    scene.happens(.startSession, at: 0)
    scene.resumes(before(), at: 0.5)
    scene.resumes(PhaseChange(.cruise, since: .at(-3500), probability: 1, source: .command), at: 1)
    scene.waits(until: 2000)
    let reminders = scene.done.compactMap { if case .drinkReminder = $0.action { $0.at } else { nil } }
    #expect(reminders == [1200], "an hour after 40 min before the start")
  }

  @Test func `does not repeat a reminder at once that the box may have given before the restart`() {
    var scene = MonitorScene(
      settings: MonitorSettings(latchesSound: false, gradesAir: true, remindsToDrinkAfter: .seconds(1800)))
    scene.happens(.startSession, at: 0)
    scene.resumes(before(), at: 0.5)
    scene.resumes(PhaseChange(.cruise, since: .at(-3500), probability: 1, source: .command), at: 1)
    scene.waits(until: 2000)
    let reminders = scene.done.compactMap { if case .drinkReminder = $0.action { $0.at } else { nil } }
    #expect(reminders == [1800.5], "the drink was 40 min before the start, so a reminder was due 10 min before it")
  }
}
