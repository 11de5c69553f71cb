import Alarms
import Sessions
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What holds a pause of an episode, and what breaks it.
@Suite struct `A pause of an alarm on a heart` {
  /// Paused at 40 s.
  private func paused(_ settings: MonitorSettings = MonitorSettings(latchesSound: false, gradesAir: false))
    -> MonitorScene
  {
    var scene = MonitorScene(settings: settings)
    scene.beats(150, during: 0..<40)
    scene.happens(.pause, at: 40)
    return scene
  }

  private func isSilent(_ scene: MonitorScene, _ seconds: Range<Int>) -> Bool {
    seconds.allSatisfy { scene.sound(at: Double($0)) == nil }
  }

  @Test func `holds its two minutes through every dropout of its data`() {
    var scene = paused()
    for second in 41..<200 where second % 20 < 12 { scene.beats(150, during: second..<second + 1) }
    #expect(scene.onsets(of: .noData).count > 3)
    #expect(isSilent(scene, 41..<160))
    #expect((161..<200).allSatisfy { scene.sound(at: Double($0))?.priority == .high })
  }

  @Test func `holds where its data lose contact, become impossible, and come back`() {
    var scene = paused()
    for second in 41..<60 { scene.strap(.notDetected, Double(70 + second % 3), during: second..<second + 1) }
    scene.heartRate(255, during: 60..<70)
    scene.beats(150, during: 70..<90)
    #expect(isSilent(scene, 41..<90))
  }

  @Test func `holds where the alarm ends for a moment and comes back in the same episode`() {
    var scene = paused()
    scene.beats(72, during: 41..<48)
    scene.beats(150, during: 48..<70)
    #expect(scene.ends(of: .heartRateHigh) == [46])
    #expect(scene.onsets(of: .heartRateHigh) == [5, 53])
    #expect(isSilent(scene, 41..<70))
  }

  @Test func `does not reach into the next episode`() {
    var scene = paused()
    scene.beats(72, during: 41..<60)
    scene.beats(150, during: 60..<70)
    #expect(scene.sound(at: 66)?.priority == .high)
  }

  @Test func `is never made longer by a further press`() {
    var scene = paused()
    for second in 41..<170 {
      scene.beats(150, during: second..<second + 1)
      if second < 160 { scene.happens(.pause, at: Double(second)) }
    }
    #expect(isSilent(scene, 41..<160))
    #expect(scene.sound(at: 160)?.priority == .high)
  }

  @Test func `is broken by the other direction`() {
    var scene = paused()
    scene.beats(40, during: 41..<120)
    let turned = scene.onsets(of: .heartRateLow).first
    #expect(turned != nil)
    #expect(scene.sound(at: (turned ?? 0) + 1)?.priority == .high)
    #expect(isSilent(scene, 41..<Int(turned ?? 41)))
  }

