import Alarms
import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing

@Suite struct `A sensor that the configuration switches off` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The places that sensors got by what they advertised.
  private func received(_ text: String) throws -> [DeviceAddress] {
    let configuration = try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil)
    var registry = Engine(configuration).registry
    var reading = Reading.aranet4(co2: 800)
    let data = Aranet4Encoder.advertisement(reading)
    for address in [DeviceAddress.sampleAranet4, DeviceAddress(value: 7)] {
      for data in [data, Array(data.dropLast(9))] {
        _ = registry.decode(
          .advertisement(Advertisement(address: address, rssi: -60, data: data)), at: .start, into: &reading)
      }
    }
    return registry.sensors.map(\.address)
  }

  @Test func `has no place, whatever it sends`() throws {
    let both = [DeviceAddress.sampleAranet4, DeviceAddress(value: 7)]
    #expect(try received("") == both)
    #expect(try received("sensors: {use: {inkbird: automatic}}") == [])
    #expect(try received("sensors: {use: {any: automatic, \"00:00:00:00:00:07\": off}}") == [both[0]])
    #expect(try received("sensors: {use: {aranet: advert}}") == both)
  }

  @Test func `is not awaited after a restart, and its alarms do not go on`() throws {
    var registry = SensorRegistry()
    var reading = Reading.aranet4(co2: 800)
    let data = Aranet4Encoder.advertisement(reading)
    _ = registry.decode(
      .advertisement(Advertisement(address: .sampleAranet4, rssi: -60, data: data)), at: .start, into: &reading)
    let sensor = try #require(registry.sensors.first)
    for (text, isUsed) in [("", true), ("sensors: {use: {inkbird: automatic}}", false)] {
      var engine = Engine(try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil))
      var conditions: [ConditionID] = []
      let note: Engine.Sink = { record, _ in
        if case .action(.alarm(let alarm)) = record { conditions.append(alarm.condition) }
      }
      engine.resume(
        RememberedAlarm(
          condition: .co2High, priority: .high, isLatched: false, acknowledgementLeft: nil, limit: 2_500, value: 3_000),
        at: sensor, at: .start, to: note)
      engine.expect(sensor, at: .start, to: note)
      engine.advance(to: Instant(nanoseconds: 600_000_000_000), to: note)
      #expect(conditions.isEmpty != isUsed)
      #expect(conditions.contains(.noData) == isUsed)
    }
  }
}
