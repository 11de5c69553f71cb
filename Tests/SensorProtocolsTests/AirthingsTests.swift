import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `Airthings` {
  private func reading(_ short: String, _ hex: String) throws -> Reading {
    let characteristic = try #require(BluetoothUUID("\(short)-ade7-11e4-89d3-123b93f75cba"))
    let bytes = try #require(Hex.bytes(hex))
    return try #require(try decode(characteristic, bytes))
  }

  @Test(
    arguments: [
      (2_900_000_001, SensorModel.airthingsWave), (2_920_000_001, .airthingsWaveMini),
      (2_930_223_051, .airthingsWavePlus),
      (2_950_000_001, .airthingsWaveRadon), (3_210_000_001, .airthingsWaveEnhance),
      (3_220_000_001, .airthingsWaveEnhance),
      (3_250_000_001, .airthingsCorentiumHome2), (2_810_000_001, .airthings),
    ] as [(UInt32, SensorModel)])
  func `the first digits of the serial number name the model`(serial: UInt32, model: SensorModel) throws {
    let payload = (0..<4).map { UInt8(truncatingIfNeeded: serial >> UInt32(8 * $0)) } + [0, 0]
    let reading = try #require(try decode(advertisement: AdvertisementEncoder.manufacturer(0x0334, payload)))
    #expect(reading.model == model)
    #expect(reading.serialNumber == serial)
    #expect(reading.measurements.isEmpty)
  }

  @Test func `a Wave Plus gives CO2, radon, VOC and climate`() throws {
    let reading = try reading("b42e2a68", "013a2a00280031006c0883c1540258010000a200")
    #expect(reading.measurements[.relativeHumidityPercent] == 29)
    #expect(reading.measurements[.radonBecquerelsPerCubicMetre] == 40)
    #expect(reading.measurements[.radonLongTermBecquerelsPerCubicMetre] == 49)
    #expect(reading.measurements[.temperatureCelsius] == 21.56)
    #expect(reading.measurements[.pressureHectopascals] == 990.78)
    #expect(reading.measurements[.co2PartsPerMillion] == 596)
    #expect(reading.measurements[.vocPartsPerBillion] == 344)
  }

  @Test func `what a Wave Plus does not know is absent`() throws {
    let reading = try reading("b42e2a68", "01ff0000ffffffffffffffffffffffff00000000")
    #expect(reading.measurements.isEmpty)
  }

  @Test func `the first Wave has its averages in characteristics of their own`() throws {
    #expect(try reading("b42e01aa", "2500").measurements[.radonBecquerelsPerCubicMetre] == 37)
    #expect(try reading("b42e0a4c", "ffff").measurements[.radonLongTermBecquerelsPerCubicMetre] == nil)
  }

  @Test func `a Wave Enhance answers in CBOR, with whole numbers and floats of every size`() throws {
    // {"TMP": 29515, "HUM": half 4250.0, "CO2": float 612.0, "BAT": 3021}
    let reading = try reading(
      "b42ebc9e",
      "1001000345" + "abcd" + "81a1" + "02" + "a4" + "63544d5019734b" + "6348554df96c26" + "63434f32fa44190000"
        + "63424154190bcd")
    #expect(abs((reading.measurements[.temperatureCelsius] ?? 0) - 22) < 0.001)
    #expect(abs((reading.measurements[.relativeHumidityPercent] ?? 0) - 42.48) < 0.01)
    #expect(reading.measurements[.co2PartsPerMillion] == 612)
    #expect(reading.measurements[.batteryMillivolts] == 3_021)
    #expect(reading.model == .airthingsWaveEnhance)
  }

  @Test func `a Corentium Home 2 has radon in the same form`() throws {
    let reading = try reading("b42ebc9e", "1001000345" + "abcd" + "81a1" + "02" + "a1" + "63523234" + "1837")
    #expect(reading.model == .airthingsCorentiumHome2)
    #expect(reading.measurements[.radonBecquerelsPerCubicMetre] == 55)
  }
}
