import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// Good heart data that are missing now and then, for whatever reason.
@Suite struct `Good heart data that are missing` {
  /// Nine seconds, of which so many are good; the others are without contact, or without a pulse and perhaps without contact.
  private func scene(good: Int) -> MonitorScene {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<20)
    for second in 20..<400 {
      let place = (second - 20) % 9
      if place >= 9 - good {
        scene.beats(72, during: second..<second + 1)
      } else if place < 3 {
        scene.strap(.notDetected, 72, during: second..<second + 1)
      } else {
        scene.strap(.notSupported, 0, during: second..<second + 1)
      }
    }
    return scene
  }

  @Test func `for 40 s of a minute are a loss, high at once, whatever the mixture of causes`() {
    let scene = scene(good: 3)
    #expect(scene.onsets(of: .noData).first.map { (60...90).contains($0) } == true)
    #expect(scene.changes(of: .noData).first?.alarm.priority == .high)
  }

  @Test func `in 12 of every 16 s, where the strap has lost the skin, are a loss within a minute`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<60)
    for second in 60..<200 {
      if (second - 60) % 16 < 12 {
        scene.strap(.notDetected, 72, during: second..<second + 1)
      } else {
        scene.beats(72, during: second..<second + 1)
      }
    }
    let onsets = scene.changes(of: .noData).filter { $0.alarm.priority == .high }.map(\.at)
    #expect(onsets.first.map { $0 <= 120 } == true, "\(onsets)")
  }

  @Test func `for less than that are none`() {
    #expect(scene(good: 4).onsets(of: .noData).isEmpty)
  }

  @Test func `are a loss after 40 s in all also where the last of it is no pulse whose bound is longer`() {
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: false, gradesAir: false, proved: Bounds(5, 10), unproved: Bounds(30, 60)))
    scene.beats(72, during: 0..<25)
    scene.strap(.detected, 0, during: 25..<55)
    scene.beats(72, during: 55..<70)
    scene.strap(.detected, 0, during: 70..<90)
    scene.beats(72, during: 90..<130)
    #expect(scene.onsets(of: .noData) == [80])
  }

  @Test func `do not begin to be a loss when they come back, after a strap that was put on has found no beat yet`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<40)
    scene.strap(.notDetected, 0, during: 40..<70)
    scene.strap(.detected, 0, during: 70..<80)
    scene.beats(72, during: 80..<120)
    #expect(scene.onsets(of: .noData).allSatisfy { $0 < 80 }, "\(scene.onsets(of: .noData))")
    #expect(scene.ends(of: .noData) == [85], "no beat yet does not end a loss: five seconds of good data do")
  }

  @Test func `are a loss after 30 s also where a strap that was taken off sends zeros, which are no missing pulse`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<90)
    scene.strap(.notDetected, 72, during: 90..<108)
    scene.strap(.detected, 0, during: 108..<128)
    scene.beats(72, during: 128..<150)
    #expect(scene.changes(of: .noData).first { $0.alarm.priority == .high }?.at == 120)
  }

  @Test func `are a loss 30 s after the last good value also where zeros come between it and the silence`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<90)
    scene.strap(.detected, 0, during: 90..<98)
    scene.waits(until: 150)
    #expect(scene.changes(of: .noData).first { $0.alarm.priority == .high }.map { $0.at <= 121 } == true)
  }

  /// The seconds at which no technical condition was there, from one second to another.
  private func dark(_ scene: MonitorScene, from begin: Double, to end: Double) -> [Double] {
    let causes: [ConditionID] = [.noData, .noContact, .frozen, .implausible]
    return stride(from: begin, to: end, by: 1).filter { second in
      !causes.contains { condition in
        let onset = scene.onsets(of: condition).last { $0 <= second }
        let end = scene.ends(of: condition).last { $0 <= second }
        return onset.map { $0 > end ?? -1 } ?? false
      }
    }
  }

  @Test(arguments: [SkinContact.detected, nil])
  func `stay shown as a loss where lost contact turns into zeros or into silence`(contact: SkinContact?) {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<90)
    scene.strap(.notDetected, 0, during: 90..<106)
    if let contact { scene.strap(contact, 0, during: 106..<119) } else { scene.waits(until: 119) }
    scene.beats(72, during: 119..<140)
    #expect(dark(scene, from: 100, to: 123) == [])
    #expect(dark(scene, from: 126, to: 140).count == 14)
    #expect(scene.changes(of: .noData).allSatisfy { $0.alarm.priority == .low }, "it did not last for 30 s")
  }

  @Test(arguments: [SkinContact.detected, nil])
  func `stay shown as a loss where a single good value comes between two causes`(contact: SkinContact?) {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<60)
    scene.strap(.notDetected, 0, during: 60..<71)
    scene.beats(72, during: 71..<72)
    if let contact { scene.strap(contact, 0, during: 72..<120) } else { scene.waits(until: 120) }
    #expect(dark(scene, from: 70, to: 120) == [])
  }

  @Test func `of a strap off the skin that repeats its number sound after 30 s, and not as a frozen rate`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<60)
    scene.strap(.notDetected, 72, during: 60..<100)
    #expect(scene.onsets(of: .frozen).isEmpty && scene.sound(at: 89) == nil)
    #expect(scene.changes(of: .noData).first { $0.alarm.priority == .high }?.at == 90)
  }

  /// A strap and another sensor of one person, both good until they fall silent.
  private func pair() -> MonitorScene {
    var scene = MonitorScene(profile: .bedside)
    for sensor in [UInt16(1), 2] {
      scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(40)), to: sensor, at: 0)
    }
    return scene
  }

  @Test func `of two straps go on to sound where one finds no pulse and the other is off the skin`() {
    var scene = pair()
    for second in 0..<80 {
      if second < 68 { scene.beats(72, during: second..<second + 1, sensor: 1) }
      scene.beats(72, during: second..<second + 1, sensor: 2)
    }
    for second in 85..<130 {
      scene.strap(.notDetected, 72, during: second..<second + 1, sensor: 1)
      if second > 104 { scene.strap(.detected, 0, during: second..<second + 1, sensor: 2) }
    }
    let begin = scene.changes(of: .noData).first { $0.alarm.priority == .high }?.at ?? 130
    #expect(begin < 104)
    #expect(stride(from: begin, to: 130, by: 1).allSatisfy { scene.present(at: $0).values.contains(.high) })
  }

  @Test func `of an oximeter and a strap go on to sound where the oximeter comes back without a pulse`() {
    var scene = pair()
    for second in 0..<105 {
      if second < 60 { scene.oximeter(97, pulse: 70 + Double(second % 3), during: second..<second + 1, sensor: 2) }
      scene.beats(72, during: second..<second + 1, sensor: 1)
    }
    for second in 120..<160 { scene.oximeter(97, pulse: 0, during: second..<second + 1, sensor: 2) }
    let begin = scene.changes(of: .noData).first { $0.alarm.priority == .high }?.at ?? 160
    #expect(begin < 120)
    #expect(stride(from: begin, to: 160, by: 1).allSatisfy { scene.present(at: $0).values.contains(.high) })
  }

  @Test func `go on to sound where a frozen rate turns into lost contact and numbers that move`() {
    var scene = MonitorScene(profile: .bedside)
    scene.strap(.notSupported, 72, during: 0..<308)
    let frozen = scene.onsets(of: .frozen).first ?? 320
    #expect(frozen < 320)
    for second in Int(frozen) + 8..<Int(frozen) + 28 {
      scene.strap(.notDetected, Double(60 + second % 7), during: second..<second + 1)
    }
    #expect(dark(scene, from: frozen, to: frozen + 27) == [])
    #expect(scene.sound(at: frozen + 27) != nil)
  }

  @Test func `are shown as a loss 15 s after the strap has fallen silent`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<20)
    scene.waits(until: 40)
    #expect(scene.onsets(of: .noData) == [34])
  }

  /// A heart that races, and a strap that then loses the skin for most of a minute; three values of another rate end the alarm.
  private func raced(thenGood seconds: Range<Int>) -> MonitorScene {
    var scene = MonitorScene(profile: .cabin)
    scene.beats(72, during: 0..<20)
    scene.beats(180, during: 20..<60)
    scene.beats(90, during: 60..<63)
    scene.strap(.notDetected, 57, during: 63..<110)
    scene.beats(88, during: seconds)
    return scene
  }

  @Test func `are no new loss beside the good ones that have ended the alarm of a racing heart`() {
    let scene = raced(thenGood: 110..<150)
    #expect(scene.ends(of: .heartRateHigh).last.map { $0 > 110 } == true)
    #expect(scene.onsets(of: .noData).isEmpty, "\(scene.onsets(of: .noData))")
  }

  @Test func `are a loss with the next gap where too few good ones have ended the alarm`() {
    var scene = raced(thenGood: 110..<114)
    scene.strap(.notDetected, 57, during: 114..<120)
    #expect(scene.changes(of: .noData).first?.alarm.priority == .high, "\(scene.changes(of: .noData))")
    #expect(scene.onsets(of: .noData).first.map { $0 >= 114 && $0 <= 115 } == true)
  }

  @Test func `are a loss until there were five seconds of good data`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<20)
    scene.strap(.detected, 0, during: 20..<100)
    #expect(scene.onsets(of: .noData).first == 50)
    scene.beats(72, during: 100..<140)
    #expect(scene.ends(of: .noData) == [105])
  }

  @Test func `of a strap that was silent for less are back after five seconds in seven and a half`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<20)
    scene.waits(until: 40)
    scene.beats(72, during: 40..<42)
    scene.strap(.notDetected, 72, during: 42..<44)
    #expect(scene.ends(of: .noData).isEmpty)
    scene.beats(72, during: 44..<50)
    #expect(scene.ends(of: .noData) == [49], "from one value to the next: one second, and five more")
  }

  /// Silence, then good data, over and over.
  private func gaps(of silent: Int, good: Int, until end: Int) -> MonitorScene {
    var scene = MonitorScene(profile: .bedside)
    for begin in stride(from: 0, to: end, by: silent + good) { scene.beats(72, during: begin..<begin + good) }
    return scene
  }

  @Test(arguments: [(28, 7), (33, 6), (34, 9)])
  func `sound by 40 s of 60 though each gap is only shown and ends`(silent: Int, good: Int) {
    let sounding = gaps(of: silent, good: good, until: 3600).changes(of: .noData)
      .filter { $0.alarm.presence == .on && $0.alarm.priority > .low }
    #expect(sounding.first.map { $0.at <= 90 } == true)
    let times = [0] + sounding.map(\.at) + [3600]
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 150 }, "again and again: \(times)")
  }

  @Test func `in gaps that are rare stay silent`() {
    let scene = gaps(of: 33, good: 120, until: 3600)
    #expect(scene.changes(of: .noData).allSatisfy { $0.alarm.priority == .low })
    #expect(!scene.changes(of: .noData).isEmpty)
  }

  @Test func `are not watched after a long press, though a new loss is shown`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<60)
    scene.waits(until: 110)
    scene.happens(.reset(nil), at: 110)
    scene.beats(72, during: 150..<151)
    scene.waits(until: 182)
    #expect(scene.onsets(of: .notWatched).first.map { (170...176).contains($0) } == true)
  }

  @Test func `are reported beside a contact that is lost`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<20)
    scene.strap(.notDetected, 72, during: 20..<100)
    #expect(scene.onsets(of: .noContact) == [30, 50])
    #expect(scene.onsets(of: .noData) == [50])
  }

  @Test func `before a silence make it no later high than the silence alone`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(197, during: 0..<60)
    scene.beats(72, during: 117..<134)
    scene.waits(until: 180)
    let high = scene.changes(of: .noData).filter { $0.at > 134 && $0.alarm.priority == .high }
    #expect(high.first?.at == 168, "the last beat at 133, stale at 138, and 30 s")
  }

  @Test func `are those of a strap that stands still as well`() {
    var scene = MonitorScene()
    for second in 0..<420 { scene.heartRate(72, at: Double(second)) }
    #expect(scene.onsets(of: .frozen) == [301])
    #expect(scene.onsets(of: .noData) == [330])
  }

  @Test func `for half a minute without contact are as high as a silence`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(72, during: 0..<60)
    scene.strap(.notDetected, 72, during: 60..<90)
    #expect(scene.changes(of: .noData).isEmpty)
    scene.strap(.notDetected, 72, during: 90..<100)
    #expect(scene.changes(of: .noData).map(\.at) == [90])
    #expect(scene.changes(of: .noData).first?.alarm.priority == .high)
  }
}
