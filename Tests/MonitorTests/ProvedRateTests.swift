import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A heart rate that a strap tells without the times between its beats, after it has told them.
@Suite struct `A rate without beats` {
  /// A high alarm that its beats proved, and a rate within a sixth of theirs after it.
  private func ends(_ beats: MonitorScene.Beats) -> [Double] {
    var scene = MonitorScene()
    scene.beats(104, during: 0..<20)
    scene.beats(95, during: 20..<80, beats)
    return scene.ends(of: .heartRateHigh)
  }

  @Test func `ends an alarm as soon as a proved one only where it has beats`() {
    #expect(ends(.agree) == [25])
    #expect(ends(.absent) == [50])
  }
}
