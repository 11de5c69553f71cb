import Engine
import Flight
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings
import TestSupport
import Testing
import Words
@testable import Alarms
@testable import Status

/// What a person reads with an alarm. The texts themselves are checked by Tests/advice-oracle.
@Suite struct `The texts beside an alarm` {
  private static let air = SensorIndex(0)

  private func configuration(_ profile: BoxProfile, _ text: String = "") throws -> Configuration {
    let folder = try TemporaryFolder()
    return try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: profile)
  }

  private func alarm(
    _ condition: ConditionID, _ presence: Presence = .on, isOnset: Bool = true, value: Double? = 2600,
    isLast: Bool = false
  ) -> LoopOutput {
    let rule = ConditionTable.standard[condition]
    return .action(
      .alarm(
        AlarmTransition(
          sequence: 1, condition: condition, sensor: Self.air, subject: .room, priority: rule.priority,
          isTechnical: false, presence: presence, isOnset: isOnset, activation: .on, limit: rule.limit, value: value,
          isLastValue: isLast)))
  }

  private func phase(_ phase: Phase) -> LoopOutput {
    .action(.phase(PhaseChange(phase, since: .start, probability: 1, source: .command)))
  }

  private var sensor: LoopOutput {
    .sensor(Self.air, SensorRegistry.Sensor(address: .sampleAranet4, model: .aranet4))
  }

  private func status(_ outputs: [LoopOutput], _ profile: BoxProfile = .cabin) throws -> BoxStatus {
    var status = ApplianceStatus()
    for output in [sensor] + outputs { status.apply(TimedOutput(instant: .at(60), record: output)) }
    return BoxStatus(status, in: try configuration(profile))
  }

  private func reports(_ outputs: [LoopOutput], by configuration: Configuration) -> [AlarmReport] {
    var events = BoxEvents(configuration)
    return ([sensor] + outputs).compactMap { output in
      guard case .alarm(let report)? = events.event(for: output, at: .at(60))?.content else { return nil }
      return report
    }
  }

  @Test func `are said once, with its beginning`() throws {
    let changes = [alarm(.co2High), alarm(.co2High, .ack, isOnset: false), alarm(.co2High, .off, isOnset: false)]
    let told = reports(changes, by: try configuration(.cabin))
    #expect(told.map { $0.headline } == ["High CO₂ Detected", nil, nil])
    #expect(told.map { $0.advice == nil } == [false, true, true])
  }

  @Test(arguments: [BoxProfile.cockpit, .bedside]) func `are for passengers only`(profile: BoxProfile) throws {
    for condition in ConditionID.allCases {
      #expect(reports([alarm(condition)], by: try configuration(profile)).map(\.advice) == [nil])
    }
    #expect(try status([alarm(.co2High)], profile).alarms.first?.advice == nil)
  }

  @Test func `follow the phase in a status, and not in the line of the alarm`() throws {
    let seated = "Prepare to open vent when seatbelt sign turns off. Levels typically improve after takeoff."
    let told = reports([phase(.taxi), alarm(.co2High), phase(.cruise)], by: try configuration(.cabin))
    #expect(told.first?.action == seated)
    #expect(try status([phase(.taxi), alarm(.co2High)]).alarms.first?.action == seated)
    let later = try status([phase(.taxi), alarm(.co2High), phase(.cruise)])
    #expect(later.alarms.first?.action?.hasPrefix("Open overhead vent fully") == true)
  }

  @Test func `name the limits in force`() throws {
    let configuration = try configuration(.cabin, "alarms: {co2-low: {limit: 1000}}\n")
    #expect(reports([alarm(.co2High)], by: configuration).first?.metric == "2,600 ppm — target is below 1,000")
    #expect(reports([alarm(.co2Medium)], by: configuration).first?.metric == "2,600 ppm — target is below 1,500")
  }

  @Test func `have the value of now in a status, and not that of the beginning`() throws {
    let rising = try status([alarm(.co2High), reading(5_003)])
    #expect(rising.alarms.first?.metric == "5,003 ppm — target is below 800")
    let old = try status([reading(5_003), alarm(.co2High, isLast: true)])
    #expect(old.alarms.first?.metric == nil)
  }

  @Test func `have no measure without a value of the present air`() throws {
    for alarm in [alarm(.co2High, value: nil), alarm(.co2High, isLast: true)] {
      let told = try #require(reports([alarm], by: try configuration(.cabin)).first)
      #expect(told.metric == nil && told.headline != nil)
    }
  }

  @Test func `do not speak of caffeine to a person who has had some`() throws {
    var events = BoxEvents(try configuration(.cabin))
    func lines() -> [String] {
      _ = events.event(for: sensor, at: .at(60))
      return events.event(for: alarm(.co2Medium), at: .at(60)).map { EventText.lines(of: $0) } ?? []
    }
    #expect(lines().contains { $0.contains("caffeine") })
    let taken = LoopOutput.action(.refreshments(.caffeine, total: 0))
    _ = events.event(for: taken, at: .at(70))
    #expect(lines().count == 3 && !lines().contains { $0.contains("caffeine") || $0.contains("400 mg") })
    var status = ApplianceStatus()
    status.apply(TimedOutput(instant: .at(50), record: taken))
    status.apply(TimedOutput(instant: .at(60), record: alarm(.co2Medium)))
    #expect(BoxStatus(status, in: try configuration(.cabin)).alarms.first?.action == "Ensure overhead vent is open.")
    _ = events.event(for: .action(.refreshments(.caffeineTakenBack, total: 0)), at: .at(80))
    #expect(lines().contains { $0.contains("caffeine") })
  }

  @Test func `stand below the alarm, in lines that a terminal shows whole`() throws {
    let lines = StatusText.lines(of: try status([alarm(.co2Medium, value: 2600), alarm(.co2High)]))
    let start = try #require(lines.firstIndex { $0.text.hasPrefix("CO2 high (co2-high)") })
    let advice = lines[(start + 1)...].prefix { $0.topic == .advice }
    #expect(advice.first?.line == "          High CO₂ Detected: 2,600 ppm — target is below 800")
    #expect(advice.map(\.text).joined(separator: " ").contains("Do: Open overhead vent fully and direct airflow"))
    #expect(advice.map(\.text).joined(separator: " ").contains("But: You cannot significantly change"))
    #expect(lines.allSatisfy { $0.topic != .advice || $0.line.count <= 78 })
    #expect(!lines.contains { $0.text.contains("Elevated") }, "high CO2 of the same sensor says more")
  }

  // MARK: The expected CO2

  private func reading(_ ppm: Double, age: UInt16 = 0) -> LoopOutput {
    var reading = Reading.aranet4(co2: ppm)
    reading.ageSeconds = age
    return .reading(reading, from: Self.air)
  }

  @Test(arguments: [(1249.0, "below"), (1250, "within"), (1681, "above")])
  func `a status has the expected CO2, and where the value is`(ppm: Double, place: String) throws {
    let status = try status([phase(.cruise), reading(ppm)])
    let json = OrderedJSON.text(of: status)
    #expect(json.contains(#""co2_expected":[1250,1680],"co2_against_expected":"\#(place)""#), "\(json)")
    #expect(StatusText.text(of: status).contains("CO2 \(place) the 1250 to 1680 ppm expected"))
  }

  @Test func `without a phase nothing is expected`() throws {
    for outputs in [[reading(1500)], [phase(.cruise), reading(1500), phase(.unknown)]] {
      let status = try status(outputs)
      #expect(!OrderedJSON.text(of: status).contains("expected"))
      #expect(!StatusText.text(of: status).contains("expected"))
    }
  }

  @Test(arguments: [BoxProfile.cockpit, .bedside]) func `what is expected is that of a cabin`(profile: BoxProfile)
    throws
  {
    #expect(!OrderedJSON.text(of: try status([phase(.cruise), reading(1500)], profile)).contains("expected"))
  }

  @Test func `a value of more than a quarter of an hour ago is compared with nothing`() throws {
    let json = OrderedJSON.text(of: try status([phase(.cruise), reading(1500, age: 901)]))
    #expect(json.contains(#""co2_expected":[1250,1680]"#) && !json.contains("co2_against_expected"))
  }
}
