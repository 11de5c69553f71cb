import Alarms
import Flight
import Foundation
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// The cabin of a light aircraft, as an Aranet4 sends it each minute, with `flight.detect: withhold`.
@Suite struct `Withholding by phases that the box finds` {
  private func scene() -> MonitorScene {
    var scene = MonitorScene(profile: .cockpit)
    scene.adopts(
      MonitorSettings(profile: .cockpit, latchesSound: false, gradesAir: true, flightDetection: .withhold), at: 0)
    scene.happens(.startSession, at: 0)
    return scene
  }

  private func tell(_ feet: Double, _ scene: inout MonitorScene, minute: Int) {
    var reading = Reading(model: .aranet4)
    let noise = [0.0, 0.1, -0.1, 0.1][minute % 4]
    reading.measurements[.pressureHectopascals] = 1013.25 * pow(1 - feet * 6.8755856e-6, 5.2558797) + noise
    reading.measurements[.co2PartsPerMillion] = 700
    (reading.ageSeconds, reading.intervalSeconds) = (0, 60)
    scene.receives(reading, from: 0, at: Double(minute) * 60 + 1)
  }

  /// For how long an alarm that is present all the time has no signal, s.
  private func silence(of condition: ConditionID, _ scene: MonitorScene, until end: Double) -> Double {
    var silent = 0.0, since: Double?
    for change in scene.changes(of: condition) {
      if change.alarm.activation == .on {
        if let since { silent += change.at - since }
        since = nil
      } else if since == nil {
        since = change.at
      }
    }
    return silent + (since.map { end - $0 } ?? 0)
  }

  @Test func `ends when the sensor of the phase is silent, so that its own missing data are told`() {
    var scene = scene()
    for minute in 0..<26 { tell(minute < 20 ? 200 : 200 + 560 * Double(minute - 20), &scene, minute: minute) }
    #expect(scene.phases.last?.phase.phase == .climb)
    scene.waits(until: 26 * 60 + 1_500)
    let lost = scene.changes(of: .noData)
    #expect(lost.first?.alarm.presence == .on)
    #expect(lost.last?.alarm.activation == .on)
  }

  @Test func `ends with the barometer's data, whatever another sensor sends`() {
    var scene = scene()
    func tellCO2(_ minute: Int) {
      var reading = Reading(model: .aranet4)
      reading.measurements[.co2PartsPerMillion] = 700
      (reading.ageSeconds, reading.intervalSeconds) = (0, 600)
      scene.receives(reading, from: 1, at: Double(minute) * 60 + 31)
    }
    for minute in 0..<26 {
      tell(minute < 20 ? 200 : 200 + 560 * Double(minute - 20), &scene, minute: minute)
      tellCO2(minute)
    }
    for minute in 26..<50 { tellCO2(minute) }
    let lost = scene.changes(of: .noData)
    #expect(lost.first?.alarm.presence == .on)
    #expect(lost.last?.alarm.activation == .on)
  }

  @Test func `lasts three hours in all and a quarter of the other time, however often the cabin goes up and down`() {
    var scene = scene()
    let hours = 8
    // 24 minutes up and 24 minutes down, with a minute of level flight between them.
    for minute in 0..<hours * 60 {
      if minute == 20 { scene.happens(.fault(.frozen), at: Double(minute) * 60) }
      let place = Double(minute % 50)
      tell(place < 25 ? 400 + 300 * min(place, 24) : 400 + 300 * max(0, 49 - place), &scene, minute: minute)
    }
    let silent = silence(of: .frozen, scene, until: Double(hours) * 3_600) / 60
    let phases = Set(scene.phases.map(\.phase.phase))
    #expect(phases.isSuperset(of: [.climb, .descent]))
    #expect(silent > 150)
    #expect(silent <= 180 + (Double(hours) * 60 - 180) / 4)
  }
}
