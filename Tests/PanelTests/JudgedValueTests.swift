import Alarms
import Engine
import FoundationEssentials
import Monitor
import Readings
import SensorProtocols
import Settings
import Status
import TestSupport
import Testing

@testable import Panel

/// A bedside with two persons, whose values and alarms a test tells.
private final class Bedside {
  let bench: PanelBench
  private var status = ApplianceStatus()
  private let configuration: Configuration
  private var sequence: UInt64 = 0
  static let addresses = ["C0:FF:EE:00:00:02", "C0:FF:EE:00:00:03"]

  /// - Parameter more: lines of the configuration.
  init(_ more: String = "") throws {
    let persons = """
      profile: bedside
      persons:
        Anna: {sensors: ["\(Self.addresses[0])"], heart-rate-high: 95}
        Bert: {sensors: ["\(Self.addresses[1])"]}
      \(more)
      """
    bench = try PanelBench(persons)
    configuration = bench.panel.configuration
    for (place, address) in Self.addresses.enumerated() {
      let sensor = SensorRegistry.Sensor(address: try #require(DeviceAddress(address)), model: .heartRateService)
      status.apply(TimedOutput(instant: .start, record: .sensor(SensorIndex(UInt16(place)), sensor)))
    }
  }

  func beats(_ rate: Double, of place: UInt16) {
    var reading = Reading(model: .heartRateService)
    reading.measurements[.heartRateBeatsPerMinute] = rate
    status.apply(TimedOutput(instant: .start, record: .reading(reading, from: SensorIndex(place))))
  }

  func alarm(_ condition: ConditionID, of place: UInt16, _ presence: Presence = .on) {
    sequence += 1
    let alarm = AlarmTransition(
      sequence: sequence, condition: condition, sensor: SensorIndex(place),
      priority: ConditionTable.standard[condition].priority, isTechnical: false, presence: presence, isOnset: true,
      activation: .on, limit: 95, value: 110)
    status.apply(TimedOutput(instant: .start, record: .action(.alarm(alarm))))
  }

  /// The cards with the large values, in their order.
  func cards(tellsLimits: Bool = true) async throws -> [String] {
    let told = BoxStatus(status, in: configuration, limitsAt: tellsLimits ? .minute(720) : nil)
    bench.panel.feed.tell(told, at: bench.now)
    let page = try await bench.ask("GET", "/").body
    return page.components(separatedBy: "<section class=\"card main ").dropFirst().map { String($0.prefix(600)) }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A large value` {
  @Test func `is there for each person, and judged by the limits of each`() async throws {
    let bed = try Bedside()
    bed.beats(100, of: 0)
    bed.beats(100, of: 1)
    let cards = try await bed.cards()
    #expect(cards.count == 2)
    #expect(cards.first?.contains("Anna") == true && cards.first?.contains("Too high") == true)
    #expect(cards.last?.contains("Bert") == true && cards.last?.contains("Good") == true)
  }

  @Test(arguments: [
    (ConditionID.heartRateHigh, Presence.on), (.heartRateHigh, .ack), (.heartRateHigh, .latched), (.noPulse, .on),
  ]) func `is never good beside an alarm that stands`(condition: ConditionID, presence: Presence) async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    bed.beats(72, of: 1)
    bed.alarm(condition, of: 0, presence)
    let cards = try await bed.cards()
    #expect(cards.first?.contains("Good") == false && cards.first?.contains("Alarm") == true)
    #expect(cards.first?.hasPrefix("high\"") == true)
    #expect(cards.last?.contains("Good") == true, "the other person has no alarm")
  }

  @Test func `is not good where the limit that it would be beyond is switched off`() async throws {
    let bed = try Bedside("alarms: {heart-rate-high: {enabled: false}}")
    bed.beats(190, of: 0)
    bed.beats(72, of: 1)
    let cards = try await bed.cards()
    #expect(cards.first?.contains("Not watched") == true && cards.first?.contains("Good") == false)
    #expect(cards.last?.contains("Good") == true)
  }

  @Test func `is judged by the running box and not by the file`() async throws {
    let bed = try Bedside()
    bed.beats(100, of: 0)
    let before = try await bed.cards()
    _ = try bed.bench.folder.write("profile: bedside\n", to: "lapwing.yaml")
    bed.bench.panel.forgetConfiguration()
    #expect(try await bed.cards() == before)
    #expect(before.first?.contains("Too high") == true)
  }

  @Test func `is not judged where the box tells no limits`() async throws {
    let bed = try Bedside()
    bed.beats(72, of: 0)
    let cards = try await bed.cards(tellsLimits: false)
    #expect(cards.first?.contains("Good") == false && cards.first?.contains("No limit") == true)
  }

  @Test func `has beside the button that it answers for others too`() async throws {
    let bed = try Bedside()
    bed.alarm(.heartRateHigh, of: 0)
    _ = try await bed.cards()
    #expect(try await !bed.bench.ask("GET", "/").body.contains("This answers all"))
    bed.alarm(.heartRateHigh, of: 1)
    _ = try await bed.cards()
    #expect(try await bed.bench.ask("GET", "/").body.contains("This answers all 2 alarms of this kind"))
  }
}
