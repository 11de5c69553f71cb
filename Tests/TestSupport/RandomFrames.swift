import Readings

/// Bytes that a malicious or broken radio might give to the decoders.
package struct RandomFrame: Sendable {
  /// The type of data that the bytes claim to be.
  package enum Kind: Sendable, Equatable {
    /// The AD structures of an advertisement.
    case advertisement
    /// The value of a characteristic.
    case value(of: BluetoothUUID)
  }

  package let kind: Kind
  package let bytes: [UInt8]
}

/// An endless sequence of random frames, the same for the same seed: pure noise, AD structures with noise, and real
/// Aranet4 and heart-rate frames, whole, with flipped bits, and cut.
///
/// Noise alone is not enough, because it hardly ever passes a decoder's first check.
package struct RandomAdvertisements: Sendable {
  private var random: SplitMix64

  /// - Parameter seed: selects the sequence.
  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The next frame.
  package mutating func next() -> RandomFrame {
    switch random.next() % 8 {
    case 0: RandomFrame(kind: .advertisement, bytes: random.bytes(Int.random(in: 0...64, using: &random)))
    case 1: RandomFrame(kind: .advertisement, bytes: structures())
    case 2, 3, 4: RandomFrame(kind: .advertisement, bytes: damaged(Aranet4Encoder.advertisement(aranet4())))
    case 5: value()
    default: RandomFrame(kind: .value(of: HeartRateEncoder.measurement), bytes: damaged(heartRate()))
    }
  }

  /// A reading that an Aranet4 can express; every field is random, and measurements are sometimes absent.
  package mutating func aranet4() -> Reading {
    func perhaps(_ most: UInt64, _ scale: Double) -> Double? {
      random.next() % 8 == 0 ? nil : Double(random.next() % (most + 1)) / scale
    }
    var reading = Reading.aranet4WithoutIntegration()
    if random.next() % 8 != 0 {
      reading = Reading.aranet4(
        co2: perhaps(0x7FFF, 1), temperature: perhaps(0x3FFF, 20),
        pressure: perhaps(0x7FFF, 10).flatMap { $0 > 0 ? $0 : nil },
        humidity: perhaps(100, 1), battery: perhaps(100, 1), status: AirStatus(rawValue: UInt8(random.next() % 5)),
        intervalSeconds: UInt16(truncatingIfNeeded: random.next()),
        ageSeconds: UInt16(truncatingIfNeeded: random.next()), counter: UInt32(random.next() % 256))
    }
    let flags = random.next()
    reading.device?.isDisconnected = flags & 1 != 0
    reading.device?.isInFirmwareUpdate = flags & 2 != 0
    reading.device?.calibration = Calibration(rawValue: UInt8(flags >> 2 & 3)) ?? .notActive
    reading.device?.firmware = FirmwareVersion(
      major: UInt16(truncatingIfNeeded: flags >> 8), minor: UInt8(truncatingIfNeeded: flags >> 24),
      patch: UInt8(truncatingIfNeeded: flags >> 32))
    return reading
  }

  /// A reading that a strap can express, with up to nine RR intervals, the number that fits into one notification.
  package mutating func strap() -> Reading {
    let contacts: [SkinContact] = [.notSupported, .notDetected, .detected]
    return .heartRate(
      Double(random.next() % 2 == 0 ? random.next() % 255 : random.next() % 65535),
      contact: contacts[Int(random.next() % 3)], energy: random.next() % 3 == 0 ? Double(random.next() % 65536) : nil,
      rrTicks: (0..<random.next() % 10).map { _ in UInt16(truncatingIfNeeded: random.next()) })
  }

  private mutating func heartRate() -> [UInt8] { HeartRateEncoder.value(strap()) }

  private mutating func value() -> RandomFrame {
    let isDetailed = random.next() % 2 == 0
    return RandomFrame(
      kind: .value(of: isDetailed ? Aranet4Encoder.currentReadingsDetailed : Aranet4Encoder.currentReadings),
      bytes: damaged(Aranet4Encoder.value(aranet4(), isDetailed: isDetailed)))
  }

  /// Well-formed AD structures with random types and contents, including known companies with unknown contents.
  private mutating func structures() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0...random.next() % 4 {
      var data = random.bytes(Int(random.next() % 28))
      let isAranet = random.next() % 2 == 0 && data.count >= 2
      if isAranet {
        data[0] = 0x02
        data[1] = 0x07
      }
      bytes.append(structure: isAranet ? 0xFF : UInt8(truncatingIfNeeded: random.next()), data)
    }
    return damaged(bytes)
  }

  /// A quarter of the frames stays whole; the others get flipped bits, a cut end, or both.
  private mutating func damaged(_ whole: [UInt8]) -> [UInt8] {
    var bytes = whole
    let damage = random.next() % 4
    if damage & 1 != 0, !bytes.isEmpty {
      for _ in 0...random.next() % 3 {
        bytes[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
      }
    }
    if damage == 2 || damage == 3 { bytes.removeLast(Int(random.next() % UInt64(bytes.count + 1))) }
    return bytes
  }
}
