import Readings
import SensorProtocols
import TestSupport
import Testing

/// The critical loop decodes every advertisement into the same place.
@Suite struct `A reading in the place of an earlier one` {
  /// All that a sensor can say, and none of it what a vector says.
  private var earlier: Reading {
    var reading = Reading(model: .unknown)
    for quantity in Quantity.allCases { reading.measurements[quantity] = 77.7 }
    reading.device = DeviceState(
      isDisconnected: true, calibration: .error, isInFirmwareUpdate: true, integrationsEnabled: false,
      firmware: FirmwareVersion(major: 77, minor: 7, patch: 7))
    reading.status = .red
    reading.intervalSeconds = 7_777
    reading.ageSeconds = 7_777
    reading.counter = 77_777
    reading.isCalibrating = true
    reading.reportsFault = true
    reading.isBatteryLow = true
    reading.isCharging = true
    reading.batteryStep = 77
    reading.isEncrypted = true
    reading.serialNumber = 77_777
    reading.contact = .notDetected
    reading.bodyLocation = .foot
    reading.rrIntervals.append(ticks: 777)
    return reading
  }

  private func read(_ advertisement: [UInt8], _ scanResponse: [UInt8], _ vector: Vector) -> (isKnown: Bool?, Reading) {
    var reading = earlier
    let hints = DecodingHints(
      address: vector.input.address.flatMap { DeviceAddress($0) }, bindKey: vector.input.bindkey.flatMap { BindKey($0) }
    )
    let isKnown = try? SensorDecoder.read(
      advertisement: advertisement.span.bytes, scanResponse: scanResponse.span.bytes, hints: hints, into: &reading)
    return (isKnown, reading)
  }

  @Test(arguments: Array(VectorTests.families.keys))
  func `has nothing of it, and leaves it as it was where there is none`(family: String) throws {
    for vector in try Vector.read(family) {
      guard let whole = vector.input.adv_hex.flatMap({ Hex.bytes($0) }) else { continue }
      let hints = DecodingHints(
        address: vector.input.address.flatMap { DeviceAddress($0) },
        bindKey: vector.input.bindkey.flatMap { BindKey($0) })
      for count in 0...whole.count {
        let part = Array(whole.prefix(count))
        for (advertisement, scanResponse) in [(part, []), ([], part), (part, whole)] {
          let alone = try? decode(advertisement: advertisement, scanResponse: scanResponse, hints: hints)
          let (isKnown, reading) = read(advertisement, scanResponse, vector)
          #expect((isKnown == true) == (alone != nil), "\(vector.id), \(count) bytes")
          #expect(reading == (alone ?? earlier), "\(vector.id), \(count) bytes")
        }
      }
    }
  }
}
