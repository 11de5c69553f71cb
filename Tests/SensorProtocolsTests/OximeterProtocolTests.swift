import Readings
import SensorProtocols
import TestSupport
import Testing

/// Oximeters with their makers' own protocols.
@Suite struct `An oximeter of its maker's own` {
  private static let nordicUART = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
  private static let transparentUART = "49535343-1e4d-4bd9-ba61-23c647249616"
  private static let ring = "0734594a-a8e7-4b1a-a6b1-cd5243059a57"

  private func reading(_ uuid: String, _ hex: String) throws -> Reading? {
    try decode(#require(BluetoothUUID(uuid)), #require(Hex.bytes(hex)))
  }

  /// What the values in a row give, each joined with what the one before has begun.
  private func readings(_ uuid: String, _ values: [String], cut: inout CutFrames) throws -> [Reading] {
    let characteristic = try #require(BluetoothUUID(uuid))
    return try values.compactMap { value in
      let bytes = try #require(Hex.bytes(value))
      return try decode(characteristic, cut.joined(bytes, of: characteristic, from: .sampleStrap))
    }
  }

  /// From sycophantic/pc60fw_pulseox @c16d8e9, raw_data.txt, as they were notified. Of the three frames with values,
  /// two are cut.
  @Test func `gives the frames that it has cut, each once`() throws {
    var cut = CutFrames()
    let values = [
      "aa550f0702ca4744413e80aa550f080162440000", "00c0cdaa55f0030303f6aa550f06210200000045",
      "aa550f07023c3b3a393806aa550f070237363533", "31cfaa550f07022f2e2c2b29a8", "aa550f0702282727262581",
      "aa550f070245423f3e3dc7aa550f08016244004b", "00c03daa55f0030303f6aa550f06210200000045",
      "aa550f08016144000000c094aa55f0030303f6aa", "550f06210200000045aa550f07024dcb494643aa",
    ]
    let found = try readings(Self.nordicUART, values, cut: &cut)
      .filter { $0.measurements[.oxygenSaturationPercent] != nil }
    #expect(found.map { $0.measurements[.oxygenSaturationPercent] } == [98, 98, 97])
    #expect(found.map { $0.measurements[.pulseBeatsPerMinute] } == [68, 68, 68])
    #expect(found.map { $0.measurements[.pulseAmplitudePercent] } == [nil, 7.5, nil])
    #expect(found.map(\.batteryStep) == [3, 3, 3])
  }

  /// Wherever a value is cut, its frames give the same, each once.
  @Test(arguments: ["pc60fw", "o2ring", "contec"]) func `may cut its frames anywhere`(family: String) throws {
    for vector in try Vector.read(family) {
      let uuid = try #require(vector.input.characteristic), hex = try #require(vector.input.hex)
      let whole = try #require(try vector.decoded())
      for place in stride(from: 2, to: hex.count, by: 2) {
        var cut = CutFrames()
        let found = try readings(uuid, [String(hex.prefix(place)), String(hex.dropFirst(place))], cut: &cut)
        for quantity in Quantity.allCases {
          let values = found.compactMap { $0.measurements[quantity] }
          #expect(values == [whole.measurements[quantity]].compactMap(\.self), "\(vector.id) cut at \(place / 2)")
        }
        #expect(found.compactMap(\.contact) == [whole.contact].compactMap(\.self), "\(vector.id) cut at \(place / 2)")
      }
    }
  }

  /// What a device never ends is not kept for ever.
  @Test func `that never ends a frame fills no memory`() throws {
    var cut = CutFrames()
    let characteristic = try #require(BluetoothUUID(Self.nordicUART))
    for _ in 0..<1_000 {
      let joined = cut.joined([0xAA, 0x55, 0x0F, 0x10, 0xAA], of: characteristic, from: .sampleStrap)
      #expect(joined.count <= 25)
    }
  }

  @Test func `that is connected again does not go on with a frame of before`() throws {
    var cut = CutFrames()
    _ = try readings(Self.nordicUART, ["aa550f0702ca4744413e80aa550f080162440000"], cut: &cut)
    cut.forget(.sampleStrap)
    let found = try readings(Self.nordicUART, ["00c0cd"], cut: &cut)
    #expect(found.isEmpty)
  }

  @Test func `with a wrong checksum gives nothing`() throws {
    #expect(try reading(Self.nordicUART, "aa550f08016144000000c095") == nil)
    #expect(try reading("FF02", "eb010440637f0013") == nil)
    let whole = "5500ff00000d00624200000000006100920a0100"
    #expect(try reading(Self.ring, whole + "00") == nil)
    #expect(try reading(Self.ring, whole) == nil)
  }

  /// An answer of 21 bytes does not fit into a notification of 20.
  @Test func `whose answer comes in two notifications is read once it is whole`() throws {
    var cut = CutFrames()
    let vector = try #require(try Vector.read("o2ring").first?.input.hex)
    let found = try readings(Self.ring, [String(vector.prefix(40)), String(vector.dropFirst(40))], cut: &cut)
    #expect(found.map { $0.measurements[.oxygenSaturationPercent] } == [98])
  }

  /// The answers to other requests have another length; the newer protocol begins with A5.
  @Test(arguments: [
    "5500ff00000000db", "5501fe00000d00624200000000006100920a010000", "a5e11e00000c0061480050000a01000000000077",
  ])
  func `of Viatom gives nothing of other answers`(hex: String) throws {
    #expect(try reading(Self.ring, hex) == nil)
  }

  /// What treadmills, printers and adapters for cars send over the same module, and packets with impossible fields.
  @Test(arguments: [
    "41542b56455253494f4e0d0a", "3e343130434146380d0d3e", "8721070b51638721070b5163", "8765075163", "8921075163",
    "87210751658721075165", "872107", "",
  ])
  func `of BerryMed is not what others send over its module`(hex: String) throws {
    #expect(try reading(Self.transparentUART, hex) == nil)
  }

  /// Devices on the Nordic UART: text, another frame of the maker, a smart ring.
  @Test(arguments: ["68656c6c6f0d0a", "aa550f0702403e3d3c3c2f", "aa5501020304", "690100000000000000000000000000006a"])
  func `on the Nordic UART is not any other device there`(hex: String) throws {
    #expect(try reading(Self.nordicUART, hex) == nil)
  }

  @Test(arguments: [
    "BerryMed\0\0", "O2Ring 1234", "PC-60F_SN010175", "KS-60FW 4482", "SpO208",
  ])
  func `is connected to by its name`(name: String) {
    let advertisement = AdvertisementEncoder.name(name)
    #expect(!Catalogue.accesses(forAdvertisement: advertisement.span.bytes).isEmpty)
  }

  /// Of the same makers: a ring with the newer protocol in both of its modes, a blood pressure monitor, an oximeter
  /// with pages of its own; and a device that only offers the module's service.
  @Test(arguments: ["T8520_1234", "S8-AW 1234", "BP2 1234", "ER1 1234", "SpO209", "Berry", "O2", "POD-2B_SN7295"])
  func `is not any device of its maker`(name: String) {
    let advertisement = AdvertisementEncoder.name(name)
    #expect(Catalogue.accesses(forAdvertisement: advertisement.span.bytes).isEmpty)
  }

  @Test(arguments: [SensorModel.berryMed, .o2Ring, .pc60FW, .contec])
  func `is judged as any other oximeter`(model: SensorModel) {
    let entry = Catalogue.entry(for: model), standard = Catalogue.entry(for: .pulseOximeter)
    #expect(entry.mainQuantity == .oxygenSaturationPercent)
    #expect(entry.freshness == standard.freshness)
    for quantity in [Quantity.oxygenSaturationPercent, .pulseBeatsPerMinute] {
      #expect(entry.plausible[quantity] == standard.plausible[quantity])
    }
    #expect(!entry.accesses.isEmpty && !entry.advertisesReadings)
  }
}
