import Alarms
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `A delay of the medium alarm of the oxygen` {
  private func scene(_ delay: Double?) -> MonitorScene {
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: false, gradesAir: false,
        persons: [PersonSettings(name: "Ada", oxygenDelay: delay)]))
    scene.assigns(SensorRole(isAdopted: true, person: PersonIndex(0)), to: 3, at: 0)
    return scene
  }

  @Test(arguments: [(nil, 70.0), (5, 65), (10, 70), (20, 80), (30, 90)] as [(Double?, Double)])
  func `holds for the medium limit and not for the high one`(delay: Double?, onset: Double) {
    var scene = scene(delay)
    scene.oximeter(97, pulse: 70, during: 0..<60)
    scene.oximeter(88, pulse: 70, during: 60..<100)
    #expect(scene.onsets(of: .spo2Medium) == [onset])
    var worse = self.scene(delay)
    worse.oximeter(97, pulse: 70, during: 0..<60)
    worse.oximeter(80, pulse: 70, during: 60..<100)
    #expect(worse.onsets(of: .spo2High) == [70])
  }

  @Test func `lets short falls of a sleeper pass, and not one that flickers without end`() {
    var scene = scene(30)
    for minute in 0..<20 {
      scene.oximeter(88, pulse: 70, during: minute * 60..<minute * 60 + 25)
      scene.oximeter(96, pulse: 70, during: minute * 60 + 25..<minute * 60 + 60)
    }
    #expect(scene.onsets(of: .spo2Medium).isEmpty)
    for half in 0..<20 {
      let start = 1200 + half * 30
      scene.oximeter(88, pulse: 70, during: start..<start + 25)
      scene.oximeter(96, pulse: 70, during: start + 25..<start + 30)
    }
    #expect(scene.onsets(of: .spo2Medium).count == 1)
  }
}
