import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A person who is not watched on purpose.
@Suite struct `Standby` {
  private func bedside(_ persons: [PersonSettings] = []) -> MonitorScene {
    MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: true, gradesAir: false, persons: persons, unproved: Bounds(15, 30)))
  }

  /// A strap that was worn until 100 s, and standby for two hours at 200 s.
  private func standby(hours: Double = 2) -> MonitorScene {
    var scene = bedside()
    scene.beats(72, during: 0..<100)
    scene.happens(.standby(nil, .seconds(hours * 3_600)), at: 200)
    return scene
  }

  @Test func `is refused while the heart is received`() {
    var scene = bedside()
    scene.beats(72, during: 0..<100)
    scene.happens(.standby(nil, .seconds(3_600)), at: 99.5)
    #expect(scene.refusals == [.standby])
    #expect(scene.onsets(of: .standby).isEmpty && scene.present(at: 99.5).isEmpty)
  }

  @Test func `is refused while an alarm says that the heart is too fast, or not found`() {
    for rate in [150.0, 0] {
      var scene = bedside()
      scene.beats(72, during: 0..<60)
      if rate > 0 { scene.beats(rate, during: 60..<100) } else { scene.strap(.detected, 0, during: 60..<100) }
      scene.happens(.standby(nil, .seconds(3_600)), at: 99.5)
      #expect(scene.refusals == [.standby])
      #expect(scene.sound(at: 99.5)?.priority == .high)
    }
  }

  @Test func `is refused where nobody is there to be watched`() {
    var scene = bedside()
    scene.happens(.standby(nil, .seconds(3_600)), at: 10)
    #expect(scene.refusals == [.standby])
  }

  @Test(arguments: [150.0, 600.0])
  func `of everybody shows a box without a radio by its lamp alone, until somebody is watched again`(fault: Double) {
    var scene = bedside()
    scene.beats(72, during: 0..<100)
    if fault < 200 { scene.happens(.fault(.adapterGone), at: fault) }
    scene.happens(.standby(nil, .seconds(7_200)), at: 200)
    if fault >= 200 { scene.happens(.fault(.adapterGone), at: fault) }
    scene.happens(.silence, at: 640)
    scene.happens(.reset(nil), at: 700)
    scene.waits(until: 3_000)
    #expect((203..<3_000).allSatisfy { scene.sound(at: Double($0)) == nil })
    #expect(scene.present(at: 2_900)[.adapterGone] == .high)
    #expect(scene.pattern(of: .red, at: 2_900) != .off)
    scene.happens(.endStandby(nil), at: 3_000)
    scene.waits(until: 3_005)
    #expect(scene.sound(at: 3_001)?.priority == .high)
  }

  @Test func `of one of two leaves a box without a radio to be heard`() {
    var scene = standby()
    scene.beats(72, during: 210..<220, sensor: 2)
    scene.happens(.fault(.adapterGone), at: 230)
    scene.waits(until: 240)
    #expect(scene.sound(at: 235)?.priority == .high)
  }

  @Test func `that is given again ends at its new time, and the alarm says so`() {
    var scene = standby(hours: 8)
    scene.happens(.standby(nil, .seconds(60)), at: 300)
    scene.waits(until: 310)
    #expect(scene.changes(of: .standby).last?.alarm.silentUntil == .at(360))
  }

  @Test func `ends the loss of data and every sound, and its lamp is blue and never green`() {
    var scene = standby()
    scene.waits(until: 3_000)
    #expect(scene.present(at: 150)[.noData] == .high)
    #expect(scene.present(at: 200) == [.standby: .low])
    #expect((203..<3_000).allSatisfy { scene.sound(at: Double($0)) == nil })
    #expect(scene.pattern(of: .blue, at: 250) == .on)
    #expect(scene.pattern(of: .green, at: 250) == .off)
    #expect(scene.pattern(of: .red, at: 250) == .off)
    #expect(scene.pattern(of: .yellow, at: 250) == .off)
  }

  @Test func `ends the episode of an alarm whose data are gone, and leaves nothing of it for later`() {
    var scene = bedside()
    scene.beats(150, during: 0..<20)
    scene.happens(.standby(nil, .seconds(3_600)), at: 60)
    #expect(scene.present(at: 60) == [.standby: .low])
    scene.beats(150, during: 100..<140)
    #expect(scene.onsets(of: .heartRateHigh).count == 2)
    #expect(scene.onsets(of: .heartRateHigh).last.map { $0 >= 105 } == true, "it is counted from its beginning")
  }

  @Test func `brings itself to mind every hour by a beep`() {
    var scene = standby(hours: 5)
    scene.waits(until: 5 * 3_600)
    let beeps = scene.done.compactMap { at, action in
      if case .sound(.some(let signal)) = action, signal.beeps > 0 { at } else { nil }
    }
    #expect(beeps == [3_800, 7_400, 11_000, 14_600])
  }

  @Test func `ends at its time, and then nobody is watched`() {
    var scene = standby()
    scene.waits(until: 7_500)
    #expect(scene.ends(of: .standby) == [7_400])
    #expect(scene.onsets(of: .notWatched).last.map { (7_400...7_460).contains($0) } == true)
    #expect(scene.changes(of: .notWatched).last?.alarm.priority == .medium)
    #expect(scene.pattern(of: .blue, at: 7_500) == .off)
    #expect(scene.sound(at: 7_480)?.priority == .medium)
  }

  @Test func `leaves no loss of data behind when it has ended at its time and the heart is back`() {
    var scene = standby()
    scene.beats(72, during: 7_500..<7_620)
    #expect(scene.onsets(of: .noData).allSatisfy { $0 < 7_500 })
    #expect(scene.ends(of: .notWatched).last == 7_505)
    #expect(scene.present(at: 7_506).isEmpty)
  }

  @Test func `ends in the other profiles as well with somebody who is not watched`() {
    var scene = MonitorScene(profile: .cabin)
    scene.beats(72, during: 0..<60)
    scene.happens(.standby(nil, .seconds(600)), at: 100)
    scene.waits(until: 800)
    #expect(scene.onsets(of: .notWatched).last.map { (700...760).contains($0) } == true)
  }

  @Test func `lasts twelve hours at most`() {
    var scene = standby(hours: 100)
    scene.waits(until: 43_401)
    #expect(scene.ends(of: .standby) == [43_400])
  }

  @Test func `ends when the heart has been received well for half a minute`() {
    var scene = standby()
    scene.beats(72, during: 1_000..<1_029)
    #expect(scene.ends(of: .standby).isEmpty)
    scene.beats(72, during: 1_029..<1_050)
    #expect(scene.ends(of: .standby) == [1_030])
    #expect(scene.pattern(of: .green, at: 1_045) == .allIsWell)
    scene.waits(until: 1_070)
    #expect(scene.present(at: 1_070)[.noData] != nil, "its loss counts again")
  }

  @Test func `ends by an order, and then nobody is watched`() {
    var scene = standby()
    scene.happens(.endStandby(nil), at: 1_000)
    scene.waits(until: 1_100)
    #expect(scene.ends(of: .standby) == [1_000])
    #expect(!scene.onsets(of: .notWatched).isEmpty)
  }

  @Test func `is reported for no strap that lies about without contact`() {
    var scene = standby()
    scene.strap(.notDetected, 72, during: 1_000..<1_300)
    #expect(scene.present(at: 1_290) == [.standby: .low])
  }

  @Test func `of one person leaves the others watched`() {
    var scene = bedside([PersonSettings(name: "Ada"), PersonSettings(name: "Ben")])
    for (sensor, person) in [(UInt16(1), UInt8(0)), (2, 1)] {
      scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(person)), to: sensor, at: 0)
    }
    for second in 0..<100 {
      if second < 50 { scene.beats(72, during: second..<second + 1, sensor: 1) }
      scene.beats(second < 80 ? 72 : 150, during: second..<second + 1, sensor: 2)
    }
    scene.happens(.standby(PersonIndex(1), .seconds(600)), at: 99.5)
    #expect(scene.refusals == [.standby])
    scene.happens(.standby(PersonIndex(0), .seconds(600)), at: 99.6)
    #expect(scene.refusals.count == 1)
    #expect(scene.present(at: 99.6) == [.standby: .low, .heartRateHigh: .high])
    #expect(scene.changes(of: .standby).last?.alarm.subject == .person(PersonIndex(0)))
  }
}
