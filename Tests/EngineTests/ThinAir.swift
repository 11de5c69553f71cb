import Bluetooth
import BoxSupport
import Engine
import Readings
import SensorProtocols
import TestSupport

/// A box with sensors in thin air: what they send, and the reading that follows from the last message.
package struct ThinAir {
  package var engine: Engine
  /// The notes for people.
  package private(set) var notes: [String] = []

  package static let gadget = DeviceAddress(value: 0xC0FF_EE00_0005)
  package static let tag = DeviceAddress(value: 0xC0FF_EE00_0006)

  package init(_ engine: Engine) { self.engine = engine }

  /// An Aranet4, which has a barometer and does not use it.
  package mutating func aranet(
    _ co2: Double?, pressure: Double?, at seconds: Double, age: UInt16 = 0, counter: UInt32 = 0,
    from address: DeviceAddress = .sampleAranet4
  ) -> Reading? {
    let reading = Reading.aranet4(co2: co2, pressure: pressure, ageSeconds: age, counter: counter)
    return take(Aranet4Encoder.advertisement(reading), from: address, at: seconds)
  }

  /// A Sensirion gadget, which has no barometer (sample type 0x24: CO2 alone).
  package mutating func gadget(_ co2: UInt16, at seconds: Double) -> Reading? {
    let data: [UInt8] = [0x00, 0x24, 0x12, 0x34, UInt8(co2 & 0xFF), UInt8(co2 >> 8)]
    return take(AdvertisementEncoder.manufacturer(0x06D5, data), from: Self.gadget, at: seconds)
  }

  /// A RuuviTag of format 3, which gives a pressure from 500 to 1155 hPa.
  package mutating func tag(_ pressure: Double, at seconds: Double) {
    let pascals = UInt16((pressure * 100).rounded() - 50_000)
    let data: [UInt8] = [3, 90, 21, 0, UInt8(pascals >> 8), UInt8(pascals & 0xFF), 0, 0, 0, 0, 0, 0, 0x0B, 0xB8]
    _ = take(AdvertisementEncoder.manufacturer(0x0499, data), from: Self.tag, at: seconds)
  }

  private mutating func take(_ data: [UInt8], from address: DeviceAddress, at seconds: Double) -> Reading? {
    var outputs: [TimedOutput] = []
    let report = RadioReport.advertisement(
      Advertisement(address: address, rssi: -50, data: data, scanResponse: [], addressType: nil))
    engine.handle(.radio(report), at: .at(seconds), into: &outputs)
    var found: Reading?
    for output in outputs {
      if case .reading(let reading, _) = output.record { found = reading }
      if case .note(let text) = output.record, text.hasPrefix("pressure ") { notes.append(text) }
    }
    return found
  }
}
