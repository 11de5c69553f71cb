import Alarms
import Monitor
import TestSupport
import Testing

@Suite struct `An alarm that is beginning` {
  @Test func `is known from the first value of air beyond its limit, and no more when it is back`() {
    var scene = MonitorScene()
    scene.co2(600, during: 0..<10)
    #expect(!scene.isAlarmBeginning)
    scene.co2(2600, during: 10..<15)
    #expect(scene.isAlarmBeginning && scene.onsets(of: .co2High).isEmpty)
    scene.co2(600, during: 15..<40)
    #expect(!scene.isAlarmBeginning)
  }

  @Test(arguments: [140.0, 40]) func `is known from the first heart rate beyond its limit`(bpm: Double) {
    var scene = MonitorScene()
    scene.heartRate(72, during: 0..<20)
    #expect(!scene.isAlarmBeginning)
    scene.heartRate(bpm, during: 20..<23)
    #expect(scene.isAlarmBeginning && scene.onsets(of: .heartRateHigh).isEmpty)
    scene.heartRate(72, during: 23..<40)
    #expect(!scene.isAlarmBeginning)
  }
}
