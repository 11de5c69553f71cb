import Readings
import SensorProtocols
import TestSupport

/// A frame whose every field holds a good value, for ``NoneNumberTests``.
struct GoodFrame: Sendable {
  enum Place: Sendable {
    case company(UInt16)
    case serviceData(UInt16)
    case characteristic(BluetoothUUID)
  }

  let place: Place
  let hex: String
  /// The local name, without which some makers' data are not accepted.
  var name: String?
  /// The structures of the scan response.
  var response = ""
  /// Puts the checksum right.
  var seal: @Sendable (inout [UInt8]) -> Void = { _ in }

  var bytes: [UInt8] { Hex.bytes(hex) ?? [] }

  /// What the decoder makes of the frame with these bytes; an error is no reading.
  func decoded(_ bytes: [UInt8]) -> Reading? {
    var bytes = bytes
    seal(&bytes)
    let structure: (type: UInt8, key: UInt16)
    switch place {
    case .characteristic(let uuid): return try? decode(uuid, bytes)
    case .company(let company): structure = (0xFF, company)
    case .serviceData(let service): structure = (0x16, service)
    }
    var advertisement: [UInt8] = []
    if let name { append(0x09, Array(name.utf8), to: &advertisement) }
    let key = [UInt8(truncatingIfNeeded: structure.key), UInt8(structure.key >> 8)]
    append(structure.type, key + bytes, to: &advertisement)
    return try? decode(advertisement: advertisement, scanResponse: Hex.bytes(response) ?? [])
  }

  private func append(_ type: UInt8, _ data: [UInt8], to advertisement: inout [UInt8]) {
    advertisement += [UInt8(data.count + 1), type] + data
  }
}

extension GoodFrame {
  private static func company(_ number: UInt16, _ hex: String, name: String? = nil, response: String = "") -> GoodFrame
  {
    GoodFrame(place: .company(number), hex: hex, name: name, response: response)
  }
  private static func service(_ number: UInt16, _ hex: String) -> GoodFrame {
    GoodFrame(place: .serviceData(number), hex: hex)
  }
  private static func value(
    _ uuid: String, _ hex: String, seal: @escaping @Sendable (inout [UInt8]) -> Void = { _ in }
  ) -> GoodFrame {
    GoodFrame(
      place: .characteristic(BluetoothUUID(uuid) ?? BluetoothUUID(0)), hex: hex, seal: seal)
  }
  private static func airthings(_ number: String, _ hex: String) -> GoodFrame {
    value("\(number)-ade7-11e4-89d3-123b93f75cba", hex)
  }
  private static func aranet(_ number: String, _ hex: String) -> GoodFrame {
    value("f0cd\(number)-95da-4f4b-9ac8-aa55d312af0c", hex)
  }

