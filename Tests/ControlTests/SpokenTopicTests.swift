import Alarms
import Engine
import Flight
import Monitor
import Readings
import SensorProtocols
import Settings
import Speech
import Status
import TestSupport
import Testing

@testable import Control

@Suite struct `What the box speaks on request` {
  private func parts(
    _ topic: String?, _ outputs: [LoopOutput], in settings: String = "profile: cabin\n", minute: Int16? = nil,
    gaps: [Unwatched.Gap] = []
  ) throws -> [SpeechPart] {
    let folder = try TemporaryFolder()
    let configuration = try Configuration(path: try folder.write(settings, to: "lapwing.yaml"), profile: nil)
    var status = ApplianceStatus()
    for record in outputs { status.apply(TimedOutput(instant: .at(100), record: record)) }
    let box = BoxStatus(status, in: configuration, limitsAt: .unknown)
    return try SpokenTopic(asked: topic).parts(
      of: box, gaps: gaps, persons: configuration.personNames, minute: minute)
  }

  private func sensor(_ quantity: Quantity, _ value: Double) -> [LoopOutput] {
    var reading = Reading(model: .unknown)
    reading.measurements[quantity] = value
    return [
      .sensor(SensorIndex(0), SensorRegistry.Sensor(address: .sampleAranet4, model: .unknown)),
      .reading(reading, from: SensorIndex(0)),
    ]
  }

  @Test(arguments: [
    (620.0, Phrase.good), (800.0, .advisory), (1499.9, .advisory), (1500.0, .warning), (2500.0, .critical),
  ])
  func `of the air is its CO2 with its word`(value: Double, word: Phrase) throws {
    #expect(
      try parts("air", sensor(.co2PartsPerMillion, value))
        == [.quantity(.carbonDioxide, value, .partsPerMillion, word)])
  }

  @Test func `of all is the time, the alarms, the values, the phase and what is not watched`() throws {
    let phase = LoopOutput.action(.phase(PhaseChange(.cruise, since: .at(1), probability: 1, source: .command)))
    let found = try parts(nil, sensor(.co2PartsPerMillion, 900) + [phase], minute: 185)
    #expect(
      found == [
        .minuteOfDay(185), .phrase(.noAlarm), .quantity(.carbonDioxide, 900, .partsPerMillion, .advisory),
        .phase(.cruise),
      ])
    #expect(try parts("status", []).contains(.phrase(.noSensor)))
    #expect(try parts("status", [], in: "profile: bedside\n", gaps: [.nobody]).last == .phrase(.noOneWatched))
  }

  @Test func `of alarms has the most urgent one first, and no value that is not of now`() throws {
    func alarm(_ condition: ConditionID, _ priority: Priority, _ value: Double?, isLast: Bool = false) -> LoopOutput {
      .action(
        .alarm(
          AlarmTransition(
            sequence: 1, condition: condition, sensor: nil, subject: .room, priority: priority, isTechnical: false,
            presence: .on, isOnset: true, activation: .on, limit: nil, value: value, isLastValue: isLast)))
    }
    // Without a sensor there is no value of now: that of the alarm is old.
    let found = try parts("alarms", [alarm(.co2Medium, .medium, 1600, isLast: true), alarm(.co2High, .high, 2610)])
    #expect(
      found.filter { if case .since = $0 { false } else { true } } == [
        .condition(.co2High), .advice(.ventilate), .condition(.co2Medium),
        .advice(.freshAir),
      ])
  }

  @Test func `of another thing is refused with what there is`() {
    #expect {
      _ = try SpokenTopic(asked: "the weather")
    } throws: {
      ($0 as? LapwingError)?.message.contains("say one of status, alarms, air, heart, phase, time") == true
    }
  }
}
