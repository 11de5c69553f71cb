import Alarms
import Monitor
import Readings
import Testing

@Suite struct `Supply and heat of the board` {
  /// The times at which a sound of low priority begins.
  private func sounds(of scene: MonitorScene) -> [Double] {
    scene.done.compactMap { at, action in
      if case .sound(let signal?) = action, signal.priority == .low, signal.beeps == 0 { at } else { nil }
    }
  }

  /// The supply is too low for two seconds, again and again.
  private func flickers(_ scene: inout MonitorScene, during seconds: Range<Int>) {
    for second in stride(from: seconds.lowerBound, to: seconds.upperBound, by: 10) {
      scene.happens(.fault(.underVoltage), at: Double(second))
      scene.happens(.cleared(.underVoltage), at: Double(second) + 2)
    }
  }

  @Test(arguments: [ConditionID.underVoltage, .tooHot]) func `one moment of it is an alarm of an hour, and sounds once`(
    condition: ConditionID
  ) {
    var scene = MonitorScene()
    scene.happens(.fault(condition), at: 10)
    scene.happens(.cleared(condition), at: 12)
    scene.waits(until: 8000)
    #expect(scene.onsets(of: condition) == [10])
    #expect(scene.ends(of: condition) == [3610])
    #expect(sounds(of: scene) == [10])
  }

  @Test func `a supply that flickers all the time sounds once an hour`() {
    var scene = MonitorScene()
    flickers(&scene, during: 5..<10_000)
    scene.waits(until: 20_000)
    let heard = sounds(of: scene)
    #expect(heard.count == 3, "\(heard)")
    for (one, next) in zip(heard, heard.dropFirst()) { #expect(next - one >= 3600) }
    #expect(scene.stuckAt == nil)
  }

  @Test func `a fault that stays sounds after each hour, whatever the way of low alarms is`() {
    for way in [SoundWay.never, .once, .repeat, .every(.seconds(300))] {
      var scene = MonitorScene(
        settings: MonitorSettings(
          conditions: .standard, latchesSound: false, sounds: SoundWays(low: way), gradesAir: true))
      scene.happens(.fault(.tooHot), at: 0)
      scene.waits(until: 7300)
      let heard = sounds(of: scene)
      #expect(heard.map { ($0 / 3600).rounded(.down) } == [0, 1, 2], "\(way): \(heard)")
      #expect(scene.ends(of: .tooHot) == [])
    }
  }

  @Test func `an acknowledgement lasts for an hour`() {
    var scene = MonitorScene()
    scene.happens(.fault(.underVoltage), at: 0)
    scene.happens(.silence, at: 1)
    scene.waits(until: 3590)
    #expect(sounds(of: scene) == [0])
    #expect(scene.changes(of: .underVoltage).last?.alarm.presence == .ack)
    scene.waits(until: 3605)
    #expect(sounds(of: scene) == [0, 3601])
  }

  @Test func `of two, each ends at its own hour`() {
    var scene = MonitorScene()
    scene.happens(.fault(.underVoltage), at: 0)
    scene.happens(.fault(.tooHot), at: 100)
    scene.happens(.cleared(.underVoltage), at: 3599)
    scene.happens(.cleared(.tooHot), at: 3601)
    scene.waits(until: 9000)
    #expect(scene.ends(of: .underVoltage) == [3600])
    #expect(scene.ends(of: .tooHot) == [3700])
  }

  @Test func `one that is switched off and on again is there at the next hour`() {
    var scene = MonitorScene()
    scene.happens(.fault(.tooHot), at: 0)
    var without = ConditionTable.standard
    _ = without.setEnabled(false, of: .tooHot)
    scene.adopts(without, at: 10)
    #expect(scene.ends(of: .tooHot) == [10])
    scene.adopts(.standard, at: 20)
    scene.waits(until: 3601)
    #expect(scene.onsets(of: .tooHot) == [0, 3600])
  }

  @Test(arguments: [(79.9, false, false), (80, false, true), (75, true, true), (74.9, true, false)])
  func `is too hot from 80 °C on, until it is below 75`(celsius: Double, was: Bool, isNow: Bool) {
    #expect(BoardHeat.isTooHot(celsius, wasTooHot: was) == isNow)
  }
}
