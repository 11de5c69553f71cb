import Bluetooth
import Engine
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A SwitchBot Meter Pro CO2, whose manufacturer data look like those of other devices of its maker.
@Suite struct `A sensor that must show its kind` {
  private static let values: [UInt8] = AdvertisementEncoder.manufacturer(
    0x0969, [0xB0, 0xE9, 0xFE, 0x54, 0x32, 0x15, 0xB7, 0xE4, 7, 0x9B, 0xA4, 0, 0x37, 0x02, 0xD5, 0])
  private static let kind: [UInt8] = [0x06, 0x16, 0x3D, 0xFD, 0x35, 0, 0x64]

  private let sensor = DeviceAddress(value: 0xB0E9_FE54_3215)

  /// The CO2 that an advertisement gives, ppm.
  private func co2(
    _ data: [UInt8], _ scanResponse: [UInt8] = [], from address: DeviceAddress, through registry: inout SensorRegistry,
    at seconds: Double = 0
  ) -> Double? {
    var reading = Reading(model: .unknown)
    let report = RadioReport.advertisement(
      Advertisement(address: address, rssi: -60, data: data, scanResponse: scanResponse))
    guard case .reading = registry.decode(report, at: .start.advanced(by: .seconds(seconds)), into: &reading) else {
      return nil
    }
    return reading.measurements[.co2PartsPerMillion]
  }

  @Test func `has no place and no value before it has shown it`() {
    var registry = SensorRegistry()
    #expect(co2(Self.values, from: sensor, through: &registry) == nil)
    #expect(registry.sensors.isEmpty)
  }

  @Test func `is read once its service data were received, in a report of their own`() {
    var registry = SensorRegistry()
    _ = co2(Self.kind, from: sensor, through: &registry)
    #expect(co2(Self.values, from: sensor, through: &registry, at: 1) == 725)
    #expect(co2(Self.values, from: DeviceAddress(value: 1), through: &registry, at: 2) == nil)
  }

  @Test func `is read where one report has both`() {
    var registry = SensorRegistry()
    #expect(co2(Self.values, Self.kind, from: sensor, through: &registry) == 725)
    #expect(co2(Self.values, from: sensor, through: &registry, at: 2) == 725)
  }

  @Test func `must show it again after a restart`() throws {
    var former = SensorRegistry()
    _ = co2(Self.kind, from: sensor, through: &former)
    var registry = SensorRegistry()
    _ = registry.introduce(try #require(former.sensors.first), hasMeasured: true, at: .start)
    #expect(co2(Self.values, from: sensor, through: &registry) == nil)
    #expect(co2(Self.values, Self.kind, from: sensor, through: &registry, at: 2) == 725)
  }

  @Test func `is not forgotten in a crowd of thousands`() {
    var registry = SensorRegistry()
    _ = co2(Self.values, Self.kind, from: sensor, through: &registry)
    for number in 1...5_000 as ClosedRange<UInt64> {
      _ = co2(Self.values, Self.kind, from: DeviceAddress(value: number), through: &registry)
    }
    #expect(registry.sensors.count == Monitor.sensorCapacity)
    #expect(co2(Self.values, from: sensor, through: &registry, at: 2) == 725)
    let latest = registry.sensors[Monitor.sensorCapacity - 1].address
    #expect(co2(Self.values, from: latest, through: &registry, at: 2) == 725)
  }
}
