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

@Suite struct `An order to adopt or to forget a sensor` {
  private let strap = DeviceAddress.sampleStrap
  private let other = DeviceAddress(value: 0xA09E_1A00_0002)

  @Test func `is obeyed for a sensor that was not received, which is awaited from then on`() {
    var street = Street()
    let answer = street.adopts(AdoptionOrder(strap, name: "left strap"), at: 10).text
    #expect(answer == "\(strap) has not been received yet; an alarm follows if it stays silent")
    street.waits(until: 120)
    #expect(street.alarms == ["70 no-data on medium"])
    #expect(street.status.sensors.map(\.isOwn) == [true])
  }

  @Test func `is obeyed for a sensor that has fallen silent by then, and its silence is an alarm`() {
    var street = Street()
    for second in 0..<100 { street.strap(70, at: Double(second), from: strap) }
    #expect(street.adopts(AdoptionOrder(strap), at: 101).text == "done")
    street.waits(until: 250)
    #expect(street.alarms.first == "161 no-data on medium")
    #expect(street.forgets(strap, at: 250).text.hasPrefix("no-data (high)"))
    #expect(street.adopts(AdoptionOrder(strap), at: 260).text == "done")
    street.waits(until: 330)
    #expect(street.alarms.suffix(2) == ["250 no-data off high", "320 no-data on medium"])
  }

  @Test func `misses a sensor that had no place among strangers, and none that never measured anything`() {
    var street = Street()
    for stranger in 1...64 { street.aranet(600, at: 0, from: DeviceAddress(value: UInt64(stranger))) }
    street.strap(70, at: 1, from: strap)
    street.takes(.radio(.advertisement(Advertisement(address: other, rssi: -60, data: [3, 0x03, 0x0D, 0x18]))), at: 2)
    #expect(street.adopts(AdoptionOrder(other), at: 3).text == "done")
    street.waits(until: 100)
    #expect(street.alarms.isEmpty)
    #expect(street.adopts(AdoptionOrder(strap), at: 100).text == "done")
    street.waits(until: 170)
    #expect(street.alarms == ["160 no-data on medium"])
  }

