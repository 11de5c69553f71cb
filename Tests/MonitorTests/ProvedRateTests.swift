import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A heart rate that a strap sends without the times between its beats, after it has sent them.
@Suite struct `A rate without beats` {
  /// A high alarm that its beats proved, and a rate within a sixth of theirs after it.
  private func ends(_ beats: MonitorScene.Beats) -> [Double] {
    var scene = MonitorScene()
    scene.beats(104, during: 0..<20)
    // A number that is repeated without a beat would be no pulse.
    for second in 20..<80 { scene.beats(95 + Double(second % 2), during: second..<second + 1, beats) }
    return scene.ends(of: .heartRateHigh)
  }

  @Test func `ends an alarm as soon as a proved one only where it has beats`() {
    #expect(ends(.agree) == [25])
    #expect(ends(.absent) == [50])
  }
}

/// Beats of a strap whose number is a mean that lags.
@Suite struct `Beats that agree with each other` {
  /// Beats of 24 a minute, of which the mean is at 31 and more.
  private func slows(to rates: [Double], intervals: [UInt16]) -> MonitorScene {
    var scene = MonitorScene(
      settings: MonitorSettings(
        profile: .bedside, latchesSound: false, gradesAir: false, proved: Bounds(5, 10), unproved: Bounds(15, 30)))
    scene.beats(62, during: 0..<60)
    for (beat, second) in stride(from: 60, to: 90, by: 3).enumerated() {
      for part in 0..<3 {
        scene.reads(
          .heartRateService, [.heartRateBeatsPerMinute: rates[beat % rates.count]], at: Double(second + part), sensor: 1
        ) {
          $0.contact = .detected
          if part == 0 { $0.rrIntervals.append(ticks: intervals[beat % intervals.count]) }
        }
      }
    }
    return scene
  }

  @Test func `prove a rate beyond the same limit as the number`() {
    let scene = slows(to: [35, 33, 31], intervals: [2500, 2600, 2450])
    #expect(scene.onsets(of: .heartRateLow).first.map { $0 <= 73 } == true, "\(scene.onsets(of: .heartRateLow))")
  }

  @Test func `prove nothing where they differ, or the number is inside`() {
    #expect(slows(to: [35, 33, 31], intervals: [2500, 1400, 3600]).onsets(of: .heartRateLow).allSatisfy { $0 >= 85 })
    #expect(slows(to: [62, 61, 64], intervals: [2500, 2600, 2450]).onsets(of: .heartRateLow).isEmpty)
  }
}
