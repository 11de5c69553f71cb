import Alarms
import Sessions
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `Heart-rate alarms` {
  @Test(arguments: [(ConditionID.heartRateHigh, 101.0), (.heartRateLow, 59)])
  func `a heart rate outside the limits is a high alarm within 5 to 10 s`(id: ConditionID, bpm: Double) throws {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<60)
    scene.heartRate(bpm, during: 60..<90)
    let onset = try #require(scene.onsets(of: id).first)
    #expect((65...70).contains(onset))
    #expect(scene.sound(at: 80) == SoundSignal(priority: .high, family: .heart))
    #expect(scene.pattern(of: .red, at: 80) == .highPriority)
  }

  @Test(arguments: [60.0, 100]) func `a heart rate at a limit is inside it`(bpm: Double) {
    var scene = MonitorScene()
    scene.heartRate(bpm, during: 0..<120)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
    #expect(scene.onsets(of: .heartRateLow).isEmpty)
  }

  @Test func `a heart rate that jumps from beyond one limit to beyond the other is outside all the time`() throws {
    var scene = MonitorScene()
    for second in 0..<60 { scene.heartRate(second % 8 < 4 ? 140 : 30, at: Double(second)) }
    let onsets = scene.onsets(of: .heartRateLow) + scene.onsets(of: .heartRateHigh)
    #expect((5...10).contains(try #require(onsets.min())))
  }

  @Test func `time between the limit and its hysteresis is fresh time, which pushes out the time inside before it`() {
    var scene = MonitorScene()
    scene.heartRate(59, during: 0..<3)
    scene.heartRate(72, during: 3..<200)
    scene.heartRate(61, during: 200..<300)
    scene.heartRate(59, during: 300..<312)
    scene.heartRate(72, during: 312..<314)
    #expect(scene.onsets(of: .heartRateLow).count == 1)
    #expect(scene.ends(of: .heartRateLow).isEmpty)
  }

  @Test func `what was inside before an alarm began does not end it`() {
    var scene = MonitorScene(profile: .cockpit)
    scene.beats(72, during: 0..<90)
    scene.beats(180, during: 90..<93)
    scene.beats(72, during: 93..<126)
    scene.beats(30, during: 126..<133)
    scene.beats(72, during: 133..<163)
    #expect(scene.onsets(of: .heartRateLow).count == 1)
    #expect(scene.ends(of: .heartRateLow).first.map { $0 >= 138 } == true, "\(scene.ends(of: .heartRateLow))")
  }

  @Test func `four seconds outside the limits are no alarm`() {
    var scene = MonitorScene()
    scene.heartRate(131, during: 0..<5)
    scene.heartRate(72, during: 5..<60)
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `the alarm ends when a proved heart rate has been three beats inside the limit for five seconds`() {
    var scene = MonitorScene()
    scene.beats(131, during: 0..<10)
    scene.beats(98, during: 10..<20)
    #expect(scene.ends(of: .heartRateHigh).isEmpty)
    scene.beats(97, during: 20..<26)
    #expect(scene.ends(of: .heartRateHigh) == [25])
    scene.beats(55, during: 26..<36)
    scene.beats(62, during: 36..<46)
    #expect(scene.ends(of: .heartRateLow).isEmpty)
    scene.beats(63, during: 46..<52)
    #expect(scene.ends(of: .heartRateLow) == [51])
  }

  @Test func `0 bpm is no heart rate, and 30 s of it are reported where the strap was just put on`() {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<10)
    scene.heartRate(0, during: 10..<80)
    #expect(scene.onsets(of: .heartRateLow).isEmpty)
    #expect(scene.onsets(of: .noPulse).isEmpty)
    #expect(scene.onsets(of: .noData).first == 40)
  }

  @Test func `intervals that no heart has prove nothing, and keep no alarm on`() {
    var scene = MonitorScene()
    for second in 0..<90 {
      scene.reads(
        .heartRateService, [.heartRateBeatsPerMinute: second < 30 ? 131 : 72], at: Double(second), sensor: 1
      ) {
        $0.contact = .detected
        $0.rrIntervals.append(ticks: 53)
      }
    }
    #expect(scene.onsets(of: .heartRateHigh) == [10])
    #expect(scene.ends(of: .heartRateHigh) == [60])
  }
}
