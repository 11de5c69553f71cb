import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A long press of A on an alarm whose data are gone.
@Suite struct `A long press` {
  private func lost(_ profile: BoxProfile = .bedside) -> MonitorScene {
    var scene = MonitorScene(profile: profile, latchesSound: true)
    scene.beats(150, during: 0..<20)
    scene.happens(.reset(nil), at: 100)
    return scene
  }

  @Test(arguments: BoxProfile.allCases)
  func `ends an alarm on a heart whose data are gone, and then nobody is watched`(profile: BoxProfile) {
    var scene = lost(profile)
    #expect(scene.present(at: 99) == [.noData: .high])
    #expect(scene.present(at: 100).isEmpty)
    #expect(scene.sound(at: 100) == nil)
    scene.waits(until: 200)
    // In a cabin or cockpit it is only shown.
    #expect(scene.present(at: 200) == [.notWatched: profile == .bedside ? .medium : .low])
    #expect((scene.sound(at: 199) != nil) == (profile == .bedside))
    #expect(scene.onsets(of: .notWatched) == [160])
    #expect(scene.pattern(of: .green, at: 130) == .off)
  }

  @Test func `ends one whose strap has slipped off as well`() {
    var scene = MonitorScene(profile: .bedside, latchesSound: true)
    scene.beats(150, during: 0..<20)
    scene.strap(.notDetected, 72, during: 20..<100)
    scene.happens(.reset(nil), at: 99.5)
    #expect(scene.present(at: 99.5).isEmpty)
    scene.strap(.notDetected, 72, during: 100..<170)
    #expect(scene.present(at: 169)[.notWatched] == .medium)
  }

  @Test func `leaves nothing for later: what comes is counted from its beginning`() {
    var scene = lost()
    scene.beats(150, during: 200..<230)
    #expect(scene.onsets(of: .heartRateHigh) == [5, 205])
    #expect(scene.loudness(at: 206) == .normal, "it is another episode")
    #expect(scene.ends(of: .notWatched) == [205])
  }

  @Test func `leaves no loss of data behind when the heart is back`() {
    var scene = lost()
    scene.beats(72, during: 200..<300)
    #expect(scene.onsets(of: .noData).allSatisfy { $0 < 100 })
    #expect(scene.present(at: 206).isEmpty)
  }

  @Test func `does not end an alarm whose data are there`() {
    for beats in [MonitorScene.Beats.agree, .absent] {
      var scene = MonitorScene(profile: .bedside, latchesSound: true)
      scene.beats(150, during: 0..<40, beats)
      scene.happens(.reset(nil), at: 39.5)
      #expect(scene.present(at: 39.5) == [.heartRateHigh: .high])
      #expect(scene.sound(at: 39.5)?.priority == .high)
    }
  }

  @Test func `does not end a missing pulse`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<60)
    scene.strap(.detected, 0, during: 60..<100)
    scene.happens(.reset(nil), at: 99.5)
    #expect(scene.present(at: 99.5)[.noPulse] == .high)
  }

  @Test(arguments: BoxProfile.allCases)
  func `ends a loss behind which there was no alarm too, and green does not say that all is well`(profile: BoxProfile) {
    var scene = MonitorScene(profile: profile)
    scene.beats(72, during: 0..<60)
    scene.happens(.reset(nil), at: 200)
    #expect(scene.present(at: 200).isEmpty && scene.sound(at: 200) == nil)
    scene.waits(until: 300)
    #expect(scene.onsets(of: .notWatched) == [260])
    #expect((201..<300).allSatisfy { scene.pattern(of: .green, at: Double($0)) == .off })
    scene.beats(72, during: 300..<310)
    #expect(scene.present(at: 309).isEmpty && scene.pattern(of: .green, at: 309) == .allIsWell)
  }

  @Test func `does not make the box deaf to a strap that comes off and on`() {
    var scene = MonitorScene(profile: .bedside, latchesSound: true)
    scene.beats(170, during: 0..<30)
    scene.strap(.notDetected, 72, during: 30..<60)
    scene.happens(.reset(nil), at: 59.5)
    for second in stride(from: 60, to: 600, by: 16) {
      scene.beats(72, during: second..<second + 4)
      scene.strap(.notDetected, 72, during: second + 4..<second + 16)
    }
    #expect((150..<600).allSatisfy { scene.present(at: Double($0)).values.contains { $0 >= .medium } })
    #expect((60..<600).allSatisfy { scene.pattern(of: .green, at: Double($0)) == .off })
  }

  @Test func `ends an episode of which only a loss is left that is not shown yet: that begins as loud as any other`() {
    var scene = MonitorScene(profile: .bedside, latchesSound: true)
    scene.beats(170, during: 0..<150)
    scene.beats(72, during: 150..<175)
    #expect(scene.loudness(at: 149) == .loudest)
    scene.happens(.reset(nil), at: 182)
    #expect(scene.loudness(at: 182) == .normal)
    scene.waits(until: 230)
    #expect(scene.changes(of: .noData).contains { $0.alarm.priority == .high && $0.at < 215 })
    #expect(scene.loudness(at: 230) == .normal)
  }

  @Test func `lets the loss of a second strap, which is silent too, begin when the first is back`() {
    var scene = MonitorScene(profile: .bedside)
    let wearer = SensorRole(isAdopted: true, person: PersonIndex(40))
    for sensor in [UInt16(1), 2] { scene.assigns(wearer, to: sensor, at: 0) }
    for second in 0..<60 {
      for sensor in [UInt16(1), 2] { scene.beats(72, during: second..<second + 1, sensor: sensor) }
    }
    scene.happens(.reset(nil), at: 120)
    scene.beats(72, during: 300..<400, sensor: 1)
    let sounds = scene.changes(of: .noData).filter { $0.at > 120 && $0.alarm.activation == .on }.map(\.at)
    #expect(sounds.first.map { (329...332).contains($0) } == true, "\(sounds)")
  }

  @Test func `of one person leaves the others alone`() {
    var scene = MonitorScene(profile: .bedside)
    for second in 0..<120 {
      if second < 20 { scene.beats(150, during: second..<second + 1, sensor: 1) }
      scene.beats(40, during: second..<second + 1, sensor: 2)
    }
    scene.happens(.reset(nil), at: 119.5)
    #expect(scene.present(at: 119.5) == [.heartRateLow: .high])
  }
}
