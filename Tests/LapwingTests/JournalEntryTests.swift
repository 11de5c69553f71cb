import Board
import Engine
import Flight
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings
import TestSupport
import Testing
@testable import Alarms
@testable import Status
@testable import lapwing

@Suite struct `An entry of the journal` {
  private static let strap = SensorIndex(0)

  /// The entry of an output, in a run in which the strap of Anna is known.
  private func entry(of record: LoopOutput, sequence: UInt64? = nil) -> JournalEntry? {
    var events = BoxEvents(persons: ["Anna"])
    let sensor = SensorRegistry.Sensor(address: .sampleStrap, model: .heartRateService)
    _ = events.event(for: .sensor(Self.strap, sensor), at: .start)
    return events.event(for: record, at: .at(61.5)).flatMap { JournalEntry($0, sequence: sequence) }
  }

  private func alarm(_ condition: ConditionID, _ presence: Presence, value: Double? = nil) -> LoopOutput {
    let rule = ConditionTable.standard[condition]
    return .action(
      .alarm(
        AlarmTransition(
          sequence: 7, condition: condition, sensor: rule.isTechnical ? nil : Self.strap,
          subject: .person(PersonIndex(0)), priority: rule.priority, isTechnical: rule.isTechnical, presence: presence,
          isOnset: true, activation: .on, isTest: false, silentUntil: nil, limit: value.map { _ in 130 }, value: value,
          isLastValue: false, bounds: nil)))
  }

  private func text(of entry: JournalEntry?) -> [String] { entry?.fields.map { "\($0.name)=\($0.value)" } ?? [] }

  @Test func `of an alarm has the line of every other view, and fields to search by`() {
    let entry = entry(of: alarm(.heartRateHigh, .on, value: 131), sequence: 7)
    #expect(
      entry?.message == "01:01.5  alarm    Heart rate high (heart-rate-high) "
        + "of Anna high on (131, limit 130) at E7:A1:3C:58:0B:42")
    #expect(entry?.severity == .alert)
    #expect(
      text(of: entry) == [
        "LAPWING_EVENT=alarm", "LAPWING_TIME=01:01.5", "LAPWING_CONDITION=heart-rate-high", "LAPWING_PRIORITY=high",
        "LAPWING_PRESENCE=on", "LAPWING_ACTIVATION=on", "LAPWING_SENSOR=E7:A1:3C:58:0B:42", "LAPWING_VALUE=131",
        "LAPWING_LIMIT=130", "LAPWING_SEQUENCE=7",
      ])
  }

  @Test func `of an alarm in a cabin has what a passenger is told`() throws {
    var events = BoxEvents(try Configuration(path: "/dev/null", profile: .cabin))
    let sensor = SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4)
    _ = events.event(for: .sensor(Self.strap, sensor), at: .start)
    let entry = events.event(for: alarm(.co2High, .on, value: 2600), at: .at(61.5)).flatMap { JournalEntry($0) }
    let fields = text(of: entry)
    #expect(fields.contains("LAPWING_HEADLINE=High CO₂ Detected"))
    #expect(fields.contains("LAPWING_METRIC=2,600 ppm — target is below 800"))
    #expect(fields.contains { $0.hasPrefix("LAPWING_ACTION=Open overhead vent fully") })
    #expect(fields.contains { $0.hasPrefix("LAPWING_EVIDENCE=Harvard") })
    #expect(fields.contains { $0.hasPrefix("LAPWING_LIMITATION=You cannot") })
    #expect(entry?.message.contains("\n") == false)
  }

  @Test(arguments: [
    (ConditionID.heartRateHigh, Presence.on, Journal.Severity.alert), (.noData, .on, .error),
    (.diskFull, .on, .warning),
    (.heartRateHigh, .off, .notice), (.heartRateHigh, .latched, .notice), (.diskFull, .ack, .notice),
  ])
  func `is as severe as its alarm, and a notice after it`(
    condition: ConditionID, presence: Presence, severity: Journal.Severity
  ) {
    #expect(entry(of: alarm(condition, presence))?.severity == severity)
  }

  @Test func `of the logbook is an error while it cannot be written`() {
    let fault = LogbookReport.Fault(code: .logbookDiskFull, message: "the disk is full")
    let failed = JournalEntry(BoxEvent(.logbook(LogbookReport(fault)), at: .at(61.5)))
    #expect(failed?.message == "01:01.5  logbook  the disk is full" && failed?.severity == .error)
    #expect(
      text(of: failed) == ["LAPWING_EVENT=fault", "LAPWING_TIME=01:01.5", "LAPWING_CODE=logbook-disk-full"])
    let back = JournalEntry(BoxEvent(.logbook(LogbookReport(nil)), at: .at(61.5)))
    #expect(back?.message == "01:01.5  logbook  can be written again" && back?.severity == .notice)
    #expect(text(of: back).last == "LAPWING_CODE=none")
  }

  @Test func `is written for everything but readings, strangers and signals`() {
    let sensor = SensorRegistry.Sensor(address: .sampleStrap, model: .heartRateService)
    let adopted = AdoptedSensor(address: .sampleStrap, model: .heartRateService, name: "strap", way: .itself)
    let written: [(LoopOutput, event: String, severity: Journal.Severity, field: String?)] = [
      (.sensor(Self.strap, sensor), "sensor", .information, "LAPWING_MODEL=Heart Rate Service"),
      (.adoption(.adopted(adopted)), "adoption", .notice, "LAPWING_ADOPTED_BY=itself"),
      (.adoption(.forgotten(.sampleStrap)), "adoption", .notice, "LAPWING_SENSOR=E7:A1:3C:58:0B:42"),
      (
        .adoption(.refused(LapwingError(.usage, code: .tooMany, "no place"))), "adoption", .notice,
        "LAPWING_CODE=too-many"
      ),
      (
        .action(.phase(PhaseChange(.climb, since: .start, probability: 1, source: .command))), "phase", .information,
        "LAPWING_PHASE=climb"
      ),
      (.action(.sessionStarted), "session", .notice, "LAPWING_SESSION=started"),
      (.action(.sessionEnded(SessionSummary())), "session", .notice, "LAPWING_READINGS=0"),
      (.action(.refusal(.adapterGone)), "refusal", .notice, "LAPWING_CONDITION=adapter-gone"),
      (.button(ButtonOrder(.press(.a, .short), .silence)), "button", .notice, "LAPWING_MEANING=silence"),
      (.note("radio: connected"), "note", .notice, nil),
    ]
    for (output, event, severity, field) in written {
      let entry = entry(of: output)
      #expect(entry?.severity == severity, "\(event)")
      #expect(text(of: entry).first == "LAPWING_EVENT=\(event)")
      if let field { #expect(text(of: entry).contains(field)) }
    }
    let left: [LoopOutput] = [
      .stranger(Self.strap, sensor), .reading(Reading(model: .heartRateService), from: Self.strap), .committed(1),
      .action(.lamp(.red, .on)), .action(.sound(nil)), .action(.loudness(.louder)), .left(Self.strap),
    ]
    for output in left { #expect(entry(of: output) == nil) }
  }
}
