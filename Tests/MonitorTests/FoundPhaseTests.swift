import Alarms
import Flight
import Foundation
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A flight of an hour in a light aircraft, as an Aranet4 sends it each minute: from minute 20 to 66, level at 3,000 ft from
/// minute 25 to 60.
@Suite struct `A phase that the box finds` {
  private func scene(_ detection: FlightDetection = .show) -> MonitorScene {
    var scene = MonitorScene(profile: .cockpit)
    scene.adopts(
      MonitorSettings(profile: .cockpit, latchesSound: false, gradesAir: true, flightDetection: detection), at: 0)
    scene.happens(.startSession, at: 0)
    return scene
  }

  private func fly(
    _ scene: inout MonitorScene, minutes: Range<Int>, co2: Double = 700,
    at minute: (Int, inout MonitorScene) -> Void = { _, _ in }
  ) {
    for number in minutes {
      minute(number, &scene)
      let time = Double(number)
      let feet: Double =
        time < 20 ? 200 : time < 25 ? 200 + 560 * (time - 20) : time < 60 ? 3_000 : max(200, 3_000 - 467 * (time - 60))
      var reading = Reading(model: .aranet4)
      let noise = [0.0, 0.1, -0.1, 0.1][number % 4]
      reading.measurements[.pressureHectopascals] = 1013.25 * pow(1 - feet * 6.8755856e-6, 5.2558797) + noise
      reading.measurements[.co2PartsPerMillion] = co2
      (reading.ageSeconds, reading.intervalSeconds) = (0, 60)
      scene.receives(reading, from: 0, at: time * 60 + 1)
    }
  }

  private func phases(_ scene: MonitorScene) -> [Phase] { scene.phases.map(\.phase.phase) }

  @Test func `is told with its time, its probability and its source`() throws {
    var scene = scene()
    fly(&scene, minutes: 0..<100)
    #expect(phases(scene).filter { $0 != .takeOff } == [.preFlight, .climb, .cruise, .descent, .arrived])
    let cruise = try #require(scene.phases.first { $0.phase.phase == .cruise })
    #expect(abs(cruise.phase.since.seconds / 60 - 25) < 3)
    #expect(cruise.phase.probability >= 0.95)
    #expect(cruise.phase.source == .detected)
  }

  @Test func `follows the pre-flight with which a person's session begins, and that of the next flight`() {
    var scene = scene()
    fly(&scene, minutes: 0..<100) { if $0 == 1 { $1.happens(.beginSession, at: 60) } }
    #expect(phases(scene).filter { $0 != .takeOff } == [.preFlight, .climb, .cruise, .descent, .arrived])
    #expect(scene.phases.first?.phase.source == .session && scene.phases.last?.phase.source == .detected)
    scene.happens(.beginSession, at: 6_001)
    fly(&scene, minutes: 101..<120)
    #expect(scene.phases.last?.phase.source == .session && scene.phases.last?.phase.phase == .preFlight)
  }

  @Test func `is not looked for if it is switched off`() {
    var scene = scene(.off)
    fly(&scene, minutes: 0..<100)
    #expect(phases(scene) == [])
  }

  @Test func `that contradicts a person leaves alarms withheld as long as the person's phase does, and that is told`() {
    var scene = scene()
    fly(&scene, minutes: 0..<50) { if $0 == 30 { $1.happens(.phase(.climb), at: 1_800) } }
    #expect(scene.phases.last?.phase.phase == .cruise && scene.phases.last?.phase.source == .detected)
    #expect(scene.withheld.map(\.until) == [.at(5_400)])
    // The phase that is shown stays, and nothing is withheld any more.
    scene.happens(.phase(.unknown), at: 3_000)
    #expect(scene.withheld.map(\.until) == [.at(5_400), nil])
    #expect(scene.withheld.last?.at == 3_000)
  }

  @Test func `tells that alarms are withheld no more once a phase by hand has lasted for too long`() {
    var scene = scene(.off)
    scene.happens(.phase(.takeOff), at: 60)
    scene.waits(until: 2_000)
    #expect(scene.withheld.map(\.until) == [.at(960), nil])
    #expect(scene.withheld.last?.at == 960)
  }

