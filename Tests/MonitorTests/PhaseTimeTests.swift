import Alarms
import Flight
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `A phase of flight that is set once` {
  private func onset(_ phase: Phase, again: [(at: Double, phase: Phase)] = [], until end: Double = 10_000) -> Double? {
    var scene = MonitorScene(profile: .cockpit)
    scene.happens(.phase(phase), at: 100)
    scene.happens(.fault(.frozen), at: 200)
    for (at, phase) in again { scene.happens(.phase(phase), at: at) }
    scene.waits(until: end)
    return scene.changes(of: .frozen).first { $0.alarm.activation == .on }?.at
  }

  @Test(arguments: [
    (Phase.taxi, 3_600.0), (.takeOff, 900), (.climb, 3_600), (.descent, 3_600), (.landing, 1_800),
  ])
  func `is unknown after its longest time, and what was withheld speaks then`(phase: Phase, longest: Double) {
    #expect(onset(phase) == 100 + longest)
  }

  @Test func `is not renewed by being set again`() {
    #expect(onset(.climb, again: [(2_000, .climb), (3_600, .climb)]) == 3_700)
    #expect(onset(.climb, again: [(3_800, .climb)]) == 3_700)
  }

  @Test func `begins its time where it follows another one`() {
    #expect(onset(.takeOff, again: [(700, .climb)]) == 4_300)
  }

  @Test func `withholds nothing in cruise, unknown and where nobody flies`() {
    for phase in [Phase.cruise, .preFlight, .boarding, .arrived, .unknown] { #expect(onset(phase) == 200) }
  }

  @Test func `never withholds a high alarm`() {
    var scene = MonitorScene(profile: .cockpit)
    scene.happens(.phase(.landing), at: 0)
    scene.beats(180, during: 1..<20)
    #expect(scene.sound(at: 10)?.priority == .high)
  }
}