  /// The frames of the table in docs/frames.md, by their names there.
  static let all: [String: GoodFrame] = [
    "Aranet4 advertisement": company(0x0702, "2105030100050001 4304 9f01 8b27 35 0c 02 3c00 1000 55"),
    "Aranet4 value 3001": aranet("3001", "2003 c201 9427 2d 55 01 2c01 7800"),
    "Aranet2 advertisement": company(0x0702, "01 21 040401000000 0000 f001 0000 0c02 00 4f 00 3c00 0100 80"),
    "Aranet Radiation advertisement": company(0x0702, "02 21 26040100 602d0000 08980500 6e00 00 64 00 2c01 fd00 c7"),
    "Aranet Radon advertisement": company(0x0702, "03 21 040601000000 0700 c201 c927 2c01 00 64 01 5802 f601 08"),
    "Aranet Radon value 1504": aranet(
      "1504",
      "0300 5802 1000 64 c201 c927 2c01 07000000"
        + "00 00000000 ffffffff 00000000 ffffffff 00000000 0b000000 00000000"),
    "INKBIRD IAM-T1": value("0xFFE4", "55aa0110 00 00fe 01d6 02d9 03f1 01 00b5"),
    "INKBIRD IAM-T2": company(0x3254, "00 6200a13e2c6a 42 02d0 01be 025f 72"),
    "Qingping": service(
      0xFDCD,
      "880eaabbccddeeff 0104ce002802 1302d701 020164 07026f27 090464000000 120405000600 15026400 19012d"),
    "Sensirion 1A": company(0x06D5, "001a3412 0060 0080 5802 6400 0100 3200"),
    "Sensirion 06": company(0x06D5, "00063412 0060 0080"),
    "Sensirion 0C": company(0x06D5, "000c3412 0060 0080 5802 6400"),
    "Sensirion 0E": company(0x06D5, "000e3412 0060 0080 6400"),
    "Sensirion 22": company(0x06D5, "00223412 340a 0019 001e 0023"),
    "SwitchBot Meter Pro CO2": company(0x0969, "b0e9fe543215b7e4079ba4003702d500", response: "06163dfd350064"),
    "SwitchBot Meter": service(0xFD3D, "5400e4069835"),
    "Govee H5140": company(0x0001, "01 01 031abc 0258 00", name: "GV5140303A"),
    "Govee H5106": company(0x0001, "01 01 0ed2e431", name: "GVH5106_1234"),
    "Ruuvi 3": company(0x0499, "03 29 1a 1e ce1e fc18 03e8 fff0 0bb8"),
    "Ruuvi 5": company(0x0499, "05 12fc 5394 c37c 0004 fffc 040c ac36 42 00cd cbb8334c884f"),
    "Ruuvi 6": company(0x0499, "06 170c 5668 c79e 0070 00c9 05 01 d9 4a cd 00 4c884f"),
    "Ruuvi E1": company(
      0x0499,
      "e1 170c 5668 c79e 0065 0070 04bd 11ca 00c9 0a 02 13e0ac 000000 dec8be 00 0000000000 cbb8334c884f"),
    "Airthings Wave Plus": airthings("b42e2a68", "01 50 10 00 1400 1600 6208 e0c4 5802 6400 0000 0000"),
    "Airthings Wave Mini": airthings("b42e3b98", "1800 3274 31c1 6810 2e00 0000ff940700ffffffff"),
    "Airthings Wave": airthings("b42e01aa", "1400"),
    "Airthings Wave Enhance": airthings(
      "b42ebc9e",
      "1001000345 4c57 a8 63544d50197469 6348554d191068 63434f32190258 63564f43190064 634e4f4919002d 634c5558190064"
        + "63424154190bb8 635052531a0062ed20"),
    "BTHome": service(
      0xFCD2,
      "40 0164 02ca09 03bf13 04138a01 05138a14 0c020c 0d120c 0e021c 12e204 133301 14020c 1700"),
    "BTHome of one byte": service(0xFCD2, "40 2e23 2f23 57ea"),
    "Relsib EClerk Eco": service(0xAA20, "aa840000 b20a 200a 1503 0080f0 47 00c2eb0b010b0300"),
    "Air Mentor 2S": company(0x6121, "02b8 0003 0004 1b94 0012 6d01"),
    "Air Mentor 2S VOC": company(0x6122, "02b8 0003 0004 1b94 0012 6d01"),
    "Atmocube 1": company(0xFFFF, "01 6400 6400 c800 6009 a00f 5802", name: "CUBE_1234"),
    "Atmocube 2": company(0xFFFF, "02 64 01 6400 c800 6009 a00f 5802", name: "CUBE_1234"),
    "Atmocube response": company(
      0xFFFF, "cd8b0100 2d 6400 3200 0500 01 6400 3200 0000000000", name: "CUBE_1234"),
    "Atmotube PRO": company(0xFFFF, "00d9f498 2b 19 00018bc7 41 35", name: "ATMOTUBE"),
    "Atmotube PRO response": company(0xFFFF, "0004 0005 0006 74051b", name: "ATMOTUBE"),
    "Almendo bluSensor": company(0x06E8, "01 00 0a 00000000 6009 a00f 5802 6400"),
    "VSON WP6003": value("0xFFF4", "0a16020e0d2d 00c3 5802 0339 0083 0100 02dc"),
    "2B8C": value("0x2B8C", "5802"), "2A6E": value("0x2A6E", "6009"), "2A6F": value("0x2A6F", "a00f"),
    "2A6D": value("0x2A6D", "cd750f00"),
    "TFA AirCO2ntrol": value(
      "04d9a052-0000-4c61-8077-696e67000001",
      "5004650000000000 42129e0000000000 41125c0000000000",
      seal: { bytes in
        for start in stride(from: 0, to: bytes.count, by: 8) {
          bytes[start + 3] = bytes[start] &+ bytes[start + 1] &+ bytes[start + 2]
          bytes[start + 4] = 0x0D
        }
      }),
    "RadonEye RD200": value("00001525-1212-efde-1523-785feabcd123", "5010 e17a143f f628bc3f e17a143f 010004000000"),
    "RadonEye RD200 V2": value(
      "0x1525",
      "4042323230313033525532303338330652443230304e56322e302e3200014a00060a000800"
        + "08000300010079300000e01108001c00020000003822005c8f423fa4709d3f"),
    "RadonEye Plus2": value("00001525-1212-efde-1523-785feabcd123", "5010 1200 1300 1400 00000000 1600 010002001f16"),
    "Heart rate of one byte": value("0x2A37", "1e 48 0201 0004"),
    "Heart rate of two bytes": value("0x2A37", "07 4800"),
    "Pulse oximeter 2A5F": value("0x2A5F", "13 6200 4e00 6100 4f00 6000 5000 0500"),
    "Polar": company(0x006B, "33000038"), "XOSS": company(0xFF04, "0161063f"),
    "Movesense": company(0x009F, "0000 9042", name: "Movesense 1234"),
    "BerryMed BM1000": value("49535343-1e4d-4bd9-ba61-23c647249616", "872a065162"),
    "Viatom O2Ring": value(
      "0734594a-a8e7-4b1a-a6b1-cd5243059a57", "5500ff00000d00 62 4200 00000000 61 00 09 0a 01 00 00",
      seal: { bytes in bytes[bytes.count - 1] = crc(bytes.dropLast()) }),
    "Viatom PC-60FW": value(
      "6e400003-b5a3-f393-e0a9-e50e24dcca9e", "aa550f0801 61 4400 0a 00 c0 00",
      seal: { bytes in bytes[bytes.count - 1] = reflectedCRC(bytes.dropLast()) }),
    "Contec CMS50D-BT": value(
      "0xFF02", "eb0104 40 63 7f0000",
      seal: { bytes in bytes[7] = bytes.dropLast().reduce(0) { $0 &+ $1 } & 0x7F }),
    "Battery Service": value("0x2A19", "64"),
  ]

  private static func crc(_ bytes: some Sequence<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
    }
  }

  private static func reflectedCRC(_ bytes: some Sequence<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x01 != 0 ? sum >> 1 ^ 0x8C : sum >> 1 }
    }
  }
}
