import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import Settings
import TestSupport
import Testing

@Suite struct `A person in the configuration` {
  private let written: WrittenConfiguration
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let other = DeviceAddress(value: 0xC0FF_EE00_0003)

  init() throws { written = try WrittenConfiguration() }

  private func read(_ text: String, profile: BoxProfile? = nil) throws -> Configuration {
    try written.read(text, profile: profile)
  }

  private func refusal(of text: String) -> String? {
    let refusal = written.refusal(of: text)
    #expect(refusal == nil || refusal?.status == .configuration)
    return refusal?.message
  }

  @Test func `has sensors, limits, bounds, a sound and a night`() throws {
    let configuration = try read(
      """
      persons:
        Anna:
          sensors: ["C0:FF:EE:00:00:02", C0:FF:EE:00:00:03]
          heart-rate-low: 40
          spo2-low-high: 80
          bounds: 10/20
          unproved: 30/60
          sound: loud
          night: {from: 22:00, to: 7:00, heart-rate-high: 90.5}
        Dr. Bert:
      """)
    #expect(
      configuration.monitor.persons == [
        PersonSettings(
          name: "Anna", limits: [.heartRateLow: 40, .spo2High: 80], proved: Bounds(10, 20), unproved: Bounds(30, 60),
          sound: .loud, night: PersonSettings.Night(from: 1320, to: 420, limits: [.heartRateHigh: 90.5])),
        PersonSettings(name: "Dr. Bert"),
      ])
    let anna = SensorRole(isAdopted: true, person: PersonIndex(0))
    #expect(configuration.roles == [strap: anna, other: anna])
    #expect(configuration.monitor.personName(for: PersonIndex(1)) == "Dr. Bert")
    #expect(configuration.monitor.personName(for: PersonIndex(2)) == nil)
  }

  @Test(arguments: [
    ("adult", PersonKind.adult), ("infant", .infant), ("child 7", .child(age: 7)), ("athlete", .athlete),
    ("paced 60", .paced(rate: 60)), ("atrial-fibrillation", .atrialFibrillation),
  ])
  func `has a kind, which sets limits that are not set otherwise`(words: String, kind: PersonKind) throws {
    let text = "{Anna: {kind: \(words), heart-rate-high: 120}}"
    let configuration = try read("persons: \(text)", profile: .bedside)
    #expect(configuration.monitor.persons.map(\.kind) == [kind])
    let rules = try #require(configuration.personRules.first)
    #expect(rules.kind == kind && rules.limits[.heartRateHigh] == 120)
    #expect(rules.limits[.heartRateLow] == kind.limits[.heartRateLow] ?? 45)
    let shown = try #require(configuration.settings.first { $0.key.path == "persons" })
    #expect(shown.value.description == text, "it can be read again")
  }

  @Test func `has the kind of an adoption if it sets none, and so has a wearer without a name`() throws {
    let configuration = try read(
      "persons:\n  Anna: {sensors: [C0:FF:EE:00:00:02]}\n  Bert: {kind: athlete}\n", profile: .bedside)
    func adopted(_ address: DeviceAddress, _ person: String? = nil) -> AdoptedSensor {
      AdoptedSensor(address: address, name: "strap", person: person, wearer: .infant, way: .person)
    }
    let rules = configuration.personRules(adopted: [adopted(strap), adopted(other)])
    #expect(rules.map(\.name) == ["Anna", "Bert", "strap", nil])
    #expect(rules.map(\.kind) == [.infant, .athlete, .infant, nil])
    #expect(rules.map { $0.limits[.heartRateHigh] } == [210, 130, 210, 130])
    #expect(rules.map(\.sensors) == [[strap], [], [other], []])
    #expect(configuration.personRules(adopted: [adopted(other, "Bert")]).map(\.kind) == [nil, .athlete, nil])
  }

  @Test(arguments: ["", "persons:\n", "persons: none\n", "persons: {}\n", "sensors: {own: }\n"])
  func `may be missing`(text: String) throws {
    #expect(try read(text).monitor.persons == [])
    #expect(try read(text).roles == [:])
  }

  @Test func `is shown as the file has it, on one line that can be read again`() throws {
    let text =
      "{Anna: {sensors: [C0:FF:EE:00:00:02], heart-rate-low: 40, bounds: 5/10, unproved: 15/30, oxygen-delay: 20, sound: loud, "
      + "night: {from: \"22:00\", to: \"07:05\", heart-rate-high: 95}}, \"Dr. \\\"B\\\"\": {}}"
    let shown = try #require(read("persons: \(text)").settings.first { $0.key.path == "persons" })
    #expect(shown.value.description == text)
  }

  @Test func `is reported no sooner without proof than with it`() throws {
    let raised = try read("alarms: {heart-rate: {bounds: 15/30}}\npersons: {Anna: {bounds: 30/60}, Bert: {}}").monitor
    #expect(raised.proved == Bounds(15, 30))
    #expect(raised.unproved == Bounds(15, 30))
    #expect(raised.persons.map(\.unproved) == [Bounds(30, 60), nil])
    #expect(try read("persons: {Anna: {bounds: 10/20}}", profile: .bedside).monitor.persons.first?.unproved == nil)
  }

  @Test(arguments: [
    (
      "persons:\n  Anna:\n    heart-rat: 3",
      "FILE:3: unknown key persons.Anna.heart-rat; allowed are sensors, kind, heart-rate-low, heart-rate-high, "
        + "spo2-low-medium, spo2-low-high, bounds, unproved, oxygen-delay, sound, night"
    ),
    (
      "persons:\n  Anna:\n    heart-rate-low: 24",
      "FILE:3: persons.Anna.heart-rate-low is \"24\"; allowed is a number from 25 to 250 bpm"
    ),
    (
      "persons: {Anna: {heart-rate-high: 0x80}}",
      "FILE:1: persons.Anna.heart-rate-high is \"0x80\"; allowed is a number from 25 to 250 bpm"
    ),
    (
      "persons: {Anna: {bounds: 5/11}}",
      "FILE:1: persons.Anna.bounds is \"5/11\"; allowed is one of 5/10, 10/20, 15/30, 30/60"
    ),
    ("persons: {Anna: {kind: child}}", "FILE:1: persons.Anna.kind is \"child\"; allowed is \(PersonKind.allowed)"),
    (
      "persons: {Anna: {kind: child 18}}", "FILE:1: persons.Anna.kind is \"child 18\"; allowed is \(PersonKind.allowed)"
    ),
    (
      "persons: {Anna: {kind: paced 20}}", "FILE:1: persons.Anna.kind is \"paced 20\"; allowed is \(PersonKind.allowed)"
    ),
    ("persons: {Anna: {kind: adult 3}}", "FILE:1: persons.Anna.kind is \"adult 3\"; allowed is \(PersonKind.allowed)"),
    (
      "persons: {Anna: {oxygen-delay: 31}}",
      "FILE:1: persons.Anna.oxygen-delay is \"31\"; allowed is a number from 5 to 30 s"
    ),
    ("persons: {Anna: {sound: soft}}", "FILE:1: persons.Anna.sound is \"soft\"; allowed is one of standard, loud"),
    (
      "persons: {Anna: {sensors: C0:FF:EE:00:00:02}}",
      "FILE:1: persons.Anna.sensors is \"C0:FF:EE:00:00:02\"; allowed is a list of addresses, such as "
        + "[\"C2:DB:C0:DC:E4:55\"]"
    ),
    (
      "persons: {Anna: {sensors: [strap]}}",
      "FILE:1: persons.Anna.sensors has \"strap\"; an address is written like C2:DB:C0:DC:E4:55"
    ),
    (
      "persons: {Anna: {sensors: [C0:FF:EE:00:00:02, c0:ff:ee:00:00:02]}}",
      "FILE:1: persons.Anna.sensors has C0:FF:EE:00:00:02 twice"
    ),
    (
      "persons:\n  Anna: {sensors: [C0:FF:EE:00:00:02]}\n  Bert: {sensors: [C0:FF:EE:00:00:02]}",
      "FILE:3: persons has C0:FF:EE:00:00:02 of Anna and of Bert; a sensor belongs to one person"
    ),
    (
      "persons: {Anna: {night: {from: 22:00}}}",
      "FILE:1: persons.Anna.night needs from and to, such as from: \"22:00\", to: \"07:00\""
    ),
    (
      "persons: {Anna: {night: {from: 7:00, to: \"07:00\"}}}",
      "FILE:1: persons.Anna.night is from 07:00 to the same time; set two different times"
    ),
    (
      "persons: {Anna: {night: {from: 24:00, to: 7:00}}}",
      "FILE:1: persons.Anna.night.from is \"24:00\"; allowed is a time of the day from \"00:00\" to \"23:59\""
    ),
    // 22:00 to YAML, 13:20 to many a person.
    (
      "persons: {Anna: {night: {from: 1320, to: 7:00}}}",
      "FILE:1: persons.Anna.night.from is \"1320\"; allowed is a time of the day from \"00:00\" to \"23:59\""
    ),
    (
      "persons: {Anna: {night: {from: 22:00, to: 7:00, sound: loud}}}",
      "FILE:1: unknown key persons.Anna.night.sound; allowed are from, to, heart-rate-low, heart-rate-high, "
        + "spo2-low-medium, spo2-low-high"
    ),
    ("persons: {\"*\": {}}", "FILE:1: persons has \"*\"; a name has up to 40 characters, and is neither * nor end"),
    ("persons: {end: {}}", "FILE:1: persons has \"end\"; a name has up to 40 characters, and is neither * nor end"),
    ("persons:\n  Anna: {}\n  Anna: {}", "FILE:2: key Anna is given twice"),
  ])
  func `is refused with line and key and what is allowed`(text: String, message: String) {
    #expect(refusal(of: text) == message)
  }

  @Test(arguments: [
    (
      "persons:\n  Anna: {heart-rate-low: 150}",
      "FILE:2: persons.Anna: heart-rate-low is 150 and heart-rate-high is 150; the first must be below the second"
    ),
    (
      "persons:\n  Anna: {night: {from: 22:00, to: 7:00, heart-rate-high: 40}}",
      "FILE:2: persons.Anna: heart-rate-low is 40 and heart-rate-high is 40 by night; the first must be below the second"
    ),
    // Where day and night meet the tighter limits of both hold, and no heart would be well.
    (
      "persons:\n  Anna: {night: {from: 22:00, to: 7:00, heart-rate-low: 30, heart-rate-high: 35}}",
      "FILE:2: persons.Anna: heart-rate-low is 40 and heart-rate-high is 35 by night; the first must be below the second"
    ),
    (
      "persons:\n  Anna: {spo2-low-high: 90}",
      "FILE:2: persons.Anna: spo2-low-high is 90 and spo2-low-medium is 90; the first must be below the second"
    ),
    (
      "persons:\n  Anna: {unproved: 15/30, bounds: 30/60}",
      "FILE:2: persons.Anna: unproved is 15/30 and bounds are 30/60; the first may not be shorter"
    ),
    (
      "alarms:\n  heart-rate:\n    bounds: 10/20\npersons:\n  Anna: {unproved: 5/10}",
      "FILE:5: persons.Anna: unproved is 5/10 and bounds are 10/20; the first may not be shorter"
    ),
    (
      "alarms:\n  heart-rate:\n    bounds: 10/20\n    unproved: 5/10",
      "FILE:4, FILE:3: alarms.heart-rate.unproved is 5/10 and alarms.heart-rate.bounds is 10/20; the first may not be "
        + "shorter"
    ),
  ])
  func `is refused where limits or bounds do not go together`(text: String, message: String) {
    #expect(refusal(of: text) == message)
  }

  @Test func `may have lower oxygen limits by day than by night`() throws {
    let text = "persons: {Anna: {spo2-low-medium: 84, spo2-low-high: 80, night: {from: 22:00, to: 7:00, "
    #expect(throws: Never.self) { try read(text + "spo2-low-medium: 90, spo2-low-high: 86}}}") }
  }

  @Test func `is one of 32 at most`() {
    func persons(_ count: Int) -> String { "persons: {\((1...count).map { "P\($0): {}" }.joined(separator: ", "))}" }
    #expect(refusal(of: persons(32)) == nil)
    #expect(refusal(of: persons(33)) == "FILE:1: persons has 33; at most 32 can be watched")
  }

  @Test func `keeps the number of the rules when the file is read again`() throws {
    let former = try read("persons: {Anna: , Bert: , Carl: }")
    let fresh = try read("persons: {Dora: , Carl: {heart-rate-low: 30, sensors: [C0:FF:EE:00:00:02]}, Anna: }")
    let kept = fresh.keepingPlaces(of: former)
    #expect(kept.monitor.persons.map(\.name) == ["Anna", "Bert", "Carl", "Dora"])
    #expect(kept.monitor.persons[2].limits == [.heartRateLow: 30])
    #expect(kept.roles[strap]?.person == PersonIndex(2))
    let again = try read("persons: {Bert: }").keepingPlaces(of: kept)
    #expect(again.personNames == ["Anna", "Bert", "Carl", "Dora"])
  }

  @Test func `is taken over by a reload`() throws {
    let keys = try read("").settings.map(\.key).filter { ["persons", "sensors.own"].contains($0.path) }
    #expect(keys.map(\.takenOver) == [.byReload, .byReload])
  }
}
