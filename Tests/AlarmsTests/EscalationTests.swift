import Readings
import TestSupport
import Testing
@testable import Alarms

/// Each row of the table of escalation in docs/alarms.md.
@Suite struct `An alarm that nobody answers` {
  private typealias System = AlarmSystem

  /// An alarm that has sounded since 0 s.
  private func sounding(_ id: ConditionID, latches: Bool = false) -> AlarmScene {
    var scene = AlarmScene(latchesSound: latches)
    scene.at(0) { $0.begin(id, $1) }
    return scene
  }

  private func loudness(_ scene: inout AlarmScene, at seconds: Double) -> Loudness {
    scene.passes(until: seconds)
    return scene.system.loudness(at: .at(seconds))
  }

  @Test func `normal: a high one is louder after 30 s, and loudest after 60 s`() {
    var scene = sounding(.heartRateHigh)
    #expect(loudness(&scene, at: 29.9) == .normal)
    #expect(loudness(&scene, at: 30) == .louder)
    #expect(loudness(&scene, at: 59.9) == .louder)
    #expect(loudness(&scene, at: 60) == .loudest)
    #expect(loudness(&scene, at: 3600) == .loudest)
  }

  @Test func `normal: a medium one is louder after two minutes and never loudest, and a low one stays`() {
    var medium = sounding(.co2Medium)
    #expect(loudness(&medium, at: 119.9) == .normal)
    #expect(loudness(&medium, at: 120) == .louder)
    #expect(loudness(&medium, at: 3600) == .louder)
    var low = sounding(.co2Low)
    #expect(loudness(&low, at: 3600) == .normal)
  }

  @Test func `loudest: a notice of a high one goes out each 60 s, and none of a medium one`() {
    var scene = sounding(.heartRateHigh)
    scene.passes(until: 185)
    #expect(scene.notices.map(\.at) == [60, 120, 180])
    #expect(scene.notices.allSatisfy { $0.notice.reason == .unanswered && $0.notice.condition == .heartRateHigh })
    #expect(scene.notices.last?.notice.unanswered == .seconds(180))
    var medium = sounding(.co2Medium)
    medium.passes(until: 600)
    #expect(medium.notices.isEmpty)
  }

  @Test func `louder: a pause stops the count, and its end goes on with it`() {
    var scene = sounding(.heartRateHigh)
    scene.at(40) { $0.pause(at: $1) }
    #expect(loudness(&scene, at: 100) == .normal, "nothing sounds")
    #expect(loudness(&scene, at: 160) == .louder, "as loud as it was")
    #expect(loudness(&scene, at: 179.9) == .louder)
    #expect(loudness(&scene, at: 180) == .loudest)
    #expect(scene.notices.map(\.at) == [180])
  }

  @Test func `louder: an acknowledgement begins the count again`() {
    var scene = sounding(.co2Medium)
    scene.at(120) { $0.acknowledge(.co2Medium, at: $1) }
    #expect(loudness(&scene, at: 1020) == .normal, "it sounds again")
    #expect(loudness(&scene, at: 1139.9) == .normal)
    #expect(loudness(&scene, at: 1140) == .louder)
  }

  @Test func `normal: an acknowledgement takes with it what has sounded since the last step, too`() {
    var scene = sounding(.co2Medium)
    scene.at(100) { $0.acknowledge(.co2Medium, at: $1) }
    // It is on again at 1000 s.
    #expect(loudness(&scene, at: 1119.9) == .normal)
    #expect(loudness(&scene, at: 1120) == .louder)
  }

  @Test func `louder: it is as loud when it ends and comes back in the same episode`() {
    var scene = sounding(.heartRateHigh)
    scene.at(40) { $0.end(.heartRateHigh, at: System.sensor, at: $1) }
    scene.at(50) { $0.begin(.heartRateHigh, $1) }
    #expect(loudness(&scene, at: 50) == .louder)
    #expect(loudness(&scene, at: 70) == .loudest)
  }

  @Test func `louder: what begins when its episode is over is normal`() {
    var scene = sounding(.heartRateHigh)
    scene.at(40) { $0.end(.heartRateHigh, at: System.sensor, isCalm: true, at: $1) }
    scene.at(50) { $0.begin(.heartRateHigh, $1) }
    #expect(loudness(&scene, at: 50) == .normal)
  }

  @Test func `louder: a new alarm never makes the box quieter, also of another family of the subject`() {
    var scene = sounding(.heartRateHigh)
    scene.at(40) { $0.begin(.co2High, $1) }
    #expect(loudness(&scene, at: 40) == .louder)
    scene.at(45) {
      $0.begin(.noData, of: System.person, priority: .high, $1)
      $0.end(.heartRateHigh, at: System.sensor, at: $1)
      $0.end(.co2High, at: System.sensor, at: $1)
    }
    #expect(loudness(&scene, at: 45) == .louder)
  }

  @Test func `louder: a medium one that rises is not quieter as a high one`() {
    var scene = AlarmScene()
    scene.at(0) { $0.begin(.noData, $1) }
    scene.at(130) { $0.begin(.noData, priority: .high, $1) }
    #expect(loudness(&scene, at: 130) == .louder)
    #expect(loudness(&scene, at: 190) == .loudest)
  }

  @Test func `normal: an alarm of a person who is to be called louder begins louder`() {
    var scene = AlarmScene()
    scene.at(0) {
      $0.setLoud(true, of: PersonIndex(0))
      $0.begin(.heartRateHigh, $1)
    }
    #expect(loudness(&scene, at: 0) == .louder)
    #expect(loudness(&scene, at: 30) == .loudest)
  }

  @Test func `from the fourth pause of an episode on each pause sends a notice`() {
    var scene = sounding(.co2Medium)
    for number in 1...5 {
      scene.at(Double(200 * number)) { $0.pause(at: $1) }
      #expect(scene.notices.count == max(0, number - 3), "pause \(number)")
    }
    #expect(scene.notices.map(\.at) == [800, 1000])
    #expect(scene.notices.allSatisfy { $0.notice.reason == .pausedAgain })
  }

  @Test func `a restart goes on with the count, and reports no minute twice`() {
    var scene = AlarmScene()
    let alarm = RememberedAlarm(
      condition: .heartRateHigh, priority: .high, isLatched: false, acknowledgementLeft: nil, unanswered: .seconds(70),
      limit: 130, value: 150)
    scene.at(0) { $0.resume(alarm, at: System.sensor, of: System.person, at: $1) }
    #expect(loudness(&scene, at: 0) == .loudest && scene.notices.isEmpty)
    scene.passes(until: 60)
    #expect(scene.notices.map(\.at) == [50])
  }

  @Test func `the loudest is the maximum on every sounder, and the louder half way there`() {
    let normal = SoundLevel(decibels: SoundLevel.maximum.decibels - 10)
    #expect(Loudness.normal.level(from: normal) == normal && !Loudness.normal.usesSecondSounder)
    #expect(Loudness.louder.level(from: normal) == SoundLevel(decibels: SoundLevel.maximum.decibels - 5))
    #expect(Loudness.loudest.level(from: normal) == .maximum && Loudness.loudest.usesSecondSounder)
  }
}
