import Monitor
import Readings
import Sessions
import TestSupport
import Testing

@Suite struct `Drinks and caffeine` {
  private func changes(_ scene: MonitorScene) -> [RefreshmentChange] {
    scene.done.compactMap { if case .refreshments(let change, _) = $0.action { change } else { nil } }
  }

  private func totals(_ scene: MonitorScene) -> [UInt32] {
    scene.done.compactMap { if case .refreshments(_, let total) = $0.action { total } else { nil } }
  }

  private func session() -> MonitorScene {
    var scene = MonitorScene()
    scene.happens(.startSession, at: 0)
    return scene
  }

  @Test func `are added up, and the latest drink is taken back first`() {
    var scene = session()
    for (second, amount) in [(10.0, UInt16(200)), (20, 150), (30, 330)] { scene.happens(.drink(amount), at: second) }
    scene.happens(.undoDrink, at: 40)
    scene.happens(.undoDrink, at: 50)
    #expect(totals(scene) == [200, 350, 680, 350, 200])
    #expect(changes(scene).suffix(2) == [.drinkTakenBack(330), .drinkTakenBack(150)])
  }

  @Test func `are in the summary`() {
    var scene = session()
    scene.happens(.drink(200), at: 10)
    scene.happens(.caffeine, at: 60)
    scene.happens(.endSession, at: 100)
    #expect(scene.summaries.map(\.hydration) == [200])
    #expect(scene.summaries.map(\.caffeineAt) == [.at(60)])
  }

  @Test func `belong to one session`() {
    var scene = session()
    scene.happens(.drink(200), at: 10)
    scene.happens(.caffeine, at: 10)
    scene.happens(.startSession, at: 20)
    scene.happens(.undoDrink, at: 30)
    scene.happens(.undoCaffeine, at: 30)
    scene.happens(.drink(100), at: 40)
    #expect(totals(scene) == [200, 200, 100])
    #expect(changes(scene) == [.drunk(200), .caffeine, .drunk(100)])
  }

  @Test func `are nothing without a session`() {
    var scene = MonitorScene()
    for event in [Event.drink(200), .undoDrink, .caffeine, .undoCaffeine] { scene.happens(event, at: 1) }
    #expect(scene.done.isEmpty)
  }

  @Test func `light no lamp and make no sound`() {
    var scene = session()
    scene.happens(.drink(200), at: 10)
    scene.happens(.caffeine, at: 20)
    scene.waits(until: 100)
    #expect(!scene.done.contains { $0.action.isSignal })
  }

  @Test func `are noted as often as people drink, and not without end`() {
    var scene = session()
    for second in 1...(Refreshments.most + 10) { scene.happens(.drink(2000), at: Double(second)) }
    #expect(totals(scene).last == UInt32(Refreshments.most) * 2000)
  }
}

@Suite struct `The goal of a session` {
  @Test(arguments: [(0.0, 250.0, Int64(0)), (3600, 250, 250), (5400, 250, 375), (36_000, 250, 2500), (3600, 0, 0)])
  func `grows by the hour`(seconds: Double, perHour: Double, goal: Int64) {
    #expect(HydrationGoal.millilitres(perHour: perHour, after: seconds) == goal)
  }

  @Test(arguments: [Double.nan, .infinity, -1, 1e300]) func `is a number whatever the time is`(seconds: Double) {
    #expect(HydrationGoal.millilitres(perHour: 250, after: seconds) >= 0)
  }
}
