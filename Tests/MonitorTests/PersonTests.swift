import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A person with a strap (sensor 1) and an oximeter (sensor 3).
@Suite struct `A person with two sensors` {
  private func ada(_ profile: BoxProfile = .bedside) -> MonitorScene {
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: profile, latchesSound: false, gradesAir: false, persons: [PersonSettings(name: "Ada")],
        unproved: Bounds(15, 30)))
    for sensor in [UInt16(1), 3] {
      scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: sensor, at: 0)
    }
    return scene
  }

  @Test func `is reported by the strap where both speak`() {
    var scene = ada()
    for second in 0..<60 {
      scene.oximeter(97, pulse: 45 + Double(second % 3), during: second..<second + 1)
      scene.beats(72, during: second..<second + 1)
    }
    #expect(scene.present(at: 59).isEmpty, "45 bpm of the oximeter would be too low")
  }

  @Test func `is watched by the oximeter where the strap is off the skin, which is no high alarm`() {
    var scene = ada()
    for second in 0..<90 {
      scene.oximeter(97, pulse: 71 + Double(second % 3), during: second..<second + 1)
      scene.reads(.heartRateService, [.heartRateBeatsPerMinute: 72], at: Double(second), sensor: 1) {
        $0.contact = second < 20 ? .detected : .notDetected
      }
    }
    #expect(!scene.changes(of: .noContact).contains { $0.alarm.priority == .high })
  }

  @Test func `is reported by the oximeter where the strap falls silent`() {
    var scene = ada()
    scene.beats(72, during: 0..<30)
    for second in 0..<100 { scene.oximeter(97, pulse: second < 40 ? 71 : 45, during: second..<second + 1) }
    #expect(scene.onsets(of: .heartRateLow) == [70])
    #expect(scene.present(at: 99)[.noData] == .medium, "no high loss while the other one is good")
  }

  @Test func `has a loss that becomes high when the other sensor is lost as well`() {
    var scene = ada()
    scene.beats(72, during: 0..<30)
    scene.oximeter(97, pulse: 71, during: 0..<100)
    scene.waits(until: 99)
    #expect(scene.present(at: 99) == [.noData: .medium])
    scene.waits(until: 200)
    #expect(scene.present(at: 200)[.noData] == .high)
  }

  @Test func `is not proved where both disagree by more than 15 %`() {
    for (pulse, onset) in [(145.0, 65.0), (120, 75)] {
      var scene = ada()
      for second in 0..<120 {
        scene.oximeter(97, pulse: pulse, during: second..<second + 1)
        scene.beats(second < 60 ? 150 * 0.6 : 150, during: second..<second + 1)
      }
      let begins = scene.changes(of: .heartRateHigh).first { $0.alarm.value == 150 }
      #expect(begins?.at == onset, "three beats confirm it all the same")
    }
  }

  @Test func `has an alarm that good data of the other sensor end`() {
    var scene = ada()
    scene.beats(150, during: 0..<20)
    for second in 20..<80 { scene.oximeter(97, pulse: 70 + Double(second % 3), during: second..<second + 1) }
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.presence == .off)
    // The strap counts until it is stale, and a return that no beats prove takes half a minute.
    #expect(scene.changes(of: .heartRateHigh).last.map { (24...60).contains($0.at) } == true)
    #expect(scene.present(at: 79) == [.noData: .medium])
  }

  @Test func `has one episode, whichever sensor its alarm is reported by`() {
    var scene = ada()
    scene.beats(150, during: 0..<100)
    scene.oximeter(97, pulse: 150, during: 98..<200)
    #expect((5..<200).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
    #expect((65..<200).allSatisfy { scene.loudness(at: Double($0)) == .loudest })
    #expect(scene.notices.map(\.at) == [65, 125, 185])
  }

  @Test func `is reported as watched again by whichever sensor is good`() {
    var scene = ada()
    scene.beats(150, during: 0..<20)
    scene.happens(.reset(nil), at: 60)
    scene.waits(until: 130)
    #expect(scene.present(at: 130)[.notWatched] == .medium)
    for second in 130..<150 { scene.oximeter(97, pulse: 70 + Double(second % 3), during: second..<second + 1) }
    #expect(scene.present(at: 149)[.notWatched] == nil)
  }

  @Test func `keeps the episode when one of them is forgotten`() {
    var scene = ada()
    for second in 0..<100 {
      scene.beats(150, during: second..<second + 1)
      scene.oximeter(97, pulse: 150, during: second..<second + 1)
    }
    scene.happens(.forgotten(SensorIndex(1)), at: 100)
    for second in 101..<140 { scene.oximeter(97, pulse: 151, during: second..<second + 1) }
    #expect((101..<140).allSatisfy { scene.present(at: Double($0))[.heartRateHigh] == .high })
    #expect(scene.loudness(at: 139) == .loudest)
  }
}

