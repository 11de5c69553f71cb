import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// What comes and goes raises an alarm as well as what lasts, by the share rule.
@Suite struct `A condition that comes and goes` {
  private func first(_ id: ConditionID, in scene: MonitorScene, by end: ClosedRange<Double>) -> Bool {
    scene.onsets(of: id).first.map { end.contains($0) } ?? false
  }

  @Test func `is reported where a strap has no contact for four seconds of five`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    for second in 60..<120 {
      if second % 5 == 4 {
        scene.strap(.detected, 72, during: second..<second + 1)
      } else {
        scene.strap(.notDetected, 72, during: second..<second + 1)
      }
    }
    #expect(first(.noContact, in: scene, by: 65...75))
    #expect(scene.ends(of: .noContact).isEmpty, "one good second ends nothing")
  }

  @Test func `is reported where a heart rate is off the scale for four seconds of five`() {
    var scene = MonitorScene()
    scene.beats(72, during: 0..<60)
    for second in 60..<120 { scene.heartRate(second % 5 == 4 ? 72 : 300, at: Double(second)) }
    #expect(first(.heartRateHigh, in: scene, by: 65...75))
  }

  @Test func `is reported where a CO2 sensor gives impossible values most of the time`() {
    var scene = MonitorScene()
    scene.co2(600, at: 0)
    for second in stride(from: 5, to: 125, by: 1) { scene.co2(second % 5 == 4 ? 600 : 33, at: Double(second)) }
    #expect(first(.implausible, in: scene, by: 10...20))
  }

  @Test func `is reported where every fourth CO2 value is low`() {
    var scene = MonitorScene()
    for minute in 0..<30 { scene.co2(minute % 4 == 3 ? 700 : 2_700, at: Double(minute) * 60) }
    #expect(first(.co2High, in: scene, by: 30...135))
  }

  @Test func `is reported at 13,500 ft with dips to 12,400 ft`() {
    var scene = MonitorScene(profile: .cockpit)
    let high = PressureAltitude.hectopascals(feet: 13_500), low = PressureAltitude.hectopascals(feet: 12_400)
    for second in stride(from: 0, to: 4 * 3_600, by: 10) {
      let isDip = second % 1_710 >= 1_500
      scene.reads(
        .aranet4, [.co2PartsPerMillion: 600 + Double(second % 7), .pressureHectopascals: isDip ? low : high],
        at: Double(second), sensor: 0)
    }
    // Half an hour above 12,500 ft in all, with one dip of 210 s in it.
    #expect(first(.cabinAltitudeHigh, in: scene, by: 2_009...2_011))
  }

  @Test func `is reported where a heart beats by turns too fast and inside its limits`() {
    var scene = MonitorScene()
    for second in 0..<200 { scene.heartRate(second % 6 < 4 ? 150 : 98, at: Double(second)) }
    #expect(first(.heartRateHigh, in: scene, by: 5...15))
  }

  @Test func `is reported where breathing takes a heart over its limit for less than half the time, but long enough`() {
    var scene = MonitorScene()
    // 102 bpm for six seconds of twelve, proved.
    for second in 0..<240 { scene.beats(second % 12 < 6 ? 106 : 94, during: second..<second + 1) }
    #expect(first(.heartRateHigh, in: scene, by: 5...120))
  }

  @Test func `is reported where a CO2 value hovers about its limit all night`() {
    var scene = MonitorScene()
    for minute in 0..<120 { scene.co2(minute % 2 == 0 ? 1_510 : 1_490, at: Double(minute) * 60) }
    #expect(first(.co2Medium, in: scene, by: 60...1_800))
  }
}
