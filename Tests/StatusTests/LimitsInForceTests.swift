import Alarms
import Engine
import Foundation
import Monitor
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing
@testable import Status

/// The limits in a status, by the sentences of docs/alarms.md and the file of the example.
@Suite struct `The limits of a status` {
  private static let anna = "C0:FF:EE:00:00:02", bert = "C0:FF:EE:00:00:03"

  private func status(at time: BoxStatus.LimitsTime?) throws -> BoxStatus {
    let folder = try TemporaryFolder()
    let lines = """
      profile: bedside
      persons:
        Anna:
          sensors: ["\(Self.anna)"]
          heart-rate-high: 95
          night: {from: "22:00", to: "07:00", heart-rate-high: 85}
        Bert: {sensors: ["\(Self.bert)"]}
      """
    let configuration = try Configuration(path: try folder.write(lines, to: "lapwing.yaml"), profile: nil)
    var status = ApplianceStatus()
    for (place, address) in [Self.anna, Self.bert].enumerated() {
      let sensor = SensorRegistry.Sensor(address: try #require(DeviceAddress(address)), model: .heartRateService)
      status.apply(TimedOutput(instant: .start, record: .sensor(SensorIndex(UInt16(place)), sensor)))
    }
    return BoxStatus(status, in: configuration, limitsAt: time)
  }

  @Test func `are those of each person, by day and by night`() throws {
    let day = try status(at: .minute(12 * 60)).sensors, night = try status(at: .minute(2 * 60)).sensors
    #expect(day.map { $0.limits?[.heartRateHigh] } == [95, day.last?.limits?[.heartRateHigh]])
    #expect(night.first?.limits?[.heartRateHigh] == 85)
    #expect(day.last?.limits?[.heartRateHigh] != 95)
    #expect(day.last?.limits == night.last?.limits)
  }

  @Test func `are the stricter ones while the clock is not set`() throws {
    #expect(try status(at: .unknown).sensors.first?.limits?[.heartRateHigh] == 85)
  }

  @Test func `come through the socket as they are`() throws {
    let status = try status(at: .minute(12 * 60))
    let text = OrderedJSON.text(of: status)
    #expect(text.contains("\"limits\":{"))
    #expect(try JSONDecoder().decode(BoxStatus.self, from: Data(text.utf8)) == status)
  }
}