/// A strap that takes the place of another one.
@Suite struct `A replaced strap` {
  private static let ada = SensorRole(isAdopted: true, person: PersonIndex(0))

  private func replaced() -> MonitorScene {
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: true, gradesAir: false, persons: [PersonSettings(name: "Ada")]))
    scene.assigns(Self.ada, to: 1, at: 0)
    scene.beats(150, during: 0..<100)
    scene.happens(.pause, at: 100)
    scene.assigns(Self.ada, to: 2, at: 110)
    scene.happens(.forgotten(SensorIndex(1)), at: 110)
    return scene
  }

  @Test func `goes on with the episode, its pause and its growth`() {
    var scene = replaced()
    scene.beats(150, during: 112..<240, sensor: 2)
    #expect((110..<220).allSatisfy { scene.sound(at: Double($0)) == nil }, "the pause holds")
    #expect(scene.sound(at: 221)?.priority == .high)
    #expect(scene.loudness(at: 222) == .loudest)
    #expect(scene.changes(of: .heartRateHigh).last?.alarm.sensor == SensorIndex(2))
  }

  @Test func `that has said nothing yet is reported as a loss, as high as the alarm was`() {
    var scene = replaced()
    scene.waits(until: 300)
    #expect((111..<300).allSatisfy { scene.present(at: Double($0))[.noData] == .high })
    #expect(scene.present(at: 200)[.heartRateHigh] == nil)
  }

  @Test func `leaves nothing due that is never done`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(150, during: 0..<20)
    scene.replaces(1, by: .heartRateService, at: 22)
    scene.beats(148, during: 22..<40)
    scene.waits(until: 400)
    #expect(scene.stuckAt == nil)
    #expect(scene.present(at: 399)[.noData] == .high)
  }

  @Test func `of somebody of whom nothing is said begins with nothing`() {
    var scene = MonitorScene(profile: .bedside)
    scene.beats(150, during: 0..<100)
    scene.happens(.forgotten(SensorIndex(1)), at: 100)
    scene.beats(150, during: 110..<130, sensor: 2)
    #expect(scene.onsets(of: .heartRateHigh) == [5, 115])
    #expect(scene.loudness(at: 120) == .normal)
  }

  @Test func `goes on with a latched sound`() {
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: true, gradesAir: false, persons: [PersonSettings(name: "Ada")]))
    scene.assigns(Self.ada, to: 1, at: 0)
    scene.beats(150, during: 0..<100)
    scene.assigns(Self.ada, to: 2, at: 100)
    scene.beats(72, during: 100..<130, sensor: 2)
    scene.waits(until: 140)
    #expect(scene.sound(at: 139)?.priority == .high)
  }
}

/// Two straps of which nothing is said.
@Suite struct `Two straps` {
  @Test func `are two people, each with an alarm and a pause of its own`() {
    var scene = MonitorScene(profile: .bedside)
    for second in 0..<200 {
      scene.beats(150, during: second..<second + 1, sensor: 1)
      scene.beats(second < 60 ? 72 : 150, during: second..<second + 1, sensor: 2)
      if second == 30 { scene.happens(.pause, at: 30.5) }
    }
    #expect(scene.changes(of: .heartRateHigh).filter(\.alarm.isOnset).map(\.at) == [5, 65])
    #expect(Set(scene.changes(of: .heartRateHigh).map(\.alarm.subject)).count == 2)
    #expect(scene.sound(at: 40) == nil)
    #expect(scene.sound(at: 66)?.priority == .high, "the second person's alarm breaks the pause of the first")
  }

  @Test func `of which one is lost are not watched by the other`() {
    var scene = MonitorScene(profile: .bedside)
    for second in 0..<100 {
      if second < 20 { scene.beats(72, during: second..<second + 1, sensor: 1) }
      scene.beats(72, during: second..<second + 1, sensor: 2)
    }
    #expect(scene.present(at: 99)[.noData] == .high)
    #expect(scene.pattern(of: .green, at: 99) == .off)
  }
}
