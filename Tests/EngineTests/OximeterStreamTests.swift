import Alarms
import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import TestSupport
import Testing

/// Oximeters that notify as over a serial line.
@Suite struct `An oximeter that streams` {
  private static let address = DeviceAddress(value: 0x00A0_5023_5C93)

  /// What the engine made of its notifications.
  private struct Received {
    var engine = Engine(settings: MonitorSettings(profile: .bedside, latchesSound: false, gradesAir: false))
    var readings: [Reading] = []
    var alarms: [String] = []

    mutating func take(_ uuid: String, _ hex: String, at seconds: Double) throws {
      let value = AttributeValue(
        address: address, characteristic: try #require(BluetoothUUID(uuid)), data: try #require(Hex.bytes(hex)))
      engine.handle(.radio(.attributeValue(value)), at: Instant(nanoseconds: Int64(seconds * 1e9))) { record, _ in
        switch record {
        case .reading(let reading, _): readings.append(reading)
        case .action(.alarm(let alarm)): alarms.append("\(alarm.condition.name) \(alarm.presence.name)")
        default: break
        }
      }
    }
  }

  private static let berryMed = "49535343-1e4d-4bd9-ba61-23c647249616"
  private static let nordicUART = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"

  @Test func `twenty-five times a second counts when a value changes, and else once a second`() throws {
    var received = Received()
    // 99 % and 81 bpm, then 98 % from the 30th notification on.
    for number in 0..<50 {
      let saturation = number < 30 ? "63" : "62"
      let packet = "87210451" + saturation
      try received.take(Self.berryMed, packet + packet + packet + packet, at: Double(number) * 0.04)
    }
    let saturations = received.readings.map { $0.measurements[.oxygenSaturationPercent] }
    #expect(saturations == [99, 99, 98])
  }

  @Test func `with its frames cut gives each of them`() throws {
    var received = Received()
    for (number, value) in ["aa550f0702ca4744413e80aa550f080162440000", "00c0cdaa55f0030303f6"].enumerated() {
      try received.take(Self.nordicUART, value, at: Double(number) * 0.1)
    }
    #expect(received.readings.map { $0.measurements[.oxygenSaturationPercent] } == [98])
  }

  @Test func `without a finger is reported as off, and its values of before do not count`() throws {
    var received = Received()
    let worn = "8721045163", off = "80 00 10 51 63"
    for second in 0..<120 {
      try received.take(Self.berryMed, second < 30 ? worn : off, at: Double(second))
    }
    #expect(received.alarms.contains("no-contact on"))
    #expect(received.alarms.contains("no-data on"))
    #expect(!received.alarms.contains { $0.hasPrefix("no-pulse") })
  }

  @Test func `completes no lost frame with the head of a whole one`() throws {
    var received = Received()
    for (number, value) in ["eb01", "eb010440637f0012"].enumerated() {
      try received.take("0xFF02", value, at: Double(number))
    }
    #expect(received.readings.map { $0.measurements[.oxygenSaturationPercent] } == [99])
    #expect(received.readings.map { $0.measurements[.pulseBeatsPerMinute] } == [64])
  }

  @Test func `with a low pulse and no saturation raises the alarm on the heart`() throws {
    var received = Received()
    // 127 % is no value; 35 bpm.
    for second in 0..<60 { try received.take(Self.berryMed, "87210423" + "7f", at: Double(second)) }
    #expect(received.alarms.contains("heart-rate-low on"))
  }

  @Test func `with a low saturation raises its alarms`() throws {
    var received = Received()
    for second in 0..<60 {
      // 80 %, and a pulse that moves.
      try received.take(Self.berryMed, "87210451" + (second < 20 ? "63" : "50"), at: Double(second))
    }
    #expect(received.alarms.contains("spo2-low-high on"))
  }
}
