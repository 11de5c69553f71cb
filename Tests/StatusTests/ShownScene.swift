import Engine
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings
import Status
import TestSupport
@testable import Alarms
import Flight

/// A run in which everything happens that can be shown: each kind of output with each of its fields.
struct ShownScene {
  private(set) var outputs: [TimedOutput] = []

  private static let air = SensorIndex(0), strap = SensorIndex(1), stranger = SensorIndex(2)
  private static let awaited = SensorIndex(3), oximeter = SensorIndex(4), gone = SensorIndex(5)

  /// The configuration that the lines are shown with.
  static func configuration(in folder: TemporaryFolder) throws -> Configuration {
    let text = """
      profile: bedside
      persons: {Anna: {sensors: ["E7:A1:3C:58:0B:42"]}, "B \\"x\\" \u{FC}": {}}
      sensors: {own: {"D4:5B:9E:17:60:A3": {name: "left strap"}}}
      alarms: {frozen: {enabled: false}}

      """
    return try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil)
  }

  init() {
    addSensors()
    addReadings()
    addAlarms()
    addSignals()
    addSessions()
  }

  private mutating func report(_ record: LoopOutput, at seconds: Double) {
    outputs.append(TimedOutput(instant: .at(seconds), record: record))
  }

  private mutating func addSensors() {
    typealias Sensor = SensorRegistry.Sensor
    report(.sensor(Self.air, Sensor(address: .sampleAranet4, model: .aranet4)), at: 0)
    report(.sensor(Self.strap, Sensor(address: .sampleStrap, model: .heartRateService)), at: 0.1)
    report(.stranger(Self.stranger, Sensor(address: DeviceAddress(value: 1), model: .aranet4)), at: 0.25)
    report(.sensor(Self.awaited, Sensor(address: DeviceAddress(value: 2), model: .unknown)), at: 1)
    report(.sensor(Self.oximeter, Sensor(address: .otherAranet4, model: .pulseOximeter)), at: 1)
    report(.sensor(Self.gone, Sensor(address: DeviceAddress(value: 3), model: .aranet4)), at: 1)
    report(.left(Self.gone), at: 1)
    let ways: [(SensorIndex, AdoptedSensor)] = [
      (Self.air, AdoptedSensor(address: .sampleAranet4, model: .aranet4, name: "the \"air\" \\ ü", way: .itself)),
      (
        Self.strap,
        AdoptedSensor(address: .sampleStrap, model: .heartRateService, name: "strap", person: "Bert", way: .person)
      ),
      (Self.awaited, AdoptedSensor(address: DeviceAddress(value: 2), way: .configuration)),
    ]
    for (index, adopted) in ways {
      report(.adopted(index, adopted), at: 1.005)
      report(.adoption(.adopted(adopted)), at: 1.005)
      report(.adoption(.unconfirmed(adopted)), at: 1.006)
    }
    report(.adoption(.forgotten(DeviceAddress(value: 3))), at: 1.1)
    report(.adoption(.refused(LapwingError(.usage, code: .notHeard, "no sensor \"x\"\n is heard"))), at: 1.2)
    report(.signal(Self.strap, -61), at: 2)
    report(.signal(Self.stranger, -90), at: 2)
    report(.note("not shown as JSON"), at: 2)
    report(.committed(1), at: 2)
  }

  /// Every quantity, in readings of as many as one holds, and every other field.
  private mutating func addReadings() {
    let all = Quantity.allCases
    for first in stride(from: 0, to: all.count, by: Measurements.capacity) {
      var reading = Reading(model: .aranet4)
      for quantity in all[first..<min(all.count, first + Measurements.capacity)] {
        reading.measurements[quantity] = Double(quantity.rawValue) * 2.345
      }
      report(.reading(reading, from: Self.air), at: 3 + Double(first))
    }
    report(.reading(Self.fullAir, from: Self.air), at: 60)
    var heart = Reading(model: .heartRateService)
    heart.measurements[.heartRateBeatsPerMinute] = 71
    heart.contact = .notSupported
    report(.reading(heart, from: Self.strap), at: 61)
    heart.contact = .detected
    heart.bodyLocation = .earLobe
    for ticks in 0..<40 { heart.rrIntervals.append(ticks: 800 + UInt16(ticks)) }
    report(.reading(heart, from: Self.strap), at: 62.25)
    heart.contact = .notDetected
    report(.reading(heart, from: Self.stranger), at: 62.5)
    report(.reading(Self.fullOximeter, from: Self.oximeter), at: 63)
  }

  private static var fullAir: Reading {
    var reading = Reading.aranet4(co2: 1234.567, temperature: -0.004, pressure: 1013.25, humidity: 100)
    reading.serialNumber = 4_000_000_000
    reading.isEncrypted = false
    reading.isBatteryLow = true
    reading.batteryStep = 3
    reading.isCharging = false
    reading.isCalibrating = true
    reading.reportsFault = true
    reading.humidityStatus = .under
    reading.temperatureStatus = .dash
    reading.ageSeconds = 59
    reading.counter = 4_294_967_295
    return reading
  }

  private static var fullOximeter: Reading {
    var reading = Reading(model: .pulseOximeter)
    reading.measurements[.oxygenSaturationPercent] = 97.125
    reading.measurementStatus = 0x1020
    reading.sensorStatus = 0x80_0001
    reading.measuredAt = SensorTime(year: 2026, month: 11, day: 4, hour: 3, minute: 2, second: 1)
    reading.clockIsNotSet = true
    return reading
  }

  private mutating func addAlarms() {
    func alarm(
      _ sequence: UInt64, _ condition: ConditionID, _ sensor: SensorIndex?, _ presence: Presence,
      _ activation: Activation, isTest: Bool = false, until: Double? = nil, limit: Double? = nil,
      value: Double? = nil, isLast: Bool = false, bounds: Bounds? = nil, subject: Subject = .box
    ) -> LoopOutput {
      let rule = ConditionTable.standard[condition]
      return .action(
        .alarm(
          AlarmTransition(
            sequence: sequence, condition: condition, sensor: sensor, subject: subject, priority: rule.priority,
            isTechnical: rule.isTechnical, presence: presence, isOnset: true, activation: activation, isTest: isTest,
            silentUntil: until.map(Instant.at), limit: limit, value: value, isLastValue: isLast, bounds: bounds)))
    }
    let bounds = Bounds(notBefore: .milliseconds(4550), mustBy: .seconds(10))
    report(
      alarm(
        1, .heartRateHigh, Self.strap, .on, .on, limit: 100, value: 131.256, bounds: bounds,
        subject: .person(PersonIndex(0))), at: 64)
    report(
      alarm(
        2, .heartRateHigh, Self.strap, .on, .paused, until: 184.004, limit: 100.5, value: 131,
        subject: .person(PersonIndex(0))), at: 64.004)
    report(alarm(3, .co2High, Self.air, .latched, .on, limit: 2500, value: 2600, isLast: true, subject: .room), at: 65)
    report(alarm(4, .adapterGone, nil, .on, .on, isTest: true), at: 65)
    report(alarm(5, .noPulse, Self.oximeter, .ack, .off, until: 1000, subject: .person(PersonIndex(1))), at: 65)
    report(alarm(6, .noData, Self.gone, .on, .off, subject: .person(PersonIndex(9))), at: 66)
    report(alarm(7, .diskFull, nil, .on, .on), at: 66)
    report(alarm(8, .diskFull, nil, .off, .off), at: 67)
    report(.action(.refusal(.standby)), at: 67)
    for reason in [Notice.Reason.unanswered, .pausedAgain] {
      report(
        .action(
          .notice(
            Notice(
              reason: reason, condition: .heartRateHigh, sensor: Self.strap, subject: .person(PersonIndex(1)),
              priority: .high, unanswered: .milliseconds(120_125), limit: 100, value: 131.257))), at: 68)
    }
    report(.committed(7), at: 68)
  }

  private mutating func addSignals() {
    for (lamp, pattern) in [
      (Lamp.red, LampPattern.highPriority), (.yellow, .on), (.green, .allIsWell), (.blue, .doubleBlink),
      (.blue, .alternate(isFirst: true)), (.green, .off),
    ] { report(.action(.lamp(lamp, pattern)), at: 69) }
    report(.action(.sound(nil)), at: 70)
    report(.action(.sound(.beeps(2))), at: 70.1)
    report(.action(.sound(SoundSignal(priority: .medium, family: .air))), at: 70.2)
    report(.action(.sound(nil)), at: 70.3)
    report(.action(.sound(SoundSignal(priority: .high, family: .heart))), at: 70.4)
    for loudness in Loudness.allCases { report(.action(.loudness(loudness)), at: 71) }
    report(.action(.scenarioWanted(1)), at: 72)
    for verdict in ScenarioVerdict.allCases {
      report(.action(.scenario(ScenarioState(press: 1, number: 1, count: 4, verdict: verdict))), at: 72)
    }
    for phase in Phase.allCases where phase != .boarding && phase != .arrived {
      report(.action(.phase(Self.found(phase))), at: 73)
    }
    let cruise = PhaseChange(.cruise, since: Instant(nanoseconds: 73_500_000_000), probability: 1, source: .command)
    report(.action(.phase(cruise)), at: 73.5)
  }

  /// A phase that the box has found a little earlier.
  private static func found(_ phase: Phase) -> PhaseChange {
    PhaseChange(phase, since: Instant(nanoseconds: 12_340_000_000), probability: 0.9765, source: .detected)
  }

  private mutating func addSessions() {
    report(.action(.sessionEnded(SessionSummary())), at: 74)
    var summary = SessionSummary()
    summary.duration = .milliseconds(3_600_125)
    summary.readings = 4321
    for value in [600.0, 1200.255, 2400] { summary.co2.add(value) }
    for value in [60.0, 71.333] { summary.heartRate.add(value) }
    summary.lowAlarms = 3
    summary.mediumAlarms = 2
    summary.highAlarms = 1
    summary.grade = .b
    report(.action(.sessionEnded(summary)), at: 75)
    report(.action(.sessionStarted), at: 76.5)
    report(.note("time passes"), at: 77.777)
  }
}
