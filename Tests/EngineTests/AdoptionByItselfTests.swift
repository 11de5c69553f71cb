import Alarms
import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import Status
import TestSupport
import Testing

@Suite struct `A sensor that the box adopts by itself` {
  private let own = DeviceAddress.sampleStrap
  private let other = DeviceAddress(value: 0xA09E_1A00_0002)

  /// The strap is received every second of a range, and what that changes.
  private func news(
    _ seconds: Range<Int> = 0..<700, in start: Street = Street(), _ receive: (inout Street, Double) -> Void
  ) -> [String] {
    var street = start
    for second in seconds { receive(&street, Double(second)) }
    return street.news
  }

  @Test func `is the one strap that was received for more than ten minutes, near, worn and without a gap`() {
    let news = news { $0.polar(70, at: $1, from: own) }
    #expect(news == ["601 unconfirmed \(own)"])
  }

  @Test func `raises alarms from then on, and not before`() {
    var street = Street()
    for second in 0..<700 { street.polar(second < 650 ? 180 : 70, at: Double(second), from: own) }
    #expect(street.alarms.first?.hasSuffix("heart-rate-high on high") == true)
    #expect(street.alarms.first.flatMap { Int($0.prefix { $0 != " " }) }.map { $0 > 601 } == true)
  }

  @Test func `is none that is received for ten minutes and goes`() {
    #expect(news(0..<601) { $0.polar(180, at: $1, from: own) } == [])
  }

  @Test func `is none while another of its kind was received in the last hour, however briefly`() {
    var street = Street()
    street.polar(120, at: 0, from: other)
    for second in 0..<3_700 { street.polar(70, at: Double(second), from: own) }
    #expect(street.news == ["3601 unconfirmed \(own)"])
    let late = news(0..<4_000) { street, second in
      street.polar(70, at: second, from: own)
      if second == 900 || second == 3_000 { street.polar(120, at: second, from: other) }
    }
    #expect(late == ["601 unconfirmed \(own)"], "who comes later comes too late")
    let early = news(0..<3_000) { street, second in
      street.polar(70, at: second, from: own)
      if second == 300 { street.polar(120, at: second, from: other) }
    }
    #expect(early == [])
  }

  @Test func `is none of two straps of neighbours`() {
    let news = news(0..<8_000) { street, second in
      street.polar(70, at: second, from: own)
      street.polar(80, at: second + 0.5, from: other)
    }
    #expect(news == [])
  }

  @Test func `is none where another strap only offers itself and reports nothing`() {
    let news = news { street, second in
      street.polar(70, at: second, from: own)
      let offer = Advertisement(address: other, rssi: -80, data: [3, 0x03, 0x0D, 0x18])
      if second == 100 { street.takes(.radio(.advertisement(offer)), at: second) }
    }
    #expect(news == [])
  }

  @Test(arguments: [(Int8(-75), true), (-76, false)])
  func `has a median signal of -75 dBm or more`(rssi: Int8, isAdopted: Bool) {
    #expect(news { $0.polar(70, at: $1, from: own, rssi: rssi) }.isEmpty != isAdopted)
  }

  @Test func `is none that is mostly weak`() {
    #expect(news { $0.polar(70, at: $1, from: own, rssi: Int($1) % 5 < 2 ? -50 : -80) } == [])
    #expect(news { $0.polar(70, at: $1, from: own, rssi: Int($1) % 5 < 3 ? -70 : -95) } != [])
    #expect(news { $0.polar(70, at: $1, from: own, rssi: nil) } == [], "its distance is not known")
  }

  @Test func `is none after a gap of more than 30 s`() {
    func gap(_ length: Double) -> [String] {
      news { street, second in
        if !(300..<(299 + length)).contains(second) { street.polar(70, at: second, from: own) }
      }
    }
    #expect(gap(30) == ["601 unconfirmed \(own)"])
    #expect(gap(31) == [])
  }

  @Test func `may be silent for two of its own intervals`() {
    func every(_ period: Int, interval: UInt16) -> [String] {
      news(0..<1_300) { street, second in
        if Int(second) % period == 0 { street.aranet(600, at: second, from: own, interval: interval) }
      }
    }
    #expect(every(120, interval: 60) == ["720 unconfirmed \(own)"])
    #expect(every(121, interval: 60) == [])
    #expect(every(300, interval: 300) == ["900 unconfirmed \(own)"])
  }

  @Test func `is no strap that is silent for longer, however seldom its battery is read`() {
    func gap(_ length: Double, every period: Int = 1) -> [String] {
      news(0..<1_300) { street, second in
        guard Int(second) % period == 0, second < 300 || second >= 299 + length else { return }
        street.strap(70, at: second, from: own, rrTicks: [870])
      }
    }
    #expect(gap(31) == ["931 unconfirmed \(own)"], "the time begins again after the gap")
    #expect(gap(300) == ["1200 unconfirmed \(own)"])
    #expect(gap(0, every: 31) == [])
  }

  @Test(arguments: [(BoxProfile.cabin, true), (.cockpit, true), (.bedside, false)])
  func `is a CO2 monitor in an aircraft and a cabin, and none beside a bed`(profile: BoxProfile, isAdopted: Bool) {
    let news = news(in: Street(profile: profile)) { $0.aranet(600, at: $1, from: own, interval: 60) }
    #expect(news.isEmpty != isAdopted)
  }

  @Test func `is a CO2 monitor from a change of the profile on`() throws {
    var street = Street(profile: .bedside)
    for second in 0..<700 { street.aranet(600, at: Double(second), from: own, interval: 60) }
    let folder = try TemporaryFolder()
    street.reloads(try Configuration(path: try folder.write("profile: cabin\n", to: "lapwing.yaml"), profile: nil))
    for second in 700..<1_400 { street.aranet(600, at: Double(second), from: own, interval: 60) }
    #expect(street.news.count == 1)
  }

