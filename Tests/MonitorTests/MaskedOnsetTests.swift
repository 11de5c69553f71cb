import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A strap with a rate and beats that agree with it, or that contradict it as in an artefact.
extension MonitorScene {
  fileprivate mutating func beats(_ rate: Double, during seconds: Range<Int>, isArtefact: Bool = false) {
    for second in seconds {
      reads(.heartRateService, [.heartRateBeatsPerMinute: rate], at: Double(second), sensor: 1) {
        $0.contact = .detected
        $0.rrIntervals.append(ticks: UInt16(61_440 / rate * (isArtefact ? 0.6 : 1)) + UInt16(second % 5))
      }
    }
  }
}

/// An artefact may hide a heart rate that is beyond its limit: the time in which it must be signalled runs on.
@Suite struct `An artefact over the beginning of an alarm` {
  @Test func `does not begin the time anew where it hides a value that was beyond`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(150, during: 60..<63, isArtefact: true)
    scene.beats(80, during: 63..<69, isArtefact: true)
    scene.beats(150, during: 69..<90)
    #expect(scene.onsets(of: .heartRateHigh) == [69])
  }

  @Test func `is an alarm where nothing has proved by then that the value is back`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(150, during: 60..<63, isArtefact: true)
    scene.beats(80, during: 63..<80, isArtefact: true)
    #expect(scene.onsets(of: .heartRateHigh) == [69])
  }

  @Test func `counts into the time where it came before the first value beyond`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(75, during: 60..<64, isArtefact: true)
    scene.beats(150, during: 64..<90, isArtefact: true)
    #expect(scene.onsets(of: .heartRateHigh) == [69])
  }

  @Test func `never brings an alarm before its time`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(75, during: 60..<75, isArtefact: true)
    scene.beats(150, during: 75..<90, isArtefact: true)
    #expect(scene.onsets(of: .heartRateHigh) == [80])
  }

  @Test func `that jumps over both limits is one time outside`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(40, during: 60..<62, isArtefact: true)
    scene.beats(150, during: 62..<65, isArtefact: true)
    scene.beats(40, during: 65..<90)
    #expect(scene.onsets(of: .heartRateLow) == [69])
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `is forgotten with three beats in a row that prove a good value`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(150, during: 60..<64, isArtefact: true)
    scene.beats(72, during: 64..<67)
    scene.beats(75, during: 67..<90, isArtefact: true)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `that one or two beats interrupt goes on`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(150, during: 60..<63, isArtefact: true)
    scene.beats(75, during: 63..<65)
    scene.beats(75, during: 65..<80, isArtefact: true)
    #expect(scene.onsets(of: .heartRateHigh) == [69])
  }
}

@Suite struct `An artefact in an alarm` {
  @Test func `that hides its value does not end it for half a minute`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(150, during: 60..<80)
    scene.beats(75, during: 80..<109, isArtefact: true)
    scene.beats(150, during: 109..<120)
    #expect(scene.ends(of: .heartRateHigh).isEmpty)
  }

  @Test func `that never ends ends it then, since some hearts beat without a rhythm`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(150, during: 60..<80)
    scene.beats(75, during: 80..<140, isArtefact: true)
    #expect(scene.ends(of: .heartRateHigh) == [110])
  }

  @Test func `is over after five seconds that no beat contradicts`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    scene.beats(150, during: 60..<80)
    scene.beats(75, during: 80..<88, isArtefact: true)
    scene.beats(75, during: 88..<100)
    #expect(scene.ends(of: .heartRateHigh) == [93])
  }
}
