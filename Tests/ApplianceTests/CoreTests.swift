import Alarms
import Appliance
import Bluetooth
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `The core` {
  private let settings = MonitorSettings(latchesSound: false, gradesAir: true)

  private func heartRate(_ bpm: UInt8, from address: UInt64) -> ReplayInput {
    .radio(
      .attributeValue(
        AttributeValue(address: DeviceAddress(value: address), characteristic: BluetoothUUID(0x2A37), data: [6, bpm])))
  }

  private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

  @Test func `lets everything happen at its own time, however far apart events are`() {
    var core = Core(settings: settings)
    var times: [Double] = []
    core.take(heartRate(72, from: 1), at: at(0)) { _, _ in }
    core.take(.event(.tick), at: at(1000)) { record, instant in
      if case .action(.alarm) = record { times.append(instant.seconds) }
    }
    #expect(times == [5, 35])
  }

  @Test func `introduces each sensor once`() {
    var core = Core(settings: settings)
    var introduced: [String] = []
    for second in 0..<10 {
      core.take(heartRate(72, from: UInt64(second % 2 + 1)), at: at(Double(second))) { record, _ in
        if case .sensor(_, let sensor) = record { introduced.append(sensor.address.description) }
      }
    }
    #expect(introduced == ["00:00:00:00:00:01", "00:00:00:00:00:02"])
  }

  @Test func `has places for a bounded number of sensors and counts the ones it turns away`() {
    var core = Core(settings: settings)
    var readings = 0
    for address in 1...100 {
      core.take(heartRate(72, from: UInt64(address)), at: .start) { record, _ in
        if case .action(.reading) = record { readings += 1 }
      }
    }
    #expect(core.intake.sensors.count == Monitor.sensorCapacity)
    #expect(readings == Monitor.sensorCapacity)
    #expect(core.intake.turnedAway == 100 - Monitor.sensorCapacity)
  }

  @Test func `counts broken values of known sensors and takes no reading from them`() {
    var core = Core(settings: settings)
    var count = 0
    let broken = AttributeValue(address: DeviceAddress(value: 1), characteristic: BluetoothUUID(0x2A37), data: [1])
    core.take(.radio(.attributeValue(broken)), at: .start) { _, _ in count += 1 }
    #expect(core.intake.malformed == 1)
    #expect(count == 0)
  }

  @Test func `time that runs backwards stands still instead`() {
    var core = Core(settings: settings)
    core.take(heartRate(72, from: 1), at: at(100)) { _, _ in }
    var times: [Double] = []
    core.take(heartRate(72, from: 1), at: at(50)) { _, instant in times.append(instant.seconds) }
    #expect(times.allSatisfy { $0 == 100 })
  }

  @Test func `other settings count from the next reading on and lose no alarm`() {
    var core = Core(settings: settings)
    var presences: [String] = []
    func note(_ record: OutwardRecord, _ instant: Instant) {
      if case .action(.alarm(let alarm)) = record {
        presences.append("\(alarm.condition.rawValue) \(alarm.presence.name)")
      }
    }
    for second in 0..<10 { core.take(heartRate(131, from: 1), at: at(Double(second)), to: note) }
    var conditions = ConditionTable.standard
    _ = conditions.setLimit(150, of: .heartRateHigh)
    core.adopt(MonitorSettings(conditions: conditions, latchesSound: false, gradesAir: true), to: note)
    #expect(presences == ["heart-rate-high on"])
    core.take(heartRate(131, from: 1), at: at(10), to: note)
    #expect(presences == ["heart-rate-high on", "heart-rate-high off"])
  }
}
