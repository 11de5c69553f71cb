import Alarms
import Flight
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `The reminder to drink` {
  private func cruise(after minutes: Double? = 60, from seconds: Double = 0) -> MonitorScene {
    var scene = MonitorScene(
      settings: MonitorSettings(
        latchesSound: false, gradesAir: true, remindsToDrinkAfter: minutes.map { .seconds($0 * 60) }))
    scene.happens(.startSession, at: 0)
    scene.happens(.phase(.cruise), at: seconds)
    return scene
  }

  /// The times at which it was given, in minutes.
  private func given(_ scene: MonitorScene) -> [Double] {
    scene.done.compactMap { if case .drinkReminder = $0.action { $0.at / 60 } else { nil } }
  }

  @Test func `is given after an hour of cruise, and after each further one`() {
    var scene = cruise(from: 600)
    scene.waits(until: 12_000)
    #expect(given(scene) == [70, 130, 190])
  }

  @Test func `counts from the latest drink, and again from the one before if that is taken back`() {
    var scene = cruise()
    scene.happens(.drink(200), at: 1800)
    scene.waits(until: 5000)
    #expect(given(scene).isEmpty)
    scene.happens(.undoDrink, at: 5000)
    #expect(given(scene) == [5000 / 60])
  }

  @Test func `says since when nothing was drunk, and how much before`() {
    var scene = cruise()
    scene.happens(.drink(150), at: 60)
    scene.waits(until: 4000)
    #expect(scene.done.contains { $0.action == .drinkReminder(since: .at(60), total: 150) })
  }

  @Test(arguments: Phase.allCases.filter { $0 != .cruise }) func `is only for the cruise`(phase: Phase) {
    var scene = cruise()
    scene.happens(.phase(phase), at: 10)
    scene.waits(until: 9000)
    #expect(given(scene).isEmpty)
  }

  @Test func `is not given without a session, nor where it is switched off`() {
    var without = cruise()
    without.happens(.endSession, at: 10)
    without.waits(until: 9000)
    var off = cruise(after: nil)
    off.waits(until: 9000)
    #expect(given(without).isEmpty && given(off).isEmpty)
  }

  @Test func `waits for the end of a medium alarm, and lights no lamp and makes no sound`() {
    var scene = cruise()
    scene.happens(.fault(.frozen), at: 3000)
    scene.waits(until: 4000)
    #expect(given(scene).isEmpty)
    scene.happens(.cleared(.frozen), at: 4000)
    #expect(given(scene) == [4000 / 60])
    let before = scene.done.filter { $0.action.isSignal }.count
    scene.waits(until: 12_000)
    #expect(given(scene).count > 1)
    #expect(scene.done.filter { $0.action.isSignal }.count == before)
  }

  @Test func `is given beside a low alarm that only lights its lamp, since that one may stand for a whole flight`() {
    var scene = MonitorScene(
      settings: MonitorSettings(
        latchesSound: false, sounds: SoundWays(low: .never, medium: .repeat), gradesAir: true,
        remindsToDrinkAfter: .seconds(3600)))
    scene.happens(.startSession, at: 0)
    scene.happens(.phase(.cruise), at: 0)
    // A value that does not change for an hour is frozen.
    for second in stride(from: 0, to: 4000, by: 50) { scene.co2(1000 + Double(second % 7), at: Double(second)) }
    #expect(!scene.onsets(of: .co2Low).isEmpty)
    #expect(given(scene) == [60])
  }

  @Test func `moves time on`() {
    var scene = cruise()
    scene.waits(until: 100_000)
    #expect(scene.stuckAt == nil)
  }
}