  @Test func `is broken by the other direction though a missing pulse and some calm came between`() {
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: false, gradesAir: false, proved: Bounds(5, 10), unproved: Bounds(15, 30)))
    scene.beats(40, during: 0..<40)
    scene.strap(.detected, 0, during: 40..<60)
    #expect(scene.onsets(of: .noPulse) == [40])
    scene.happens(.pause, at: 59.5)
    // Long enough to end the count of the rate, and not that of the pulse: the episode goes on.
    scene.beats(72, during: 60..<78)
    scene.beats(150, during: 78..<100)
    #expect(isSilent(scene, 60..<83))
    #expect(scene.onsets(of: .heartRateHigh) == [83])
    #expect(scene.sound(at: 84)?.priority == .high)
  }

  private func isHigh(_ scene: MonitorScene, _ second: Int) -> Bool {
    scene.sound(at: Double(second))?.priority == .high
  }

  /// Ada wears a strap and an oximeter.
  private func withOximeter() -> MonitorScene {
    var scene = MonitorScene(
      settings: MonitorSettings(latchesSound: false, gradesAir: false, persons: [PersonSettings(name: "Ada")]))
    let ada = SensorRole(isAdopted: true, person: PersonIndex(0))
    for sensor in [1, 3] as [UInt16] { scene.assigns(ada, to: sensor, at: 0) }
    return scene
  }

  @Test func `is broken by low oxygen of the same person, and a second one of both is not`() {
    var scene = withOximeter()
    for second in 0..<160 {
      scene.beats(150, during: second..<second + 1)
      scene.oximeter(second < 41 || 80..<95 ~= second ? 96 : 80, pulse: nil, during: second..<second + 1)
      if second == 40 || second == 60 { scene.happens(.pause, at: Double(second) + 0.5) }
    }
    let low = scene.onsets(of: .spo2High)
    #expect(low.count == 2)
    #expect((41..<Int(low.first ?? 41)).allSatisfy { !isHigh(scene, $0) })
    #expect(isHigh(scene, Int(low.first ?? 0) + 1))
    #expect((61..<160).allSatisfy { !isHigh(scene, $0) }, "both were known")
  }

  @Test func `of low oxygen is broken by the heart rate`() {
    var scene = withOximeter()
    for second in 0..<80 {
      scene.beats(second < 40 ? 72 : 150, during: second..<second + 1)
      scene.oximeter(80, pulse: nil, during: second..<second + 1)
      if second == 30 { scene.happens(.pause, at: 30.5) }
    }
    let fast = scene.onsets(of: .heartRateHigh).first
    #expect((31..<Int(fast ?? 31)).allSatisfy { !isHigh(scene, $0) })
    #expect(isHigh(scene, Int(fast ?? 0) + 1))
  }

  @Test func `is broken by a high alarm of another person`() {
    var scene = paused()
    scene.beats(150, during: 41..<60, sensor: 2)
    #expect(isSilent(scene, 41..<46))
    #expect(scene.sound(at: 46)?.priority == .high)
    scene.waits(until: 60)
    #expect(scene.changes(of: .noData).last { $0.alarm.sensor == SensorIndex(1) }?.alarm.activation == .on)
  }

  @Test func `is broken by a high alarm of the air, and by one of the box`() {
    var air = paused()
    air.co2(2_900, during: 41..<80)
    air.waits(until: 80)
    #expect(air.changes(of: .noData).last?.alarm.activation == .on)
    var box = paused()
    box.happens(.fault(.sounderFailed), at: 41)
    #expect(box.changes(of: .heartRateHigh).last?.alarm.activation == .on)
  }

  @Test func `is not broken by an alarm of a lower priority`() {
    var scene = paused()
    scene.happens(.fault(.frozen), at: 41)
    scene.happens(.fault(.diskFull), at: 42)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.activation == .paused)
  }

  @Test func `is reported far away from the fourth one of an episode on`() {
    var scene = MonitorScene(latchesSound: false)
    for second in 0..<700 {
      scene.beats(150, during: second..<second + 1)
      if second % 130 == 20 { scene.happens(.silence, at: Double(second) + 0.5) }
    }
    let reported = scene.notices.filter { $0.notice.reason == .pausedAgain }
    #expect(reported.map(\.at) == [410.5, 540.5, 670.5])
    #expect(reported.first?.notice.condition == .heartRateHigh)
    #expect(reported.first?.notice.priority == .high)
  }

  @Test func `reports far away the episode that was paused so often, not what sounds beside it`() {
    var scene = MonitorScene(latchesSound: false)
    for second in 0..<450 {
      scene.beats(150, during: second..<second + 1)
      // The newer alarm of another person is the one that sounds, and is paused for the first time.
      if second > 300 { scene.beats(150, during: second..<second + 1, sensor: 7) }
      if second % 130 == 20 { scene.happens(.silence, at: Double(second) + 0.5) }
    }
    let reported = scene.notices.filter { $0.notice.reason == .pausedAgain }
    #expect(reported.map(\.at) == [410.5])
    #expect(reported.first?.notice.sensor == SensorIndex(1))
  }

  @Test(arguments: [true, false])
  func `is over with its episode, which a reset ends as soon as its alarm is gone`(latches: Bool) {
    var scene = MonitorScene(latchesSound: latches)
    for second in 0..<65 {
      scene.beats(40..<46 ~= second ? 72 : 150, during: second..<second + 1)
      if second == 30 { scene.happens(.pause, at: 30.5) }
      // The alarm is gone, and the heart is fast again for too short a time.
      if second == 48 { scene.happens(.reset(nil), at: 48.5) }
    }
    #expect(scene.sound(at: 47) == nil)
    #expect(scene.sound(at: 60)?.priority == .high)
  }

  @Test func `counts from one again in the next episode`() {
    var scene = MonitorScene(latchesSound: false)
    for round in 0..<6 {
      let start = round * 200
      scene.beats(150, during: start..<start + 40)
      scene.happens(.pause, at: Double(start) + 30)
      scene.beats(72, during: start + 40..<start + 200)
    }
    #expect(scene.notices.isEmpty)
  }

  @Test func `lets nothing begin to grow again`() {
    var scene = MonitorScene(latchesSound: false)
    scene.beats(150, during: 0..<50)
    #expect(scene.loudness(at: 49) == .louder)
    scene.happens(.pause, at: 49.5)
    scene.beats(150, during: 50..<200)
    #expect(scene.loudness(at: 170) == .louder, "the sound comes back as loud as it was")
    #expect(scene.loudness(at: 190) == .loudest)
    #expect(scene.notices.map(\.at) == [185], "a minute in all in which it sounded: 5 to 49.5 s and from 169.5 s")
  }
}
