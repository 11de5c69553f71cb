import Alarms
import Bluetooth
import BoxSupport
import Engine
import Monitor
import Readings
import Settings
import TestSupport
import Testing

@Suite struct `What the configuration says of a single sensor` {
  private let written: WrittenConfiguration
  private let freezer = DeviceAddress(value: 0xC0FF_EE00_0001)
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)

  init() throws { written = try WrittenConfiguration() }

  private func read(_ text: String) throws -> Configuration { try written.read(text) }

  private func refusal(of text: String) -> String? { written.refusal(of: text)?.message }

  @Test func `are a name, a person and limits of its own`() throws {
    let configuration = try read(
      """
      persons: {Anna: , Bert: }
      sensors:
        own:
          "C0:FF:EE:00:00:01": {name: the freezer, temperature-low: -30}
          C0:FF:EE:00:00:02: {person: Bert}
      """)
    #expect(
      configuration.roles == [
        freezer: SensorRole(isAdopted: true, limits: [.temperatureLow: -30]),
        strap: SensorRole(isAdopted: true, person: PersonIndex(1)),
      ])
    #expect(configuration.name(of: freezer) == "the freezer")
    #expect(configuration.person(of: strap) == "Bert")
    let shown = configuration.settings.first { $0.key.path == "sensors.own" }?.value.description
    #expect(
      shown
        == "{\"C0:FF:EE:00:00:01\": {name: \"the freezer\", temperature-low: -30}, \"C0:FF:EE:00:00:02\": {person: Bert}}"
    )
  }

  @Test func `make the wearer of a strap with limits of its own a person`() throws {
    let configuration = try read(
      "persons: {Anna: }\nsensors: {own: {C0:FF:EE:00:00:02: {name: left strap, heart-rate-low: 38}}}")
    #expect(
      configuration.monitor.persons == [
        PersonSettings(name: "Anna"), PersonSettings(name: "left strap", limits: [.heartRateLow: 38]),
      ])
    #expect(configuration.roles[strap]?.person == PersonIndex(1))
  }

  @Test func `make no more persons than can be watched`() {
    let straps = (10...42).map { "    C0:FF:EE:00:00:\($0): {heart-rate-low: 38}" }.joined(separator: "\n")
    #expect(
      refusal(of: "sensors:\n  own:\n\(straps)")
        == "FILE:35: C0:FF:EE:00:00:42 is one person too many: 32 can be watched, the persons of the file and the wearers of "
        + "straps with limits of their own")
  }

  @Test(arguments: [
    (
      "sensors:\n  own:\n    C0:FF:EE:00:00:02:\n      frozen: 3",
      "FILE:4: unknown key sensors.own.C0:FF:EE:00:00:02.frozen; allowed are name, person, co2-low, co2-medium, "
        + "co2-high, co-medium, co-high, voc-high, pm25-low, pm25-medium, pm25-high, temperature-low, "
        + "temperature-high, humidity-low, humidity-high, heart-rate-low, heart-rate-high, cabin-altitude-medium, "
        + "cabin-altitude-high, spo2-low-medium, spo2-low-high"
    ),
    (
      "sensors: {own: {freezer: {}}}",
      "FILE:1: sensors.own has \"freezer\"; an address is written like C2:DB:C0:DC:E4:55"
    ),
    (
      "sensors: {own: {C0:FF:EE:00:00:02: {}, c0:ff:ee:00:00:02: {}}}",
      "FILE:1: sensors.own has C0:FF:EE:00:00:02 twice"
    ),
    (
      "sensors: {own: {C0:FF:EE:00:00:02: {temperature-low: -41}}}",
      "FILE:1: sensors.own.C0:FF:EE:00:00:02.temperature-low is \"-41\"; allowed is a number from -40 to 30 °C"
    ),
    (
      "sensors: {own: {C0:FF:EE:00:00:02: {name: \"\"}}}",
      "FILE:1: sensors.own.C0:FF:EE:00:00:02.name is \"\"; a name has up to 40 characters, and is neither * nor end"
    ),
    (
      "sensors:\n  own:\n    C0:FF:EE:00:00:02: {person: Anna}",
      "FILE:3: sensors.own.C0:FF:EE:00:00:02.person is \"Anna\"; persons names no one"
    ),
    (
      "persons: {Anna: {sensors: [C0:FF:EE:00:00:02]}, Bert: }\nsensors:\n  own:\n    C0:FF:EE:00:00:02: {person: Bert}",
      "FILE:4: sensors.own has C0:FF:EE:00:00:02 of Anna and of Bert; a sensor belongs to one person"
    ),
    (
      "persons: {Anna: {sensors: [C0:FF:EE:00:00:02]}}\nsensors:\n  own:\n    C0:FF:EE:00:00:02: {heart-rate-low: 30}",
      "FILE:4: sensors.own.C0:FF:EE:00:00:02.heart-rate-low: it measures the heart of Anna; set the limit at persons.Anna"
    ),
    (
      "sensors:\n  own:\n    C0:FF:EE:00:00:02: {co2-low: 2600}",
      "FILE:3: sensors.own.C0:FF:EE:00:00:02: co2-low is 2600 and co2-medium is 1500; the first must be below the second"
    ),
  ])
  func `are refused with line and key`(text: String, message: String) { #expect(refusal(of: text) == message) }

  @Test func `reach the core, and another word is put in force by a reload`() throws {
    var engine = Engine(try read("sensors: {own: {C0:FF:EE:00:00:01: {temperature-low: -30}}}"))
    #expect(engine.role(of: freezer) == SensorRole(isAdopted: true, limits: [.temperatureLow: -30]))
    #expect(engine.role(of: strap) == .stranger, "it was never received")
    let other = try read("persons: {Anna: {sensors: [C0:FF:EE:00:00:02]}}")
    engine.adopt(other.monitor, roles: other.roles, to: { _, _ in })
    #expect(engine.role(of: freezer) == .adopted)
    #expect(engine.role(of: strap) == SensorRole(isAdopted: true, person: PersonIndex(0)))
  }

  @Test func `have the sensor awaited from the start on`() throws {
    var engine = Engine(try read("persons: {Anna: {sensors: [C0:FF:EE:00:00:02]}}"))
    engine.begin(at: .start, isAwaiting: true) { _, _ in }
    #expect(engine.registry.sensors.map(\.address) == [strap])
  }
}
