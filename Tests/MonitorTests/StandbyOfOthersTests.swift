import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What is left of a person whose sensors are gone: nothing that the next wearer could inherit.
@Suite struct `The wearer of the next strap` {
  private func bedside(_ persons: [PersonSettings] = []) -> MonitorScene {
    MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: true, gradesAir: false, persons: persons, unproved: Bounds(15, 30)))
  }

  @Test func `is not in the standby of somebody else`() {
    var scene = bedside()
    scene.beats(72, during: 0..<60)
    scene.happens(.standby(nil, .seconds(8 * 3_600)), at: 100)
    scene.happens(.forgotten(SensorIndex(1)), at: 200)
    scene.beats(72, during: 310..<325, sensor: 2)
    #expect(scene.present(at: 324).isEmpty)
    #expect(scene.pattern(of: .green, at: 324) == .allIsWell)
    scene.waits(until: 600)
    #expect(scene.present(at: 600) == [.noData: .high])
  }

  @Test func `is not in a standby that has just ended`() {
    var scene = bedside()
    scene.beats(72, during: 0..<60)
    scene.happens(.standby(nil, .seconds(3_600)), at: 100)
    scene.happens(.endStandby(nil), at: 150)
    scene.happens(.forgotten(SensorIndex(1)), at: 200)
    scene.beats(72, during: 310..<312, sensor: 2)
    scene.waits(until: 360)
    #expect(scene.present(at: 360) == [.noData: .high])
  }

  @Test func `is in no standby that a person of the configuration had with another strap`() {
    var scene = bedside([PersonSettings(name: "Ada")])
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 1, at: 0)
    scene.beats(72, during: 0..<60)
    scene.happens(.standby(nil, .seconds(8 * 3_600)), at: 100)
    scene.happens(.forgotten(SensorIndex(1)), at: 200)
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 2, at: 300)
    scene.beats(72, during: 310..<325, sensor: 2)
    scene.waits(until: 600)
    #expect(scene.present(at: 600) == [.noData: .high])
  }

  @Test func `has no latched sound of a sensor that was forgotten before`() {
    var scene = bedside()
    let wearer = SensorRole(isAdopted: true, person: PersonIndex(40))
    for sensor in [UInt16(1), 2] { scene.assigns(wearer, to: sensor, at: 0) }
    for second in 0..<40 {
      scene.beats(150, during: second..<second + 1, sensor: 1)
      scene.beats(70, during: second..<second + 1, sensor: 2)
    }
    scene.happens(.forgotten(SensorIndex(1)), at: 40)
    scene.beats(70, during: 40..<80, sensor: 2)
    #expect(scene.sound(at: 79)?.priority == .high, "it is latched")
    scene.happens(.forgotten(SensorIndex(2)), at: 80)
    scene.waits(until: 90)
    #expect(scene.present(at: 90).isEmpty)
    #expect(scene.sound(at: 90) == nil)
  }

  @Test func `stays in standby where a strap that was only named says what it is`() {
    var scene = bedside([PersonSettings(name: "Ada")])
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 1, at: 0)
    scene.expects(.unknown, sensor: 1, at: 0)
    scene.happens(.standby(PersonIndex(0), .seconds(8 * 3_600)), at: 100)
    scene.strap(.notDetected, 72, during: 200..<230)
    #expect(scene.present(at: 229) == [.standby: .low])
    scene.waits(until: 400)
    #expect(scene.present(at: 400) == [.standby: .low])
    scene.happens(.endStandby(nil), at: 500)
    #expect(scene.present(at: 500).isEmpty)
  }
}
