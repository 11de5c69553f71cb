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
import Web

@testable import Panel

/// A bedside with two persons, whose values and alarms a test sets.
final class Bedside {
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

  func beats(_ rate: Double, of place: UInt16) { measures(.heartRateBeatsPerMinute, rate, of: place) }

  func measures(_ quantity: Quantity, _ value: Double, of place: UInt16) {
    var reading = Reading(model: .heartRateService)
    reading.measurements[quantity] = value
    status.apply(TimedOutput(instant: .start, record: .reading(reading, from: SensorIndex(place))))
  }

  func pass(to seconds: Double) {
    status.apply(TimedOutput(instant: .start.advanced(by: .seconds(seconds)), record: .action(.loudness(.normal))))
  }

  func alarm(_ condition: ConditionID, of place: UInt16, _ presence: Presence = .on, isTest: Bool = false) {
    sequence += 1
    let alarm = AlarmTransition(
      sequence: sequence, condition: condition, sensor: SensorIndex(place),
      priority: ConditionTable.standard[condition].priority, isTechnical: false, presence: presence, isOnset: true,
      activation: .on, isTest: isTest, limit: 95, value: 110)
    status.apply(TimedOutput(instant: .start, record: .action(.alarm(alarm))))
  }

  func page(_ path: String, tellsLimits: Bool = true) async throws -> String {
    var told = BoxStatus(status, in: configuration, limitsAt: tellsLimits ? .minute(720) : nil)
    told.run = "1x5k"
    bench.panel.feed.tell(told, at: bench.now)
    return try await bench.ask("GET", path).body
  }

  /// The cards with the large values, in their order.
  func cards(tellsLimits: Bool = true) async throws -> [String] {
    let page = try await page("/", tellsLimits: tellsLimits)
    return page.components(separatedBy: "<section class=\"card main ").dropFirst().map { String($0.prefix(600)) }
  }
}
