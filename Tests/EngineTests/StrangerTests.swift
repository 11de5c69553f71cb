import Alarms
import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Status
import TestSupport
import Testing

@Suite struct `A stranger's sensor` {
  private let strap = DeviceAddress.sampleStrap

  @Test func `is shown and raises nothing, whatever it says and when it goes`() {
    var street = Street()
    for second in 0..<600 { street.polar(180, at: Double(second), from: strap, rssi: -70) }
    street.waits(until: 7_200)
    #expect(street.alarms == [])
    let shown = street.status.sensors
    #expect(shown.map(\.sensor.address) == [strap])
    #expect(shown.map(\.isOwn) == [false])
    #expect(shown.first?.measurements[.heartRateBeatsPerMinute] == 180)
    #expect(street.status.patterns[.green] == nil)
    #expect(street.status.adviceWithoutSensor?.hasPrefix("no sensor is adopted yet") == true)
  }

  @Test func `that nobody can read is nothing`() {
    var street = Street(Engine(settings: MonitorSettings(latchesSound: false, gradesAir: false)))
    // Encrypted, without a key.
    street.bthome([UInt8](repeating: 0x5A, count: 14), at: 0, from: strap, info: 0x41)
    street.waits(until: 7_200)
    #expect(street.alarms == [])
  }

  @Test func `becomes one's own by an order, and is forgotten by one`() {
    var street = Street()
    for second in 0..<60 { street.strap(150, at: Double(second), from: strap) }
    #expect(street.alarms == [])
    #expect(street.adopts(AdoptionOrder(strap, name: "left strap"), at: 60).text == "done")
    for second in 60..<90 { street.strap(150, at: Double(second), from: strap) }
    #expect(street.alarms.count == 1)
    #expect(street.status.sensors.first?.adopted?.name == "left strap")
    #expect(street.forgets(strap, at: 90).text.hasPrefix("heart-rate-high (high)"))
    #expect(street.status.sensors.map(\.isOwn) == [false])
    #expect(street.lists.map { $0.map(\.address) } == [[strap], []])
  }

  @Test func `leaves all that is due of one's own as it is when it is forgotten`() {
    let other = DeviceAddress(value: 0xC0FF_EE00_0002)
    var street = Street(Engine(settings: MonitorSettings(profile: .bedside, latchesSound: true, gradesAir: false)))
    for second in 0..<30 {
      street.strap(150, at: Double(second), from: strap)
      street.strap(72, at: Double(second), from: other)
    }
    _ = street.forgets(other, at: 30)
    for second in 30..<60 { street.strap(150, at: Double(second), from: strap) }
    street.waits(until: 400)
    let notices = street.reported.filter { if case .action(.notice) = $0.record { true } else { false } }
    #expect(notices.count >= 5, "\(notices.map(\.at))")
  }

  @Test func `is told apart from one's own, so that the logbook passes it over`() {
    var street = Street()
    street.strap(150, at: 0, from: strap)
    let strangers = street.reported.compactMap {
      if case .stranger(_, let sensor) = $0.record { sensor.address } else { nil }
    }
    let own = street.reported.filter { if case .sensor = $0.record { true } else { false } }
    #expect(strangers == [strap])
    #expect(own.isEmpty)
  }
}
