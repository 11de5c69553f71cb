import Bluetooth
import Engine
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A finished measurement of an oximeter` {
  private func reading(_ hex: String) throws -> Reading {
    let value = try #require(Hex.bytes(hex))
    return try #require(
      try SensorDecoder.reading(characteristic: BluetoothUUID(0x2A5E), value: value.span.bytes))
  }

  @Test func `has its own time, and is no value that a sensor is watched for`() throws {
    let check = try reading("0161004000ea070b14030405")
    #expect(check.isSpotCheck)
    #expect(check.measuredAt?.description == "2026-11-20T03:04:05")
    #expect(check.measurements[.oxygenSaturationPercent] == 97)
    #expect(!check.hasWanted(of: .pulseOximeter))
    #expect(!check.hasMain(of: .pulseOximeter))
    #expect(!check.provesPresence(of: .pulseOximeter))
  }

  @Test(arguments: ["01610040000000000000000000", "0161004000ea070014030405", "0161004000ea070b00030405"])
  func `of a day that is not known has no time`(hex: String) throws {
    let check = try reading(hex)
    #expect(check.isSpotCheck)
    #expect(check.measuredAt == nil)
  }

  @Test func `is not logged, since it is not of the time at which it came`() throws {
    var logged = LoggedReadings()
    #expect(!logged.isNew(try reading("0161004000ea070b14030405"), from: SensorIndex(0)))
  }
}
