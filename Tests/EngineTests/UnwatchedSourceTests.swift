import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Settings
import Status
import TestSupport
import Testing

@Suite struct `A configuration that leaves something unwatched` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String) throws -> Configuration {
    try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: nil)
  }

  @Test(arguments: [
    ("sensors: {heart-rate: advert}", "sensors.heart-rate"),
    ("sensors: {use: {any: advert}}", "sensors.use"),
    ("sensors: {use: {heart rate: advert}}", "sensors.use"),
  ])
  func `takes heart rates from a source that most straps do not have`(text: String, key: String) throws {
    let gaps = try read(text).gaps
    #expect(gaps == [.source(key: key)])
    #expect(
      gaps.first?.sentence == "\(key) is advert: a strap that sends its heart rate only over a connection is not read")
  }

  @Test(arguments: [
    "sensors: {heart-rate: advert, use: {polar: advert}}", "sensors: {use: {polar: advert, aranet: automatic}}",
    "sensors: {heart-rate: strap}", "sensors: {use: {any: automatic, polar: advert}}",
  ])
  func `does not where every kind that is used has that source`(text: String) throws {
    #expect(try read(text).gaps == [])
  }

  @Test func `names the sensor whose limit is at the end`() throws {
    let gaps = try read("sensors: {own: {C0:FF:EE:00:00:01: {name: freezer, temperature-low: -40}}}").gaps
    #expect(gaps == [.limit(.temperatureLow, -40, of: "freezer")])
  }

  @Test func `reports from the start on who is watched, how, and what is not`() throws {
    let configuration = try read(
      """
      profile: bedside
      persons: {Anna: {sensors: [C0:FF:EE:00:00:02], bounds: 10/20, sound: loud,
        night: {from: 22:00, to: 7:00, heart-rate-high: 110}}}
      sensors: {own: {C0:FF:EE:00:00:01: {name: freezer, temperature-low: -30}}}
      alarms: {frozen: {enabled: false}, heart-rate-low: {enabled: false}}
      """)
    let bounds =
      "oxygen medium below 90, high below 85 %, alarms in 10/20 s, for a strap without RR intervals in 15/30 s, loud"
    #expect(
      configuration.introduction(adopted: []) == [
        "person   Anna: heart rate up to 130 bpm, \(bounds); C0:FF:EE:00:00:02",
        "person   Anna from 22:00 to 07:00: heart rate up to 110 bpm, \(bounds); C0:FF:EE:00:00:02",
        "person   anybody else: heart rate up to 130 bpm, oxygen medium below 90, high below 85 %, alarms in 5/10 s, for a "
          + "strap without RR intervals in 15/30 s",
        "sensor   freezer (C0:FF:EE:00:00:01): temperature-low -30 °C",
        "not watched: heart-rate-low is switched off", "not watched: frozen is switched off",
      ])
    #expect(
      try read("").introduction(adopted: []) == [
        "person   anybody: heart rate 40 to 150 bpm, oxygen medium below 90, high below 85 %, alarms in 5/10 s"
      ])
  }

  @Test func `reports the limits of a kind that was said at an adoption`() throws {
    let strap = DeviceAddress("C0:FF:EE:00:00:02")
    let adopted = try AdoptedSensor(address: #require(strap), name: "strap", wearer: .infant, way: .person)
    let lines = try read("profile: bedside").introduction(adopted: [adopted])
    #expect(lines.first?.hasPrefix("person   strap, infant: heart rate 80 to 210 bpm, ") == true)
    #expect(lines.dropFirst().first?.hasPrefix("person   anybody else: heart rate 45 to 130 bpm, ") == true)
  }

  @Test(arguments: [
    ("{Anna: {sensors: [C0:FF:EE:00:00:02]}}", "{use: {\"C0:FF:EE:00:00:02\": off, any: automatic}}"),
    ("{Anna: {sensors: [C0:FF:EE:00:00:02]}}", "{use: {aranet: automatic}}"),
    ("{Anna: {heart-rate-low: 50}}", "{use: {any: automatic}}"),
  ])
  func `has a person without a sensor of the heart that is used`(persons: String, sensors: String) throws {
    for profile in ["bedside", "cabin"] {
      let configuration = try read("profile: \(profile)\npersons: \(persons)\nsensors: \(sensors)")
      #expect(configuration.gaps == [.person("Anna")])
      #expect(
        configuration.gaps.first?.sentence == "Anna has no heart sensor in use: the heart is not watched")
      #expect(
        configuration.introduction(adopted: []).last?.hasPrefix("not watched: Anna has no heart sensor in use") == true)
    }
  }

  @Test(arguments: [
    "{use: {\"C0:FF:EE:00:00:02\": off, \"C0:FF:EE:00:00:03\": automatic}}", "{use: {polar: automatic}}",
    "{use: {aranet: automatic, \"C0:FF:EE:00:00:02\": advert}}",
  ])
  func `watches a person of whose sensors one is used`(sensors: String) throws {
    let persons = "persons: {Anna: {sensors: [C0:FF:EE:00:00:02, C0:FF:EE:00:00:03]}}"
    #expect(try read("\(persons)\nsensors: \(sensors)").gaps == [])
  }

  @Test func `says nothing of somebody whom a reload has taken out`() throws {
    let former = try read("persons: {Anna: {sensors: [C0:FF:EE:00:00:02]}}")
    #expect(try read("").keepingPlaces(of: former).gaps == [])
  }

  @Test func `has nobody to watch beside a bed until a heart-rate sensor is there`() throws {
    var status = ApplianceStatus()
    #expect(status.gaps(in: try read("profile: bedside")) == [.nobody])
    #expect(status.gaps(in: try read("profile: cabin")) == [])
    #expect(status.gaps(in: try read("profile: bedside\npersons: {A: {sensors: [C0:FF:EE:00:00:02]}}")) == [])
    let strap = SensorRegistry.Sensor(address: .sampleAranet4, model: .heartRateService)
    status.apply(TimedOutput(instant: .start, record: .sensor(SensorIndex(0), strap)))
    #expect(status.gaps(in: try read("profile: bedside")) == [])
  }
}