  @Test func `tells that it withholds alarms, also after a reload and while its sensor is silent`() throws {
    var scene = scene()
    fly(&scene, minutes: 0..<23)
    #expect(phases(scene).last == .climb && scene.withheld.isEmpty)
    let climb = try #require(scene.phases.last?.phase)
    let settings = MonitorSettings(profile: .cockpit, latchesSound: false, gradesAir: true, flightDetection: .withhold)
    scene.adopts(settings, at: 23 * 60 - 30)
    // What was received before counts no more: the next value decides.
    fly(&scene, minutes: 23..<24)
    #expect(scene.withheld.map(\.until) == [climb.since.advanced(by: .seconds(3_600))])
    scene.waits(until: 24 * 60 + 900)
    #expect(scene.withheld.last?.until == nil, "its own no-data is never withheld")
    #expect(phases(scene).last == .climb, "it is still shown")
  }

  @Test func `gives way to what a person says`() {
    var scene = scene()
    fly(&scene, minutes: 0..<40) { if $0 == 30 { $1.happens(.phase(.boarding, by: .timeline), at: 1_800) } }
    #expect(scene.phases.last?.phase.phase != .boarding)
    #expect(scene.phases.contains { $0.phase.source == .timeline && $0.at == 1_800 })
  }

  @Test func `goes before what a person says only when it is sure of another for five minutes`() throws {
    var scene = scene()
    fly(&scene, minutes: 0..<50) { if $0 == 40 { $1.happens(.phase(.descent), at: 2_400) } }
    let last = try #require(scene.phases.last)
    #expect(last.phase.phase == .cruise && last.phase.source == .detected)
    #expect(last.at >= 2_700 && last.at <= 2_820)
  }

  @Test func `does not contradict who is aboard`() {
    var scene = scene()
    fly(&scene, minutes: 0..<19) { if $0 == 5 { $1.happens(.phase(.taxi), at: 300) } }
    #expect(phases(scene).last == .taxi)
  }

  @Test func `is shown again when a person takes back what was said`() {
    var scene = scene()
    fly(&scene, minutes: 0..<50) {
      if $0 == 40 { $1.happens(.phase(.landing), at: 2_400) }
      if $0 == 42 { $1.happens(.phase(.unknown), at: 2_520) }
    }
    #expect(scene.phases.suffix(2).map(\.phase.phase) == [.landing, .cruise])
  }

  @Test func `is unknown when the sensor has been silent for half an hour`() throws {
    var scene = scene()
    fly(&scene, minutes: 0..<40)
    scene.waits(until: 8_000)
    let last = try #require(scene.phases.last)
    #expect(last.phase.phase == .unknown && last.phase.source == .expired)
    #expect(abs(last.at - 2_341 - 1_800) < 1)
  }

  @Test func `is not shown before a flight for more than six hours`() {
    var scene = scene()
    for minute in stride(from: 0, to: 500, by: 5) { still(&scene, minute) }
    #expect(phases(scene) == [.preFlight, .unknown])
  }

  private func still(_ scene: inout MonitorScene, _ minute: Int) {
    var reading = Reading(model: .aranet4)
    reading.measurements[.pressureHectopascals] = 1_005 + Double(minute % 3) / 10
    (reading.ageSeconds, reading.intervalSeconds) = (0, 300)
    scene.receives(reading, from: 0, at: Double(minute) * 60 + 1)
  }

  /// Whether a low alarm that begins in the climb is withheld.
  private func isWithheld(_ detection: FlightDetection, _ condition: ConditionID) -> Bool {
    var scene = scene(detection)
    fly(&scene, minutes: 0..<24)
    scene.happens(.fault(condition), at: 1_442)
    return scene.changes(of: condition).first?.alarm.activation != .on
  }

  @Test func `withholds alarms only if the configuration says so`() {
    #expect(!isWithheld(.show, .frozen))
    #expect(isWithheld(.withhold, .frozen))
  }

  @Test func `goes on after a restart in cruise`() {
    var scene = scene()
    let cruise = PhaseChange(
      .cruise, since: Instant(nanoseconds: -3_600_000_000_000), probability: 0.98, source: .detected)
    // The first value may come before the state of the run before.
    fly(&scene, minutes: 30..<31)
    scene.resumes(cruise, at: 1_805)
    fly(&scene, minutes: 31..<100)
    #expect(phases(scene) == [.cruise, .descent, .arrived])
    #expect(scene.phases.first?.phase.since == cruise.since)
  }
}
