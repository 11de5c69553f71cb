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
    return configuration.readFigureLimits()[sensor][.heartRateBeatsPerMinute]?.high
  }

  @Test func `of a sensor that an order gave to a person are those of this person`() throws {
    #expect(try high(of: other) == 90)
  }

  @Test func `of a sensor whose person the configuration names are not those of the order`() throws {
    #expect(try high(of: strap) == 110)
    #expect(try high(of: other, own: ", own: {\"\(other)\": {person: Anna}}") == 110)
  }

  @Test(arguments: ["", "no list", #"{"adopted": [{"address": "C0:FF:EE:00:00:03", "person": "Clara"}]}"#])
  func `are the general ones if the list cannot be read, or names an unknown person`(list: String) throws {
    _ = try folder.write(list, to: "adopted.json")
    let text = "sensors: {adopted-file: \(folder.file("adopted.json"))}\npersons: {Bert: {heart-rate-high: 90}}"
    let limits = try written.read(text).readFigureLimits()
    #expect(limits[other] == limits[.sampleAranet4])
    #expect(limits[other][.heartRateBeatsPerMinute]?.high != 90)
  }
}
