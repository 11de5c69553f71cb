import Alarms
import Monitor
import TestSupport
import Testing

@Suite struct `The beeps of a countdown beside alarms` {
  /// What the sounder gets of alarms, with beeps at these times, and whether a beep sounded.
  private func alarms(_ beepsAt: [Double]) -> (told: [String], isHeard: Bool) {
    var scene = MonitorScene(profile: .bedside)
    var events: [(Double, Event)] = [
      (0, .tick), (10, .fault(.adapterGone)), (31, .cleared(.adapterGone)), (40, .fault(.diskFull)), (100, .reset(nil)),
      (120, .tick),
    ]
    events += beepsAt.map { ($0, .beeps(3)) }
    for (time, event) in events.sorted(by: { $0.0 < $1.0 }) { scene.happens(event, at: time) }
    var told: [String] = [], isHeard = false
    for (time, action) in scene.done {
      guard case .sound(let signal) = action else {
        told.append("\(time) \(action)")
        continue
      }
      if let signal, signal.beeps > 0 { isHeard = true } else if let signal { told.append("\(time) \(signal)") }
    }
    return (told, isHeard)
  }

  @Test(arguments: [9.5, 9.99, 10, 10.5, 20, 31, 39.6, 40.2, 99.9])
  func `delay, mask and shorten none`(beepsAt: Double) {
    #expect(alarms([beepsAt]).told == alarms([]).told)
  }

  @Test func `are heard in silence, and not over an alarm that sounds`() {
    #expect(alarms([5]).isHeard)
    #expect(!alarms([12]).isHeard)
  }
}