  /// -18 °C, 61 % and 500 µg/m³.
  @Test(arguments: [BoxProfile.cabin, .bedside], [[0x02, 0xF8, 0xF8], [0x2E, 61], [0x0D, 0xF4, 1] as [UInt8]])
  func `is no thermometer, hygrometer or dust sensor`(profile: BoxProfile, objects: [UInt8]) {
    #expect(news(in: Street(profile: profile)) { $0.bthome(objects, at: $1, from: own) } == [])
  }

  @Test func `is none that somebody has forgotten, until an order adopts it`() {
    var street = Street()
    for second in 0..<700 { street.polar(70, at: Double(second), from: own) }
    #expect(street.forgets(own, at: 700).text == "done")
    for second in 700..<4_700 { street.polar(70, at: Double(second), from: own) }
    #expect(street.news == ["601 unconfirmed \(own)", "700 forgotten \(own)"])
    #expect(street.forgotten == [own])
    #expect(street.adopts(AdoptionOrder(own), at: 4_700).text == "done")
    #expect(street.status.sensors.map(\.isOwn) == [true])
    #expect(street.forgotten == [])
  }

  @Test func `is none that was forgotten in an earlier run, or that another one has replaced`() {
    #expect(news(in: Street(forgotten: [own])) { $0.polar(70, at: $1, from: own) } == [])
    var street = Street(stored: [AdoptedSensor(address: own, model: .heartRateService, way: .person)])
    #expect(street.adopts(AdoptionOrder(other, replacing: own), at: 0).text.hasPrefix("\(other) has not been received"))
    #expect(street.forgets(other, at: 1).text == "done")
    for second in 2..<700 { street.polar(70, at: Double(second), from: own) }
    #expect(!street.news.contains { $0.contains("unconfirmed") })
  }

  @Test func `is a strap that is worn`() {
    #expect(news { $0.strap(70, at: $1, from: own, contact: .notDetected) } == [])
    #expect(news { $0.strap(70, at: $1, from: own, contact: .notSupported) } == [])
    #expect(news { $0.strap(70, at: $1, from: own, contact: .notSupported, rrTicks: [870]) } != [])
    #expect(news { $0.strap(0, at: $1, from: own, contact: .detected) } == [], "no heart beats so")
  }

  @Test func `keeps its address`() {
    let changing = DeviceAddress(value: 0x4A00_0000_0001)
    #expect(news { $0.polar(70, at: $1, from: changing, type: .random) } == [])
    #expect(news { $0.polar(70, at: $1, from: changing, type: .public) } != [])
    #expect(news { $0.polar(70, at: $1, from: own, type: .random) } != [])
    #expect(news { $0.polar(70, at: $1, from: DeviceAddress(value: 5), type: .random) } == [])
  }

  @Test func `is none where one's own of its kind is known, or may be of that kind`() {
    let strap = AdoptedSensor(address: other, model: .heartRateService, way: .person)
    let monitor = AdoptedSensor(address: other, model: .aranet4, way: .person)
    #expect(news(in: Street(stored: [strap])) { $0.polar(70, at: $1, from: own) } == [])
    #expect(news(in: Street(stored: [monitor])) { $0.polar(70, at: $1, from: own) } != [])
    #expect(news(in: Street(named: [other])) { $0.polar(70, at: $1, from: own) } == [], "not received, so of any kind")
  }

  @Test func `is another one of that kind only after one's own was forgotten`() {
    let strap = AdoptedSensor(address: other, model: .heartRateService, way: .person)
    var street = Street(stored: [strap])
    for second in 0..<700 { street.polar(70, at: Double(second), from: own) }
    #expect(street.forgets(other, at: 700).text == "done")
    for second in 700..<1_400 { street.polar(70, at: Double(second), from: own) }
    #expect(street.news == ["700 forgotten \(other)", "1301 unconfirmed \(own)"])
  }

  @Test func `is none where the list of one's own is lost, or full`() {
    #expect(news(in: Street(stored: nil)) { $0.polar(70, at: $1, from: own) } == [])
    let full = (0..<Monitor.sensorCapacity).map {
      AdoptedSensor(address: DeviceAddress(value: UInt64($0)), model: .aranet4, way: .person)
    }
    #expect(news(in: Street(stored: full)) { $0.polar(70, at: $1, from: own) } == [])
  }

  @Test func `is reported by a beep and in the journal, and each hour until somebody confirms it`() {
    var street = Street()
    for second in 0..<700 { street.polar(70, at: Double(second), from: own) }
    for second in stride(from: 700.0, to: 9_000, by: 4) { street.polar(70, at: second, from: own) }
    #expect(
      street.news == ["601 unconfirmed \(own)", "4201 unconfirmed \(own)", "7801 unconfirmed \(own)"])
    #expect(street.status.sensors.first?.adopted?.way == .itself)
    #expect(street.adopts(AdoptionOrder(own), at: 9_001).text == "done")
    #expect(street.status.sensors.first?.adopted?.way == .person)
    street.waits(until: 20_000)
    #expect(street.news.count == 4)
    #expect(street.lists.last?.map(\.way) == [.person])
  }

  @Test func `is reported again an hour after a restart`() {
    var street = Street(stored: [AdoptedSensor(address: own, model: .aranet4, way: .itself)])
    street.begins()
    street.waits(until: 4_000)
    #expect(street.news == ["3600 unconfirmed \(own)"])
  }
}
