import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// How far an unanswered alarm has grown, whatever becomes of its data and of other alarms.
@Suite struct `An alarm that grows` {
  private func steps(_ scene: MonitorScene) -> [String] {
    scene.done.compactMap { at, action in
      switch action {
      case .loudness(let level): "\(Int(at)) \(level.name)"
      case .notice: "\(Int(at)) notice"
      default: nil
      }
    }
  }

  private static let expected = ["35 louder", "65 loudest", "65 notice", "125 notice", "185 notice", "245 notice"]

  @Test func `grows on through dropouts of its data`() {
    var scene = MonitorScene(latchesSound: true)
    for second in 0..<300 where second % 20 < 13 { scene.beats(150, during: second..<second + 1) }
    #expect(scene.onsets(of: .noData).count > 10)
    #expect(steps(scene) == Self.expected)
  }

  @Test func `grows on through every change of its cause`() {
    var scene = MonitorScene(latchesSound: true)
    scene.beats(150, during: 0..<40)
    scene.strap(.notDetected, 72, during: 40..<90)
    scene.waits(until: 150)
    scene.beats(40, during: 150..<200, .disagree)
    scene.strap(.detected, 0, during: 200..<300)
    #expect(steps(scene) == Self.expected)
  }

  @Test func `grows on where its value was well for a moment`() {
    var scene = MonitorScene(latchesSound: false)
    scene.beats(150, during: 0..<60)
    scene.beats(72, during: 60..<68)
    scene.beats(150, during: 68..<100)
    #expect(scene.ends(of: .heartRateHigh) == [65])
    #expect(scene.loudness(at: 80) == .loudest, "sixty seconds in all by 65 s")
  }

  @Test func `begins from the first step in the next episode`() {
    var scene = MonitorScene(latchesSound: false)
    scene.beats(150, during: 0..<100)
    scene.beats(72, during: 100..<130)
    scene.beats(150, during: 130..<160)
    #expect(scene.loudness(at: 99) == .loudest)
    #expect(scene.loudness(at: 150) == .normal)
  }

  @Test func `of one heart makes no other begin to grow later, and its own sound no quieter`() {
    var scene = MonitorScene(latchesSound: false)
    for second in 0..<100 {
      scene.beats(150, during: second..<second + 1, sensor: 1)
      scene.beats(second < 80 ? 72 : 40, during: second..<second + 1, sensor: 2)
    }
    #expect(scene.onsets(of: .heartRateLow) == [85])
    #expect(
      (65..<100).allSatisfy { scene.loudness(at: Double($0)) == .loudest }, "a new alarm makes the box no quieter")
  }

  @Test func `of a lower priority is not made quieter by a new one of a higher`() {
    var scene = MonitorScene(latchesSound: false)
    scene.happens(.fault(.frozen), at: 0)
    scene.waits(until: 130)
    #expect(scene.loudness(at: 130) == .louder)
    scene.happens(.fault(.adapterGone), at: 130)
    #expect(scene.loudness(at: 131) >= .louder)
    #expect(scene.sound(at: 131)?.priority == .high)
  }

  @Test func `of a person who is to be loud begins one step louder`() {
    var scene = MonitorScene(
      settings: MonitorSettings(
        latchesSound: false, gradesAir: false, persons: [PersonSettings(name: "Ada", sound: .loud)]))
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 1, at: 0)
    for second in 0..<50 {
      scene.beats(150, during: second..<second + 1, sensor: 1)
    }
    #expect(scene.loudness(at: 6) == .louder)
    #expect(scene.loudness(at: 36) == .loudest)
  }
}

/// A sound that outlives its alarm.
@Suite struct `A latched sound` {
  @Test func `is left of an alarm whose data were gone for a while before they were well`() {
    var scene = MonitorScene(latchesSound: true)
    scene.beats(150, during: 0..<20)
    scene.beats(72, during: 30..<60)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.presence == .latched)
    #expect(scene.sound(at: 59) == SoundSignal(priority: .high, family: .heart))
  }

  @Test func `is left of an alarm that another sensor of its person ended`() {
    let role = SensorRole(isAdopted: true, person: PersonIndex(0))
    var scene = MonitorScene(
      settings: MonitorSettings(latchesSound: true, gradesAir: false, persons: [PersonSettings(name: "Ada")]))
    for sensor in [UInt16(1), 3] { scene.assigns(role, to: sensor, at: 0) }
    scene.beats(150, during: 0..<20)
    scene.oximeter(97, pulse: 71, during: 20..<90)
    scene.waits(until: 90)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.presence == .latched)
    #expect(scene.sound(at: 89) == SoundSignal(priority: .high, family: .heart))
  }

  @Test func `outlives its episode, dropouts and everything but a hand`() {
    var scene = MonitorScene(latchesSound: true)
    scene.beats(150, during: 0..<20)
    scene.beats(72, during: 20..<100)
    scene.waits(until: 200)
    scene.strap(.notDetected, 72, during: 200..<250)
    scene.beats(72, during: 250..<600)
    #expect(scene.changes(of: .heartRateHigh).map(\.alarm.presence) == [.on, .latched])
    #expect((30..<600).allSatisfy { scene.sound(at: Double($0))?.priority == .high })
    scene.happens(.reset(.heartRateHigh), at: 600)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.presence == .off)
    #expect(scene.sound(at: 600) == nil)
  }

  @Test func `of the air outlives a dropout as well`() {
    var scene = MonitorScene(latchesSound: true)
    scene.co2(2_900, during: 0..<60)
    scene.waits(until: 400)
    scene.co2(600, during: 400..<600)
    #expect(scene.changes(of: .co2High).last?.alarm.presence == .latched)
    #expect(scene.sound(at: 599)?.family == .air)
    scene.happens(.reset(nil), at: 600)
    #expect(scene.changes(of: .co2High).last?.alarm.presence == .off)
  }

  @Test func `of lost data goes on where they stand for an alarm of another family from now on`() {
    var scene = MonitorScene(profile: .bedside, gradesAir: false)
    scene.oximeter(97, pulse: 70, during: 0..<60)
    scene.waits(until: 134)
    let high = scene.changes(of: .noData).first { $0.alarm.priority == .high }?.at ?? 0
    scene.oximeter(88, pulse: nil, during: 134..<150)
    scene.waits(until: 200)
    #expect((60..<105).contains(high))
    #expect(scene.onsets(of: .spo2Medium).count == 1)
    #expect(scene.loudness(at: high + 61) == .loudest)
    #expect(scene.notices.map(\.at).contains(high + 60))
  }

  @Test func `sends the notices of a high alarm that nobody answers`() {
    var scene = MonitorScene(latchesSound: true)
    scene.beats(150, during: 0..<20)
    scene.beats(72, during: 20..<200)
    #expect(scene.notices.map(\.at) == [65, 125, 185])
  }
}
