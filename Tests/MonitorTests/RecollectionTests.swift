import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A value that was beyond its limit when an earlier run ended, and had not been so for long enough.
@Suite struct `A count that a restart cuts in two` {
  private func heart(_ seconds: ClosedRange<Int>) -> [(seconds: Double, value: Double)] {
    seconds.map { (Double($0), Double(130 + $0 & 1)) }
  }

  @Test func `goes on from the first value that was beyond`() {
    var scene = MonitorScene()
    scene.recalls(heart(-7 ... -1), of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, at: 0)
    for second in 1...10 { scene.heartRate(Double(130 + second & 1), at: Double(second)) }
    #expect(scene.onsets(of: .heartRateHigh) == [3], "ten seconds from the first value")
  }

  @Test func `counts nothing while the value is within`() {
    var scene = MonitorScene()
    scene.recalls(heart(-7 ... -1), of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, at: 0)
    for second in 1...10 { scene.heartRate(72, at: Double(second)) }
    for second in 11...18 { scene.heartRate(130, at: Double(second)) }
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `goes on also where the last value before the restart was within`() {
    var scene = MonitorScene()
    let values = heart(-9 ... -2) + [(seconds: -1.0, value: 72.0)]
    scene.recalls(values, of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, at: 0)
    for second in 2...11 { scene.heartRate(Double(130 + second & 1), at: Double(second)) }
    #expect(scene.onsets(of: .heartRateHigh) == [4], "eight seconds before it and two after it")
  }

  @Test func `begins again after more than two minutes without values`() {
    var scene = MonitorScene()
    scene.recalls(heart(-200 ... -193), of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, at: 0)
    for second in 1...12 { scene.heartRate(Double(130 + second & 1), at: Double(second)) }
    #expect(scene.onsets(of: .heartRateHigh) == [11])
  }

  @Test func `begins again at the end of its alarm, which only the log of alarms shows`() {
    // The last seconds, in which the rate was normal again, are lost with the power.
    var scene = MonitorScene()
    scene.recalls(
      heart(-120 ... -8), of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, end: (.heartRateHigh, -1), at: 0)
    for second in 1...40 { scene.heartRate(72, at: Double(second)) }
    scene.heartRate(165, at: 41)
    for second in 42...60 { scene.heartRate(72, at: Double(second)) }
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
    // Without the end, half of the last two minutes are beyond the limit.
    var other = MonitorScene()
    other.recalls(heart(-120 ... -8), of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, at: 0)
    for second in 1...40 { other.heartRate(72, at: Double(second)) }
    other.heartRate(165, at: 41)
    #expect(other.onsets(of: .heartRateHigh) == [41])
  }

  @Test func `of the air begins again at the end of its alarm too`() {
    var scene = MonitorScene()
    let values = stride(from: -1_800.0, through: -60, by: 60).map { (seconds: $0, value: 2_700.0) }
    scene.recalls(values, of: .co2PartsPerMillion, .aranet4, sensor: 0, end: (.co2High, -1), at: 0)
    scene.co2(2_700, at: 10)
    scene.co2(600, at: 20)
    #expect(scene.onsets(of: .co2High).isEmpty)
  }

  @Test func `is not taken up where the sensor has said by now that it is over`() {
    var scene = MonitorScene()
    scene.heartRate(72, at: 1)
    scene.recalls(heart(-8 ... -1), of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, at: 2)
    for second in 2...9 { scene.heartRate(130, at: Double(second)) }
    #expect(scene.onsets(of: .heartRateHigh).isEmpty)
  }

  @Test func `counts also where the log is read after the first value`() {
    var scene = MonitorScene()
    scene.heartRate(130, at: 1)
    scene.recalls(heart(-7 ... -1), of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, at: 1.5)
    scene.heartRate(131, at: 2)
    scene.heartRate(130, at: 3)
    #expect(scene.onsets(of: .heartRateHigh) == [3])
  }

  @Test func `is that of a strap that touches no skin for nothing`() {
    var scene = MonitorScene()
    let zeros = (-9 ... -1).map { (seconds: Double($0), value: 0.0) }
    scene.recalls(zeros, of: .heartRateBeatsPerMinute, .heartRateService, sensor: 1, at: 0)
    scene.heartRate(50, at: 1)
    scene.heartRate(50, at: 2)
    #expect(scene.onsets(of: .heartRateLow).isEmpty)
  }

  @Test(arguments: [(Quantity.co2PartsPerMillion, 2_700.0, ConditionID.co2High, 90.0)])
  func `comes by its time however often the box restarts`(
    quantity: Quantity, value: Double, condition: ConditionID, mustBy: Double
  ) {
    // Runs of twenty seconds each; the alarm takes thirty at least.
    var values: [(seconds: Double, value: Double)] = []
    var onset: Double?
    for run in 0..<10 where onset == nil {
      let start = Double(run * 20)
      var scene = MonitorScene()
      scene.recalls(
        values.map { ($0.seconds - start, $0.value) }, of: quantity, .aranet4, sensor: 0, at: 0)
      for second in stride(from: 5.0, to: 20, by: 5) {
        scene.co2(value, at: second)
        values.append((start + second, value))
      }
      onset = scene.onsets(of: condition).first.map { $0 + start }
    }
    #expect(onset.map { $0 <= 5 + mustBy } == true)
  }
}
