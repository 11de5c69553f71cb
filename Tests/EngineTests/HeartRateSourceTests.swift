import Alarms
import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import TestSupport
import Testing

/// A Polar strap that advertises its heart rate and can be connected to.
@Suite struct `A strap that advertises and notifies` {
  private static let address = DeviceAddress(value: 0xA09E_1A00_0001)

  /// What the engine made of it.
  private struct Received {
    var engine: Engine
    var sensors = 0
    var rates: [Double] = []
    var alarms: [String] = []
    var notes: [String] = []

    init(_ source: HeartRateSource) {
      engine = Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true), heartSource: source)
    }

    mutating func take(_ report: RadioReport?, at seconds: Double) {
      var record: [LoopOutput] = []
      let input: EngineInput = report.map { .radio($0) } ?? .event(.tick)
      engine.handle(input, at: Instant(nanoseconds: Int64(seconds * 1e9))) { reported, _ in record.append(reported) }
      for reported in record {
        switch reported {
        case .sensor: sensors += 1
        case .reading(let reading, _): rates += [reading.measurements[.heartRateBeatsPerMinute] ?? -1]
        case .action(.alarm(let alarm)): alarms.append("\(alarm.condition.name) \(alarm.presence.name)")
        case .note(let text): notes.append(text)
        default: break
        }
      }
    }
  }

  /// Manufacturer data of Polar: flags with contact and a count of frames, the rates.
  private func advertisement(_ bpm: UInt8, _ count: UInt8) -> RadioReport {
    let data: [UInt8] = [7, 0xFF, 0x6B, 0x00, 0x02 | count << 2, 0, bpm, bpm]
    return .advertisement(Advertisement(address: Self.address, rssi: -60, data: data))
  }

  private func notification(_ bpm: UInt8) -> RadioReport {
    .attributeValue(
      AttributeValue(address: Self.address, characteristic: BluetoothUUID(0x2A37), data: [6, bpm]))
  }

  @Test func `is one sensor, and its connection goes before its advertisement`() {
    var received = Received(.automatic)
    for second in 0..<20 {
      received.take(advertisement(UInt8(100 + second), UInt8(second % 8)), at: Double(second))
      if second >= 3 { received.take(notification(UInt8(60 + second)), at: Double(second) + 0.5) }
    }
    received.take(nil, at: 19.9)
    #expect(received.sensors == 1)
    // Up to the connection the advertisement, then every notification once and no advertisement.
    let rates: [Int] = Array(100...103) + Array(63...79)
    #expect(received.rates == rates.map(Double.init))
    #expect(received.alarms == [])
    #expect(received.notes == ["radio    A0:9E:1A:00:00:01: heart rate by connection"])
  }

  @Test func `falls back to the advertisement before it would be lost, and comes back`() {
    var received = Received(.automatic)
    for second in 0..<40 {
      if !(10..<25).contains(second) { received.take(notification(UInt8(60 + second)), at: Double(second)) }
      received.take(advertisement(UInt8(60 + second), UInt8(second % 8)), at: Double(second) + 0.2)
    }
    #expect(received.sensors == 1)
    #expect(received.alarms == [])
    // Every value at most once, and none but those of the first seconds of silence is missing.
    #expect(Set(received.rates).count == received.rates.count)
    #expect(received.rates == (60...99).filter { !(70...71).contains($0) }.map(Double.init))
    #expect(received.notes.count == 2)
  }

  @Test func `is lost when both fall silent`() {
    var received = Received(.automatic)
    received.take(advertisement(70, 0), at: 0)
    received.take(notification(70), at: 1)
    received.take(nil, at: 30)
    #expect(received.alarms == ["no-data on"])
  }

  @Test func `does not live on by an advertisement that repeats an old value`() {
    var received = Received(.automatic)
    received.take(notification(70), at: 0)
    for second in 1..<30 { received.take(advertisement(70, 3), at: Double(second)) }
    #expect(received.alarms.contains("no-data on"))
  }

  @Test func `is taken by its connection only, or by its advertisement only, where that is wanted`() {
    var strap = Received(.strap)
    var advert = Received(.advert)
    for second in 0..<5 {
      let count = UInt8(second)
      strap.take(advertisement(100 + count, count), at: Double(second))
      strap.take(notification(60 + count), at: Double(second) + 0.5)
      advert.take(advertisement(100 + count, count), at: Double(second))
      advert.take(notification(60 + count), at: Double(second) + 0.5)
    }
    #expect(strap.rates == [60, 61, 62, 63, 64])
    #expect(advert.rates == [100, 101, 102, 103, 104])
  }

  @Test func `a value that is advertised ten times a second is taken once a second, and a new one at once`() {
    var engine = Engine(settings: MonitorSettings(latchesSound: false, gradesAir: true))
    var ppm: [Double: Int] = [:]
    var changedAt: Instant?
    for tenth in 0..<200 {
      let reading = Reading.aranet4(co2: tenth < 105 ? 800 : 900)
      let data = Aranet4Encoder.advertisement(reading)
      let report = RadioReport.advertisement(Advertisement(address: .sampleAranet4, rssi: -60, data: data))
      engine.handle(.radio(report), at: Instant(nanoseconds: Int64(tenth) * 100_000_000)) { record, instant in
        guard case .reading(let reading, _) = record else { return }
        let value = reading.measurements.sentCO2 ?? 0
        ppm[value, default: 0] += 1
        if value == 900, changedAt == nil { changedAt = instant }
      }
    }
    #expect(ppm == [800: 11, 900: 10])
    #expect(changedAt == Instant(nanoseconds: 10_500_000_000))
  }
}
