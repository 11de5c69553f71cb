import BoxSupport
import Engine
import Readings
import Sessions
import Settings
import TestSupport
import Testing

@Suite struct `The limits of figures of the past` {
  private let folder: TemporaryFolder
  private let written: WrittenConfiguration
  private let strap = DeviceAddress(value: 0xC0FF_EE00_0002)
  private let other = DeviceAddress(value: 0xC0FF_EE00_0003)

  init() throws { (folder, written) = (try TemporaryFolder(), try WrittenConfiguration()) }

  /// The highest heart rate of a sensor that is within the limits, after an order gave it to Bert.
  private func high(of sensor: DeviceAddress, own: String = "") throws -> Double? {
    let file = AdoptionFile(path: folder.file("adopted.json"))
    try file.write(
      AdoptionList(sensors: [strap, other].map { AdoptedSensor(address: $0, person: "Bert", way: .person) }))
    let configuration = try written.read(
      """
      sensors: {adopted-file: \(folder.file("adopted.json"))\(own)}
      persons:
        Anna: {sensors: [\(strap)], heart-rate-high: 110}
        Bert: {heart-rate-high: 90}
      """)
    return try configuration.readFigureLimits()[sensor][.heartRateBeatsPerMinute]?.high
  }

  @Test func `of a sensor that an order gave to a person are those of this person`() throws {
    #expect(try high(of: other) == 90)
  }

  @Test func `of a sensor whose person the configuration names are not those of the order`() throws {
    #expect(try high(of: strap) == 110)
    #expect(try high(of: other, own: ", own: {\"\(other)\": {person: Anna}}") == 110)
  }

  @Test(arguments: [("cabin", 60.0, 100.0), ("cockpit", 40, 150), ("bedside", 45, 130)])
  func `of a heart are the resting range in the cabin, and those of the alarms elsewhere`(
    profile: String, low: Double, high: Double
  ) throws {
    let configuration = try written.read(
      "profile: \(profile)\npersons: {Anna: {sensors: [\(strap)], heart-rate-high: 120}, Mia: {kind: infant, sensors: [\(other)]}}"
    )
    let limits = configuration.figureLimits(adopted: [])
    let quantity = Quantity.heartRateBeatsPerMinute
    #expect(limits[.sampleAranet4][quantity]?.low == low && limits[.sampleAranet4][quantity]?.high == high)
    #expect(limits[strap][quantity]?.low == low && limits[strap][quantity]?.high == 120)
    #expect(limits[other][quantity]?.low == 80 && limits[other][quantity]?.high == 210)
  }

  private func limits(list: String) throws -> SensorLimits {
    _ = try folder.write(list, to: "adopted.json")
    let text = "sensors: {adopted-file: \(folder.file("adopted.json"))}\npersons: {Bert: {heart-rate-high: 90}}"
    return try written.read(text).readFigureLimits()
  }

  @Test func `are the general ones if the list names an unknown person`() throws {
    let limits = try limits(list: #"{"adopted": [{"address": "C0:FF:EE:00:00:03", "person": "Clara"}]}"#)
    #expect(limits[other] == limits[.sampleAranet4])
    #expect(limits[other][.heartRateBeatsPerMinute]?.high != 90)
  }

  @Test(arguments: ["", "no list"]) func `are not guessed if the list cannot be read`(list: String) throws {
    let error = #expect(throws: LapwingError.self) { try limits(list: list) }
    #expect(error?.message.hasPrefix(folder.file("adopted.json")) == true)
  }
}