  @Test func `stands for a sensor that a reload switches on again, and its silence is an alarm`() throws {
    let folder = try TemporaryFolder()
    func configuration(_ use: String) throws -> Configuration {
      let text = "sensors: {use: {\(use)}}"
      return try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: .cabin)
    }
    let known = AdoptedSensor(address: .sampleAranet4, model: .aranet4, way: .person, hasMeasured: true)
    var street = Street(Engine(try configuration("any: automatic, aranet: off"), scope: .adopted, stored: [known]))
    street.begins()
    street.waits(until: 100)
    let other = try configuration("any: automatic")
    street.engine.adopt(
      other.monitor, roles: other.roles, sensors: other.sensors, to: { _, _ in })
    street.waits(until: 170)
    #expect(street.alarms == ["160 no-data on medium"])
  }

  @Test func `gives a sensor another name, and keeps the one that it has`() {
    var street = Street()
    _ = street.adopts(AdoptionOrder(strap, name: "left strap"), at: 0)
    _ = street.adopts(AdoptionOrder(strap), at: 1)
    #expect(street.engine.registry.adoption[strap]?.name == "left strap")
    _ = street.adopts(AdoptionOrder(strap, name: "right strap"), at: 2)
    #expect(street.status.sensors.first?.adopted?.name == "right strap")
    #expect(street.engine.registry.adoption.sensors.count == 1)
  }

  @Test(arguments: [
    "", "   ", "a\nb", "a\u{7}", "\u{202E}evil", "\u{2066}\u{2067}", "a\u{200B}b", String(repeating: "x", count: 41),
  ])
  func `takes no name that cannot be shown`(name: String) {
    var street = Street()
    #expect(street.adopts(AdoptionOrder(strap, name: name), at: 0).text == "bad-name")
    #expect(street.engine.registry.adoption.sensors == [])
  }

  @Test func `hands place, name, person and alarm of a sensor on to the one that replaces it`() {
    let old = AdoptedSensor(
      address: other, model: .heartRateService, name: "left strap", person: "Ada", way: .person, hasMeasured: true)
    var street = Street(stored: [old])
    street.begins(isAwaiting: false)
    for second in 0..<20 { street.strap(150, at: Double(second), from: other) }
    #expect(street.alarms.count == 1)
    // The other strap is near already, and a stranger.
    for second in 20..<22 { street.strap(149, at: Double(second), from: strap) }
    #expect(street.adopts(AdoptionOrder(strap, replacing: other), at: 22).text == "done")
    for second in 22..<40 { street.strap(148, at: Double(second), from: strap) }
    #expect(street.alarms.count == 1, "the alarm goes on")
    let shown = street.status.sensors
    #expect(shown.map(\.sensor.address) == [strap])
    #expect(shown.first?.adopted?.name == "left strap")
    #expect(shown.first?.adopted?.person == "Ada")
    #expect(street.lists.last?.map(\.address) == [strap])
    // The one that was replaced is a stranger when it comes back.
    street.strap(200, at: 41, from: other)
    #expect(street.status.sensors.map(\.isOwn) == [true, false])
  }

  @Test func `is refused in a sentence where it makes no sense`() {
    var street = Street(stored: [AdoptedSensor(address: other, way: .person)], named: [.sampleAranet4])
    #expect(street.forgets(strap, at: 0).text == "not-adopted")
    #expect(street.forgets(.sampleAranet4, at: 0).text == "named")
    #expect(street.adopts(AdoptionOrder(strap, replacing: .otherAranet4), at: 0).text == "not-adopted")
    #expect(street.adopts(AdoptionOrder(strap, replacing: .sampleAranet4), at: 0).text == "named")
    #expect(street.adopts(AdoptionOrder(other, replacing: other), at: 0).text == "same-sensor")
    #expect(street.lists.isEmpty)
  }

  @Test func `is refused for a sensor that the configuration switches off`() throws {
    let folder = try TemporaryFolder()
    func answer(_ use: String) throws -> String {
      let text = "sensors: {use: {\(use)}}"
      let configuration = try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil)
      var street = Street(selection: configuration.sensors)
      return street.adopts(AdoptionOrder(strap), at: 0).text
    }
    #expect(try answer("any: automatic, \"\(strap)\": off") == "switched-off")
    #expect(try answer("aranet: off") == "switched-off")
    #expect(try answer("aranet: automatic") != "switched-off", "its kind is not known yet")
  }

  @Test func `is refused for an address that changes, unless its key is known`() {
    let changing = DeviceAddress(value: 0x4A00_0000_0001)
    var street = Street()
    street.polar(70, at: 0, from: changing, type: .random)
    #expect(street.adopts(AdoptionOrder(changing), at: 1).text == "rotating-address")
  }

  @Test func `to forget holds also where every sensor of a recording counts`() {
    var street = Street(Engine(settings: MonitorSettings(latchesSound: false, gradesAir: false)))
    street.strap(70, at: 0, from: strap)
    #expect(street.forgets(strap, at: 1).text == "done")
    for second in 2..<30 { street.strap(150, at: Double(second), from: strap) }
    #expect(street.status.sensors.map(\.isOwn) == [false])
    #expect(!street.alarms.contains { $0.contains("heart-rate") })
    #expect(street.adopts(AdoptionOrder(strap), at: 30).text == "done")
    #expect(street.status.sensors.map(\.isOwn) == [true])
  }

  @Test func `comes from a timeline too`() throws {
    let folder = try TemporaryFolder()
    let timeline = """
      {"t": 0, "address": "C0:FF:EE:00:00:02", "characteristic": "0x2A37", "hex": "0696"}
      {"t": 1, "adopt": "C0:FF:EE:00:00:02", "name": "left strap"}
      {"t": 2, "adopt": "C0:FF:EE:00:00:03", "replaces": "C0:FF:EE:00:00:02"}
      {"t": 3, "forget": "C0:FF:EE:00:00:02"}
      {"t": 4, "forget": "C0:FF:EE:00:00:03"}
      {"t": 5, "address": "4A:00:00:00:00:01", "address_type": "random", "rssi": -50, "adv_hex": "07ff6b0002004646"}
      {"t": 6, "adopt": "4A:00:00:00:00:01"}
      {"t": 7, "adopt": "nearest"}
      """
    var source = try ReplaySource(path: try folder.write(timeline, to: "timeline.jsonl"))
    var events = BoxEvents()
    var lines: [String] = []
    let configuration = try Configuration(path: "/dev/null", profile: .bedside)
    let engine = Engine(replayingWith: configuration, hasStrangers: true)
    try VirtualReplay.run(&source, through: engine) { record, instant in
      if case .adoption = record, let line = events.line(for: record, at: instant) { lines.append(line) }
    }
    let starts = [
      #"{"t":1,"kind":"adoption","state":"adopted","address":"C0:FF:EE:00:00:02","name":"left strap","#
        + #""adopted_by":"person","wearer":"adult"}"#,
      #"{"t":2,"kind":"adoption","state":"adopted","address":"C0:FF:EE:00:00:03","name":"left strap","#
        + #""adopted_by":"person","wearer":"adult"}"#,
      #"{"t":3,"kind":"adoption","state":"refused","code":"not-adopted""#,
      #"{"t":4,"kind":"adoption","state":"forgotten","address":"C0:FF:EE:00:00:03"}"#,
      #"{"t":6,"kind":"adoption","state":"refused","code":"rotating-address""#,
      #"{"t":7,"kind":"adoption","state":"refused","code":"rotating-address""#,
    ]
    #expect(lines.count == starts.count)
    for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
  }
}
