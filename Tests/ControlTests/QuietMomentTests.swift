import Alarms
import Engine
import Flight
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings
import Status
import TestSupport
import Testing

@testable import Control

/// When an update is installed without a request.
@Suite struct `A quiet moment` {
  private static let now = Instant.at(4000)
  private let strap = SensorRegistry.Sensor(address: .sampleStrap, model: .unknown)

  private func reason(
    _ outputs: [(seconds: Double, LoopOutput)], at now: Instant = Self.now, in settings: String = "profile: bedside\n"
  ) throws -> String? {
    let folder = try TemporaryFolder()
    let configuration = try Configuration(path: try folder.write(settings, to: "lapwing.yaml"), profile: nil)
    var status = ApplianceStatus()
    for (seconds, record) in outputs { status.apply(TimedOutput(instant: .at(seconds), record: record)) }
    return QuietMoment.reasonToWait(status, in: configuration, at: now)
  }

  private func alarm(
    _ condition: ConditionID, _ presence: Presence = .on, of subject: Subject = .box, sensor: SensorIndex? = nil
  )
    -> LoopOutput
  {
    .action(
      .alarm(
        AlarmTransition(
          sequence: 1, condition: condition, sensor: sensor, subject: subject, priority: .low, isTechnical: true,
          presence: presence, isOnset: true, activation: .on, limit: nil, value: nil)))
  }

  private func heart(_ quantity: Quantity = .heartRateBeatsPerMinute) -> LoopOutput {
    var reading = Reading(model: .unknown)
    reading.measurements[quantity] = 60
    return .reading(reading, from: SensorIndex(0))
  }

  @Test func `begins ten minutes after the start of a box that watches nobody`() throws {
    #expect(try reason([], at: .at(599.9)) == "the box has run for less than ten minutes")
    #expect(try reason([], at: .at(600)) == nil)
  }

  @Test func `is none while any alarm is on, latched, acknowledged or one of the box itself`() throws {
    for condition in [ConditionID.co2High, .heartRateLow, .diskFull, .restarted] {
      #expect(try reason([(1, alarm(condition))]) == "an alarm is on or has not been reset")
    }
    #expect(try reason([(1, alarm(.co2High, .latched))]) != nil)
    #expect(try reason([(1, alarm(.co2High)), (2, alarm(.co2High, .off))]) == nil)
  }

  @Test func `is none while a heart sensor that is adopted was received within ten minutes`() throws {
    let own = (1.0, LoopOutput.sensor(SensorIndex(0), strap))
    #expect(try reason([own, (3400.1, heart())]) == "a heart sensor was received within ten minutes")
    #expect(try reason([own, (3400.1, heart(.oxygenSaturationPercent))]) != nil)
    #expect(try reason([own, (99, heart())]) == nil)
    #expect(try reason([own, (3900, .signal(SensorIndex(0), -60))]) != nil)
    #expect(try reason([(1, .stranger(SensorIndex(0), strap)), (3900, heart())]) == nil)
    #expect(try reason([own, (3900, heart(.co2PartsPerMillion))]) == nil)
  }

  @Test func `is none while the new version could not prove itself, since a sensor of the last hour is silent`() throws
  {
    let sensor = (1.0, LoopOutput.sensor(SensorIndex(0), strap))
    #expect(try reason([sensor, (3400, heart())])?.contains("the new version could not prove itself") == true)
    #expect(try reason([sensor, (3400, heart(.co2PartsPerMillion))]) != nil)
    #expect(try reason([sensor, (3881, heart(.co2PartsPerMillion))]) == nil)
    // Another one is received.
    let other = LoopOutput.stranger(SensorIndex(1), SensorRegistry.Sensor(address: .sampleAranet4, model: .unknown))
    #expect(try reason([sensor, (3300, heart()), (3950, other)]) == nil)
  }

  @Test func `does not wait for a sensor that was never received`() throws {
    let awaited = (3990.0, LoopOutput.sensor(SensorIndex(0), strap))
    #expect(try reason([awaited]) == nil)
    #expect(try reason([awaited], at: .at(3990 + 700)) == nil)
    #expect(try reason([awaited, (3995, .signal(SensorIndex(0), -60))]) != nil)
  }

  @Test func `is none for a box on which another one relies`() throws {
    let pair = "profile: bedside\noutside: {peer: {name: bedroom}}\n"
    #expect(try reason([], in: pair) == "another box relies on this one, and only a person may say so")
  }

  @Test func `is one for a heart whose person is in standby, and not for that of another`() throws {
    let settings = """
      profile: bedside
      persons:
        Anna: {heart-rate-low: 40}
        Bert: {heart-rate-low: 40}
      sensors:
        own: {"\(DeviceAddress.sampleStrap.description)": {person: Bert}}

      """
    let heard = [(1.0, LoopOutput.sensor(SensorIndex(0), strap)), (3900, heart())]
    #expect(try reason(heard, in: settings) != nil)
    #expect(try reason(heard + [(3950, alarm(.standby, of: .person(PersonIndex(1))))], in: settings) == nil)
    #expect(try reason(heard + [(3950, alarm(.standby, of: .person(PersonIndex(0))))], in: settings) != nil)
    // Of two that belong to no person of the configuration, the one that is in standby.
    let own = PersonIndex(63)
    #expect(try reason(heard + [(3950, alarm(.standby, of: .person(own), sensor: SensorIndex(0)))]) == nil)
    #expect(try reason(heard + [(3950, alarm(.standby, of: .person(own), sensor: SensorIndex(1)))]) != nil)
  }

  @Test func `is none during a flight, as far as the box can know of it`() throws {
    let began = (10.0, LoopOutput.action(.sessionStarted))
    func reason(_ outputs: [(Double, LoopOutput)], _ profile: BoxProfile) throws -> String? {
      try self.reason(outputs, in: "profile: \(profile.rawValue)\n")
    }
    let isFlight = "a session of a flight runs; end it first"
    #expect(try reason([began], .cockpit) == isFlight)
    #expect(try reason([], .cockpit) == nil)
    #expect(try reason([began], .cabin) == nil)
    let phase = LoopOutput.action(.phase(PhaseChange(.cruise, since: .at(20), probability: 1, source: .command)))
    #expect(try reason([began, (20, phase)], .cabin) == isFlight)
    #expect(try reason([began, (20, .sessionDetails(SessionDetails(flight: "LH 400")))], .cabin) == isFlight)
    #expect(try reason([began, (20, .action(.placementConfirmed))], .cabin) == isFlight)
    #expect(try reason([began, (20, phase)], .bedside) == nil)
  }
}
