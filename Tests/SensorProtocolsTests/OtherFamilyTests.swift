import Readings
import SensorProtocols
import TestSupport
import Testing

private func manufacturer(_ company: UInt16, _ hex: String) throws -> Reading {
  let bytes = try #require(Hex.bytes(hex))
  return try #require(try decode(advertisement: AdvertisementEncoder.manufacturer(company, bytes)))
}

private func service(_ uuid: UInt16, _ hex: String) throws -> Reading {
  let data = [UInt8(uuid & 0xFF), UInt8(uuid >> 8)] + (try #require(Hex.bytes(hex)))
  return try #require(try decode(advertisement: AdvertisementEncoder.flags + [UInt8(data.count + 1), 0x16] + data))
}

@Suite struct `SwitchBot Meter Pro CO2` {
  private let payload = "b0e9fe543215 b7e4 07 9b a4 0037 02d5 00"

  private func reading(_ payload: String, type: String? = nil, hints: DecodingHints = DecodingHints()) throws
    -> Reading?
  {
    let bytes = AdvertisementEncoder.manufacturer(0x0969, try #require(Hex.bytes(payload)))
    let response = try #require(Hex.bytes(type.map { "06163dfd\($0)0050" } ?? ""))
    return try decode(advertisement: bytes, scanResponse: response, hints: hints)
  }

  @Test(arguments: ["35", "15", "b5", "95"])
  func `its type is in the scan response with its battery, and may say that it is encrypted`(type: String) throws {
    let reading = try #require(try reading(payload, type: type))
    #expect(reading.model == .switchBotMeterProCO2)
    #expect(reading.measurements[.batteryPercent] == 80)
    #expect(reading.measurements[.co2PartsPerMillion] == 725)
  }

  @Test(arguments: ["35", "15"]) func `its service data alone have its battery`(type: String) throws {
    let bytes = try #require(Hex.bytes("06163dfd\(type)0050"))
    let reading = try #require(try decode(advertisement: bytes))
    #expect(reading.model == .switchBotMeterProCO2)
    #expect(reading.measurements[.batteryPercent] == 80)
    #expect(reading.measurements.count == 1)
  }

  @Test func `its manufacturer data alone are read where the address has shown its type`() throws {
    #expect(try reading(payload) == nil)
    let reading = try #require(try reading(payload, hints: DecodingHints(knownAs: .switchBotMeterProCO2)))
    #expect(reading.measurements[.co2PartsPerMillion] == 725)
    #expect(reading.measurements[.temperatureCelsius] == 27.7)
  }

  @Test func `another of the vendor's types is none, whatever its address has shown`() throws {
    #expect(try reading(payload, type: "73") == nil)
    #expect(try reading(payload, type: "73", hints: DecodingHints(knownAs: .switchBotMeterProCO2)) == nil)
  }

  @Test func `below zero the sign bit is clear`() throws {
    let reading = try #require(try reading("b0e9fe543215 b7e4 05 03 a4 0037 02d5 00", type: "35"))
    #expect(reading.measurements[.temperatureCelsius] == -3.5)
  }

  @Test func `before its first measurement it has none`() throws {
    let reading = try #require(try reading("b0e9fe543215 b7e4 00 80 00 0037 02d5 00", type: "35"))
    #expect(reading.measurements[.co2PartsPerMillion] == nil)
    #expect(reading.measurements[.temperatureCelsius] == nil)
  }
}

@Suite struct `Qingping` {
  @Test func `an event has motion only where light would be`() throws {
    #expect(try service(0xFDCD, "0812 332211342d58 0804 01 0a0000").measurements[.illuminanceLux] == 10)
    #expect(try service(0xFDCD, "4812 332211342d58 0804 01 0a0000").measurements[.illuminanceLux] == nil)
  }

  @Test func `the bitmap of the hardware is no CO2`() throws {
    let reading = try service(0xFDCD, "085d 6f6c82342d58 0104ee003d01 18022201")
    #expect(reading.measurements[.co2PartsPerMillion] == nil)
    #expect(reading.measurements[.temperatureCelsius] == 23.8)
  }

  @Test(arguments: [("5d", 93.0, false), ("dd", 93, true), ("e4", 100, true), ("05", 5, false)])
  func `bit 7 of the battery says that it is charged`(battery: String, percent: Double, isCharging: Bool) throws {
    let reading = try service(0xFDCD, "085d 6f6c82342d58 0201\(battery)")
    #expect(reading.measurements[.batteryPercent] == percent)
    #expect(reading.isCharging == isCharging)
  }

  @Test func `on the mains its battery is full`() throws {
    let reading = try service(0xFDCD, "085d 6f6c82342d58 0201ff")
    #expect(reading.measurements[.batteryPercent] == 100)
    #expect(reading.isCharging == true)
  }

  @Test func `unknown fields are passed over by their length`() throws {
    let reading = try service(0xFDCD, "085d 6f6c82342d58 7703aabbcc 13028f02")
    #expect(reading.measurements[.co2PartsPerMillion] == 655)
  }

  @Test func `temperatures below zero are read`() throws {
    #expect(try service(0xFDCD, "0801 6f6c82342d58 0104 9cff 3d01").measurements[.temperatureCelsius] == -10)
  }
}

@Suite struct `Govee H5140` {
  @Test func `below zero bit 23 is set`() throws {
    let bytes = AdvertisementEncoder.manufacturer(0x0001, try #require(Hex.bytes("0101 8186c4 0258 00")))
    let reading = try #require(try decode(advertisement: bytes + AdvertisementEncoder.name("GV5140303A")))
    #expect(reading.measurements[.temperatureCelsius] == -10)
    #expect(reading.measurements[.relativeHumidityPercent] == 3.6)
  }

  @Test func `its name may be in the scan response`() throws {
    let bytes = AdvertisementEncoder.manufacturer(0x0001, try #require(Hex.bytes("0101 03fcbf 044c 00")))
    let reading = try decode(advertisement: bytes, scanResponse: AdvertisementEncoder.name("GV5140A2D6"))
    #expect(reading?.measurements[.co2PartsPerMillion] == 1_100)
  }
}

@Suite struct `Sensirion gadgets` {
  @Test func `all ones are no value but where they fill the scale`() throws {
    let reading = try manufacturer(0x06D5, "00 1A 3412 0080 0080 ffff ffff ffff ffff")
    #expect(reading.measurements.count == 2)
    #expect(try manufacturer(0x06D5, "00 04 3412 0000 ffff").measurements[.relativeHumidityPercent] == 100)
  }

  @Test func `an index of 0 is one that is not known yet`() throws {
    let reading = try manufacturer(0x06D5, "00 16 3412 0080 0080 0000 0100")
    #expect(reading.measurements[.vocIndex] == nil)
    #expect(reading.measurements[.noxIndex] == 1)
  }

  @Test func `an unknown sample type is an error`() throws {
    let bytes = AdvertisementEncoder.manufacturer(0x06D5, [0, 0x7F, 1, 2, 3, 4])
    #expect(throws: DecodeError.self) { try decode(advertisement: bytes) }
  }
}

@Suite struct `Atmotube PRO` {
  @Test func `advertisement and scan response may come as one`() throws {
    // The raw packet of the vendor's page.
    let bytes = try #require(
      Hex.bytes(
        "0201060FFFFFFF00D9F4982B1900018BC74135090941544D4F545542451107B48A324AD96ED7AD18489A8E010045DB"
          + "0CFFFFFF00040005000674051B"))
    let reading = try #require(try decode(advertisement: bytes))
    #expect(reading.measurements[.pm10MicrogramsPerCubicMetre] == 6)
    #expect(reading.measurements[.vocPartsPerBillion] == 217)
  }
}

@Suite struct `INKBIRD IAM-T1` {
  private func reading(_ hex: String) throws -> Reading? {
    try decode(BluetoothUUID(0xFFE4), try #require(Hex.bytes(hex)))
  }

  @Test func `a frame reports the step of the battery, and whether it is charged`() throws {
    let idle = try #require(try reading("55aa01100000fe01d602d903f10100b5"))
    #expect(idle.batteryStep == 1)
    #expect(idle.isCharging == false)
    let charging = try #require(try reading("55aa01100000fe01d602d903f1830037"))
    #expect(charging.batteryStep == 3)
    #expect(charging.isCharging == true)
  }

  @Test func `a frame with a humidity that no air has was damaged as a whole`() throws {
    // 0x03E8 are 100.0 %, 0x03E9 are 100.1 %.
    #expect(try reading("55aa01100000fe03e802d903f10100b5")?.measurements[.relativeHumidityPercent] == 100)
    #expect(throws: DecodeError.self) { try reading("55aa01100000fe03e902d903f10100b5") }
  }
}

@Suite struct `Pulse oximeters` {
  private func reading(_ uuid: UInt16, _ hex: String) throws -> Reading {
    let bytes = try #require(Hex.bytes(hex))
    return try #require(try decode(BluetoothUUID(uuid), bytes))
  }

  @Test func `what the flags of a continuous measurement announce is found behind the pairs`() throws {
    let reading = try reading(0x2A5F, "1f 6200 4e00 61004d00 60004c00 2000 010203 23f0")
    #expect(reading.measurements[.oxygenSaturationPercent] == 98)
    #expect(reading.measurements[.pulseBeatsPerMinute] == 78)
    #expect(reading.measurements[.oxygenSaturationFastPercent] == 97)
    #expect(reading.measurements[.pulseFastBeatsPerMinute] == 77)
    #expect(reading.measurements[.oxygenSaturationSlowPercent] == 96)
    #expect(reading.measurements[.pulseSlowBeatsPerMinute] == 76)
    #expect(reading.measurementStatus == 0x20)
    #expect(reading.sensorStatus == 0x030201)
    #expect(reading.measurements[.pulseAmplitudePercent] == 3.5)
  }

  @Test func `a spot check has a time stamp in their place`() throws {
    let reading = try reading(0x2A5E, "0b 6200 4e00 ea0702030a0b0c 0100 15f0")
    #expect(reading.measuredAt?.description == "2026-02-03T10:11:12")
    #expect(reading.clockIsNotSet == false)
    #expect(reading.measurementStatus == 1)
    #expect(reading.measurements[.pulseAmplitudePercent] == 2.1)
  }

  @Test func `a time that no calendar has is absent, and what follows it is read`() throws {
    let reading = try reading(0x2A5E, "13 6200 4e00 ea070d030a0b0c 0100")
    #expect(reading.measuredAt == nil)
    #expect(reading.clockIsNotSet == true)
    #expect(reading.measurementStatus == 1)
  }

  @Test(arguments: ["ff07", "0008", "fe07", "0208", "0108"])
  func `a number that is none is absent`(sfloat: String) throws {
    #expect(try reading(0x2A5F, "00 \(sfloat) 4e00").measurements[.oxygenSaturationPercent] == nil)
  }

  /// 127, as a whole number and as 1270 tenths, and 0.
  @Test(arguments: ["7f00", "f6f4", "0000"])
  func `a saturation that no blood has is absent`(sfloat: String) throws {
    for (characteristic, flags) in [(UInt16(0x2A5F), "03"), (0x2A5E, "00")] {
      let reading = try reading(characteristic, "\(flags) \(sfloat) 4e00 \(sfloat) 4d00 \(sfloat) 4c00")
      #expect(reading.measurements[.oxygenSaturationPercent] == nil)
      #expect(reading.measurements[.oxygenSaturationFastPercent] == nil)
      #expect(reading.measurements[.oxygenSaturationSlowPercent] == nil)
      #expect(reading.measurements[.pulseBeatsPerMinute] == 78)
    }
  }

  @Test(arguments: [1.0, 49, 69, 70, 100]) func `a low saturation is plausible`(percent: Double) {
    #expect(Catalogue.entry(for: .pulseOximeter).isPlausible(percent, of: .oxygenSaturationPercent))
  }

  /// From storage, for a demonstration, for a test, unavailable, invalid.
  @Test(arguments: ["0002", "0004", "0008", "0020", "0080"])
  func `what is not measured on a person now is no measurement`(status: String) throws {
    let reading = try reading(0x2A5F, "04 6200 4e00 \(status)")
    #expect(reading.measurements.isEmpty)
    #expect(reading.measurementStatus != nil)
  }

  /// Going on, early, validated, qualified, being calibrated, questionable.
  @Test(arguments: ["2000", "4000", "8000", "0001", "0010", "0040"])
  func `any other status leaves the measurement as it is`(status: String) throws {
    #expect(try reading(0x2A5F, "04 6200 4e00 \(status)").measurements[.oxygenSaturationPercent] == 98)
  }
}

@Suite struct `Records of the past` {
  private func history(_ uuid: String, _ hex: String) throws -> SensorDecoder.History? {
    let characteristic = try #require(BluetoothUUID(uuid))
    let bytes = try #require(Hex.bytes(hex))
    return try SensorDecoder.history(characteristic: characteristic, value: bytes.span.bytes)
  }

  @Test func `an Aranet's dose and dose rate have padding and their own flag`() throws {
    for (parameter, values) in [("07", [16.0, nil]), ("08", [160, nil])] as [(String, [Double?])] {
      let history = try history("f0cd2003-95da-4f4b-9ac8-aa55d312af0c", "\(parameter)0100 02 100000 008000")
      guard case .aranet(let frame) = history else {
        Issue.record("no frame of an Aranet")
        return
      }
      #expect(frame.values == values)
    }
  }

  @Test func `a Ruuvi Air's has times and whole measurements, and is no reading of now`() throws {
    let uuid = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
    let body = "e1170c5668c79e0065007004bd11ca00c90a0213e0ac000000decdee1100000000"
    let packet = "3b3b20 01 26 65000000" + body + "00"
    guard case .ruuvi(let history) = try history(uuid, packet) else {
      Issue.record("no packet of a Ruuvi")
      return
    }
    #expect(history.records.map(\.unixSeconds) == [0x6500_0000])
    #expect(history.records.first?.reading.measurements[.co2PartsPerMillion] == 201)
    let characteristic = try #require(BluetoothUUID(uuid))
    let bytes = try #require(Hex.bytes(packet))
    #expect(try decode(characteristic, bytes) == nil)
  }
}
