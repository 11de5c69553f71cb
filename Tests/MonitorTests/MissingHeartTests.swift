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

  @Test func `for a minute of a minute and a half are a loss, whatever the mixture of causes`() {
    let scene = scene(good: 3)
    #expect(scene.onsets(of: .noData).first.map { (80...110).contains($0) } == true)
    #expect(scene.changes(of: .noData).first?.alarm.priority == .medium)
    #expect(scene.changes(of: .noData).last?.alarm.priority == .high, "half a minute later")
  }

  @Test func `for less than that are none`() {
    #expect(scene(good: 4).onsets(of: .noData).isEmpty)
  }

  @Test func `are a loss after a minute in all also where the last of it is no pulse whose bound is longer`() {
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: false, gradesAir: false, proved: Bounds(5, 10), unproved: Bounds(30, 60)))
    scene.beats(72, during: 0..<25)
    scene.strap(.detected, 0, during: 25..<70)
    scene.beats(72, during: 70..<85)
    scene.strap(.detected, 0, during: 85..<114)
    scene.beats(72, during: 114..<150)
    #expect(scene.onsets(of: .noData) == [100])
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

  @Test func `are shown as a loss 15 s after the strap has fallen silent`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<20)
    scene.waits(until: 40)
    #expect(scene.onsets(of: .noData) == [34])
  }

  @Test func `are a loss until there were five seconds of good data`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<20)
    scene.strap(.detected, 0, during: 20..<100)
    #expect(scene.onsets(of: .noData).first == 80)
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
  func `sound by 60 s of 90 though each gap is only shown and ends`(silent: Int, good: Int) {
    let sounding = gaps(of: silent, good: good, until: 3600).changes(of: .noData)
      .filter { $0.alarm.presence == .on && $0.alarm.priority > .low }
    #expect(sounding.first.map { $0.at <= 130 } == true)
    let times = [0] + sounding.map(\.at) + [3600]
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 200 }, "again and again: \(times)")
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
    #expect(scene.onsets(of: .noData) == [80])
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
    #expect(scene.onsets(of: .noData).first == 360)
  }
}
