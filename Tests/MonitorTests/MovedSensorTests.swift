import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A sensor that is another person's from now on, or whose wearer has got a name, as by a reload.
@Suite struct `A sensor that gets another person` {
  private static let ada = SensorRole(isAdopted: true, person: PersonIndex(0))
  private static let ben = SensorRole(isAdopted: true, person: PersonIndex(1))

  private func bedside(latchesSound: Bool = false) -> MonitorScene {
    MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: latchesSound, gradesAir: false,
        persons: [PersonSettings(name: "Ada"), PersonSettings(name: "Ben")], unproved: Bounds(15, 30)))
  }

  @Test(arguments: [(SensorRole.adopted, ada), (ada, ben), (ada, SensorRole.adopted)])
  func `takes its wearer's alarm along, with its growth`(before: SensorRole, after: SensorRole) {
    var scene = bedside()
    scene.assigns(before, to: 1, at: 0)
    scene.beats(150, during: 0..<70)
    scene.assigns(after, to: 1, at: 69.5)
    scene.beats(150, during: 70..<100)
    #expect(scene.onsets(of: .heartRateHigh) == [5])
    #expect((5..<100).allSatisfy { scene.present(at: Double($0)) == [.heartRateHigh: .high] })
    #expect((66..<100).allSatisfy { scene.loudness(at: Double($0)) == .loudest })
    if let person = after.person {
      #expect(scene.changes(of: .heartRateHigh).last?.alarm.subject == .person(person))
    }
    scene.beats(72, during: 100..<130)
    #expect(scene.present(at: 129).isEmpty)
    #expect(scene.pattern(of: .green, at: 129) == .allIsWell)
  }

  @Test func `takes its wearer's pause and latch along`() {
    var scene = bedside(latchesSound: true)
    scene.beats(150, during: 0..<30)
    scene.happens(.pause, at: 29.2)
    scene.assigns(Self.ada, to: 1, at: 29.5)
    scene.beats(150, during: 30..<180)
    #expect((33..<149).allSatisfy { scene.sound(at: Double($0)) == nil })
    #expect(scene.sound(at: 151)?.priority == .high)
    scene.beats(72, during: 180..<200)
    scene.assigns(Self.ben, to: 1, at: 199.5)
    scene.beats(72, during: 200..<220)
    #expect(scene.sound(at: 219)?.priority == .high, "latched")
    scene.happens(.reset(nil), at: 219.5)
    #expect(scene.present(at: 219.5).isEmpty)
  }

  @Test func `takes its wearer's standby along`() {
    var scene = bedside()
    scene.beats(72, during: 0..<60)
    scene.happens(.standby(nil, .seconds(8 * 3_600)), at: 100)
    scene.assigns(Self.ada, to: 1, at: 200)
    scene.waits(until: 1_000)
    #expect(scene.present(at: 1_000) == [.standby: .low])
    #expect(scene.changes(of: .standby).last?.alarm.subject == .person(PersonIndex(0)))
    #expect(scene.pattern(of: .blue, at: 1_000) == .on)
    scene.happens(.endStandby(PersonIndex(0)), at: 1_000.5)
    #expect(scene.present(at: 1_000.5).isEmpty)
  }

  @Test func `leaves the alarm of a person with another sensor to that one`() {
    var scene = bedside()
    scene.assigns(Self.ada, to: 1, at: 0)
    scene.assigns(Self.ada, to: 3, at: 0)
    for second in 0..<60 {
      scene.beats(150, during: second..<second + 1)
      scene.oximeter(97, pulse: 70 + Double(second % 3), during: second..<second + 1)
    }
    scene.assigns(Self.ben, to: 1, at: 59.5)
    for second in 60..<130 {
      scene.beats(150, during: second..<second + 1)
      scene.oximeter(97, pulse: 70 + Double(second % 3), during: second..<second + 1)
    }
    #expect((16..<130).allSatisfy { scene.sound(at: Double($0))?.priority == .high })
    let subjects = scene.changes(of: .heartRateHigh).filter(\.alarm.isOnset).map(\.alarm.subject)
    #expect(subjects.last == .person(PersonIndex(1)))
    scene.beats(72, during: 130..<180)
    #expect(scene.present(at: 179)[.heartRateHigh] == nil, "it stays at no sensor and no person")
  }

  @Test func `loses no alarm where the person has another sensor`() {
    var scene = bedside()
    scene.assigns(Self.ben, to: 3, at: 0)
    for second in 0..<40 {
      scene.oximeter(97, pulse: 150, during: second..<second + 1)
      scene.beats(150, during: second..<second + 1)
    }
    scene.happens(.forgotten(SensorIndex(3)), at: 40)
    scene.assigns(Self.ben, to: 3, at: 40)
    for second in 40..<60 {
      scene.oximeter(97, pulse: 148 + Double(second % 3), during: second..<second + 1)
      scene.beats(150, during: second..<second + 1)
    }
    scene.assigns(Self.ben, to: 1, at: 59.5)
    for second in 60..<90 {
      scene.oximeter(97, pulse: 148 + Double(second % 3), during: second..<second + 1)
      scene.beats(150, during: second..<second + 1)
    }
    #expect((6..<90).allSatisfy { scene.present(at: Double($0)).values.contains(.high) })
    for second in 90..<150 {
      scene.oximeter(97, pulse: 70 + Double(second % 3), during: second..<second + 1)
      scene.beats(72, during: second..<second + 1)
    }
    #expect(scene.present(at: 149).isEmpty)
  }

  @Test func `takes an alarm on the oxygen along`() {
    var scene = bedside()
    for second in 0..<60 { scene.oximeter(82, pulse: 70 + Double(second % 3), during: second..<second + 1) }
    scene.assigns(Self.ada, to: 3, at: 59.5)
    #expect(scene.changes(of: .spo2High).last?.alarm.subject == .person(PersonIndex(0)))
    for second in 60..<90 { scene.oximeter(97, pulse: 70 + Double(second % 3), during: second..<second + 1) }
    #expect(scene.onsets(of: .spo2High).count == 1)
    #expect(scene.present(at: 89).isEmpty)
  }
}
