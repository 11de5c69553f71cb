import Alarms
import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `The engine` {
  private let settings = MonitorSettings(latchesSound: false, gradesAir: true)

  private func heartRate(_ bpm: UInt8, from address: UInt64) -> EngineInput {
    .radio(
      .attributeValue(
        AttributeValue(address: DeviceAddress(value: address), characteristic: BluetoothUUID(0x2A37), data: [6, bpm])))
  }

  private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

  @Test func `lets everything happen at its own time, however far apart events are`() {
    var engine = Engine(settings: settings)
    var times: [Double] = []
    engine.handle(heartRate(72, from: 1), at: at(0)) { _, _ in }
    engine.handle(.event(.tick), at: at(1000)) { record, instant in
      if case .action(.alarm) = record { times.append(instant.seconds) }
    }
    #expect(times == [15, 35])
  }

  @Test func `introduces each sensor once`() {
    var engine = Engine(settings: settings)
    var introduced: [String] = []
    for second in 0..<10 {
      engine.handle(heartRate(72, from: UInt64(second % 2 + 1)), at: at(Double(second))) { record, _ in
        if case .sensor(_, let sensor) = record { introduced.append(sensor.address.description) }
      }
    }
    #expect(introduced == ["00:00:00:00:00:01", "00:00:00:00:00:02"])
  }

  @Test func `has places for a bounded number of sensors, and one too many is nothing`() {
    var engine = Engine(settings: settings)
    var readings = 0
    var alarms: [String] = []
    for address in 1...100 {
      engine.handle(heartRate(72, from: UInt64(address)), at: .start) { record, _ in
        if case .reading = record { readings += 1 }
        if case .action(.alarm(let alarm)) = record {
          alarms.append("\(alarm.condition.name) \(alarm.presence.name)")
        }
      }
    }
    #expect(engine.registry.sensors.count == Monitor.sensorCapacity)
    #expect(readings == Monitor.sensorCapacity)
    #expect(engine.registry.turnedAway == 100 - Monitor.sensorCapacity)
    #expect(alarms == [])
  }

  @Test(arguments: [
    (EngineInput.radio(
      .attributeValue(
        AttributeValue(address: DeviceAddress(value: 1), characteristic: BluetoothUUID(0x2A37), data: [1])))),
    (.radio(
      .advertisement(
        Advertisement(address: DeviceAddress(value: 1), rssi: nil, data: [0x06, 0xFF, 0x02, 0x07, 0x21, 0, 0])))),
  ])
  func `a sensor that was never understood is never missed`(input: EngineInput) {
    var engine = Engine(settings: settings)
    for second in 0..<200 {
      engine.handle(input, at: at(Double(second))) { record, instant in
        if case .reading = record { Issue.record("no reading can come of this") }
        if case .action(.alarm) = record { Issue.record("nothing is watched") }
      }
    }
    #expect(engine.registry.malformed == 200)
  }

  @Test func `time that runs backwards stands still instead`() {
    var engine = Engine(settings: settings)
    engine.handle(heartRate(72, from: 1), at: at(100)) { _, _ in }
    var times: [Double] = []
    engine.handle(heartRate(72, from: 1), at: at(50)) { _, instant in times.append(instant.seconds) }
    #expect(times == [100])
  }

  @Test func `other settings count from the next reading on and lose no alarm`() {
    var engine = Engine(settings: settings)
    var presences: [String] = []
    func note(_ record: LoopOutput, _ instant: Instant) {
      if case .action(.alarm(let alarm)) = record {
        presences.append("\(alarm.condition.name) \(alarm.presence.name)")
      }
    }
    for second in 0..<12 { engine.handle(heartRate(131, from: 1), at: at(Double(second)), to: note) }
    var conditions = ConditionTable.standard
    _ = conditions.setLimit(150, of: .heartRateHigh)
    engine.adopt(MonitorSettings(conditions: conditions, latchesSound: false, gradesAir: true), to: note)
    #expect(presences == ["heart-rate-high on"])
    for second in 12..<45 { engine.handle(heartRate(131, from: 1), at: at(Double(second)), to: note) }
    #expect(presences == ["heart-rate-high on", "heart-rate-high off"])
  }
}
